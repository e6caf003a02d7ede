"""What a member's page tells of the games played: records, streaks, form, the best win, and where the rating stood when.

Everything counts rated games that were played and stand in an event that the ladder counts, also those that moved no rating because the
opponent's was provisional (RULES section 1). Scores are half-points, ratings tenths.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol, TypeVar

from ratings.domain.timeline import EventId, PlayerId

_Key = TypeVar("_Key", bound=Hashable)
WIN, DRAW, LOSS = 2, 1, 0  # half-points


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One rated game, seen by one of its two players.

    `day` is that of the round where it is known, else the first one of the event. Both ratings are those from before the event, None for an
    opponent whom the ladder has not in it yet; `was_established` says whether the opponent's was established then. `is_public` is False in
    an event for arbiters only: there nobody may be told who met whom.
    """

    event_id: EventId
    day: date
    round: int
    is_white: bool
    opponent: PlayerId
    points: int
    rating: int
    opponent_rating: int | None
    was_established: bool
    is_public: bool


@dataclass(frozen=True, slots=True)
class Record:
    """Games won, drawn and lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> int:
        """In half-points."""
        return 2 * self.wins + self.draws


@dataclass(frozen=True, slots=True)
class Streak:
    """So many games in a row, from the day of the first to that of the last."""

    games: int
    first: date
    last: date


@dataclass(frozen=True, slots=True)
class Streaks:
    """The streak that the last game belongs to, and the longest; None where there is none. Of equal ones the latest is the longest."""

    current: Streak | None
    longest: Streak | None


@dataclass(frozen=True, slots=True)
class OpponentRecord:
    """All games against one person, and when the last one was."""

    opponent: PlayerId
    record: Record
    last: date


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """The rating when an event had ended, in tenths."""

    event_id: EventId
    day: date
    rating: int


class EndedEvent(Protocol):
    """What is asked of the change that an event made; `ratings.selectors.PlayerChange` has it."""

    @property
    def event_id(self) -> EventId: ...
    @property
    def starts_on(self) -> date: ...
    @property
    def ends_on(self) -> date: ...
    @property
    def before(self) -> int: ...
    @property
    def games_before(self) -> int: ...
    @property
    def change(self) -> int: ...


def record_of(games: Iterable[PlayedGame]) -> Record:
    """All of them together."""
    counted = [0, 0, 0]
    for game in games:
        counted[game.points] += 1
    return Record(wins=counted[WIN], draws=counted[DRAW], losses=counted[LOSS])


def records_by(games: Iterable[PlayedGame], key: Callable[[PlayedGame], _Key]) -> dict[_Key, Record]:
    """One record for each value of `key`, in the order in which they first occur."""
    groups: dict[_Key, list[PlayedGame]] = {}
    for game in games:
        groups.setdefault(key(game), []).append(game)
    return {value: record_of(group) for value, group in groups.items()}


def records_by_opponent(games: Iterable[PlayedGame]) -> list[OpponentRecord]:
    """Who was met most often comes first, then whom one met last. Games of events that are not public are left out."""
    met: dict[PlayerId, list[PlayedGame]] = {}
    for game in games:
        if game.is_public:
            met.setdefault(game.opponent, []).append(game)
    records = [OpponentRecord(opponent, record_of(each), max(game.day for game in each)) for opponent, each in met.items()]
    return sorted(records, key=lambda each: (-each.record.games, -each.last.toordinal(), each.opponent))


def winning_streaks(games: Sequence[PlayedGame]) -> Streaks:
    """Games won one after another; `games` in the order in which they were played."""
    return _streaks(games, WIN)


def unbeaten_streaks(games: Sequence[PlayedGame]) -> Streaks:
    """Games won or drawn one after another; `games` in the order in which they were played."""
    return _streaks(games, DRAW)


def _streaks(games: Sequence[PlayedGame], least: int) -> Streaks:
    current: Streak | None = None
    longest: Streak | None = None
    for game in games:
        if game.points < least:
            current = None
            continue
        current = Streak(1, game.day, game.day) if current is None else Streak(current.games + 1, current.first, game.day)
        if longest is None or current.games >= longest.games:
            longest = current
    return Streaks(current, longest)


def best_win(games: Iterable[PlayedGame]) -> PlayedGame | None:
    """The win over the highest rating that was established then, the first of equal ones; events that are not public are left out."""
    best: tuple[int, PlayedGame] | None = None
    for game in games:
        if game.points != WIN or not (game.is_public and game.was_established) or game.opponent_rating is None:
            continue
        if best is None or game.opponent_rating > best[0]:
            best = game.opponent_rating, game
    return None if best is None else best[1]


def entry_rating(changes: Sequence[EndedEvent]) -> int:
    """The rating before the first event of all, in tenths. Raises ValueError if there is none."""
    return min(changes, key=lambda change: (change.starts_on, change.games_before)).before


def rating_points(changes: Sequence[EndedEvent]) -> list[RatingPoint]:
    """Where the rating stood when each event had ended; `changes` in the order in which they ended.

    A change is added when its event ends, so an event that began during another one does not start from the last rating.
    """
    points: list[RatingPoint] = []
    running = entry_rating(changes) if changes else 0
    for change in changes:
        running += change.change
        points.append(RatingPoint(change.event_id, change.ends_on, running))
    return points


def day_of_peak(points: Iterable[RatingPoint], peak: int) -> date | None:
    """When the highest rating was first held; None if no event led to it (a rating that was brought along)."""
    return next((point.day for point in points if point.rating == peak), None)
