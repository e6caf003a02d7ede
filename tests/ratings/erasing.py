"""A club in which one person's name stands wherever a name can, and what is left of it in the tables."""

from dataclasses import dataclass, replace
from datetime import date
from typing import Any

import pytest

from clubs.models import Club, IdempotentRequest, NamePolicy
from clubs.services import change_club, issue_token
from clubs.tenancy.scope import club_scope
from players.domain.consent import ConsentTo
from players.domain.disclosure import Viewer
from players.domain.wording import Wording
from players.models import AgeGroupChoice, FamilyLink, Player, RenameKind, Standing
from players.services import ask_of_club, give_consent, issue_family_link, rename_player, write_note
from ratings.models import RatingChange
from ratings.services import replay_ladder
from tests.factories import event_record, make_club, make_player
from tournaments.domain.record import EventRecord, Reading, Remark
from tournaments.domain.results import ResultKind
from tournaments.models import Entry, Event, StagedUpload
from tournaments.services import publish_event
from tournaments.services.differing import declare_different
from tournaments.services.identity import link_entry, merge_players

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
