"""The settings of a club's ladder, and which of them hold when (RULES section 1)."""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from ratings.domain.errors import InvalidRules

# No narrower than the database's own check: a row that it accepts must never stop the replay.
_BOUNDS: dict[str, tuple[int, int]] = {
    "start": (1000, 40_000),
    "k_new": (0, 200),
    "k_established": (0, 200),
    "new_games": (0, 32_767),
    "provisional_games": (0, 32_767),
}


@dataclass(frozen=True, slots=True)
class Rules:
    """One set of ladder settings; the defaults are the guide's figures.

    `start` is in tenths of a point. A player with fewer than `new_games` rated games before an event has K = `k_new`
    in it, everybody else `k_established`; with fewer than `provisional_games` the player is provisional. 0 switches
    either of them off.

    Raises InvalidRules, naming the setting, when a value is no whole number or out of its range.
    """

    start: int = 12_000
    k_new: int = 40
    k_established: int = 20
    new_games: int = 20
    provisional_games: int = 5

    def __post_init__(self) -> None:
        for name, (lowest, highest) in _BOUNDS.items():
            value: object = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int):
                raise InvalidRules(f"{name} must be a whole number, not {value!r}.", field=name)
            if not lowest <= value <= highest:
                raise InvalidRules(
                    f"{name} must be from {lowest} to {highest}, not {value}.",
                    field=name,
                    lowest=lowest,
                    highest=highest,
                    value=value,
                )

    def k_for(self, games: int) -> int:
        """The K-factor of a player who had `games` rated games before the event."""
        return self.k_new if games < self.new_games else self.k_established

    def is_provisional(self, games: int) -> bool:
        """True for a player who had `games` rated games before the event and is not established yet."""
        return games < self.provisional_games


@dataclass(frozen=True, slots=True)
class RuleBook:
    """The rules of a club by date: `beginning`, and each entry of `later` from its date (included) on.

    An event is rated by the rules that hold on the date on which it starts, from its first game to its last.
    """

    beginning: Rules = field(default_factory=Rules)
    later: Mapping[date, Rules] = field(default_factory=dict)
    _dates: tuple[date, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "later", dict(sorted(self.later.items())))
        object.__setattr__(self, "_dates", tuple(self.later))

    def on(self, day: date) -> Rules:
        """The rules that hold for an event that starts on `day`."""
        place = bisect_right(self._dates, day)
        return self.later[self._dates[place - 1]] if place else self.beginning
