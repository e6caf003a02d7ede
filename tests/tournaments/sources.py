"""Invented event files for the doors of publishing."""

from tests.factories import Board, event_record
from tournaments.domain.results import ResultKind
from tournaments.interchange import to_rookery_json

JSON_TYPE = "application/vnd.rookery.event+json"
TRF_TYPE = "application/x-trf"
NAMES = ("Anna Berg", "Ben Cohen", "Chaya Dror")
BOARDS: list[list[Board]] = [
    [(1, 2, ResultKind.WHITE_WIN), (3, None, ResultKind.HALF_POINT_BYE)],
    [(3, 1, ResultKind.DRAW), (2, None, ResultKind.ZERO_POINT_BYE)],
]


def rookery_json(*, external_id: str | None = "e1", name: str = "Club evening", names: tuple[str, ...] = NAMES) -> bytes:
    """A small event as another program would send it."""
    return to_rookery_json(event_record(list(names), BOARDS, name=name, external_id=external_id)).encode()


def trf(*, name: str = "Club evening", starts_on: str = "2026/03/03", names: tuple[str, ...] = NAMES) -> str:
    """The same event as a TRF; without `starts_on` it has no date."""
    rows = [
        (1, names[0], " 1.5", "   2 w 1     3 b ="),
        (2, names[1], " 0.0", "   1 b 0  0000 - Z"),
        (3, names[2], " 1.0", "0000 - H     1 w ="),
    ]
    head = f"012 {name}\n" + (f"042 {starts_on}\n" if starts_on else "") + "092 Individual: Swiss-System\n"
    return head + "".join(f"{f'001 {number:>4}      {who}':<80}{points}       {cells}\n" for number, who, points, cells in rows)
