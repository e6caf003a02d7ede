"""What a published version of an event says otherwise than the one before it, in sentences, as corrections by hand are told."""

from collections.abc import Mapping

from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext, ngettext

from clubs.models import Club
from clubs.templatetags.rookery import day
from players.selectors import NameBook
from ratings.selectors.corrections import Entrants, read_entrants
from ratings.views.patches import instead, names_among, patch_sentences
from tournaments.domain.version_changes import VersionChanges, compare_versions
from tournaments.models import EventVersion
from tournaments.selectors.records import record_of
from tournaments.views.words import format_word

MOST_SENTENCES = 40


def version_sentences(club: Club, book: NameBook, before: EventVersion, after: EventVersion) -> list[str]:
    """At most MOST_SENTENCES of them, and how many more there are. Inside the club's scope."""
    people, now = read_entrants(club, before), read_entrants(club, after)
    changes = compare_versions(record_of(club, before), record_of(club, after), _known(people, now))
    names = {**{-number: name for number, name in names_among(book, people).items()}, **names_among(book, now)}
    told = [
        *_headings(changes, before, after),
        *(instead(_day_of_round(number), day(was), day(is_)) for number, was, is_ in changes.dated),
        *_people(changes, names),
        *(_renamed(book, people, now, *numbers) for numbers in changes.renamed),
        *patch_sentences(changes.patch, names),
        *(instead(_round(number), _boards(was), _boards(is_)) for number, was, is_ in changes.rounds),
        *_relisted(changes.relisted),
    ]
    if not told:
        return [gettext("Both versions say the same.")]
    more = len(told) - MOST_SENTENCES
    if more <= 1:
        return told
    return [*told[:MOST_SENTENCES], ngettext("And %(more)s more change.", "And %(more)s more changes.", more) % {"more": more}]


def _known(before: Entrants, after: Entrants) -> dict[int, int]:
    """Numbers of the later version by those of the earlier one, of those whose names are decided in both."""
    numbers = {player: number for number, player in after.players.items()}
    return {number: numbers[player] for number, player in before.players.items() if player in numbers}


def _headings(changes: VersionChanges, before: EventVersion, after: EventVersion) -> list[str]:
    told = []
    if "name" in changes.headings:
        told.append(instead(gettext("Name of the event"), _isolated(before.name), _isolated(after.name)))
    if changes.headings and format_word(before) != format_word(after):
        unknown = gettext("not known")
        told.append(instead(gettext("Kind of event"), format_word(before) or unknown, format_word(after) or unknown))
    if "time_control" in changes.headings:
        unknown = gettext("not known")
        told.append(instead(gettext("Time control"), _isolated(before.time_control or unknown), _isolated(after.time_control or unknown)))
    if "planned_rounds" in changes.headings:
        unknown = gettext("not known")
        told.append(instead(gettext("Rounds planned"), before.planned_rounds or unknown, after.planned_rounds or unknown))
    return told


def _people(changes: VersionChanges, names: Mapping[int, str]) -> list[str]:
    told: list[str] = []
    if changes.come:
        told.append(format_html(gettext("New among the players: {names}"), names=_listed(changes.come, names)))
    if changes.gone:
        told.append(format_html(gettext("No longer among the players: {names}"), names=_listed(changes.gone, names)))
    return told


def _listed(numbers: tuple[int, ...], names: Mapping[int, str]) -> str:
    return format_html_join(", ", "<bdi>{}</bdi>", ((names[number],) for number in numbers))


def _renamed(book: NameBook, before: Entrants, after: Entrants, was: int, number: int) -> str:
    """The name as it is written in each of the two."""
    written = (book.display_name(entrants.entries[each]) for entrants, each in ((before, was), (after, number)))
    return instead(gettext("Name of number %(number)s") % {"number": number}, *map(_isolated, written))


def _relisted(count: int) -> list[str]:
    if not count:
        return []
    words = ngettext(
        "Another rating, title or place in the list: %(players)s player",
        "Another rating, title or place in the list: %(players)s players",
        count,
    )
    return [words % {"players": count}]


def _boards(count: int) -> str:
    if not count:
        return gettext("no games")
    return ngettext("%(games)s pairing or bye", "%(games)s pairings and byes", count) % {"games": count}


def _round(number: int) -> str:
    return gettext("Round %(number)s") % {"number": number}


def _day_of_round(number: int) -> str:
    return gettext("Day of round %(number)s") % {"number": number}


def _isolated(name: str) -> str:
    return format_html("<bdi>{}</bdi>", name)
