"""What the ladder shows of each player, folded from the changes of the events: the content of a Standing row."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from ratings.domain.timeline import EventChanges, EventId, PlayerId


@dataclass(frozen=True, slots=True)
class Tally:
    """One player after all events that have been folded in.

    `rating`, `last_change` and `peak` are tenths. `games` counts the games that the ladder counted for this player,
    `wins`, `draws` and `losses` all rated games played, so their sum may be greater. `last_event` is the event that
    ended last among those in which the player played a rated game, `last_change` its change and `last_played` the date
    on which it ended: an evening of byes and Armageddon games is no part of the ladder. Without any such event they are
    those of the last one in which the player has a row, 0 and None; all three say nothing (0, None, None) of somebody whose
    rating was brought from elsewhere and who has no row yet. `peak` is the highest rating brought or held after an event,
    provisional or not.
    """

    rating: int
    games: int
    wins: int
    draws: int
    losses: int
    last_change: int
    last_event: EventId | None
    last_played: date | None
    peak: int


def brought(rating: int, games: int) -> Tally:
    """Where somebody stands who came with a rating and that many games from elsewhere, before any event here."""
    return Tally(rating, games, wins=0, draws=0, losses=0, last_change=0, last_event=None, last_played=None, peak=rating)


def tally(history: Iterable[EventChanges], before: Mapping[PlayerId, Tally] | None = None) -> dict[PlayerId, Tally]:
    """Fold the changes of `history` into one Tally a player, in the order in which the events end.

    `before` holds the tallies of those whose rating was brought from elsewhere (`brought`), and of an earlier part of the history if every
    event of that ended before the first event of this one ends. Without an earlier part the history must be complete.
    The order of `history` does not matter.
    """
    tallies = dict(before or {})
    entered: dict[PlayerId, int] = {}
    events = list(history)
    for changes in sorted(events, key=lambda c: (c.starts, c.event_id)):
        for player, rating in zip(changes.players, changes.before, strict=True):
            entered.setdefault(player, rating)
    for changes in sorted(events, key=lambda c: (c.ends, c.event_id)):
        for row, player in enumerate(changes.players):
            tallies[player] = _add(tallies.get(player), entered[player], changes, row)
    return tallies


def _add(earlier: Tally | None, entered: int, changes: EventChanges, row: int) -> Tally:
    """The tally of one player after one more event; `entered` is the rating of somebody who has no tally yet."""
    change = changes.change[row]
    rating = (earlier.rating if earlier else entered) + change
    wins, draws, losses = changes.wins[row], changes.draws[row], changes.losses[row]
    last_event: EventId | None = changes.event_id
    last_change = change
    last_played = changes.ends[0] if wins + draws + losses else None
    if earlier is not None and last_played is None and earlier.last_played is not None:
        last_event, last_change, last_played = earlier.last_event, earlier.last_change, earlier.last_played
    return Tally(
        rating=rating,
        games=changes.counted_games[row] + (earlier.games if earlier else 0),
        wins=wins + (earlier.wins if earlier else 0),
        draws=draws + (earlier.draws if earlier else 0),
        losses=losses + (earlier.losses if earlier else 0),
        last_change=last_change,
        last_event=last_event,
        last_played=last_played,
        peak=max(rating, earlier.peak) if earlier else rating,
    )
