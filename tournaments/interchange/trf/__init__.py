"""The Tournament Report File of FIDE (TRF16, TRF26) and its JaVaFo and bbpPairings extensions, read tolerantly.

`docs/formats.md` says in the user's words what is read, what is left out and what is done with rows that disagree.
Not read: team events (their players are read as individuals, with a warning).
"""

from collections.abc import Mapping

from tournaments.domain.record import EventRecord, Reading
from tournaments.interchange.failures import too_large, unreadable
from tournaments.interchange.limits import MAX_PLAYERS
from tournaments.interchange.remarks import Remarks, make_remark
from tournaments.interchange.trf.headers import Headers, read_headers
from tournaments.interchange.trf.lines import Line, group_records, split_lines
from tournaments.interchange.trf.personal import kinds_beside_rows
from tournaments.interchange.trf.rounds import is_finished, read_rounds
from tournaments.interchange.trf.rows import PlayerRow, read_rows


def read_trf(text: str, *, file_name: str | None = None) -> Reading:
    """Read the text of one TRF; `file_name` names an event that has no name.

    Errors: UnreadableFile if there is no player row, or a row without number or name; TooLarge beyond a limit.
    """
    remarks = Remarks()
    records = group_records(split_lines(text))
    players = records.get("001", [])
    if not players:
        raise unreadable(make_remark("no_players"))
    if len(players) > MAX_PLAYERS:
        raise too_large(make_remark("too_many_players", players[MAX_PLAYERS].number, 1, limit=MAX_PLAYERS))
    headers = read_headers(records, file_name, remarks)
    rows = read_rows(players, remarks)
    if headers.players is not None and headers.players != len(rows):
        line = records["062"][0].number
        remarks.warn("player_count_differs", line, 5, announced=headers.players, found=len(rows))
    record = _record(headers, rows, remarks)
    return Reading(record, remarks.collected(), _dropped(records, rows), "trf")


def _record(headers: Headers, rows: list[PlayerRow], remarks: Remarks) -> EventRecord:
    rounds = read_rounds(rows, headers, remarks)
    return EventRecord(
        name=headers.name,
        starts_on=headers.starts_on,
        ends_on=headers.ends_on,
        entries=tuple(row.entry for row in rows),
        rounds=rounds,
        program=headers.program,
        format=headers.format,
        time_control=headers.time_control,
        finished=is_finished(rounds),
        planned_rounds=headers.planned_rounds,
    )


def _dropped(records: Mapping[str, list[Line]], rows: list[PlayerRow]) -> tuple[str, ...]:
    return tuple(sorted(kinds_beside_rows(records).union(*(row.dropped for row in rows))))
