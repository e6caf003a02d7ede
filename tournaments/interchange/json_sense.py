"""What the schema of Rookery JSON cannot say: numbers that refer to players, nobody twice in a round, sane dates."""

from collections import Counter
from collections.abc import Iterator
from datetime import date
from itertools import islice
from typing import Any

from tournaments.domain.record import EventRecord, Remark
from tournaments.interchange.dates import parse_date
from tournaments.interchange.json_source import Path, locate
from tournaments.interchange.json_validation import Fault, faults_located, pointer_shown
from tournaments.interchange.json_words import RESULTS
from tournaments.interchange.limits import MAX_ERRORS
from tournaments.interchange.names import clean_text
from tournaments.interchange.remarks import Remarks, quote

Object = dict[str, Any]
_TEXTS = ("name", "program", "id", "time_control")


def sense_remarks(document: Object, text: str) -> list[Remark]:
    """Up to `MAX_ERRORS` faults of a document that follows the schema, in the order of the text."""
    return faults_located(islice(_faults(document), MAX_ERRORS), text)


def sense_warnings(document: Object, record: EventRecord, text: str, remarks: Remarks) -> None:
    """Warn of what is readable but odd: no start, unseen characters, points and round dates that do not fit."""
    if record.starts_on is None:
        remarks.warn("json_start_missing")
    removed = {path: count for path, raw in _texts(document) if (count := clean_text(raw).removed)}
    for path, place in locate(text, removed).items():
        remarks.warn("json_unseen_characters", place.line, place.column, pointer=pointer_shown(path), count=removed[path])
    for played in record.rounds:
        if played.played_on is not None and not _inside(played.played_on, record.starts_on, record.ends_on):
            remarks.warn("json_round_date_outside", round=played.number, found=str(played.played_on))
    computed = _points(record)
    for entry in record.entries:
        if entry.points not in (None, computed[entry.number]):
            stated, given = _shown(entry.points or 0), _shown(computed[entry.number])
            remarks.warn("json_points_differ", number=entry.number, stated=stated, computed=given)


def _faults(document: Object) -> Iterator[Fault]:
    yield from _text_faults(document)
    yield from _date_faults(document)
    numbers: set[int] = set()
    for index, player in enumerate(document["players"]):
        if player["number"] in numbers:
            yield "json_number_taken", ("players", index, "number"), {"number": player["number"]}
        numbers.add(player["number"])
    for index, played in enumerate(document["rounds"]):
        if played["number"] != index + 1:
            found = {"found": played["number"], "expected": index + 1}
            yield "json_round_order", ("rounds", index, "number"), found
        yield from _pairing_faults(index, played, numbers)
    pending = any(pairing["result"] == "*" for played in document["rounds"] for pairing in played["pairings"])
    if pending and document["event"].get("finished"):
        yield "json_finished_pending", ("event", "finished"), {}


def _pairing_faults(index: int, played: Object, numbers: set[int]) -> Iterator[Fault]:
    seen: set[int] = set()
    boards: set[int] = set()
    for position, pairing in enumerate(played["pairings"]):
        path: Path = ("rounds", index, "pairings", position)
        board = pairing.get("board", position + 1)
        if board in boards:
            yield "json_board_taken", path, {"board": board, "round": played["number"]}
        boards.add(board)
        yield from _opponent_faults(path, pairing)
        for colour in ("white", "black"):
            number = pairing.get(colour)
            if number is not None and number not in numbers:
                yield "json_player_unknown", (*path, colour), {"number": number}
            elif number in seen and pairing["white"] != pairing.get("black"):
                yield "json_plays_twice", (*path, colour), {"number": number, "round": played["number"]}
        seen |= {pairing["white"], pairing.get("black")} - {None}


def _opponent_faults(path: Path, pairing: Object) -> Iterator[Fault]:
    is_bye = RESULTS[pairing["result"]].is_bye
    if is_bye and "black" in pairing:
        yield "json_bye_with_opponent", (*path, "black"), {}
    elif not is_bye and "black" not in pairing:
        yield "json_opponent_missing", path, {"result": pairing["result"]}
    elif pairing["white"] == pairing.get("black"):
        yield "json_plays_itself", (*path, "black"), {"number": pairing["white"]}


def _text_faults(document: Object) -> Iterator[Fault]:
    for path, raw in _texts(document):
        if path[-1] in ("name", "id") and not clean_text(raw).text:
            yield "json_text_empty", path, {}


def _date_faults(document: Object) -> Iterator[Fault]:
    event = document["event"]
    paths: list[Path] = [("event", key) for key in ("starts_on", "ends_on") if key in event]
    stated = [(path, event[path[1]]) for path in paths]
    stated += [(("rounds", i, "date"), played["date"]) for i, played in enumerate(document["rounds"]) if "date" in played]
    bad = [(path, raw) for path, raw in stated if parse_date(raw) is None]
    for path, raw in bad:
        yield "json_date_invalid", path, {"found": quote(raw)}
    starts_on, ends_on = (parse_date(event.get(key, "")) for key in ("starts_on", "ends_on"))
    if starts_on and ends_on and ends_on < starts_on:
        yield "json_end_before_start", ("event", "ends_on"), {"starts_on": str(starts_on), "ends_on": str(ends_on)}


def _texts(document: Object) -> Iterator[tuple[Path, str]]:
    yield from ((("event", key), document["event"][key]) for key in _TEXTS if key in document["event"])
    for index, player in enumerate(document["players"]):
        yield from ((("players", index, key), player[key]) for key in ("name", "title") if key in player)


def _inside(day: date, starts_on: date | None, ends_on: date | None) -> bool:
    return (starts_on is None or day >= starts_on) and (ends_on is None or day <= ends_on)


def _points(record: EventRecord) -> Counter[int]:
    """Half-points by number."""
    computed: Counter[int] = Counter()
    for pairing in (pairing for played in record.rounds for pairing in played.pairings):
        computed[pairing.white] += pairing.result.white_points
        if pairing.black is not None:
            computed[pairing.black] += pairing.result.black_points
    return computed


def _shown(halves: int) -> str:
    return f"{halves // 2}.{5 * (halves % 2)}"
