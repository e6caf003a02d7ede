"""A fingerprint of an event's content, by which publishing the same again changes nothing."""

import hashlib
import json

from tournaments.domain.record import EventRecord
from tournaments.interchange.json_writing import entry_value, event_value, pairing_value, round_value

_IDENTITY = frozenset({"id", "program"})  # say which event it is, not what happened in it


def content_digest(record: EventRecord) -> str:
    """SHA-256, 64 hexadecimal digits, of what the event says, whatever file it came from.

    It does not depend on the order of entries and pairings, the sending program and its id, the stated points (they
    only check), encoding, line ends or format of the file.
    """
    event = {key: value for key, value in event_value(record).items() if key not in _IDENTITY}
    entries = [{key: value for key, value in entry_value(entry).items() if key != "points"} for entry in record.entries]
    rounds = [
        round_value(played) | {"pairings": sorted(map(pairing_value, played.pairings), key=lambda value: value["board"])}
        for played in record.rounds
    ]
    content = {
        "event": event,
        "players": sorted(entries, key=lambda value: value["number"]),
        "rounds": sorted(rounds, key=lambda value: value["number"]),
    }
    canonical = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()
