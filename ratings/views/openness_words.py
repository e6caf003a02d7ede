"""How open a club is, in sentences."""

from collections.abc import Iterator

from django.utils.translation import gettext, ngettext

from clubs.domain.openness import Openness
from ratings.selectors.outlook import Outlook


def readers_sentence(openness: Openness) -> str:
    """Who may read the club's pages."""
    match openness.visibility:
        case "arbiters":
            return gettext("Only the club's arbiters can open its pages. To everybody else they do not exist.")
        case "unlisted":
            return gettext("Whoever has the link can open the club's pages and pass the link on. Search engines are told not to list them.")
        case _:
            return gettext("Everybody can open the club's pages, and search engines may list them.")


def open_events_sentence(events: int) -> str:
    """Of a club for arbiters only: what is open all the same."""
    words = ngettext(
        "%(events)s event is open to whoever has its own link.", "%(events)s events are open to whoever has their own links.", events
    )
    return words % {"events": events}


def names_sentence(outlook: Outlook) -> Iterator[str]:
    """How many are shown by full name: on the club's pages, and in events."""
    people = len(outlook.in_full)
    if not people:
        yield gettext("Everybody is shown by initials.")
        return
    words = ngettext("%(people)s person is shown by full name.", "%(people)s people are shown by full name.", people)
    yield words % {"people": people}
    named = ngettext(
        "%(named)s of %(events)s events shows full names; the others show initials.",
        "%(named)s of %(events)s events show full names; the others show initials.",
        outlook.named_events,
    )
    yield named % {"named": outlook.named_events, "events": outlook.events}
