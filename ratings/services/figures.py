"""From what was read to what is to be stored: pure computation between one statement and the next."""

from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from ratings.domain.replay import replay, state_at
from ratings.domain.tally import brought, tally
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
class Figures:
    """The whole ladder as it should be: every event's changes, and where everybody stands."""

    changes: dict[EventId, EventChanges]
    standings: dict[PlayerId, StandingRow]


def compute_figures(sources: Sources) -> Figures:
    """The ladder from `sources.since` on, on top of the stored changes of every event that started earlier."""
    kept: list[EventChanges] = []
    if sources.since is not None:
        kept = [changes for changes in sources.stored if changes.starts < sources.since]
        states, in_flight = state_at(sources.since, kept, sources.brought)
    elif sources.whole:
        states, in_flight = dict(sources.brought), []
    else:
        kept = sources.stored
        states, in_flight = {}, []
    new = replay(sources.events, states, sources.start_ratings, sources.rulebook, in_flight)
    history = [*kept, *new]
    return Figures({changes.event_id: changes for changes in history}, _standings(history, sources))


def _standings(history: list[EventChanges], sources: Sources) -> dict[PlayerId, StandingRow]:
    """Provisional is who would be so in an event that began when the last one ended: the ladder knows no other clock.

    Before the first event that is the date of the opening.
    """
    clock = max((changes.ends[0] for changes in history), default=sources.opened_on)
    rules = sources.rulebook.beginning if clock is None else sources.rulebook.on(clock)
    came = {player: brought(*state) for player, state in sources.brought.items()}
    return {
        player: StandingRow(
            player_id=player,
            rating=row.rating,
            games=row.games,
            wins=row.wins,
            draws=row.draws,
            losses=row.losses,
            provisional=rules.is_provisional(row.games),
            peak=row.peak,
            last_change=row.last_change,
            last_event=row.last_event,
            last_played=row.last_played,
        )
        for player, row in tally(history, came).items()
    }
