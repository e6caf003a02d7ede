"""What a replay starts from, read in one statement.

One statement, because one statement has one snapshot: the edits that it takes from the queue are exactly those whose changes it sees in
the tables. An edit committed meanwhile stays in the queue and is replayed next. Reading the games in one statement and taking the edits
in another loses every change committed between the two, and the ladder then says that it is fresh (DESIGN section 4: wrong in 549 of 556
attempts). The ladder's lock must be held, and taken in an earlier statement: a snapshot taken before the wait would be as old as the wait.

What the replay itself wrote may be read by other statements, for nobody else writes it and replays of a club follow one another
(`ratings.services.storing`). Here it is asked only where a touched event or player stood.

A position is (date, order within the date, id of the event); ids grow in the order of first publication.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby
from operator import add, eq
from typing import Any

from django.db.backends.utils import CursorWrapper

from clubs.models import Club
from ratings.domain.errors import BrokenMerges
from ratings.domain.records import records_of
from ratings.domain.replay import ALGORITHM
from ratings.domain.rules import RuleBook, Rules
from ratings.domain.timeline import EventId, Game, PlayerId, PlayerState, Position, RatedEvent
from ratings.services.rows import read_rows
from ratings.services.statement import ESTIMATE, LOOK, TAKE, sources_statement

_Start = tuple[PlayerId, int | None, int | None]
"""(player, start rating in tenths, games brought), at least one of them known."""

_NO_BOARDS = (None, None, None)
_FAR = 400  # events; from there on reading everything at once is quicker than event by event


@dataclass(slots=True)
class Sources:
    """What one replay works on.

    `edits` is the number taken from the queue. `since` is where the replay begins; None with `whole` means from the start, None without it
    that no event that the ladder counts was touched. `touched_events` and `touched_people` are what the edits name, as far as they
    name anything. `events` start at or after `since`.

    `start_ratings` are those of people who start here; `brought` are people who come with games played elsewhere: their rating and those
    games. `opened_on` is the date before which no event counts.
    """

    edits: int = 0
    whole: bool = False
    since: Position | None = None
    touched_events: tuple[EventId, ...] = ()
    touched_people: tuple[PlayerId, ...] = ()
    rulebook: RuleBook = field(default_factory=RuleBook)
    opened_on: date | None = None
    start_ratings: dict[PlayerId, int] = field(default_factory=dict)
    brought: dict[PlayerId, PlayerState] = field(default_factory=dict)
    events: list[RatedEvent] = field(default_factory=list)


def take_sources(cursor: CursorWrapper, club: Club, expect: Callable[[int], None] = lambda events: None) -> Sources:
    """Take every visible edit of the club from the queue, and read what a replay of them needs, all in one snapshot.

    `expect` is told beforehand how many events it will be, about.

    Raises:
        BrokenMerges, InvalidRules
    """
    ((events,),) = read_rows(cursor, ESTIMATE, {"club": club.pk, "algorithm": ALGORITHM})
    expect(events)
    return read_sources(cursor, club, TAKE, at_once=events > _FAR)


def look_at_sources(cursor: CursorWrapper, club: Club) -> Sources:
    """What a replay from the start would work on; the queue is left as it is. Raises as `take_sources`."""
    return read_sources(cursor, club, LOOK, whole=True)


def read_sources(cursor: CursorWrapper, club: Club, edits: str, *, whole: bool = False, at_once: bool = True) -> Sources:
    """As `take_sources`; `edits` is the statement that gives the queue, TAKE or LOOK."""
    parameters = {"club": club.pk, "algorithm": ALGORITHM, "whole": whole}
    return _sort_rows(read_rows(cursor, sources_statement(edits, at_once=at_once), parameters))


def _sort_rows(rows: Iterable[tuple[Any, ...]]) -> Sources:
    sources = Sources()
    beginning, later = Rules(), dict[date, Rules]()
    merged: dict[PlayerId, PlayerId] = {}
    starts: list[_Start] = []
    people: dict[int, PlayerId] = {}  # by entry
    events: list[tuple[Any, ...]] = []
    games: dict[int, tuple[Any, ...]] = {}  # by version
    for row in rows:
        kind, number, day, _, order, first, second, figures, entries, players = row
        match kind:
            case "event":
                events.append(row)
                people.update(zip(entries or (), players or (), strict=True))
            case "version":
                events.append(row)
            case "games" if entries is not None:
                games = _by_version(entries, first, second, figures)
            case "links" if entries is not None:
                people = dict(zip(entries, players, strict=True))
            case "edits":
                sources.edits, sources.whole = number, bool(order)
                sources.touched_events, sources.touched_people = tuple(first), tuple(second)
            case "first":
                sources.since = (day, order, number)
            case "opening":
                sources.opened_on = day
            case "rules" if day is None:
                beginning = Rules(*figures)
            case "rules":
                later[day] = Rules(*figures)
            case "start":
                starts = list(zip(first, figures, second, strict=True))
            case "merged" if number:
                merged = _merged(number, first or (), second or ())
    sources.rulebook = RuleBook(beginning, later)
    _enter(sources, starts, merged)
    if merged:
        people = {entry: merged.get(player, player) for entry, player in people.items()}
    for kind, number, starts_on, ends_on, order, first, *rest in events:
        boards = games.get(first[0], _NO_BOARDS) if kind == "version" else (first, *rest[:2])
        sources.events.append(RatedEvent(number, (starts_on, order, number), (ends_on, order, number), *_games(people, *boards)))
    if sources.whole:
        sources.since = None
    return sources


def _by_version(versions: Sequence[int], *columns: Sequence[Any]) -> dict[int, tuple[Any, ...]]:
    """The columns of each version; those of one mostly stand together, but need not."""
    found: dict[int, tuple[Any, ...]] = {}
    end = 0
    for version, run in groupby(versions):
        start, end = end, end + len([*run])
        part = tuple(column[start:end] for column in columns)
        found[version] = tuple(map(add, found[version], part)) if version in found else part
    return found


def _merged(number: int, absorbed: Iterable[PlayerId], roots: Iterable[PlayerId]) -> dict[PlayerId, PlayerId]:
    """The person of everybody who was merged; `number` merges are in force."""
    merged = dict(zip(absorbed, roots, strict=True))
    if lost := number - len(merged):
        raise BrokenMerges(f"{lost} players belong to no person: merges run in a circle.", players=lost)
    return merged


def _enter(sources: Sources, starts: Iterable[_Start], merged: Mapping[PlayerId, PlayerId]) -> None:
    """How people enter the ladder: a person by the start of its own, else by that of the absorbed player with the smallest id that has one.

    Games without a rating come with the start of the rules that hold from the beginning.
    """
    own_first = sorted(starts, key=lambda start: (start[0] in merged, start[0]))
    chosen: dict[PlayerId, tuple[int | None, int | None]] = {}
    for player, rating, games in own_first:
        chosen.setdefault(merged.get(player, player), (rating, games))
    for person, (rating, games) in chosen.items():
        if games is not None:
            sources.brought[person] = PlayerState(sources.rulebook.beginning.start if rating is None else rating, games)
        elif rating is not None:
            sources.start_ratings[person] = rating


def _games(
    people: Mapping[int, PlayerId],
    white: Iterable[int] | None,
    black: Iterable[int | None] | None,
    points: Iterable[int | None] | None,
) -> tuple[tuple[PlayerId, ...], list[Game], tuple[int, ...]]:
    """Everybody on a board, the games between two known persons whose result is rated, and everybody's packed record in these.

    Entries of White and Black (None for a bye), and White's half-points (None for what is never rated).
    """
    find: Callable[[Any], Any] = people.get
    ones, others, scores = tuple(map(find, white or ())), tuple(map(find, black or ())), tuple(points or ())
    everybody = {*ones, *others}
    is_whole = not (None in everybody or None in scores or any(map(eq, ones, others)))
    everybody.discard(None)
    players = tuple(sorted(everybody))
    row = dict(zip(players, range(len(players)), strict=True))
    if not is_whole:
        boards = [
            (one, other, scored)
            for one, other, scored in zip(ones, others, scores, strict=True)
            if one in row and other in row and one != other and scored is not None
        ]
        ones, others, scores = zip(*boards, strict=True) if boards else ((), (), ())
    games: list[Any] = list(zip(map(row.__getitem__, ones), map(row.__getitem__, others), scores, strict=True))
    return players, games, records_of(games, len(players))
