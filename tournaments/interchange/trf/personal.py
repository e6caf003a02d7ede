"""What a TRF holds of people beyond a player's row: arbiters, national records, and the extra lines that some programs write.

None of it is kept; only its kinds are told (`players.domain.personal_data`).
"""

from collections.abc import Iterator, Mapping

from players.domain.personal_data import kind_of_heading
from tournaments.interchange.trf.columns import Columns, cut_columns
from tournaments.interchange.trf.headers import is_national
from tournaments.interchange.trf.lines import Line


def kinds_in_row(columns: Columns) -> frozenset[str]:
    """What is left out of a 001 record."""
    return frozenset(_kinds(columns, "fide_id"))


def kinds_beside_rows(records: Mapping[str, list[Line]]) -> frozenset[str]:
    """What is left out of all other records."""
    kinds = {"arbiters"} if any(line.value for code in ("102", "112") for line in records.get(code, [])) else set()
    for line in (line for lines in records.values() for line in lines):
        if is_national(line):
            kinds.update(_kinds(cut_columns(line.text), "national_id"))
    for line in records.get("DAT", []):
        kind = kind_of_heading(line.value.partition(" ")[2].strip().replace(":", " ").partition(" ")[0])
        kinds.update({kind} if kind else ())
    return frozenset(kinds)


def _kinds(columns: Columns, number: str) -> Iterator[str]:
    found = {
        "sex": columns.sex,
        "federation": columns.federation,
        number: columns.fide_id.strip("0 "),
        "birth_date": columns.birth.strip("0 ./-"),
    }
    yield from (kind for kind, text in found.items() if text)
