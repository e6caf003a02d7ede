"""Erasing a person: no letter of the name is left, no rating moves, and no file brings it back."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from clubs.domain.erased import Erased
from clubs.ledger import note_erasure, read_ledger
from clubs.models import Club, IdempotentRequest, JournalEntry, NamePolicy, Role
from clubs.services import change_club, issue_token
from clubs.tenancy.scope import club_scope
from players.domain.consent import ConsentTo
from players.domain.disclosure import PUBLIC, Viewer
from players.domain.errors import ErasureRefused, RequestRefused
from players.domain.pseudonyms import pseudonym_of
from players.domain.wording import Wording
from players.models import AgeGroupChoice, FamilyLink, Player, PlayerMerge, RenameKind, Standing
from players.selectors import list_people, names_of, read_known_people
from players.selectors.family import token_of
from players.services import ask_of_club, create_player, give_consent, issue_family_link, rename_player, write_note
from ratings.models import RatingChange
from ratings.services import replay_ladder, request_rebuild
from ratings.services.erasing import complete_ledger, erase_person, plan_erasure, reapply_erasures
from tests.factories import event_record, join_club, make_club, make_player
from tournaments.domain.errors import IdentityRefused
from tournaments.domain.record import EventRecord, Reading, Remark
from tournaments.domain.results import ResultKind
from tournaments.models import Entry, EntryLink, Event, StagedUpload
from tournaments.services import Outcome, publish_event
from tournaments.services.differing import declare_different
from tournaments.services.identity import link_entry, merge_players, split_events, undo_links, unmerge_players
from tournaments.views.member_form import NEW

pytestmark = pytest.mark.django_db

NAME, MAIDEN, TYPO = "Quillfeather Zephyrine", "Zephyrine Oxbarrow", "Zefyrin Quilfeather"
PARTS = ("quillfeather", "zephyrine", "oxbarrow", "zefyrin", "quilfeather")
OTHERS = ("Bertil Ashgrove", "Tamsin Okonjo", "Ida Lindqvist")
AT_DESK = Viewer(is_arbiter_of_club=True, at_desk=True)


@dataclass
class Scene:
    """A club in which one person's name stands wherever a name can."""

    club: Club
    person: Player
    twin: Player
    link: FamilyLink
    records: list[EventRecord]
    events: list[Event]


def evening(name: str, day: int, first: str, **more: object) -> EventRecord:
    games = [[(1, 2, ResultKind.WHITE_WIN), (3, 4, ResultKind.DRAW)], [(1, 3, ResultKind.BLACK_WIN), (4, 2, ResultKind.DRAW)]]
    return event_record((first, *OTHERS), games, name=name, on=date(2026, 3, day), **more)  # type: ignore[arg-type]


def hold(club: Club, record: EventRecord, who: dict[int, Player]) -> Event:
    """The event published, and its names decided: `who` by pairing number, the others by their names."""
    event = publish_event(club=club, reading=Reading(record), by=None, source="upload").event
    with club_scope(club):
        entries = list(Entry.objects.filter(club=club, version=event.latest).order_by("number"))
        known = {player.name: player for player in Player.objects.filter(club=club)}
        for entry in entries:
            link_entry(club=club, entry=entry, player=who.get(entry.number) or known[entry.name], by=None)
        event.refresh_from_db()
    return event


@pytest.fixture
def scene() -> Scene:
    club = change_club(club=make_club("Old Fort"), by=None, name_policy=NamePolicy.ADULTS_IN_FULL)
    for other in OTHERS:
        make_player(club, other, age_group=AgeGroupChoice.ADULT)
    person = make_player(club, MAIDEN, age_group=AgeGroupChoice.ADULT, start_rating=15000)
    twin = make_player(club, TYPO, age_group=AgeGroupChoice.ADULT)
    rename_player(club=club, player=person, name=NAME, by=None, kind=RenameKind.CHANGE)
    records = [evening("First", 3, NAME, external_id="e1"), evening("Second", 10, TYPO), evening("Third", 17, "Zephyrine, Quillfeather")]
    # A version that was published and whose names nobody decided, before the one that counts.
    early = replace(records[0], rounds=records[0].rounds[:1])
    publish_event(
        club=club, reading=Reading(early, (Remark("told", f"{NAME} is here twice.", 1, 1, {"name": NAME}),)), by=None, source="upload"
    )
    events = [hold(club, record, {1: who}) for record, who in zip(records, (person, twin, person), strict=True)]
    merge_players(club=club, absorbed=twin, into=person, by=None, reason=f"{TYPO} is {NAME}")
    _write_about(club, person)
    link = issue_family_link(club=club, player=person, by=None)
    words = Wording("2026-11", "en", "I agree.")
    give_consent(club=club, player=person, covers=frozenset(ConsentTo), wording=words, child_asked=True, through=link)
    ask_of_club(club=club, link=link, kind="erasure", text=f"Please erase {NAME}.")
    replay_ladder(club=club)
    return Scene(club, person, twin, link, records, events)


def _write_about(club: Club, person: Player) -> None:
    token, _ = issue_token(club=club, label="x", scopes=["publish"], by=None)
    with club_scope(club):
        other = Player.objects.get(club=club, name=OTHERS[0])
        event = Event.objects.get(club=club, external_id="e1")
        outcome = {"event": event.public_id, "version": 1, "own_warnings": []}
        IdempotentRequest.objects.create(club=club, token=token, key="k", request_digest="0" * 64, status=201, outcome=outcome)
        StagedUpload.objects.create(club=club, content=NAME.encode("utf-16"), file_name="night.txt")
    write_note(club=club, player=person, text="Comes late.", by=None, seen=0)
    write_note(club=club, player=other, text=f"Brother of {NAME}.", by=None, seen=0)
    declare_different(club=club, one=person, other=other, by=None, reason=f"{MAIDEN} is a sister")


def everything_stored() -> str:
    """Every row of every table as text, of every club, in small letters; what is binary stands there by its hexadecimal digits."""
    rows: set[str] = set()
    for club in Club.objects.order_by("pk"):
        with club_scope(club) as cursor:
            cursor.execute("SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'")
            for table in [name for (name,) in cursor.fetchall()]:
                cursor.execute(f'SELECT t::text FROM "{table}" t')
                rows |= {f"{table}: {row}" for (row,) in cursor.fetchall()}
    return "\n".join(sorted(rows)).casefold()


def traces(stored: str) -> list[str]:
    hidden = [*PARTS, *(part.encode(coding).hex() for part in ("Quillf", "quillf") for coding in ("utf-8", "utf-16-le"))]
    return [row for row in stored.splitlines() if any(part in row for part in hidden)]


def figures(club: Club) -> tuple[list[Any], list[Any]]:
    with club_scope(club):
        standings = list(Standing.objects.filter(club=club).order_by("player_id").values_list())
        changes = list(RatingChange.objects.filter(club=club).order_by("event_id").values_list())
    return standings, changes


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


def test_an_older_copy_of_the_database_forgets_again(
    scene: Scene,
    settings: Settings,
    tmp_path: Path,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    settings.ERASURE_LEDGER = tmp_path / "kept" / "ledger.jsonl"
    with django_capture_on_commit_callbacks(execute=True):
        erasure = erase_person(club=scene.club, player=scene.person, by=None)
    moment = erasure.at
    lines = list(read_ledger())
    ids = sorted([scene.person.public_id, scene.twin.public_id])
    [known] = lines
    assert {key: value for key, value in known.items() if key != "digests"} == {
        "erased": ids,
        "person": scene.person.public_id,
        "club": scene.club.public_id,
        "at": moment.isoformat(),
        "before": (timezone.localdate() + timedelta(days=1)).isoformat(),
    }
    assert (erasure.players, complete_ledger()) == (ids, 0)
    # As in a copy that was made before: the same ids, the names there.
    with club_scope(scene.club):
        Player.objects.filter(club=scene.club, pk__in=[scene.person.pk, scene.twin.pk]).update(name=NAME, erased_at=None)
        erasure.delete()
    other = make_club("Other club")
    make_player(other, NAME)
    lines += [{"erased": ids, "club": "unknown-club", "at": moment.isoformat()}, {"deleted": "x", "at": moment.isoformat()}]
    assert (reapply_erasures(lines), reapply_erasures(lines)) == (1, 0)
    with club_scope(scene.club):
        names = set(Player.objects.filter(club=scene.club, pk__in=[scene.person.pk, scene.twin.pk]).values_list("name", "erased_at"))
    assert names == {(pseudonym_of(scene.person.public_id), moment)}
    assert [row.split(":")[0] for row in traces(everything_stored())] == ["players_player"]  # of the other club


def test_what_the_database_alone_knows_is_written_into_the_ledger(scene: Scene, settings: Settings, tmp_path: Path) -> None:
    settings.ERASURE_LEDGER = tmp_path / "ledger.jsonl"
    erase_person(club=scene.club, player=scene.person, by=None)
    (tmp_path / "ledger.jsonl").write_text('{"cut off\n')
    assert (complete_ledger(), complete_ledger()) == (1, 0)


def test_a_line_that_was_cut_off_does_not_swallow_the_next(settings: Settings, tmp_path: Path) -> None:
    settings.ERASURE_LEDGER = tmp_path / "ledger.jsonl"
    (tmp_path / "ledger.jsonl").write_text('{"erased": ["cut o')
    for one in ("a", "b"):
        note_erasure(Erased("club", one, (one,), datetime.fromisoformat("2026-03-20T12:00:00+00:00")))
    assert [line["erased"] for line in read_ledger()] == [["a"], ["b"]]


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
