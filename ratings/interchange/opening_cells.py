"""What one cell of a table of opening ratings says. Digits are those of every keyboard; a point or a comma begins the decimals."""

import re
from decimal import ROUND_HALF_UP, Decimal

LOWEST_RATING, HIGHEST_RATING = 100, 4000
MOST_GAMES = 99_999

_NUMBER = re.compile(r"[0-9]{1,9}(?:[.,][0-9]{0,15})?", re.ASCII)
_GROUPED = re.compile(r"(?<=[0-9])[ \u00a0\u202f](?=[0-9]{3}(?![0-9]))")
"""The blank between thousands, as spreadsheets write it in many languages."""


def read_number(cell: str) -> Decimal | None:
    """The number that a cell holds, None if it is none. 1,432.5 is none: which of the two begins the decimals is a guess."""
    text = _GROUPED.sub("", cell.strip())
    if not _NUMBER.fullmatch(text):
        return None
    return Decimal(text.replace(",", "."))


def in_tenths(rating: Decimal) -> tuple[int, bool]:
    """A rating in tenths, half a tenth rounded up; True with it if that was needed."""
    tenths = int((rating * 10).quantize(Decimal(1), ROUND_HALF_UP))
    return tenths, tenths != rating * 10


def looks_like_formula(cell: str) -> bool:
    """True for a text that a spreadsheet takes for a formula."""
    return cell.lstrip().startswith(("=", "+", "-", "@"))
