"""The crosstable: every kind of line as it is printed."""

from tests.tournaments.domain.events import enter, play
from tournaments.domain.crosstable import CrosstableCell, CrosstableRow, crosstable
from tournaments.domain.record import EventFormat
from tournaments.domain.results import ResultKind as Kind
from tournaments.domain.standings import standings


def test_a_small_event_as_a_whole() -> None:
    rounds = play("1-2 0-1, 3 U", "2-3 ½", "3-1 +-, 2 H")
    rows = standings(enter(3), rounds, EventFormat.SWISS).rows
    assert crosstable(rows, rounds) == (
        CrosstableRow(
            1,
            3,
            5,
            (
                (CrosstableCell(None, None, None, Kind.PAIRING_ALLOCATED_BYE, "", 2, 2),),
                (CrosstableCell(2, 2, False, Kind.DRAW, "½", 1, 3),),
                (CrosstableCell(1, 3, True, Kind.WHITE_FORFEIT_WIN, "+", 2, 5),),
            ),
        ),
        CrosstableRow(
            2,
            2,
            4,
            (
                (CrosstableCell(1, 3, False, Kind.BLACK_WIN, "1", 2, 2),),
                (CrosstableCell(3, 1, True, Kind.DRAW, "½", 1, 3),),
                (CrosstableCell(None, None, None, Kind.HALF_POINT_BYE, "", 1, 4),),
            ),
        ),
        CrosstableRow(
            3,
            1,
            0,
            (
                (CrosstableCell(2, 2, True, Kind.BLACK_WIN, "0", 0, 0),),
                (),
                (CrosstableCell(3, 1, False, Kind.WHITE_FORFEIT_WIN, "−", 0, 0),),
            ),
        ),
    )


def test_every_result_as_printed() -> None:
    kinds = [kind for kind in Kind if not kind.is_bye]
    rounds = play(*(f"1-2 {kind}" for kind in kinds))
    white, black = sorted(crosstable(standings(enter(2), rounds, EventFormat.OTHER).rows, rounds), key=lambda r: r.number)
    printed = {kind: (white.rounds[index][0].text, black.rounds[index][0].text) for index, kind in enumerate(kinds)}
    assert printed == {
        Kind.WHITE_WIN: ("1", "0"),
        Kind.DRAW: ("½", "½"),
        Kind.BLACK_WIN: ("0", "1"),
        Kind.BOTH_LOSE: ("0", "0"),
        Kind.WHITE_WIN_UNRATED: ("1", "0"),
        Kind.DRAW_UNRATED: ("½", "½"),
        Kind.BLACK_WIN_UNRATED: ("0", "1"),
        Kind.ARMAGEDDON_WHITE_WIN: ("1", "0"),
        Kind.ARMAGEDDON_BLACK_WIN: ("0", "1"),
        Kind.WHITE_FORFEIT_WIN: ("+", "−"),
        Kind.BLACK_FORFEIT_WIN: ("−", "+"),
        Kind.DOUBLE_FORFEIT: ("−", "−"),
        Kind.PENDING: ("*", "*"),
    }


def test_several_games_of_one_round() -> None:
    rounds = play("1-2 ½, 2-1 0-1")
    winner = crosstable(standings(enter(2), rounds, EventFormat.KNOCKOUT).rows, rounds)[0]
    assert [(cell.is_white, cell.text, cell.cumulative) for cell in winner.rounds[0]] == [
        (True, "½", 1),
        (False, "1", 3),
    ]
