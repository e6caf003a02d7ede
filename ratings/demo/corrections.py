"""What the demo clubs have corrected: a wrong result, a wrong date, and a result that was right after all; one brings its ratings along."""

from dataclasses import replace
from datetime import timedelta

from clubs.models import Club
from clubs.services import Person
from clubs.tenancy.scope import club_scope
from ratings.demo.clubs import DemoClub
from ratings.demo.evenings import LATEST, NEWCOMERS, PROGRAM, SEASONS
from ratings.services.corrections import apply_correction, undo_correction
from ratings.services.corrections.events import CorrectEvent
from ratings.services.corrections.opening import SetOpening
from ratings.services.opening import OpeningRow
from tournaments.domain.corrections import EventPatch, change_dates, change_result
from tournaments.domain.record import EventRecord
from tournaments.domain.results import ResultKind
from tournaments.selectors.events import find_event_by_identity
from tournaments.selectors.records import record_of

WRONG, MISDATED, RIGHT_AFTER_ALL = "1-15", "2-5", "2-7"  # ids of evenings
_TURNED = {ResultKind.WHITE_WIN: ResultKind.BLACK_WIN, ResultKind.BLACK_WIN: ResultKind.WHITE_WIN}
_STRONGEST, _STEP = 17_800, 370  # tenths of rating points
_GAMES = 64


def bring_opening_ratings(club: Club, demo: DemoClub, by: Person) -> None:
    """Everybody who is there from the beginning comes with the rating of an earlier ladder, by hidden strength."""
    there = demo.members[: len(demo.members) - LATEST - NEWCOMERS]
    rows = [OpeningRow(None, name, _STRONGEST - _STEP * place, _GAMES - 3 * place) for place, name in enumerate(there)]
    apply_correction(club=club, action=SetOpening(SEASONS[0], rows), by=by, reason=demo.words.brought)


def correct_evenings(club: Club, demo: DemoClub, by: Person) -> None:
    """Through the services of the desk, so that the journal, the history and "what changed" have something to tell."""
    words = demo.words
    apply_correction(club=club, action=_turn_round(club, WRONG), by=by, reason=words.wrong_result)
    apply_correction(club=club, action=_put_off(club, MISDATED), by=by, reason=words.wrong_date)
    mistaken = apply_correction(club=club, action=_turn_round(club, RIGHT_AFTER_ALL), by=by, reason=words.wrong_result)
    undo_correction(club=club, correction=mistaken, by=by, reason=words.right_after_all)


def _turn_round(club: Club, evening: str) -> CorrectEvent:
    """The first decided game of the second round, the other way round."""
    action, record = _evening(club, evening)
    wrong = next(pairing for pairing in record.rounds[1].pairings if pairing.result in _TURNED)
    return replace(action, patch=change_result(record, record.rounds[1].number, wrong.board, _TURNED[wrong.result]))


def _put_off(club: Club, evening: str) -> CorrectEvent:
    """Played on the day after the next evening, so that it counts behind that one."""
    action, record = _evening(club, evening)
    assert record.starts_on is not None
    day = record.starts_on + timedelta(days=8)
    return replace(action, patch=change_dates(record, day, day))


def _evening(club: Club, external_id: str) -> tuple[CorrectEvent, EventRecord]:
    with club_scope(club):
        event = find_event_by_identity(club, PROGRAM, external_id)
        assert event is not None
        assert event.latest is not None
        return CorrectEvent(event, event.latest, EventPatch()), record_of(club, event.latest)
