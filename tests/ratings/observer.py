"""An observer that shares no code with the replay: it reads the tables by plain statements and computes with `reference.py`.

Every function takes a cursor that sees the club: of the owner, or of the application inside `club_scope`. For a verdict the caller opens
one REPEATABLE READ transaction around it.
"""

from collections.abc import Sequence
from datetime import date
from typing import Any, Protocol

from tests.ratings.reference import Event, Ladder, Row, ladder

ALGORITHM = 4
POINTS = {"1-0": 2, "½-½": 1, "0-1": 0}
DEFAULTS = {"start": 12000, "k_new": 40, "k_established": 20, "new_games": 20, "provisional_games": 5}

Standings = dict[int, dict[str, Any]]


class Cursor(Protocol):
    """What psycopg's and Django's cursors have in common."""

    def execute(self, sql: Any, params: Sequence[Any], /) -> Any: ...

    def fetchall(self) -> list[tuple[Any, ...]]: ...


def says_fresh(cursor: Cursor, club: int) -> bool:
    """Nothing is queued and no other algorithm built it."""
    queued = _rows(cursor, "SELECT 1 FROM ratings_ladderedit WHERE club_id = %s", club)
    build = _rows(cursor, "SELECT algorithm FROM ratings_ladderbuild WHERE club_id = %s", club)
    return not queued and build in ([], [(ALGORITHM,)])


def faults(cursor: Cursor, club: int) -> list[str]:
    """In what the stored ladder differs from the one that the tables ask for."""
    wanted = wanted_ladder(cursor, club)
    stored = stored_ladder(cursor, club)
    found = [f"event {event}: {stored.get(event)} is not {wanted.get(event)}" for event in differing(stored, wanted)]
    ranks, stood = wanted_standings(cursor, club, wanted), stored_standings(cursor, club)
    found += [f"player {player}: {stood.get(player)} is not {ranks.get(player)}" for player in differing(stood, ranks)]
    return found


def differing(one: dict[int, Any], other: dict[int, Any]) -> list[int]:
    return sorted(key for key in one.keys() | other.keys() if one.get(key) != other.get(key))


def wanted_ladder(cursor: Cursor, club: int) -> Ladder:
    """Every row of every event that counts."""
    return ladder(counted_events(cursor, club), rules(cursor, club), *starts(cursor, club))


def starts(cursor: Cursor, club: int) -> tuple[dict[int, int], dict[int, tuple[int, int]]]:
    """With what rating people start here, and with what rating and number of games they came from elsewhere."""
    person = people(cursor, club)
    given = {row[0]: row[1:] for row in _rows(cursor, "SELECT id, start_rating, start_games FROM players_player WHERE club_id = %s", club)}
    known, brought = {}, {}
    for root in set(person.values()):
        others = sorted(player for player in person if person[player] == root and player != root)
        having = [given[player] for player in [root, *others] if given[player] != (None, None)]
        if not having:
            continue
        rating, games = having[0]
        if games is None:
            known[root] = rating
        else:
            beginning = [figures for since, figures in rules(cursor, club) if since is None][-1]
            brought[root] = (beginning["start"] if rating is None else rating, games)
    return known, brought


def opened_on(cursor: Cursor, club: int) -> date | None:
    """The date before which nothing counts."""
    found = _rows(cursor, "SELECT as_of FROM ratings_ladderopening WHERE club_id = %s", club)
    return found[0][0] if found else None


def rules(cursor: Cursor, club: int) -> list[tuple[date | None, dict[str, int]]]:
    rows = _rows(
        cursor, "SELECT since, start, k_new, k_established, new_games, provisional_games FROM ratings_ladderrules WHERE club_id = %s", club
    )
    return [(None, DEFAULTS), *((row[0], dict(zip(DEFAULTS, row[1:], strict=True))) for row in sorted(rows, key=lambda r: str(r[0] or "")))]


def counted_events(cursor: Cursor, club: int) -> list[Event]:
    person = people(cursor, club)
    links = dict(_rows(cursor, "SELECT entry_id, player_id FROM tournaments_entrylink WHERE club_id = %s AND undone_at IS NULL", club))
    games = _rows(cursor, "SELECT version_id, white_id, black_id, result FROM tournaments_game WHERE club_id = %s", club)
    versions = {
        row[0]: row[1:]
        for row in _rows(
            cursor, "SELECT id, starts_on, ends_on, rated, finished, variant FROM tournaments_eventversion WHERE club_id = %s", club
        )
    }
    opened = opened_on(cursor, club)
    events: list[Event] = []
    for event, rated_version, removed, order in _rows(
        cursor, "SELECT id, rated_version_id, removed_at, order_in_date FROM tournaments_event WHERE club_id = %s", club
    ):
        if removed or rated_version is None or versions[rated_version][2:] != (True, True, "standard"):
            continue
        starts_on, ends_on = versions[rated_version][:2]
        if opened is not None and starts_on < opened:
            continue
        played, present = [], set()
        for version, white, black, result in games:
            if version != rated_version:
                continue
            one, other = person.get(links.get(white, 0)), person.get(links.get(black, 0))
            present |= {who for who in (one, other) if who}
            if one and other and one != other and result in POINTS:
                played.append((one, other, POINTS[result]))
        starts, ends = (starts_on, order, event), (ends_on, order, event)
        events.append({"id": event, "starts": starts, "ends": ends, "games": played, "players": sorted(present)})
    return events


def people(cursor: Cursor, club: int) -> dict[int, int]:
    """The person of every player."""
    parents = dict(_rows(cursor, "SELECT absorbed_id, into_id FROM players_playermerge WHERE club_id = %s AND undone_at IS NULL", club))
    found = {}
    for (player,) in _rows(cursor, "SELECT id FROM players_player WHERE club_id = %s", club):
        root = player
        while root in parents:
            root = parents[root]
        found[player] = root
    return found


def wanted_standings(cursor: Cursor, club: int, wanted: Ladder) -> Standings:
    """Where everybody stands after all events."""
    events = {event["id"]: event for event in counted_events(cursor, club)}
    brought = starts(cursor, club)[1]
    clock = max((event["ends"][0] for event in events.values()), default=opened_on(cursor, club))
    limit = [given for since, given in rules(cursor, club) if since is None or (clock and since <= clock)][-1]["provisional_games"]
    standings: Standings = {}
    for player in {player for rows in wanted.values() for player in rows} | brought.keys():
        mine = [event for event in events if player in wanted[event]]
        total = dict.fromkeys(("games", "wins", "draws", "losses"), 0)
        last_played, last_event, last_change = None, None, 0
        if player in brought:
            rating, total["games"] = brought[player]
            peak = rating
        else:
            first = min(mine, key=lambda event: (events[event]["starts"], event))
            rating, peak = wanted[first][player]["before"], -1_000_000
        for event in sorted(mine, key=lambda event: (events[event]["ends"], event)):
            row = wanted[event][player]
            rating += row["change"]
            peak = max(peak, rating)
            played = {"games": row["counted"], "wins": row["wins"], "draws": row["draws"], "losses": row["losses"]}
            total = {name: total[name] + played[name] for name in total}
            if row["wins"] or row["draws"] or row["losses"]:
                last_played, last_event, last_change = events[event]["ends"][0], event, row["change"]
            elif last_played is None:
                last_event = event
        standings[player] = {
            "rating": rating,
            **total,
            "provisional": total["games"] < limit,
            "peak": peak,
            "last_change": last_change,
            "last_event": last_event,
            "last_played": last_played,
        }
    return standings


def stored_ladder(cursor: Cursor, club: int) -> Ladder:
    names = "event_id, players, before, games_before, change, record, uncounted"
    rows = _rows(cursor, f"SELECT {names} FROM ratings_ratingchange WHERE club_id = %s", club)
    return {
        event: {player: _unfolded(*figures) for player, *figures in zip(*columns, uncounted or [0] * len(columns[0]), strict=True)}
        for event, *columns, uncounted in rows
    }


def _unfolded(before: int, games_before: int, change: int, record: int, uncounted: int) -> Row:
    """A row of the ladder; records are twenty bits each for the games won, drawn and lost."""
    wins, draws, losses = (record >> bits & 0xFFFFF for bits in (0, 20, 40))
    more = [uncounted >> bits & 0xFFFFF for bits in (0, 20, 40)]
    return {
        "before": before,
        "games_before": games_before,
        "change": change,
        "counted": wins + draws + losses,
        "score": 2 * wins + draws,
        "wins": wins + more[0],
        "draws": draws + more[1],
        "losses": losses + more[2],
    }


def stored_standings(cursor: Cursor, club: int) -> Standings:
    names = ("rating", "games", "wins", "draws", "losses", "provisional", "peak", "last_change", "last_event", "last_played")
    rows = _rows(cursor, f"SELECT player_id, {', '.join(names)} FROM players_standing WHERE club_id = %s", club)
    return {row[0]: dict(zip(names, row[1:], strict=True)) for row in rows}


def _rows(cursor: Cursor, sql: str, club: int) -> list[tuple[Any, ...]]:
    cursor.execute(sql, [club])
    return cursor.fetchall()
