"""What the arbiter's desk says about a proposal, in the reader's language."""

from collections.abc import Mapping

from django import template
from django.utils.translation import gettext, ngettext

from clubs.templatetags.rookery import day
from players.domain.matching import REASONS, Reason
from players.models import Player
from players.selectors import NameBook
from tournaments.models import NameDifference
from tournaments.selectors.names import Candidate, EntryProposal

register = template.Library()


@register.filter
def in_words(reason: Reason) -> str:
    """Why a member is suggested: the sentence of its code, filled with the parts of names it is about."""
    return gettext(REASONS[reason.code]) % reason.params


@register.simple_tag
def candidate_facts(candidate: Candidate) -> list[str]:
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
    return gettext("%(members)s and %(new)s") % {"members": told_members, "new": told_new}


@register.filter
def of_entry(denials: Mapping[int, list[NameDifference]], entry_id: int) -> list[NameDifference]:
    """Whom a name was declared not to be."""
    return denials.get(entry_id, [])


@register.filter
def named(player: Player, book: NameBook) -> str:
    """What a player is called on this page."""
    return book.display_name(player)


@register.simple_tag
def radio_id(proposal: EntryProposal, candidate: Candidate) -> str:
    """The id of the radio button that says: this name is this person."""
    return f"name-{proposal.entry.pk}-{candidate.player.pk}"


@register.simple_tag
def is_preselected(proposal: EntryProposal, candidate: Candidate, opened: int | None) -> bool:
    """Whether the radio button is set when the page is shown; in the `opened` entry it is that of somebody else."""
    return proposal.preselected == candidate.player.pk and proposal.entry.pk != opened
