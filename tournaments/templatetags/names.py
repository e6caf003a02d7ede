"""What the arbiter's desk says about a proposal, in the reader's language."""

from collections.abc import Mapping
from dataclasses import dataclass

from django import template
from django.utils.translation import gettext, ngettext

from clubs.templatetags.rookery import day
from players.domain.matching import REASONS, Reason
from players.models import Player
from players.selectors import NameBook
from tournaments.models import NameDifference
from tournaments.selectors.names import Candidate, EntryProposal
from tournaments.views.names_page import LATER, NEW, OTHER, NamesPage

register = template.Library()


@register.filter
def in_words(reason: Reason) -> str:
    """Why a member is suggested: the sentence of its code, filled with the parts of names it is about."""
    return gettext(REASONS[reason.code]) % reason.params


@dataclass(frozen=True, slots=True)
class Choice:
    """One radio button of a name. `why` in words, "" where it is no person; `people`: the list of everybody stands below it."""

    value: str
    label: str
    why: str = ""
    rating: int | None = None
    checked: bool = False
    people: bool = False


@register.filter
def choices_of(one: EntryProposal, page: NamesPage) -> list[Choice]:
    """Who may be meant, in the order in which it is shown: likely people, a new player, less likely ones, somebody else, nobody yet."""
    opened = one.entry.pk == page.opened
    chosen = None if opened else NEW if one.is_new_preselected else one.preselected
    choices = [_person(candidate, page.book, chosen) for candidate in one.suggestions]
    choices.append(Choice(NEW, gettext("New player"), checked=chosen == NEW))
    choices += [_person(candidate, page.book, chosen) for candidate in one.others]
    if opened:
        choices.append(Choice(OTHER, gettext("Somebody else"), checked=True, people=True))
    choices.append(Choice(LATER, gettext("Decide later"), checked=chosen is None and not opened))
    return choices


def _person(candidate: Candidate, book: NameBook, chosen: int | str | None) -> Choice:
    player = candidate.player
    return Choice(str(player.pk), book.display_name(player), ", ".join(facts_of(candidate)), candidate.rating, checked=player.pk == chosen)


def facts_of(candidate: Candidate) -> list[str]:
    """The reason, and what tells this person from a namesake: games and the day of the last event."""
    facts = [in_words(candidate.reason)]
    if candidate.games:
        facts.append(ngettext("%(count)d rated game", "%(count)d rated games", candidate.games) % {"count": candidate.games})
    else:
        facts.append(gettext("no rated game yet"))
    if candidate.last_played:
        facts.append(gettext("last played %(day)s") % {"day": day(candidate.last_played, "plain")})
    return facts


@register.simple_tag
def members_and_new(total: int, new: int) -> str:
    """What is pre-selected, apart: 4 members and 2 new players."""
    members = total - new
    told_members = ngettext("%(count)d member", "%(count)d members", members) % {"count": members}
    told_new = ngettext("%(count)d new player", "%(count)d new players", new) % {"count": new}
    if not new or not members:
        return told_members if members else told_new
    return ngettext("%(members)s and %(new)s", "%(members)s and %(new)s", new) % {"members": told_members, "new": told_new}


@register.filter
def of_entry(denials: Mapping[int, list[NameDifference]], entry_id: int) -> list[NameDifference]:
    """Whom a name was declared not to be."""
    return denials.get(entry_id, [])


@register.filter
def named(player: Player, book: NameBook) -> str:
    """What a player is called on this page."""
    return book.display_name(player)
