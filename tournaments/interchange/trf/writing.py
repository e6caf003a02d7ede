"""Writing a TRF: the columns of TRF16 with the records of TRF26 that say what an event knows (C.02.03 Annex A).

What a TRF cannot say, and what is written for it (`docs/formats.md` tells it to the user):

- the event's id, its variant, that it is not rated, that it is unfinished although no game is open: nothing;
- boards: nothing, a reader orders them anew;
- a name beyond 33 characters: its beginning. No record has room for more;
- a title that FIDE's three columns do not know: nothing;
- an Armageddon game: an unrated win, so that nobody counts as a game what is none;
- who is in no pairing of a round: a blank cell, which means a zero-point bye;
- the rank of an event that published none: blank, not a guess;
- points that an arbiter changed, or another point system: the points that the results bring.

Nothing personal beyond the name is written: sex, federation, FIDE id, date of birth and arbiters stay blank.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterator

from tournaments.domain.record import EntryRecord, EventFormat, EventRecord, PairingRecord, RoundRecord
from tournaments.domain.results import ResultKind
from tournaments.interchange.trf.letters import letters_of
from tournaments.interchange.trf.rows import WHOLE_TITLES

NAME_WIDTH = 33  # columns 15–47
_TITLE_WIDTH = 3
_LINE_END = "\r\n"  # C.02.03 asks for CR; with LF after it every editor shows lines too
_NOBODY = " " * 10
_TYPES = {
    EventFormat.SWISS: "Individual: Swiss-System",
    EventFormat.ROUND_ROBIN: "Individual: Round-Robin",
    EventFormat.DOUBLE_ROUND_ROBIN: "Individual: Double Round-Robin",
    EventFormat.KNOCKOUT: "Individual: Knockout",
    EventFormat.SCHEVENINGEN: "Individual: Scheveningen",
    EventFormat.ARENA: "Individual: Arena",
    EventFormat.OTHER: "Individual",
}
_CODES = {  # those of the code table that claim nothing about the rules of pairing, which are not known here
    EventFormat.SWISS: "CUSTOM_SWISS",
    EventFormat.ROUND_ROBIN: "CUSTOM_ROUNDROBIN",
    EventFormat.KNOCKOUT: "CUSTOM_KNOCKOUT",
    EventFormat.SCHEVENINGEN: "CUSTOM_SCHEVENINGEN",
}
_SAID_AS = {
    ResultKind.ARMAGEDDON_WHITE_WIN: ResultKind.WHITE_WIN_UNRATED,
    ResultKind.ARMAGEDDON_BLACK_WIN: ResultKind.BLACK_WIN_UNRATED,
}


def write_trf(record: EventRecord) -> str:
    """The event as the text of a TRF, to be stored as UTF-8; the same record always gives the same text.

    Columns are counted in characters. A name longer than 33 is cut there, never inside a letter with its marks.
    """
    entries = sorted(record.entries, key=lambda entry: entry.number)
    points = _points(record)
    cells = [_cells(played) for played in sorted(record.rounds, key=lambda played: played.number)]
    rows = (_head(entry, points[entry.number]) + "".join(played.get(entry.number, _NOBODY) for played in cells) for entry in entries)
    return "".join(line + _LINE_END for line in (*_headers(record), *rows))


def _headers(record: EventRecord) -> Iterator[str]:
    """Every record that has something to say, in the order of the codes."""
    values = {
        "012": record.name,
        "042": f"{record.starts_on:%Y/%m/%d}" if record.starts_on else "",
        "052": f"{record.ends_on:%Y/%m/%d}" if record.ends_on else "",
        "062": str(len(record.entries)),
        "072": str(sum(entry.rating is not None for entry in record.entries)),
        "092": _TYPES[record.format],
        "122": record.time_control,
        "142": str(record.planned_rounds or ""),
        "182": record.program,
        "192": _CODES.get(record.format, ""),
        "XXR": str(record.planned_rounds or ""),  # JaVaFo's word for 142
    }
    for code, value in values.items():
        if code == "142" and any(played.played_on for played in record.rounds):
            yield _round_dates(record)
        if value:
            yield f"{code} {_one_line(value)}"


def _round_dates(record: EventRecord) -> str:
    """132: YY/MM/DD from column 92. Two digits mean this century, so another one is written with four from column 90."""
    dates = {played.number: played.played_on for played in record.rounds}
    fields = [
        f"{day:%y/%m/%d}" if day and day.year // 100 == 20 else f"{day:%Y/%m/%d}" if day else ""
        for day in (dates.get(number) for number in range(1, max(dates) + 1))
    ]
    return "132".ljust(89) + "".join(f"{field:>10}" for field in fields)


def _head(entry: EntryRecord, halves: int) -> str:
    """Columns 1–89. A player without a rating has 0, as pairing programs write it."""
    title = entry.title if entry.title in WHOLE_TITLES and len(entry.title) <= _TITLE_WIDTH else ""
    points = f"{halves / 2:4.1f}"[:4]  # "100." where four columns hold no more
    rank = "" if entry.rank is None else entry.rank
    return f"001 {entry.number:>4}  {title:>3} {cut_name(entry.name):<33} {entry.rating or 0:>4} {'':3} {'':11} {'':10} {points} {rank:>4}"


def cut_name(name: str) -> str:
    """The name as far as columns 15–47 hold it."""
    line = _one_line(name)
    end = NAME_WIDTH
    while 0 < end < len(line) and unicodedata.category(line[end]).startswith("M"):
        end -= 1
    return line[: end or NAME_WIDTH].rstrip()


def _cells(played: RoundRecord) -> dict[int, str]:
    """Ten columns a number: of everybody who is in a pairing of the round."""
    cells = {}
    for pairing in played.pairings:
        white, black = letters_of(_said(pairing))
        if pairing.black is None:
            cells[pairing.white] = f"  0000 - {white}"
        else:
            cells[pairing.white] = f"  {pairing.black:>4} w {white:1}"
            cells[pairing.black] = f"  {pairing.white:>4} b {black:1}"
    return cells


def _points(record: EventRecord) -> Counter[int]:
    """Half-points by number."""
    points: Counter[int] = Counter()
    for pairing in (pairing for played in record.rounds for pairing in played.pairings):
        points[pairing.white] += pairing.result.white_points
        if pairing.black is not None:
            points[pairing.black] += pairing.result.black_points
    return points


def _said(pairing: PairingRecord) -> ResultKind:
    return _SAID_AS.get(pairing.result, pairing.result)


def _one_line(text: str) -> str:
    return " ".join(text.split())
