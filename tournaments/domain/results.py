"""What can stand on a board at the end of a round: the one list of result kinds.

Every question of the form "does this count as played, as rated, as a bye?" is answered here and nowhere else.
Sources: RULES section 1 (never rated), FIDE C.07 Art. 16 (unplayed rounds), TRF16/TRF26 result letters.
"""

from enum import StrEnum


class ResultKind(StrEnum):
    """The result of one pairing, seen from the board. The value is what the database stores.

    A bye has one player, kept on the white side, and nobody on the black one.
    """

    WHITE_WIN = "1-0"
    DRAW = "½-½"
    BLACK_WIN = "0-1"
    BOTH_LOSE = "0-0"  # decided by the arbiter after play
    WHITE_WIN_UNRATED = "1-0u"  # TRF W/L and D: less than one move each
    DRAW_UNRATED = "½-½u"
    BLACK_WIN_UNRATED = "0-1u"
    ARMAGEDDON_WHITE_WIN = "1-0a"
    ARMAGEDDON_BLACK_WIN = "0-1a"  # a draw on the board is one of these
    WHITE_FORFEIT_WIN = "+-"
    BLACK_FORFEIT_WIN = "-+"
    DOUBLE_FORFEIT = "--"
    PAIRING_ALLOCATED_BYE = "U"
    FULL_POINT_BYE = "F"
    HALF_POINT_BYE = "H"
    ZERO_POINT_BYE = "Z"
    PENDING = "*"

    @property
    def white_points(self) -> int:
        """Half-points of White, or of the one player of a bye."""
        return _POINTS[self][0]

    @property
    def black_points(self) -> int:
        """Half-points of Black; 0 for a bye."""
        return _POINTS[self][1]

    @property
    def is_bye(self) -> bool:
        """True if there was no opponent to play."""
        return self in BYES

    @property
    def is_forfeit(self) -> bool:
        """True if the pairing stood but at least one player did not come."""
        return self in FORFEITS

    @property
    def is_played(self) -> bool:
        """True if the two met over the board, as tie-breaks and colour history count it."""
        return self in PLAYED

    @property
    def is_rated(self) -> bool:
        """True if the club ladder may count it (RULES section 1): a played game under equal clocks."""
        return self in RATED


_POINTS: dict[ResultKind, tuple[int, int]] = {
    ResultKind.WHITE_WIN: (2, 0),
    ResultKind.DRAW: (1, 1),
    ResultKind.BLACK_WIN: (0, 2),
    ResultKind.BOTH_LOSE: (0, 0),
    ResultKind.WHITE_WIN_UNRATED: (2, 0),
    ResultKind.DRAW_UNRATED: (1, 1),
    ResultKind.BLACK_WIN_UNRATED: (0, 2),
    ResultKind.ARMAGEDDON_WHITE_WIN: (2, 0),
    ResultKind.ARMAGEDDON_BLACK_WIN: (0, 2),
    ResultKind.WHITE_FORFEIT_WIN: (2, 0),
    ResultKind.BLACK_FORFEIT_WIN: (0, 2),
    ResultKind.DOUBLE_FORFEIT: (0, 0),
    ResultKind.PAIRING_ALLOCATED_BYE: (2, 0),
    ResultKind.FULL_POINT_BYE: (2, 0),
    ResultKind.HALF_POINT_BYE: (1, 0),
    ResultKind.ZERO_POINT_BYE: (0, 0),
    ResultKind.PENDING: (0, 0),
}

RATED = frozenset({ResultKind.WHITE_WIN, ResultKind.DRAW, ResultKind.BLACK_WIN})
PLAYED = RATED | {
    ResultKind.BOTH_LOSE,
    ResultKind.WHITE_WIN_UNRATED,
    ResultKind.DRAW_UNRATED,
    ResultKind.BLACK_WIN_UNRATED,
    ResultKind.ARMAGEDDON_WHITE_WIN,
    ResultKind.ARMAGEDDON_BLACK_WIN,
}
FORFEITS = frozenset({ResultKind.WHITE_FORFEIT_WIN, ResultKind.BLACK_FORFEIT_WIN, ResultKind.DOUBLE_FORFEIT})
BYES = frozenset(
    {
        ResultKind.PAIRING_ALLOCATED_BYE,
        ResultKind.FULL_POINT_BYE,
        ResultKind.HALF_POINT_BYE,
        ResultKind.ZERO_POINT_BYE,
    }
)
