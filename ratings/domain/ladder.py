"""The ladder as a table: who stands where at a moment, what the last event moved, who plays, who climbed, and how a season went.

Ratings and changes are tenths of a point. People are ids; where two stand equal, `ties` says who is named first, and it must not be
anything that tells of a name (docs/names-and-privacy.md): the order is seen by everybody.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple, TypeAlias

from ratings.domain.records import GAMES, unpacked
from ratings.domain.replay import tally
from ratings.domain.rules import RuleBook, Rules
from ratings.domain.tally import Tally
from ratings.domain.timeline import EventChanges, PlayerId

Ties: TypeAlias = Callable[[PlayerId], str]


@dataclass(frozen=True, slots=True)
class Opening:
    """Who stood on the ladder before its first event, with a rating brought from elsewhere, and as of when."""

    as_of: date
    brought: Mapping[PlayerId, Tally]


class Place(NamedTuple):
    """Where one person stands. `last_played`: the end of the last event with a rated game; None for one who only brought a rating."""

    player: PlayerId
    rating: int
    games: int
    wins: int
    draws: int
    losses: int
    provisional: bool
    last_played: date | None


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the ladder. `rank` is None for provisional players; equal ratings share one.

    `moved`: places won by the last event, lost if below nothing; None for who had no rank before it or has none. `change`: what the
    last event did to the rating, None for who was not in it.
    """

    place: Place
    rank: int | None
    moved: int | None
    change: int | None


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """One person in a season: where it ended, and what happened in it. `games` are all rated games played, as in the record."""

    player: PlayerId
    rank: int | None
    rating: int
    provisional: bool
    change: int
    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses


def places_on(day: date, history: Iterable[EventChanges], rulebook: RuleBook, opening: Opening | None = None) -> list[Place]:
    """Everybody who is on the ladder after all events that ended by `day`, in no order.

    `history` must be complete up to then; later events are passed over. Who was only present so far, for a bye, is not on it.
    """
    known = [changes for changes in history if changes.ends[0] <= day]
    brought = opening.brought if opening and (known or opening.as_of <= day) else {}
    clock = max((changes.ends[0] for changes in known), default=opening.as_of if opening else day)
    rules = rulebook.on(clock)
    rows = tally(known, brought)
    return [_place(player, row, rules) for player, row in rows.items() if row.last_played or row.last_event is None or row.games]


def _place(player: PlayerId, row: Tally, rules: Rules) -> Place:
    provisional = rules.is_provisional(row.games)
    return Place(player, row.rating, row.games, row.wins, row.draws, row.losses, provisional, row.last_played)


def arrange(places: Iterable[Place], last: EventChanges | None, rules: Rules, ties: Ties) -> list[Line]:
    """The ladder: established players by rating, then the provisional ones by theirs; more games first where two are equal.

    `last` is the event that ended last before that moment; its changes are in `places`. Who stood where before it is found among the
    same people, by the same rules.
    """
    ordered = sorted(places, key=lambda place: (place.provisional, -place.rating, -place.games, ties(place.player)))
    ranks = _ranks([(place.player, place.rating) for place in ordered if not place.provisional])
    moved = {} if last is None else _rows_of(last)
    earlier = [_before(place, moved.get(place.player)) for place in ordered]
    stood = [place for place in earlier if place is not None and not rules.is_provisional(place.games)]
    before = _ranks(sorted(((place.player, place.rating) for place in stood), key=lambda each: -each[1]))
    return [
        Line(
            place,
            (rank := ranks.get(place.player)),
            before[place.player] - rank if rank is not None and place.player in before else None,
            moved[place.player].change if place.player in moved else None,
        )
        for place in ordered
    ]


class _Row(NamedTuple):
    """What one event did to one person: tenths, games that counted, and the packed record of all that were played."""

    change: int
    counted: int
    record: int


def _rows_of(changes: EventChanges) -> dict[PlayerId, _Row]:
    columns = zip(changes.change, changes.counted_games, changes.played, strict=True)
    return dict(zip(changes.players, map(_Row._make, columns), strict=True))


def _before(place: Place, row: _Row | None) -> Place | None:
    """The same person without the last event; None for one who was not on the ladder then."""
    if row is None:
        return place
    games, played = place.games - row.counted, place.wins + place.draws + place.losses - GAMES[row.record]
    return place._replace(rating=place.rating - row.change, games=games) if games or played else None


def _ranks(ratings: Sequence[tuple[PlayerId, int]]) -> dict[PlayerId, int]:
    """Ranks by rating, highest first; equal ratings share the rank of the first of them."""
    ranks: dict[PlayerId, int] = {}
    rank, above = 0, None
    for number, (player, rating) in enumerate(ratings, 1):
        if rating != above:
            rank, above = number, rating
        ranks[player] = rank
    return ranks


def a_year_before(day: date) -> date:
    """The same day of the year before; 28 February for the 29th."""
    return months_before(day, 12)


def months_before(day: date, months: int) -> date:
    """The same day so many months before, or the last one of that month if it is shorter."""
    year, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    for number in (day.day, 30, 29, 28):
        try:
            return date(year, month + 1, min(number, day.day))
        except ValueError:
            continue
    raise AssertionError("every month has 28 days")


def active_places(places: Sequence[Place], day: date, opened: date | None) -> list[Place]:
    """Those with a game in the twelve months up to `day`; everybody where nobody has one: a club asleep keeps its ladder.

    Who only brought a rating counts as having played on the day as of which it was brought (`opened`).
    """
    since = a_year_before(day)
    active = [place for place in places if (place.last_played or opened or date.min) >= since]
    return active or list(places)


def climbers(lines: Iterable[Line], recent: Iterable[EventChanges], ties: Ties, most: int) -> list[tuple[PlayerId, int]]:
    """Of the ranked, those whose rating grew most in the events of `recent`, the greatest first; at most so many."""
    gained: dict[PlayerId, int] = defaultdict(int)
    for changes in recent:
        for player, change in zip(changes.players, changes.change, strict=True):
            gained[player] += change
    grown = [(player, gained[player]) for line in lines if line.rank and gained.get(player := line.place.player, 0) > 0]
    return sorted(grown, key=lambda each: (-each[1], ties(each[0])))[:most]


SORTS: Mapping[str, Callable[[Line], Any]] = {
    "rating": lambda line: line.place.rating,
    "change": lambda line: line.change,
    "games": lambda line: line.place.games,
    "played": lambda line: line.place.last_played and line.place.last_played.toordinal(),
}
"""What the ladder may be sorted by. Never by a name: the order of names that are shown as initials would tell more than the initials."""


def sort_lines(lines: Sequence[Line], by: str, *, rising: bool = False) -> list[Line]:
    """The lines by one of `SORTS`, highest first unless `rising`; who has no such figure comes last. Equal ones keep their order."""
    figure = SORTS[by]
    known = [line for line in lines if figure(line) is not None]
    return [*sorted(known, key=figure, reverse=not rising), *(line for line in lines if figure(line) is None)]


def season_table(
    first: date, last: date, history: Sequence[EventChanges], rulebook: RuleBook, ties: Ties, opening: Opening | None = None
) -> list[SeasonLine]:
    """Everybody with a rated game in an event that ended from `first` to `last`, as the ladder stood at the end of `last`."""
    gained, records = Counter[PlayerId](), Counter[PlayerId]()
    for changes in history:
        if first <= changes.ends[0] <= last:
            for player, row in _rows_of(changes).items():
                gained[player] += row.change
                records[player] += row.record
    places = (place for place in places_on(last, history, rulebook, opening) if records[place.player])
    return [
        SeasonLine(place.player, rank, place.rating, place.provisional, gained[place.player], *unpacked(records[place.player]))
        for place, rank in ((line.place, line.rank) for line in arrange(places, None, rulebook.on(last), ties))
    ]
