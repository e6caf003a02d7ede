"""From what was read to what is to be stored: pure computation between one statement and the next."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from ratings.domain.places import places_of
from ratings.domain.replay import Marks, replay
from ratings.domain.tally import Checkpoint, Tally, brought
from ratings.domain.timeline import EventChanges, EventId, PlayerId
from ratings.services.sources import Sources


class StandingRow(NamedTuple):
    """One row of `Standing`, in the order of its columns after the club; see there for the units."""

    player_id: PlayerId
    rating: int
    games: int
    wins: int
    draws: int
    losses: int
    provisional: bool
    peak: int
    last_change: int
    last_event: EventId | None
    last_played: date | None


@dataclass(frozen=True, slots=True)
class Base:
    """Where a replay goes on from: `checkpoint` (None: the beginning), and the stored `changes` of what starts there or later or
    was in flight.

    What starts before the position at which the replay begins is taken as it stands.
    """

    checkpoint: Checkpoint | None = None
    changes: Mapping[EventId, EventChanges] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Figures:
    """The ladder as it should be: every event's changes from the base on, where everybody stands, and the checkpoints after the base.

    `events` are counted in all, those before the base included.
    """

    changes: dict[EventId, EventChanges]
    standings: dict[PlayerId, StandingRow]
    checkpoints: list[Checkpoint]
    events: int


def compute_figures(
    sources: Sources,
    base: Base | None = None,
    report: Callable[[int], None] = lambda rated: None,
    places: Iterable[int] | None = None,
) -> Figures:
    """The ladder from the base on, computed from `sources.since` on; without a base all of it, from the first event.

    `places` are those of the checkpoints (None: as there should be), those beyond the last event left out. `report` is told from time to
    time how many events are rated.
    """
    base = base or Base()
    tallies = {player: brought(*state) for player, state in sources.brought.items()}
    first, ended_on, known = 0, None, list[EventChanges]()
    if base.checkpoint is not None:
        tallies |= base.checkpoint.tallies()
        first, ended_on = base.checkpoint.place - len(base.checkpoint.in_flight), base.checkpoint.ended_on
    if not sources.whole:
        known = [changes for changes in base.changes.values() if sources.since is None or changes.starts < sources.since]
    events = first + len(known) + len(sources.events)
    wanted = places_of(events) if places is None else places
    earliest = -1 if base.checkpoint is None else base.checkpoint.place
    marks = Marks([place for place in wanted if earliest < place < events], first, ended_on)
    done = replay([*known, *sources.events], tallies, sources.start_ratings, sources.rulebook, marks, report)
    clock = max((changes.ends[0] for changes in done.changes), default=ended_on or sources.opened_on)
    standings = _standings(done.tallies, clock, sources)
    return Figures({changes.event_id: changes for changes in done.changes}, standings, done.checkpoints, events)


def _standings(tallies: Mapping[PlayerId, Tally], clock: date | None, sources: Sources) -> dict[PlayerId, StandingRow]:
    """Provisional is who would be so in an event that began when the last one ended (`clock`): the ladder knows no other.

    Before the first event that is the date of the opening.
    """
    rules = sources.rulebook.beginning if clock is None else sources.rulebook.on(clock)
    limit = rules.provisional_games
    return {
        player: StandingRow(player, rating, games, wins, draws, losses, games < limit, peak, last_change, last_event, last_played)
        for player, (rating, games, wins, draws, losses, last_change, last_event, last_played, peak) in tallies.items()
    }
