"""Writing Rookery JSON: the same record always gives the same text, one player and one pairing a line."""

import json
from typing import Any

from tournaments.domain.record import EntryRecord, EventRecord, PairingRecord, RoundRecord
from tournaments.interchange.json_words import FORMAT, RESULT_WORDS, VERSION

Object = dict[str, Any]


def to_rookery_json(record: EventRecord) -> str:
    """The record as Rookery JSON, version 1, with a line end at the end. Values that say nothing are left out."""
    rounds = [
        f'    {_line(round_value(played))[:-1]}, "pairings": {_lines(map(pairing_value, played.pairings), 6)}}}' for played in record.rounds
    ]
    return (
        f'{{\n  "format": "{FORMAT}",\n  "version": {VERSION},\n  "event": {_line(event_value(record))},\n'
        f'  "players": {_lines(map(entry_value, record.entries), 4)},\n'
        f'  "rounds": [{_joined(rounds, 2)}]\n}}\n'
    )


def event_value(record: EventRecord) -> Object:
    """The event as a whole."""
    return _told(
        id=record.external_id,
        program=record.program or None,
        name=record.name,
        starts_on=record.starts_on and record.starts_on.isoformat(),
        ends_on=record.ends_on and record.ends_on.isoformat(),
        format=record.format.value,
        variant=record.variant.value,
        time_control=record.time_control or None,
        rated=record.rated,
        finished=record.finished,
        planned_rounds=record.planned_rounds,
    )


def entry_value(entry: EntryRecord) -> Object:
    """One player."""
    points = entry.points
    return _told(
        number=entry.number,
        name=entry.name,
        rating=entry.rating,
        title=entry.title or None,
        rank=entry.rank,
        points=None if points is None else points / 2 if points % 2 else points // 2,
    )


def round_value(played: RoundRecord) -> Object:
    """One round without its pairings."""
    return _told(number=played.number, date=played.played_on and played.played_on.isoformat())


def pairing_value(pairing: PairingRecord) -> Object:
    """One board or bye."""
    return _told(board=pairing.board, white=pairing.white, black=pairing.black, result=RESULT_WORDS[pairing.result])


def _told(**values: Any) -> Object:
    return {key: value for key, value in values.items() if value is not None}


def _line(value: Object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _lines(values: Any, indent: int) -> str:
    return f"[{_joined([' ' * indent + _line(value) for value in values], indent - 2)}]"


def _joined(lines: list[str], indent: int) -> str:
    return "\n" + ",\n".join(lines) + "\n" + " " * indent if lines else ""
