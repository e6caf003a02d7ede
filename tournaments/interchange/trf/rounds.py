"""The rounds of a TRF, from the cells of all rows, and the check of every row's points."""

from collections import Counter
from collections.abc import Sequence

from tournaments.domain.record import RoundRecord
from tournaments.domain.results import ResultKind
from tournaments.interchange.failures import too_large
from tournaments.interchange.limits import MAX_PAIRINGS
from tournaments.interchange.remarks import Remarks, make_remark
from tournaments.interchange.trf.boards import number_boards
from tournaments.interchange.trf.columns import Cell
from tournaments.interchange.trf.headers import Headers
from tournaments.interchange.trf.letters import letters_of
from tournaments.interchange.trf.pairing import Pair, RoundCells, pair_round
from tournaments.interchange.trf.points import PointSystem
from tournaments.interchange.trf.rows import PlayerRow

_REQUESTED = frozenset("HFZ-=") | {""}


def read_rounds(rows: Sequence[PlayerRow], headers: Headers, remarks: Remarks) -> tuple[RoundRecord, ...]:
    """Every round that has been paired, with every number in it once.

    Rounds at the end in which nobody has an opponent and nobody got the pairing-allocated bye have not been paired:
    they hold only absences announced beforehand, so they are no rounds and their byes no results.
    Errors: TooLarge beyond `MAX_PAIRINGS`.
    """
    stated = max((max(row.cells, default=0) for row in rows), default=0)
    paired = _paired_rounds(rows)
    _warn_of_rounds(stated, paired, headers, remarks)
    if paired * len(rows) > 2 * MAX_PAIRINGS:
        raise too_large(make_remark("too_many_pairings", limit=MAX_PAIRINGS))
    cells = _with_announced_byes(rows, headers, paired, remarks)
    adds_up = {row.number: _adds_up(row, headers.points) for row in rows}
    lines = {row.number: row.line for row in rows}
    rounds = [pair_round(RoundCells(number, cells[number], lines, adds_up.__getitem__), remarks) for number in range(1, paired + 1)]
    _check_points(rows, rounds, paired, headers, remarks)
    return _numbered(rounds, headers, remarks)


def is_finished(rounds: Sequence[RoundRecord]) -> bool:
    """A TRF has no mark: it counts as finished (RULES section 1) unless a game has no result yet."""
    return all(pairing.result is not ResultKind.PENDING for played in rounds for pairing in played.pairings)


def _paired_rounds(rows: Sequence[PlayerRow]) -> int:
    """The last round that somebody was paired in."""
    return max(
        (number for row in rows for number, cell in row.cells.items() if cell.opponent is not None or cell.letter not in _REQUESTED),
        default=0,
    )


def _warn_of_rounds(stated: int, paired: int, headers: Headers, remarks: Remarks) -> None:
    announced = max((number for _, number in headers.byes), default=0)
    if max(stated, announced) > paired:
        remarks.warn("round_not_paired", round=paired + 1)
    planned = headers.planned_rounds
    if planned is not None and paired < planned:
        remarks.warn("rounds_missing", planned=planned, found=paired)
    if planned is not None and paired > planned:
        remarks.warn("rounds_beyond_plan", planned=planned, found=paired)


def _with_announced_byes(rows: Sequence[PlayerRow], headers: Headers, paired: int, remarks: Remarks) -> dict[int, dict[int, Cell]]:
    """Cells by round and number; a 240 record fills a blank cell and never changes another."""
    cells: dict[int, dict[int, Cell]] = {number: {} for number in range(1, paired + 1)}
    for row in rows:
        for number in range(1, paired + 1):
            cell, bye = row.cells.get(number), headers.byes.get((row.number, number))
            if cell is None and bye is not None:
                cells[number][row.number] = Cell(None, "", bye, 82 + 10 * number)
            elif cell is not None:
                cells[number][row.number] = cell
                if bye is not None and cell.letter != bye:
                    remarks.warn("bye_record_denied", row.line, cell.column, number=row.number, round=number)
    return cells


def _adds_up(row: PlayerRow, points: PointSystem) -> bool:
    return row.tenths == sum(points.award(cell.letter, cell.colour) for cell in row.cells.values())


def _check_points(rows: Sequence[PlayerRow], rounds: Sequence[Sequence[Pair]], paired: int, headers: Headers, remarks: Remarks) -> None:
    """Compare every row's points with its results; byes of the next round may be counted already."""
    computed: Counter[int] = Counter()
    for pair in (pair for pairs in rounds for pair in pairs):
        white, black = letters_of(pair.result)
        computed[pair.white] += headers.points.award(white, "w")
        if pair.black is not None:
            computed[pair.black] += headers.points.award(black, "b")
    for row in rows:
        ahead = sum(headers.points.award(cell.letter, "") for number, cell in row.cells.items() if number > paired)
        possible = (None, computed[row.number], computed[row.number] + ahead)
        if row.tenths not in possible and row.number not in headers.abnormal:
            stated = _shown(row.tenths or 0)
            remarks.warn("points_differ", row.line, 81, number=row.number, stated=stated, computed=_shown(computed[row.number]))


def _numbered(rounds: Sequence[Sequence[Pair]], headers: Headers, remarks: Remarks) -> tuple[RoundRecord, ...]:
    scores: Counter[int] = Counter()
    records = []
    for number, pairs in enumerate(rounds, start=1):
        records.append(RoundRecord(number, number_boards(pairs, scores), headers.round_dates.get(number)))
        _add_scores(pairs, scores)
        if pending := sum(pair.result is ResultKind.PENDING for pair in pairs):
            remarks.warn("results_pending", round=number, count=pending)
    return tuple(records)


def _add_scores(pairs: Sequence[Pair], scores: Counter[int]) -> None:
    for pair in pairs:
        scores[pair.white] += pair.result.white_points
        if pair.black is not None:
            scores[pair.black] += pair.result.black_points


def _shown(tenths: int) -> str:
    return f"{tenths // 10}.{tenths % 10}"
