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
    "already_undone": N_("This correction was undone on %(when)s. To have it again, undo the undoing."),
    "undone_and_redone": N_("This correction was undone, and made again on %(when)s. Undo the later one instead."),
    "later_in_the_way": N_("A later correction of %(when)s changed the same thing. Undo that one first."),
    "nothing_changes": N_("Nothing is different: this is how it stands already. Nothing was changed."),
    "order_changed_since": N_("The place of the event was changed again since. Give it the place that you want on the page of the event."),
    "version_changed_since": N_("The event was published again since. Undo the latest version first, on the page of the event."),
    "other_version_shown": N_("The event shows another version by now. Publish the file of the version that you want again."),
    "rules_changed_since": N_("These figures were changed again since. Set those that you want on the page of the ladder's rules."),
    "start_changed_since": N_("This starting rating was changed again since. Set the one that you want on the page of the person."),
    "opening_changed_since": N_("What the opening ratings set was changed again since. Send the table again, as it is to be."),
    "there_again": N_("The event is back already. There is nothing left to undo: to take it away, remove it on its page."),
    "away_again": N_("The event was removed again already. There is nothing left to undo: to have it back, restore it on its page."),
    "gone": N_("This event is no longer here. Load the page again."),
    "version_gone": N_("The version of the event that this made is no longer kept. Correct the event anew, or publish its file again."),
    "person_gone": N_("This person is no longer in the club, so there is no starting rating to put back."),
    "people_gone": N_("Somebody whose opening rating this set is no longer in the club. Send the table again, as it is to be."),
    "person_gone_since": N_("One of the two people is no longer in the club, so there is nothing left to join or to undo."),
    "two_again": N_("These two are two people again already. There is nothing left to undo."),
    "one_again": N_("These two are one person again already. There is nothing left to undo."),
    "busy": N_("The ladder is being rebuilt just now. Nothing was changed; try again in a moment."),
}
