"""Erasing a person: no letter of the name is left, no rating moves, and no file brings it back."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from clubs.models import Club, JournalEntry, Role
from clubs.tenancy.scope import club_scope
from players.domain.disclosure import PUBLIC
from players.domain.errors import ErasureRefused, RequestRefused
from players.domain.pseudonyms import pseudonym_of
from players.models import Player, PlayerMerge
from players.selectors import list_people, names_of, read_known_people
from players.selectors.family import token_of
from players.services import ask_of_club, create_player, issue_family_link, rename_player, write_note
from ratings.services import replay_ladder, request_rebuild
from ratings.services.erasing import erase_person, plan_erasure
from tests.factories import event_record, join_club, make_player
from tests.ratings.erasing import AT_DESK, MAIDEN, NAME, OTHERS, TYPO, Scene, evening, everything_stored, figures, hold, traces
from tests.ratings.erasing import scene as scene
from tournaments.domain.errors import IdentityRefused
from tournaments.domain.record import Reading
from tournaments.domain.results import ResultKind
from tournaments.models import Entry, EntryLink, Event
from tournaments.services import Outcome, publish_event
from tournaments.services.identity import link_entry, merge_players, split_events, undo_links, unmerge_players
from tournaments.views.member_form import NEW

pytestmark = pytest.mark.django_db


def test_no_letter_of_the_name_is_left(scene: Scene) -> None:
    assert len(traces(everything_stored())) >= 15  # so it stands in many places before
    erase_person(club=scene.club, player=scene.person, by=None)
    assert traces(everything_stored()) == []


def test_everything_else_that_was_written_stays(scene: Scene) -> None:
    erase_person(club=scene.club, player=scene.twin, by=None)
    stored = everything_stored()
    assert "brother of […]." in stored
    assert all(name.casefold() in stored for name in OTHERS)


def test_nobodys_rating_moves_and_every_page_keeps_its_bytes(scene: Scene) -> None:
    club, ladder = scene.club, f"/club/{scene.club.slug}/ladder.csv"
    before = figures(club)
    pages = [ladder, *(f"/club/{club.slug}/players/{one}/history.csv" for one in _ids(club))]
    seen = {page: Client().get(page).content.decode() for page in pages}
    erase_person(club=club, player=scene.person, by=None)
    with club_scope(club):
        called = names_of(club, PUBLIC).name_of(scene.person.pk)
    assert figures(club) == before
    after = {page: Client().get(page).content.decode() for page in pages}
    assert {page: text.replace(called, NAME) for page, text in after.items()} == seen
    request_rebuild(club=club, by=None)
    replay_ladder(club=club)
    assert figures(club) == before


def _ids(club: Club) -> list[str]:
    with club_scope(club):
        return [one.player.public_id for one in list_people(club) if one.standing]


def test_the_pseudonym_is_the_same_everywhere_and_for_good(scene: Scene) -> None:
    club = scene.club
    erase_person(club=club, player=scene.twin, by=None)
    with club_scope(club):
        book = names_of(club, PUBLIC)
        first = {book.name_of(scene.person.pk), book.name_of(scene.twin.pk), names_of(club, AT_DESK).name_of(scene.person.pk)}
        [called] = first
        other = Player.objects.get(club=club, name=OTHERS[1])
    erase_person(club=club, player=other, by=None)
    with club_scope(club):
        again = names_of(club, PUBLIC)
        entry = Entry.objects.filter(club=club, name=pseudonym_of(scene.person.public_id)).first()
        assert entry is not None
        assert (again.name_of(scene.person.pk), again.display_name(entry)) == (called, called)
        assert again.name_of(other.pk) != called
    assert called.startswith("Former player ")


def test_neither_search_nor_matching_knows_the_person(scene: Scene) -> None:
    erase_person(club=scene.club, player=scene.person, by=None)
    with club_scope(scene.club):
        known = read_known_people(scene.club)
        likely = [*known.like(NAME), *known.like(MAIDEN), *known.like(TYPO)]
        people = [one.player.name for one in list_people(scene.club)]
    assert (likely, sorted(people)) == ([], sorted(OTHERS))


@pytest.mark.parametrize("with_id", [True, False])
def test_the_same_file_does_not_bring_the_name_back(with_id: bool, scene: Scene) -> None:
    erase_person(club=scene.club, player=scene.person, by=None)
    record = scene.records[0] if with_id else scene.records[1]
    again = publish_event(club=scene.club, reading=Reading(record), by=None, source="api", ask=True)
    told = {remark.code: remark.params for remark in again.warnings}
    assert again.outcome is Outcome.UNCHANGED
    assert told["names_erased"] == {"numbers": "1"}
    assert traces(everything_stored()) == []


def test_a_new_version_carries_the_pseudonym_and_its_link(scene: Scene) -> None:
    erase_person(club=scene.club, player=scene.person, by=None)
    record = replace(scene.records[0], name="First, mended")
    made = publish_event(club=scene.club, reading=Reading(record), by=None, source="upload")
    with club_scope(scene.club):
        entry = Entry.objects.get(club=scene.club, version=made.version, number=1)
        players = list(EntryLink.objects.filter(club=scene.club, entry=entry, undone_at=None).values_list("player_id", flat=True))
    assert (made.outcome, entry.name, players) == (Outcome.CHANGED, pseudonym_of(scene.person.public_id), [scene.person.pk])
    assert made.event.rated_version_id == made.version.pk


def test_the_same_file_as_a_new_event_does_not_either(scene: Scene) -> None:
    erase_person(club=scene.club, player=scene.person, by=None)
    record = replace(scene.records[1], external_id="other", program="test", name="Second, sent anew")
    made = publish_event(club=scene.club, reading=Reading(record), by=None, source="api")
    with club_scope(scene.club):
        names = list(Entry.objects.filter(club=scene.club, version=made.version).order_by("number").values_list("name", flat=True))
        linked = list(EntryLink.objects.filter(entry__version=made.version).values_list("player_id", flat=True))
    assert names == [pseudonym_of(scene.person.public_id), *OTHERS]
    assert linked == [scene.person.pk]


def test_whoever_comes_again_later_is_somebody_new(scene: Scene) -> None:
    erase_person(club=scene.club, player=scene.person, by=None)
    later = timezone.localdate() + timedelta(days=7)
    record = replace(evening("Fourth", 24, NAME), starts_on=later, ends_on=later)
    made = publish_event(club=scene.club, reading=Reading(record), by=None, source="api")
    with club_scope(scene.club):
        names = list(Entry.objects.filter(club=scene.club, version=made.version).order_by("number").values_list("name", flat=True))
    assert names == [NAME, *OTHERS]


def test_a_living_namesake_keeps_the_name(scene: Scene) -> None:
    namesake = make_player(scene.club, "Zephyrine Quillfeather")
    record = event_record(
        (NAME, *OTHERS, "Zephyrine Quillfeather"), [[(1, 5, ResultKind.WHITE_WIN)]], name="Both", on=date(2026, 3, 19), external_id="both"
    )
    hold(scene.club, record, {1: scene.person, 5: namesake})
    erase_person(club=scene.club, player=scene.person, by=None)
    again = publish_event(club=scene.club, reading=Reading(record), by=None, source="api")
    other = publish_event(club=scene.club, reading=Reading(evening("Other", 5, NAME)), by=None, source="api")
    with club_scope(scene.club):
        both, alone = (
            list(Entry.objects.filter(club=scene.club, version=one.shown).order_by("number").values_list("name", flat=True))
            for one in (again, other)
        )
        namesake.refresh_from_db()
    assert again.outcome is Outcome.UNCHANGED
    assert both == [pseudonym_of(scene.person.public_id), *OTHERS, "Zephyrine Quillfeather"]
    assert alone == [NAME, *OTHERS]  # anybody of that name may be meant
    assert namesake.name == "Zephyrine Quillfeather"


def test_a_spelling_that_was_mended_before_anybody_decided_goes_too(scene: Scene) -> None:
    """At the number of the person; whoever else stood there is known by another number, or to the club."""
    living = make_player(scene.club, "Ulla Vane")
    others = (*OTHERS[:2], "Milo Wendt")
    for first, fourth in (("Zefirine Kwilfether", "Milo Wendt"), ("Ulla Vane", OTHERS[2]), (NAME, "Milo Wendt")):
        mended = event_record((first, *OTHERS[:2], fourth), [[(1, 2, ResultKind.WHITE_WIN)]], name="Fourth", on=date(2026, 3, 19))
        record = replace(mended, program="test", external_id="mended")
        publish_event(club=scene.club, reading=Reading(record), by=None, source="upload")
    make_player(scene.club, "Milo Wendt")
    hold(scene.club, replace(record, name="Fourth evening"), {1: scene.person})
    erase_person(club=scene.club, player=scene.person, by=None)
    with club_scope(scene.club):
        numbered = Entry.objects.filter(club=scene.club, version__event__external_id="mended").order_by("version", "number")
        stood = [name for number, name in numbered.values_list("number", "name") if number == 1]
        last = set(numbered.filter(number=4).values_list("name", flat=True))
    pseudonym = pseudonym_of(scene.person.public_id)
    assert stood == [pseudonym, living.name, pseudonym, pseudonym]
    assert last == {OTHERS[2], others[2]}


def test_a_name_that_waits_is_decided_first(scene: Scene) -> None:
    publish_event(club=scene.club, reading=Reading(evening("Fourth", 24, NAME)), by=None, source="api")
    with club_scope(scene.club):
        waiting = [event.latest.name for event in plan_erasure(club=scene.club, player=scene.person).waiting if event.latest]
    assert waiting == ["Fourth"]
    with pytest.raises(ErasureRefused, match="waits in an event"):
        erase_person(club=scene.club, player=scene.person, by=None)
    assert traces(everything_stored())


def test_nothing_can_be_decided_about_the_erased(scene: Scene) -> None:
    club = scene.club
    with club_scope(club):
        merge = PlayerMerge.objects.get(club=club)
        events = list(Event.objects.filter(club=club))
        links = list(EntryLink.objects.filter(club=club, player=scene.person, undone_at=None))
        other = Player.objects.get(club=club, name=OTHERS[0])
        spare = create_player(club=club, name="New Comer", by=None)
        entry = Entry.objects.filter(club=club).first()
    assert entry is not None
    erase_person(club=club, player=scene.person, by=None)
    refused: list[Callable[[], object]] = [
        lambda: merge_players(club=club, absorbed=spare, into=scene.person, by=None),
        lambda: unmerge_players(club=club, merge=merge, by=None),
        lambda: split_events(club=club, player=scene.person, events=events, to=other, by=None),
        lambda: link_entry(club=club, entry=entry, player=scene.person, by=None),
        lambda: undo_links(club=club, links=links, by=None),
    ]
    for attempt in refused:
        with pytest.raises(IdentityRefused) as raised:
            attempt()
        assert raised.value.code == "erased"
    with pytest.raises(ErasureRefused, match="was erased"):
        erase_person(club=club, player=scene.twin, by=None)
    with pytest.raises(RequestRefused, match="was erased"):
        ask_of_club(club=club, link=scene.link, kind="other", text="Hello")
    gone: list[Callable[[], object]] = [
        lambda: rename_player(club=club, player=scene.person, name=NAME, by=None),
        lambda: write_note(club=club, player=scene.person, text=NAME, by=None, seen=0),
        lambda: issue_family_link(club=club, player=scene.person, by=None),
    ]
    for attempt in gone:
        with pytest.raises(Player.DoesNotExist):
            attempt()
    assert traces(everything_stored()) == []


def test_an_administrator_erases_at_the_desk_and_the_family_reads_of_it(scene: Scene, client: Client) -> None:
    club, page = scene.club, f"/desk/{scene.club.public_id}/people/{scene.person.public_id}/erase/"
    client.force_login(join_club(club, Role.ARBITER))
    assert client.get(page).status_code == 404
    client.force_login(join_club(club, Role.ADMIN))
    shown = client.get(page).content.decode()
    assert all(name in shown for name in (NAME, MAIDEN, TYPO))
    assert "The games of 3 events" in shown
    refused = client.post(page)
    assert (refused.status_code, "Tick the box first" in refused.content.decode()) == (422, True)
    family = f"/family/{token_of(club, scene.link)}/"
    assert NAME in client.get(family).content.decode()
    done = client.post(page, {"final": "on"}, follow=True)
    assert "This person was erased on" in done.content.decode()
    gone = client.get(family).content.decode()
    assert "Your child is erased here" in gone
    assert traces(gone.casefold()) == traces(everything_stored()) == []
    assert [client.post(f"{family}{each}/").status_code for each in ("consent", "withdraw", "ask")] == [404, 404, 404]
    assert [client.get(f"{family}{each}").status_code for each in ("data/", "data.json")] == [404, 404]
    with club_scope(club):
        written = JournalEntry.objects.get(club=club, action="person.erased")
    assert (written.subject, written.detail) == (scene.person.public_id, {"events": 3, "names": 4})


def test_others_of_the_event_are_shown_as_before(scene: Scene) -> None:
    """The age group stays: who plays with a child is shown by initials, and erasing the child does not change that."""
    event = scene.events[0]
    address = f"/event/{scene.club.public_id}/{event.public_id}/"
    before = Client().get(address).content.decode()
    erase_person(club=scene.club, player=scene.person, by=None)
    after = Client().get(address).content.decode()
    assert [name in before for name in OTHERS] == [name in after for name in OTHERS] == [True, True, True]


def test_a_list_of_members_does_not_bring_anybody_back(scene: Scene, client: Client) -> None:
    club, page = scene.club, f"/desk/{scene.club.public_id}/people/list/"
    client.force_login(join_club(club, Role.ADMIN))
    erase_person(club=club, player=scene.person, by=None)
    rows = f"Name;rookery_id\n{NAME};\nSomebody Else;{scene.twin.public_id}\nZuleika Pryce;\n"
    sent = client.post(page, {"file": SimpleUploadedFile("members.csv", rows.encode())})
    looked = client.get(sent["Location"])
    assert "are left out: 2, 3." in looked.content.decode()
    client.post(sent["Location"], dict.fromkeys(looked.context["form"].fields, NEW))
    with club_scope(club):
        people = sorted(one.player.name for one in list_people(club))
    assert people == sorted([*OTHERS, "Zuleika Pryce"])
    assert traces(everything_stored()) == []


def test_a_table_of_opening_ratings_does_not_either(scene: Scene, client: Client) -> None:
    club = scene.club
    client.force_login(join_club(club, Role.ADMIN))
    erase_person(club=club, player=scene.person, by=None)
    rows = f"name,rating,games\n{MAIDEN},1500,20\nZuleika Pryce,1600,10\n"
    sent = client.post(f"/desk/{club.public_id}/opening/", {"file": SimpleUploadedFile("opening.csv", rows.encode())})
    looked = client.get(sent["Location"]).content.decode()
    assert "People in these rows were erased at this club, and are left out: 2." in looked
    assert traces(looked.casefold()) == []
