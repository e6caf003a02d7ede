"""The header records of a TRF: what the event is called, when it was played and how.

Read: 012 042 052 062 092 122 132 142 162 182 192 222 240 299, XXR, XXS, BB*. Known and not needed for results: 022
032 072 082 102 112 152 172 202 212 250 260, XXA XXC XXP XXZ. Team records, national ratings and unknown records are
left out with one warning for each code.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import PurePath

from tournaments.domain.record import EventFormat
from tournaments.interchange.dates import parse_date, parse_round_date
from tournaments.interchange.limits import MAX_EVENT_NAME, MAX_NUMBER, MAX_PROGRAM, MAX_ROUNDS, MAX_TIME_CONTROL
from tournaments.interchange.names import clean_text
from tournaments.interchange.remarks import Remarks, quote
from tournaments.interchange.trf.lines import Line
from tournaments.interchange.trf.points import PointSystem, read_point_system

Records = Mapping[str, list[Line]]

_READ = re.compile("001|012|042|052|062|092|122|132|142|162|182|192|222|240|299|XX[RS]|BB[WDLZFU]")
_NOT_NEEDED = re.compile("022|032|072|082|102|112|152|172|202|212|250|260|XX[ACPZ]")
_TEAM = re.compile("013|300|310|320|330|352|362|801|802")
_NATIONAL = re.compile(r"(?!DAT)[A-Z]{3} [ \d]{3}\d ")
_MAX_CODES = 20
_FORMATS = (
    ("DOUBLE.*ROBIN", EventFormat.DOUBLE_ROUND_ROBIN),
    ("ROBIN|BERGER|ALL.PLAY.ALL", EventFormat.ROUND_ROBIN),
    ("SCHEVENINGEN", EventFormat.SCHEVENINGEN),
    ("KNOCK.?OUT|ELIMINATION", EventFormat.KNOCKOUT),
    ("ARENA", EventFormat.ARENA),
    ("SWISS|DUTCH|DUBOV|BURSTEIN|LIM|ACCELERATED|BAKU", EventFormat.SWISS),
)


@dataclass(frozen=True, slots=True)
class Headers:
    """What the header records say. `byes` are letters by (number, round); `round_dates` by round; `abnormal` are the
    numbers whose points an arbiter changed (299)."""

    name: str
    starts_on: date | None
    ends_on: date | None
    format: EventFormat
    time_control: str
    program: str
    planned_rounds: int | None
    players: int | None
    round_dates: Mapping[int, date]
    points: PointSystem
    byes: Mapping[tuple[int, int], str]
    abnormal: frozenset[int]


def read_headers(records: Records, file_name: str | None, remarks: Remarks) -> Headers:
    """All header records; the first of each code counts, except where a record may be repeated."""
    _warn_of_left_out(records, remarks)
    round_dates = _round_dates(records, remarks)
    starts_on, ends_on = _dates(records, round_dates, remarks)
    return Headers(
        name=_event_name(records, file_name, remarks),
        starts_on=starts_on,
        ends_on=ends_on,
        format=_format(records),
        time_control=_text(records, "122", MAX_TIME_CONTROL, remarks) or _text(records, "222", MAX_TIME_CONTROL, remarks),
        program=_text(records, "182", MAX_PROGRAM, remarks),
        planned_rounds=_count(records, "142", MAX_ROUNDS, remarks) or _count(records, "XXR", MAX_ROUNDS, remarks),
        players=_count(records, "062", MAX_NUMBER, remarks),
        round_dates=round_dates,
        points=_points(records, remarks),
        byes=_byes(records, remarks),
        abnormal=_abnormal(records, remarks),
    )


def is_national(line: Line) -> bool:
    """True for a record of a national rating, which begins with the code of a federation."""
    return _NATIONAL.match(line.text) is not None


def _text(records: Records, code: str, limit: int, remarks: Remarks) -> str:
    for line in records.get(code, [])[:1]:
        text = clean_text(line.value).text
        if len(text) > limit:
            remarks.warn("text_cut", line.number, 5 + limit, record=code, limit=limit)
        return text[:limit].rstrip()
    return ""


def _event_name(records: Records, file_name: str | None, remarks: Remarks) -> str:
    if name := _text(records, "012", MAX_EVENT_NAME, remarks):
        return name
    name = clean_text(PurePath(file_name or "").stem).text[:MAX_EVENT_NAME].rstrip() or "Event"
    remarks.warn("event_name_missing", name=name)
    return name


def _dates(records: Records, rounds: Mapping[int, date], remarks: Remarks) -> tuple[date | None, date | None]:
    starts_on, ends_on = (_date(records, code, remarks) for code in ("042", "052"))
    starts_on = starts_on or min(rounds.values(), default=None)
    if starts_on is None:
        remarks.warn("start_date_missing")
    if starts_on and ends_on and ends_on < starts_on:
        remarks.warn("end_before_start", records["052"][0].number, 5, starts_on=str(starts_on), ends_on=str(ends_on))
        ends_on = None
    return starts_on, ends_on


def _date(records: Records, code: str, remarks: Remarks) -> date | None:
    for line in records.get(code, [])[:1]:
        found = parse_date(line.value)
        if found is None and line.value:
            remarks.warn("date_unreadable", line.number, 5, record=code, found=quote(line.value))
        return found
    return None


def _round_dates(records: Records, remarks: Remarks) -> dict[int, date]:
    """132: round r in columns 92 + 10 (r − 1) and the seven after; two more before them for a year of four digits."""
    dates: dict[int, date] = {}
    for line in records.get("132", [])[:1]:
        starts = range(89, len(line.text), 10)
        for round_number, start in enumerate(starts, start=1):
            text = line.text[start : start + 10].strip()
            found = parse_round_date(text)
            if found is not None and round_number <= MAX_ROUNDS:
                dates[round_number] = found
            elif text:
                remarks.warn("round_date_unreadable", line.number, start + 3, round=round_number, found=quote(text))
    return dates


def _format(records: Records) -> EventFormat:
    """192 is a code and counts before 092, which is free text."""
    for code in ("192", "092"):
        for line in records.get(code, [])[:1]:
            for pattern, found in _FORMATS:
                if re.search(pattern, line.value.upper()):
                    return found
    return EventFormat.OTHER


def _count(records: Records, code: str, limit: int, remarks: Remarks) -> int | None:
    """The number at the beginning of a record; 0 says nothing."""
    for line in records.get(code, [])[:1]:
        found = re.match(r"\d{1,4}(?!\d)", line.value, re.ASCII)
        if line.value and (found is None or int(found[0]) > limit):
            remarks.warn("count_unreadable", line.number, 5, record=code, found=quote(line.value), limit=limit)
        elif found is not None:
            return int(found[0]) or None
    return None


def _points(records: Records, remarks: Remarks) -> PointSystem:
    system, unread = read_point_system(records)
    for line in unread:
        remarks.warn("points_record_unreadable", line.number, 5, record=line.code, found=quote(line.value))
    if not system.is_usual:
        remarks.warn("own_point_system")
    return system


def _byes(records: Records, remarks: Remarks) -> dict[tuple[int, int], str]:
    """240: type in column 5, round 7–9, numbers 11–14, 16–19, …"""
    byes = {}
    for line in records.get("240", []):
        letter, round_number = line.text[4:5].upper(), line.text[6:9].strip()
        numbers = line.text[10:].split()
        if letter in ("F", "H", "Z") and all(text.isascii() and text.isdecimal() for text in (round_number, *numbers)):
            byes.update({(int(number), int(round_number)): letter for number in numbers if len(number) <= 4})
        else:
            remarks.warn("bye_record_unreadable", line.number, 5, found=quote(line.value))
    return byes


def _abnormal(records: Records, remarks: Remarks) -> frozenset[int]:
    """299: numbers from column 24 on."""
    numbers: set[int] = set()
    for line in records.get("299", []):
        remarks.warn("points_changed", line.number, 14, found=quote(line.value))
        numbers |= {int(text) for text in line.text[23:].split() if re.fullmatch(r"\d{1,4}", text, re.ASCII)}
    return frozenset(numbers)


def _warn_of_left_out(records: Records, remarks: Remarks) -> None:
    left_out = [code for code in records if not (_READ.fullmatch(code) or _NOT_NEEDED.fullmatch(code))]
    for code in left_out[:_MAX_CODES]:
        lines = records[code]
        kind = "team_record" if _TEAM.fullmatch(code) else "national_rating" if is_national(lines[0]) else "record_unknown"
        remarks.warn(kind, lines[0].number, 1, record=quote(code), count=len(lines))
    if len(left_out) > _MAX_CODES:
        remarks.warn("records_unknown", records[left_out[_MAX_CODES]][0].number, 1, count=len(left_out) - _MAX_CODES)
