"""A club with four evenings of its own, published and decided by the services, and what may be corrected in them."""

from collections.abc import Callable
from datetime import date, timedelta

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from ratings.models import Correction
from ratings.selectors.corrections import get_correction
from ratings.services import replay_ladder, request_rebuild
from ratings.services.corrections import Action
from ratings.services.corrections.events import CorrectEvent, OrderEvent, RemoveEvent
from tests.factories import Board, event_record, make_club, make_event
from tests.ratings.stored import Stored, stored_ladder
from tournaments.domain.corrections import (
    EventPatch,
    change_dates,
    change_result,
    remove_game,
    replace_by_byes,
    restore_game,
    set_finished,
    set_rated,
    together,
)
from tournaments.domain.record import EventRecord, PairingRecord
from tournaments.domain.results import ResultKind
from tournaments.models import Event, EventVersion
from tournaments.selectors.records import record_of

FIRST = date(2026, 3, 3)
NAMES = ("Anna Alder", "Ben Birch", "Cleo Cedar", "Dora Dogwood", "Emil Elm", "Finn Fir")
WIN, DRAW, LOSS = ResultKind.WHITE_WIN, ResultKind.DRAW, ResultKind.BLACK_WIN
EVENING: list[list[Board]] = [
    [(1, 2, WIN), (3, 4, DRAW), (5, 6, LOSS)],
    [(2, 3, WIN), (4, 5, WIN), (6, 1, LOSS)],
    [(1, 3, DRAW), (2, 5, WIN), (4, 6, WIN)],
    [(6, 2, WIN)],
]


def week(number: int) -> date:
    return FIRST + timedelta(days=7 * number)


def make_evenings(number: int = 4, club: Club | None = None) -> tuple[Club, list[Event]]:
    """A club and its evenings, each a week after the one before; the last one is on the date of the one before it."""
    club = club or make_club()
    dates = [week(min(each, number - 2)) for each in range(number)]
    events = [make_event(club, event_record(NAMES, EVENING, name=f"Evening {each}", on=on)) for each, on in enumerate(dates, 1)]
    replay_ladder(club=club)
    return club, events


def latest_of(club: Club, event: Event) -> tuple[EventVersion, EventRecord]:
    with club_scope(club):
        version = Event.objects.select_related("latest").get(club=club, pk=event.pk).latest
        assert version is not None
        return version, record_of(club, version)


def patched(club: Club, event: Event, patch: Callable[[EventRecord], EventPatch]) -> CorrectEvent:
    """The correction that a patch of the latest version is."""
    version, record = latest_of(club, event)
    return CorrectEvent(event, version, patch(record))


def result(round_number: int, board: int, kind: ResultKind) -> Callable[[EventRecord], EventPatch]:
    return lambda record: change_result(record, round_number, board, kind)


Make = Callable[[Club, list[Event]], Action]
KINDS: dict[str, Make] = {
    "result": lambda club, events: patched(club, events[0], result(1, 1, LOSS)),
    "forfeit": lambda club, events: patched(club, events[1], result(2, 2, ResultKind.BLACK_FORFEIT_WIN)),
    "byes": lambda club, events: patched(
        club, events[0], lambda record: replace_by_byes(record, 1, 2, ResultKind.HALF_POINT_BYE, ResultKind.ZERO_POINT_BYE)
    ),
    "nothing": lambda club, events: patched(club, events[2], lambda record: remove_game(record, 3, 1)),
    "a new bye": lambda club, events: patched(
        club, events[1], lambda record: restore_game(record, 4, PairingRecord(2, 3, None, ResultKind.FULL_POINT_BYE))
    ),
    "several at once": lambda club, events: patched(
        club,
        events[0],
        lambda record: together([change_result(record, 1, 1, LOSS), change_result(record, 2, 3, DRAW), remove_game(record, 3, 3)]),
    ),
    "dates": lambda club, events: patched(club, events[0], lambda record: change_dates(record, week(1), week(9))),
    "rated": lambda club, events: patched(club, events[1], lambda record: set_rated(record, False)),
    "finished": lambda club, events: patched(club, events[2], lambda record: set_finished(record, False)),
    "removed": lambda club, events: RemoveEvent(events[0]),
    "order": lambda club, events: OrderEvent(events[3], -1),
}


def rebuilt(club: Club) -> Stored:
    """The ladder as computed from nothing."""
    request_rebuild(club=club, by=None)
    replay_ladder(club=club)
    return stored_ladder(club)


def look_up(club: Club, correction: Correction) -> Correction:
    with club_scope(club):
        return get_correction(club, correction.public_id)
