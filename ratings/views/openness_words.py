"""How open a club is, in sentences."""

from collections.abc import Iterator

from django.utils.translation import gettext, ngettext

from clubs.domain.openness import Openness
from clubs.models import Club
from ratings.selectors.outlook import Outlook


def readers_sentences(club: Club) -> list[str]:
    """Who may read the club's pages as they are set, and whether anybody can at present."""
    said = [readers_sentence(club.openness)]
    if club.is_shut:
        said.append(gettext("At present nobody can: the club is about to be deleted."))
    elif club.shows_pages and club.is_paused:
        said.append(gettext("At present only the club's arbiters can: its pages are paused. The pages of its events stay open."))
    return said


def readers_sentence(openness: Openness) -> str:
    """Who may read the club's pages, where they are neither paused nor about to be deleted."""
    match openness.visibility:
        case "arbiters":
            return gettext("Only the club's arbiters can open its pages. To everybody else they do not exist.")
        case "unlisted":
            return gettext("Whoever has the link can open the club's pages and pass the link on. Search engines are told not to list them.")
        case _:
            return gettext("Everybody can open the club's pages, and search engines may list them.")


def hidden_from_others(club: Club) -> str:
    """What the club's pages tell its arbiters, who would not notice it, while nobody else can read them; "" while others can."""
    if not club.shows_pages:
        return readers_sentence(club.openness)
    return paused_for_others(club)


def paused_for_others(club: Club) -> str:
    """The same of a pause alone; "" also of a club that shows no pages or will be deleted, which are told otherwise."""
    if not club.shows_pages or club.is_shut or not club.is_paused:
        return ""
    return gettext("The club's page is paused for everybody but its arbiters.")


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
    named = gettext("Events that show full names: %(named)s of %(events)s. The others show initials.")
    yield named % {"named": outlook.named_events, "events": outlook.events}
