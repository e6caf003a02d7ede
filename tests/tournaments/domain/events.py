"""Invented events, written the way a pairing card is: "1-2 1-0" for a game, "3 H" for a bye."""

from collections.abc import Iterable, Sequence

from tournaments.domain.record import EntryRecord, PairingRecord, RoundRecord
from tournaments.domain.results import ResultKind
from tournaments.domain.score_sheets import ScoreSheets, SheetLine, score_sheets


def play(*rounds: str) -> tuple[RoundRecord, ...]:
    """Rounds from texts of comma-separated boards: "1-2 1-0, 3-4 ½, 5 U"."""
    return tuple(
        RoundRecord(number, tuple(_board(board, text.split()) for board, text in enumerate(boards.split(","), start=1)))
        for number, boards in enumerate(rounds, start=1)
    )


def enter(count: int, ranks: Sequence[int | None] = ()) -> tuple[EntryRecord, ...]:
    """Entries 1 … `count`, with published ranks if given."""
    given = [*ranks, *[None] * (count - len(ranks))]
    return tuple(EntryRecord(number, f"Player {number}", rank=given[number - 1]) for number in range(1, count + 1))


def sheets(count: int, *rounds: str) -> ScoreSheets:
    """The score sheets of such an event."""
    return score_sheets(range(1, count + 1), play(*rounds))


def against(opponents: Iterable[tuple[float, float]]) -> ScoreSheets:
    """Player 1, who met opponents of the given final points with the given scores, all games over the board."""
    lines: dict[int, tuple[SheetLine, ...]] = {}
    points: dict[int, int] = {}
    own = []
    for number, (opponent_points, score) in enumerate(opponents, start=2):
        half_points, taken = round(2 * opponent_points), round(2 * score)
        result = {2: ResultKind.WHITE_WIN, 1: ResultKind.DRAW, 0: ResultKind.BLACK_WIN}[taken]
        own.append(SheetLine(number - 1, number, True, result, taken))
        lines[number] = (SheetLine(1, 1, False, result, half_points),)
        points[number] = half_points
    lines[1], points[1] = tuple(own), sum(line.points for line in own)
    return ScoreSheets(lines, points, 0)


def _board(board: int, words: list[str]) -> PairingRecord:
    who, result = words
    white, _, black = who.partition("-")
    kind = ResultKind("½-½" if result == "½" else result)
    return PairingRecord(board, int(white), int(black) if black else None, kind)
