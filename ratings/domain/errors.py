"""What can go wrong in the ladder's arithmetic: one base, a code on every subclass.

`code` is stable and is what the rest of the program maps to a translated text; the message is plain English for logs
and the command line; `params` holds the variables of the message.
"""

from typing import ClassVar


class RatingError(Exception):
    """Base of everything that `ratings` raises on purpose."""

    code: ClassVar[str] = "rating_error"

    def __init__(self, message: str, **params: str | int) -> None:
        super().__init__(message)
        self.params = params


class InvalidRules(RatingError):
    """Ladder rules that cannot be used; `params["field"]` names the setting."""

    code = "invalid_rules"


class InvalidTimeline(RatingError):
    """An event that ends before it starts, or that stands in the timeline twice."""

    code = "invalid_timeline"


class InvalidGame(RatingError):
    """A game that cannot be rated: somebody against themselves, or a score that is not 0, 1 or 2 half-points."""

    code = "invalid_game"


class NotInEvent(RatingError):
    """The player has no row in the event that was to be explained."""

    code = "not_in_event"


class BrokenMerges(RatingError):
    """Merges that run in a circle: `params["players"]` players belong to no person."""

    code = "broken_merges"
