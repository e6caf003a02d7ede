"""Events and patches of them, made by hypothesis."""

from datetime import date
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from tests.factories import Board, event_record
from tournaments.domain.corrections import (
    EventPatch,
    change_dates,
    change_result,
    remove_game,
    replace_by_byes,
    set_finished,
    set_rated,
    together,
)
from tournaments.domain.errors import CorrectionRefused
from tournaments.domain.record import EventRecord
from tournaments.domain.results import BYES, ResultKind

GAMES = sorted(set(ResultKind) - BYES - {ResultKind.PENDING})
KINDS_OF_BYE = sorted(BYES)


@st.composite
def records(draw: st.DrawFn, *, unique: bool = True) -> EventRecord:
    """A finished or running event without open games; nobody is in a round twice, some are in none."""
    count = draw(st.integers(2, 7))
    names = [f"Player {number}" for number in range(count)] if unique else draw(st.lists(st.sampled_from("ABCD"), min_size=2, max_size=7))
    rounds = []
    for _ in range(draw(st.integers(1, 3))):
        order = draw(st.permutations(range(1, len(names) + 1)))
        games = draw(st.integers(1, len(order) // 2))
        boards: list[Board] = [(order[2 * at], order[2 * at + 1], draw(st.sampled_from(GAMES))) for at in range(games)]
        boards += [(player, None, draw(st.sampled_from(KINDS_OF_BYE))) for player in order[2 * games :][: draw(st.integers(0, 2))]]
        rounds.append(boards)
    return event_record(names, rounds, finished=draw(st.booleans()), rated=draw(st.booleans()))


@st.composite
def patched_records(draw: st.DrawFn, of: st.SearchStrategy[EventRecord] | None = None) -> tuple[EventRecord, EventPatch]:
    """A record and a correction that can be made of it, of one or two of its games or settings."""
    record = draw(of if of is not None else records())
    made = [_patch(draw, record) for _ in range(draw(st.integers(1, 2)))]
    touched = [(game.round, player) for patch in made for game in patch.games for player in game.players]
    fields = [name for patch in made for name in patch.fields]
    assume(len(set(touched)) == len(touched) and len(set(fields)) == len(fields))
    boards = [(game.round, each.board) for patch in made for game in patch.games for each in game.after]
    assume(len(set(boards)) == len(boards))
    return record, together(made)


def _patch(draw: st.DrawFn, record: EventRecord) -> EventPatch:
    played = draw(st.sampled_from(record.rounds))
    pairing = draw(st.sampled_from(played.pairings))
    kinds = KINDS_OF_BYE if pairing.black is None else GAMES
    ways: list[Any] = [
        lambda: change_result(record, played.number, pairing.board, draw(st.sampled_from(kinds))),
        lambda: remove_game(record, played.number, pairing.board),
        lambda: change_dates(
            record, *sorted([draw(st.dates(date(2026, 1, 1), date(2026, 1, 9))), draw(st.dates(date(2026, 1, 9), date(2026, 2, 9)))])
        ),
        lambda: set_rated(record, not record.rated),
        lambda: set_finished(record, not record.finished),
    ]
    if pairing.black is not None:
        byes = [draw(st.sampled_from(KINDS_OF_BYE)) for _ in range(2)]
        ways.append(lambda: replace_by_byes(record, played.number, pairing.board, *byes))
    try:
        patch: EventPatch = draw(st.sampled_from(ways))()
    except CorrectionRefused as refused:
        assume(refused.code != "same_content")
        raise
    return patch
