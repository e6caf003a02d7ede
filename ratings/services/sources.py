"""What a replay starts from, read in one statement.

One statement, because one statement has one snapshot: the edits that it takes from the queue are exactly those whose changes it sees in
the tables. An edit committed meanwhile stays in the queue and is replayed next. Reading the games in one statement and taking the edits
in another loses every change committed between the two, and the ladder then says that it is fresh (DESIGN section 4: wrong in 549 of 556
attempts). The ladder's lock must be held, and taken in an earlier statement: a snapshot taken before the wait would be as old as the wait.

What the replay itself wrote may be read by other statements, for nobody else writes it and replays of a club follow one another
(`ratings.services.storing`). Here it is asked only where a touched event or player stood.

A position is (date, order within the date, id of the event); ids grow in the order of first publication.
"""

from array import array
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from operator import eq
from sys import byteorder
from typing import Any, NamedTuple

from django.db.backends.utils import CursorWrapper

from clubs.models import Club
from ratings.domain.errors import BrokenMerges
from ratings.domain.rating import pick
from ratings.domain.records import records_of
from ratings.domain.replay import ALGORITHM
from ratings.domain.rules import RuleBook, Rules
from ratings.domain.timeline import EventId, PlayerId, PlayerState, Position, RatedEvent
from ratings.services.rows import read_rows, stream_rows
from ratings.services.statement import ESTIMATE, LOOK, TAKE, sources_statement

_Start = tuple[PlayerId, int | None, int | None]
"""(player, start rating in tenths, games brought), at least one of them known."""

_MANY = 400  # events; from there on reading all links of the club is quicker than looking for those in the games


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
    return read_sources(cursor, club, TAKE, of_all=events > _MANY)


def look_at_sources(cursor: CursorWrapper, club: Club) -> Sources:
    """What a replay from the start would work on; the queue is left as it is. Raises as `take_sources`."""
    return read_sources(cursor, club, LOOK, whole=True)


def read_sources(cursor: CursorWrapper, club: Club, edits: str, *, whole: bool = False, of_all: bool = True) -> Sources:
    """As `take_sources`; `edits` is the statement that gives the queue, TAKE or LOOK."""
    parameters = {"club": club.pk, "algorithm": ALGORITHM, "whole": whole}
    with stream_rows(cursor, sources_statement(edits, of_all=of_all), parameters) as rows:
        return _sort_rows(rows)


class People(NamedTuple):
    """Everybody by ascending id, and where among them the person behind each entry is: small numbers are quicker to sort and look up."""

    ids: tuple[PlayerId, ...]
    by_entry: dict[int, int]


def _sort_rows(rows: Iterable[tuple[Any, ...]]) -> Sources:
    """Each event is made while the server looks for the next; the rows may come in any order, but quickest with the events last."""
    facts, events, early = _Facts(), list[RatedEvent](), list[tuple[Any, ...]]()
    for row in rows:
        if row[0] != "event":
            facts.put(row)
        elif facts.people is None:
            early.append(row)
        else:
            events.append(_event(row, facts.people))
    events.extend(_event(row, facts.people or People((), {})) for row in early)
    return facts.sources(events)


class _Facts:
    """What is no event; `people` has the person behind each entry as soon as links and merges are known."""

    def __init__(self) -> None:
        self.found = Sources()
        self.beginning, self.later = Rules(), dict[date, Rules]()
        self.starts: list[_Start] = []
        self.merged: dict[PlayerId, PlayerId] | None = None
        self.links: array[int] | None = None
        self.people: People | None = None

    def put(self, row: tuple[Any, ...]) -> None:
        kind, number, day, _, order, first, second, figures, links = row
        match kind:
            case "edits":
                self.found.edits, self.found.whole = number, bool(order)
                self.found.touched_events, self.found.touched_people = tuple(first), tuple(second)
            case "first":
                self.found.since = (day, order, number)
            case "opening":
                self.found.opened_on = day
            case "rules" if day is None:
                self.beginning = Rules(*figures)
            case "rules":
                self.later[day] = Rules(*figures)
            case "start":
                self.starts = list(zip(first, figures, second, strict=True))
            case "merged":
                self.merged = _merged(number, first or (), second or ())
            case "links":
                self.links = _numbers(links or b"")
        if self.links is not None and self.merged is not None and self.people is None:
            self.people = _people(self.links[::2], self.links[1::2], self.merged)

    def sources(self, events: list[RatedEvent]) -> Sources:
        self.found.rulebook = RuleBook(self.beginning, self.later)
        _enter(self.found, self.starts, self.merged or {})
        if self.found.whole:
            self.found.since = None
        self.found.events = events
        return self.found


def _event(row: tuple[Any, ...], people: People) -> RatedEvent:
    _, number, starts_on, ends_on, order, white, black, points, _ = row
    return RatedEvent(number, (starts_on, order, number), (ends_on, order, number), *_games(white or (), black or (), points or (), people))


def _numbers(sent: bytes) -> "array[int]":
    """Whole numbers of eight bytes each, the highest first."""
    numbers = array("q", sent)
    if byteorder == "little":
        numbers.byteswap()
    return numbers


def _people(entries: Iterable[int], players: Iterable[PlayerId], merged: Mapping[PlayerId, PlayerId]) -> People:
    if merged:
        players = [merged.get(player, player) for player in players]
    ids = tuple(sorted(set(players)))
    place = dict(zip(ids, range(len(ids)), strict=True))
    return People(ids, dict(zip(entries, map(place.__getitem__, players), strict=True)))


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
    white: Iterable[int], black: Iterable[int | None], points: Iterable[int | None], people: People
) -> tuple[tuple[PlayerId, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Everybody on a board; the games between two known persons whose result is rated, as columns; and everybody's record in these.

    Entries of White and Black (None for a bye), and White's half-points (None for what is never rated).
    """
    find: Callable[[Any], Any] = people.by_entry.get
    ones, others, scores = tuple(map(find, white)), tuple(map(find, black)), tuple[Any, ...](points)
    present = {*ones, *others}
    is_whole = not (None in present or None in scores or any(map(eq, ones, others)))
    present.discard(None)
    order = sorted(present)
    row = dict(zip(order, range(len(order)), strict=True))
    if not is_whole:
        boards = [
            (one, other, scored)
            for one, other, scored in zip(ones, others, scores, strict=True)
            if one in row and other in row and one != other and scored is not None
        ]
        ones, others, scores = zip(*boards, strict=True) if boards else ((), (), ())
    ones, others = tuple(map(row.__getitem__, ones)), tuple(map(row.__getitem__, others))
    return pick(people.ids, order), ones, others, scores, records_of(ones, others, scores, len(order))
