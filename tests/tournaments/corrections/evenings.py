"""A published and decided evening of one club, to be corrected."""

from dataclasses import replace
from typing import Any

from clubs.models import Club
from clubs.services import Person
from clubs.tenancy.scope import club_scope
from tests.factories import Board, event_record, make_event
from tournaments.domain.corrections import EventPatch
from tournaments.domain.record import EventRecord, Reading
from tournaments.domain.results import ResultKind
from tournaments.models import Event, EventVersion
from tournaments.selectors.records import record_of
from tournaments.services import Publication, publish_event
from tournaments.services.correcting import Corrected, correct_event

WIN, DRAW, LOSS = ResultKind.WHITE_WIN, ResultKind.DRAW, ResultKind.BLACK_WIN
FULL, HALF, ZERO = ResultKind.FULL_POINT_BYE, ResultKind.HALF_POINT_BYE, ResultKind.ZERO_POINT_BYE
NAMES = ["Anna Berg", "Ben Cohen", "Chaya Dror", "Dov Ezra"]
FIRST_ROUND: list[list[Board]] = [[(1, 2, WIN), (3, 4, DRAW)]]
TWO_ROUNDS: list[list[Board]] = [*FIRST_ROUND, [(1, 3, LOSS), (2, 4, WIN)]]


def evening(rounds: list[list[Board]] | None = None, names: list[str] | None = None, **changes: Any) -> EventRecord:
    return replace(event_record(names or NAMES, rounds or FIRST_ROUND, external_id="e1"), **changes)


def held_evening(club: Club, record: EventRecord | None = None) -> tuple[Event, EventVersion]:
    """Published, and every name decided."""
    event = make_event(club, record or evening())
    return event, latest_of(club, event)


def latest_of(club: Club, event: Event) -> EventVersion:
    with club_scope(club):
        latest = Event.objects.select_related("latest").get(club=club, pk=event.pk).latest
    assert latest is not None
    return latest


def read(club: Club, version: EventVersion) -> EventRecord:
    with club_scope(club):
        return record_of(club, version)


def correct(club: Club, event: Event, patch: EventPatch, on: EventVersion | None = None, by: Person = None) -> Corrected:
    return correct_event(club=club, event=event, patch=patch, on=on or latest_of(club, event), by=by)


def publish(club: Club, record: EventRecord, **options: Any) -> Publication:
    return publish_event(club=club, reading=Reading(record), by=None, source="command", **options)


def boards(record: EventRecord) -> list[list[tuple[int, int, int | None, str]]]:
    return [[(each.board, each.white, each.black, each.result.value) for each in played.pairings] for played in record.rounds]


def numbers_of(club: Club, event: Event) -> tuple[int, int | None, list[int]]:
    """The shown version, the rated one, and all there are."""
    with club_scope(club):
        found = Event.objects.select_related("latest", "rated_version").get(club=club, pk=event.pk)
        versions = EventVersion.objects.filter(club=club, event=event).order_by("number").values_list("number", flat=True)
        assert found.latest is not None
        return found.latest.number, None if found.rated_version is None else found.rated_version.number, list(versions)
