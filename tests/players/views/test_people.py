"""The people of a club at the desk: listed with real names, found in any script, added; and the services below."""

from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import Club, JournalEntry
from clubs.tenancy.scope import club_scope
from players.domain.errors import NameRefused, StartRatingRefused
from players.domain.names import sort_key
from players.models import Player
from players.selectors import read_known_people
from players.selectors.searching import Show, Sort, list_found
from players.services import create_player, rename_player, set_age_group, set_start_rating
from ratings.models import LadderEdit
from tests.factories import event_record, join_club, make_club, make_event, make_player
from tests.reading import parse
from tournaments.domain.results import ResultKind
from tournaments.services.identity import merge_players

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

PERSON = {"age_group": "unknown", "age_group_lapses": ""}
TODAY = date(2026, 11, 30)


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def arbiter(club: Club) -> Client:
    client = Client()
    client.force_login(join_club(club))
    return client


def known(club: Club, player: Player) -> tuple[object, ...]:
    with club_scope(club):
        player.refresh_from_db()
    return (player.name, player.start_rating, player.age_group, player.age_group_lapses, player.always_initials)


def listed(client: Client, club: Club, query: str = "") -> list[str]:
    page = client.get(f"/desk/{club.public_id}/people/{query}")
    return [row["name"] for row in page.context["rows"]]


def search(client: Client, club: Club, text: str) -> list[str]:
    answer = client.post(f"/desk/{club.public_id}/people/search/", {"q": text})
    assert answer["Location"] == f"/desk/{club.public_id}/people/", "a name stands in no address"
    return listed(client, club)


def found(club: Club, **asked: object) -> list[str]:
    with club_scope(club):
        return [one.player.name for one in list_found(read_known_people(club), today=TODAY, **asked)]  # type: ignore[arg-type]


def make_people(club: Club, *names: str) -> None:
    with club_scope(club):
        Player.objects.bulk_create(Player(club=club, name=name, sort_key=sort_key(name)) for name in names)


def test_real_names_of_everybody_and_of_nobody_else(club: Club, arbiter: Client) -> None:
    nadia, absorbed = make_player(club, "Nadia Brook", start_rating=14000), make_player(club, "N. Brook")
    merge_players(club=club, absorbed=absorbed, into=nadia, by=None)
    make_player(make_club("Other"), "Theo Perch")
    page = arbiter.get(f"/desk/{club.public_id}/people/").content.decode()
    assert "Nadia Brook" in page
    assert "1400.0" in page
    assert "N. Brook" not in page
    assert "Theo Perch" not in page


class TestSearch:
    @pytest.mark.parametrize(
        ("text", "names"),
        [
            ("Cohen", ["Dana Cohen", "Yossi Cohen", "יוסי כהן"]),
            ("כהן", ["יוסי כהן", "Dana Cohen", "Yossi Cohen"]),
            ("yossi", ["Yossi Cohen", "יוסי כהן"]),
            ("coh yos", ["Yossi Cohen"]),
            ("Lugov", ["Пётр Лугов"]),
            ("петр", ["Пётр Лугов"]),
            ("Zzz", []),
        ],
    )
    def test_in_any_script_and_by_beginnings(self, club: Club, arbiter: Client, text: str, names: list[str]) -> None:
        make_people(club, "Yossi Cohen", "Dana Cohen", "יוסי כהן", "Пётр Лугов")
        assert search(arbiter, club, text) == names

    def test_by_names_from_before_a_change_of_players_merged_and_of_events(self, club: Club, arbiter: Client) -> None:
        make_event(club, event_record(["Nadia Brook", "Oren Vale"], [[(1, 2, ResultKind.DRAW)]]))
        with club_scope(club):
            nadia, oren = (Player.objects.get(club=club, name=name) for name in ("Nadia Brook", "Oren Vale"))
        rename_player(club=club, player=nadia, name="Nadia Quill", by=None, kind="fix")
        rename_player(club=club, player=oren, name="Oren Marsh", by=None, kind="change")
        rename_player(club=club, player=oren, name="Oren Finch", by=None, kind="change")
        merge_players(club=club, absorbed=make_player(club, "Hope Holly"), into=oren, by=None)
        assert {text: search(arbiter, club, text) for text in ("Brook", "Marsh", "Holly", "Vale")} == {
            "Brook": ["Nadia Quill"],
            "Marsh": ["Oren Finch"],
            "Holly": ["Oren Finch"],
            "Vale": ["Oren Finch"],
        }
        page = parse(arbiter.get(f"/desk/{club.public_id}/people/").content).text
        assert "also Oren Vale" in page

    def test_it_looks_among_everybody_and_is_forgotten_again(self, club: Club, arbiter: Client) -> None:
        make_people(club, "Nadia Brook", "Oren Vale")
        with club_scope(club):
            Player.objects.filter(club=club, name="Nadia Brook").update(inactive=True)
        assert listed(arbiter, club) == ["Oren Vale"]
        assert search(arbiter, club, "brook") == ["Nadia Brook"]
        assert search(arbiter, club, "") == ["Oren Vale"]

    def test_another_club_is_not_searched(self, club: Club, arbiter: Client) -> None:
        make_player(make_club("Other"), "Theo Perch")
        make_player(club, "Nadia Brook")
        assert search(arbiter, club, "Theo Perch") == []


class TestList:
    def test_parts_and_orders(self, club: Club) -> None:
        make_event(club, event_record(["Ada One", "Bea Two"], [[(1, 2, ResultKind.WHITE_WIN)]]))
        child, gone = make_player(club, "Cleo Three", age_group="under18"), make_player(club, "Dov Four", age_group="adult")
        with club_scope(club):
            Player.objects.filter(club=club, pk=gone.pk).update(inactive=True)
            Player.objects.filter(club=club, pk=child.pk).update(age_group_lapses=2025)
        assert {show: found(club, show=show) for show in Show} == {
            Show.ACTIVE: ["Ada One", "Bea Two", "Cleo Three"],
            Show.INACTIVE: ["Dov Four"],
            Show.NO_AGE_GROUP: ["Ada One", "Bea Two", "Cleo Three"],
            Show.CHILDREN: [],
            Show.NEVER_PLAYED: ["Ada One", "Bea Two", "Cleo Three"],
            Show.EVERYBODY: ["Ada One", "Bea Two", "Cleo Three", "Dov Four"],
        }
        assert {sort: found(club, sort=sort) for sort in Sort}[Sort.ADDED][0] == "Cleo Three"

    def test_a_thousand_people_stand_on_pages(self, club: Club, arbiter: Client) -> None:
        make_people(club, *(f"Person {number:04}" for number in range(1001)))
        assert listed(arbiter, club, "?page=2") == [f"Person {number:04}" for number in range(100, 200)]
        assert listed(arbiter, club, "?page=11&show=nonsense&sort=nonsense") == ["Person 1000"]

    def test_it_asks_the_same_whatever_its_size(self, club: Club, arbiter: Client) -> None:
        counts = []
        for names in (["Nadia Brook"], [f"Person {number}" for number in range(299)]):
            make_people(club, *names)
            arbiter.get(f"/desk/{club.public_id}/people/")
            with CaptureQueriesContext(connection) as queries:
                arbiter.get(f"/desk/{club.public_id}/people/")
            counts.append(len(queries))
        assert counts == [15, 15]


class TestAdding:
    def test_by_hand(self, club: Club, arbiter: Client) -> None:
        arbiter.post(f"/desk/{club.public_id}/people/", {"name": "  Nadia   Brook "})
        answer = arbiter.post(f"/desk/{club.public_id}/people/", {"name": "Nadia\u202eBrook"})
        assert "Character 6 of the name (U+202E) changes the direction of the text" in answer.content.decode()
        with club_scope(club):
            assert list(Player.objects.filter(club=club).values_list("name", "sort_key")) == [("Nadia Brook", "nadia brook")]

    def test_whoever_may_be_the_same_is_shown_with_the_reason_first(self, club: Club, arbiter: Client) -> None:
        make_people(club, "Nadia Brook")
        address = f"/desk/{club.public_id}/people/"
        page = parse(arbiter.post(address, {"name": "N. Brook"}).content).text
        assert "Is it one of these people? Nadia Brook : initial of the first name" in page
        arbiter.post(address, {"name": "Nadia Brok", "warned": "N. Brook"})
        assert found(club, show=Show.EVERYBODY) == ["Nadia Brook"], "another name than the one that was warned of"
        arbiter.post(address, {"name": "N. Brook", "warned": "N. Brook"})
        assert found(club, show=Show.EVERYBODY) == ["N. Brook", "Nadia Brook"]

    def test_letters_that_only_look_right_are_told(self, club: Club, arbiter: Client) -> None:
        page = parse(arbiter.post(f"/desk/{club.public_id}/people/", {"name": "N\u0430dia Brook"}).content).text
        assert "mixes letters of different alphabets: letter 2 (\u0430) is Cyrillic" in page
        assert found(club) == []


class TestPerson:
    def test_protection_is_changed_in_one_form(self, club: Club, arbiter: Client) -> None:
        player = make_player(club, "Nadia Brook")
        changed = {"age_group": "under18", "age_group_lapses": "2031", "always_initials": "on", "inactive": "on"}
        arbiter.post(f"/desk/{club.public_id}/people/{player.public_id}/", changed)
        assert known(club, player) == ("Nadia Brook", None, "under18", 2031, True)
        assert player.inactive
        with club_scope(club):
            assert JournalEntry.objects.filter(club=club, action="player.changed").count() == 1

    def test_saving_what_is_known_already_changes_nothing(self, club: Club, arbiter: Client) -> None:
        player = make_player(club, "Nadia Brook")
        LadderEdit.objects.filter(club=club).delete()
        arbiter.post(f"/desk/{club.public_id}/people/{player.public_id}/", PERSON)
        with club_scope(club):
            assert JournalEntry.objects.filter(club=club, action="player.changed").count() == 0
        assert LadderEdit.objects.filter(club=club).count() == 0

    @pytest.mark.parametrize(("field", "value"), [("age_group", "old"), ("age_group_lapses", "1999")])
    def test_what_cannot_be_is_refused(self, club: Club, arbiter: Client, field: str, value: str) -> None:
        player = make_player(club, "Nadia Brook")
        answer = arbiter.post(f"/desk/{club.public_id}/people/{player.public_id}/", PERSON | {field: value})
        assert 'class="errorlist"' in answer.content.decode()
        assert known(club, player) == ("Nadia Brook", None, "unknown", None, False)

    def test_a_person_of_another_club_is_missing(self, club: Club, arbiter: Client) -> None:
        theirs = make_player(make_club("Other"), "Theo Perch")
        for public_id in (theirs.public_id, "nobody"):
            for page in ("", "name/"):
                assert arbiter.get(f"/desk/{club.public_id}/people/{public_id}/{page}").status_code == 404
            for page in ("", "name/", "name/undo/", "notes/"):
                assert arbiter.post(f"/desk/{club.public_id}/people/{public_id}/{page}", PERSON).status_code == 404

    def test_a_name_is_changed_told_and_given_back(self, club: Club, arbiter: Client) -> None:
        make_event(club, event_record(["Nadia Brook", "Oren Vale"], [[(1, 2, ResultKind.DRAW)]], name="Club evening"))
        with club_scope(club):
            player = Player.objects.get(club=club, name="Nadia Brook")
        address = f"/desk/{club.public_id}/people/{player.public_id}/"
        asked = parse(arbiter.post(f"{address}name/", {"name": "Oren Vale", "kind": "change"}).content).text
        assert "Is it one of these people? Oren Vale : same name" in asked
        arbiter.post(f"{address}name/", {"name": "Nadia Lark", "kind": "change"})
        page = parse(arbiter.get(address).content).text
        assert "Also known as: Nadia Brook" in page
        assert "“ Nadia Brook ”, then “ Nadia Lark ”" in page
        assert "Club evening 3 Mar 2026 as Nadia Brook" in page
        [rename] = arbiter.get(address).context["known"].renames
        arbiter.post(f"{address}name/undo/", {"rename": rename.pk})
        assert known(club, player)[0] == "Nadia Brook"

    def test_notes_of_two_arbiters_are_both_kept(self, club: Club, arbiter: Client) -> None:
        player = make_player(club, "Nadia Brook")
        address = f"/desk/{club.public_id}/people/{player.public_id}/"
        arbiter.post(f"{address}notes/", {"text": "plays the Grob", "seen": "0"})
        late = parse(arbiter.post(f"{address}notes/", {"text": "needs a lift", "seen": "0"}).content).text
        assert "plays the Grob" in late
        assert "needs a lift" in late
        assert "Somebody else has changed these notes meanwhile" in late
        arbiter.post(f"{address}notes/", {"text": "plays the Grob, needs a lift", "seen": "1"})
        assert "plays the Grob, needs a lift" in parse(arbiter.get(address).content).text


class TestServices:
    def test_each_changes_its_own_and_makes_old_pages_out_of_date(self, club: Club) -> None:
        player = create_player(club=club, name="Nadia Brok", by=None)
        before = Club.objects.get(pk=club.pk).policy_version
        rename_player(club=club, player=player, name="Nadia Brook", by=None)
        set_start_rating(club=club, player=player, rating=15000, by=None)
        set_age_group(club=club, player=player, age_group="adult", lapses=None, by=None)
        set_age_group(club=club, player=player, age_group="adult", lapses=None, by=None)
        assert known(club, player) == ("Nadia Brook", 15000, "adult", None, False)
        assert Club.objects.get(pk=club.pk).policy_version == before + 3

    def test_what_is_refused(self, club: Club) -> None:
        player = create_player(club=club, name="Nadia Brook", by=None)
        with pytest.raises(StartRatingRefused):
            set_start_rating(club=club, player=player, rating=999, by=None)
        with pytest.raises(NameRefused):
            rename_player(club=club, player=player, name="", by=None)
        with pytest.raises(Player.DoesNotExist):
            set_start_rating(club=make_club("Other"), player=player, rating=15000, by=None)
        assert known(club, player) == ("Nadia Brook", None, "unknown", None, False)
