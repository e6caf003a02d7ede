"""What a file says of who played whom, before it is published: the tables of the event's page, with the names as they are in the file."""

from dataclasses import replace
from typing import Any

from tournaments.domain.crosstable import crosstable
from tournaments.domain.record import EventRecord
from tournaments.domain.standings import standings
from tournaments.views.event_tables import EventTables
from tournaments.views.parts import A_PART

MOST_BOARDS = 50
"""As many boards of a round are shown: enough to see that the right file came."""


def results_of(record: EventRecord) -> dict[str, Any] | None:
    """For `tournaments/upload_results.html`; None where nothing is paired. The places are those that the event's page will show."""
    if not record.rounds:
        return None
    order = standings(record.entries, record.rounds, record.format).rows
    who: dict[int, tuple[str, str | None]] = {entry.number: (entry.name, None) for entry in record.entries}
    tables = EventTables(record.format, record.planned_rounds or 0, record.rounds, crosstable(order, record.rounds), who)
    return {
        "crosstable": tables.crosstable(slice(A_PART)),
        "more_players": max(0, len(order) - A_PART),
        "rounds": [
            {
                **tables.round(replace(played, pairings=played.pairings[:MOST_BOARDS])),
                "more": max(0, len(played.pairings) - MOST_BOARDS),
            }
            for played in record.rounds
        ],
    }
