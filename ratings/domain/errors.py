"""What can go wrong in the ladder's arithmetic: one base, a code on every subclass.

`code` is stable and is what the rest of the program maps to a translated text; the message is plain English for logs
and the command line; `params` holds the variables of the message.
"""

from datetime import datetime

N_ = str  # marks a text for extraction; it is translated where it is shown


class RatingError(Exception):
    """Base of everything that `ratings` raises on purpose."""

    code: str = "rating_error"

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


class CorrectionRefused(RatingError):
    """A correction, or the undoing of one, that cannot be made. `template % params` is the message, for translation at the edge.

    `later` is the public id of the correction that stands in the way and `at` when it was made; "" and None if none does.
    """

    def __init__(self, code: str, *, later: str = "", at: datetime | None = None) -> None:
        self.code = code
        self.template = CORRECTION_MESSAGES[code]
        self.later, self.at = later, at
        params = {"when": f"{at:%Y-%m-%d %H:%M}"} if at else {}
        super().__init__(self.template % params, **params)


CORRECTION_MESSAGES: dict[str, str] = {
    "already_undone": N_("This correction is undone already. Nothing was changed."),
    "undone_and_redone": N_("This correction was undone and made again. Undo the later one instead."),
    "later_in_the_way": N_("A later correction of %(when)s changed the same thing. Undo that one first."),
    "nothing_changes": N_("This is how it stands already. Nothing was changed."),
    "changed_since": N_("What this correction changed has been changed again since. Nothing was changed."),
    "gone": N_("This event is no longer here. Load the page again."),
    "cannot_be_undone": N_("What is needed to undo this correction is no longer there."),
    "publish_again": N_("A publication that was undone is not made again here. Publish its file again instead."),
    "busy": N_("The ladder is being rebuilt just now. Nothing was changed; try again in a moment."),
}
