"""Rookery JSON, version 1: the format in which other programs publish events, read and written.

The shape is the published schema (`schema/rookery-event-1.json`); what a schema cannot say is checked by
`json_sense`. `read_rookery_json(to_rookery_json(record)).record == record` for every record in order: entries by
number, rounds from 1, pairings by board, texts clean, finished only without pending results.
"""

from datetime import date
from typing import Any, cast

from tournaments.domain.record import (
    EntryRecord,
    EventFormat,
    EventRecord,
    PairingRecord,
    Reading,
    RoundRecord,
    Variant,
)
from tournaments.domain.results import ResultKind
from tournaments.interchange.failures import too_large, unreadable
from tournaments.interchange.json_personal import take_out_personal
from tournaments.interchange.json_sense import sense_remarks, sense_warnings
from tournaments.interchange.json_source import Json, parse_json
from tournaments.interchange.json_validation import schema_remarks
from tournaments.interchange.json_words import RESULTS
from tournaments.interchange.limits import MAX_PAIRINGS
from tournaments.interchange.names import clean_text
from tournaments.interchange.remarks import Remarks, make_remark

_TOO_MUCH = frozenset({"json_too_many", "json_text_too_long"})
Object = dict[str, Any]


def read_rookery_json(text: str) -> Reading:
    """Read one event.

    Errors: UnreadableFile with a remark (JSON pointer in its parameters, line, column) for each of the first faults;
    TooLarge beyond a limit.
    """
    value = parse_json(text)
    if _pairings(value) > MAX_PAIRINGS:
        raise too_large(make_remark("too_many_pairings", limit=MAX_PAIRINGS))
    dropped = take_out_personal(value)
    if faults := schema_remarks(value, text):
        raise (too_large if faults[0].code in _TOO_MUCH else unreadable)(*faults)
    document = cast(Object, value)
    if faults := sense_remarks(document, text):
        raise unreadable(*faults)
    remarks = Remarks()
    record = _record(document)
    sense_warnings(document, record, text, remarks)
    return Reading(record, remarks.collected(), dropped, "rookery-json")


def _pairings(value: Json) -> int:
    """How many pairings there are, counted before anything is known about the shape."""
    rounds = value.get("rounds") if isinstance(value, dict) else None
    lists = [played.get("pairings") for played in rounds if isinstance(played, dict)] if isinstance(rounds, list) else []
    return sum(len(pairings) for pairings in lists if isinstance(pairings, list))


def _record(document: Object) -> EventRecord:
    event = document["event"]
    rounds = tuple(_round(played) for played in document["rounds"])
    pending = any(pairing.result is ResultKind.PENDING for played in rounds for pairing in played.pairings)
    return EventRecord(
        name=_text(event, "name"),
        starts_on=_date(event, "starts_on"),
        ends_on=_date(event, "ends_on"),
        entries=tuple(sorted((_entry(player) for player in document["players"]), key=lambda entry: entry.number)),
        rounds=rounds,
        program=_text(event, "program"),
        external_id=_text(event, "id") or None,
        format=EventFormat(event.get("format", EventFormat.OTHER)),
        variant=Variant(event.get("variant", Variant.STANDARD)),
        time_control=_text(event, "time_control"),
        rated=event.get("rated", True),
        finished=event.get("finished", not pending),
        planned_rounds=_whole(event, "planned_rounds"),
    )


def _entry(player: Object) -> EntryRecord:
    points = player.get("points")
    return EntryRecord(
        number=int(player["number"]),
        name=_text(player, "name"),
        rating=_whole(player, "rating"),
        title=_text(player, "title"),
        rank=_whole(player, "rank"),
        points=None if points is None else int(points * 2),
    )


def _round(played: Object) -> RoundRecord:
    pairings = [
        PairingRecord(
            board=int(pairing.get("board", position)),
            white=int(pairing["white"]),
            black=_whole(pairing, "black"),
            result=RESULTS[pairing["result"]],
        )
        for position, pairing in enumerate(played["pairings"], start=1)
    ]
    return RoundRecord(int(played["number"]), tuple(sorted(pairings, key=lambda pairing: pairing.board)), _date(played, "date"))


def _text(held: Object, key: str) -> str:
    return clean_text(held.get(key, "")).text


def _whole(held: Object, key: str) -> int | None:
    """A whole number; JSON allows it to be written 5.0."""
    return int(held[key]) if key in held else None


def _date(held: Object, key: str) -> date | None:
    return date.fromisoformat(held[key]) if key in held else None
