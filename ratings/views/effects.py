"""What a correction does to the ladder, as `templates/ratings/correction_effects.html` takes it: with names, at the desk alone."""

from dataclasses import dataclass

from django.utils.html import format_html
from django.utils.translation import gettext, npgettext

from clubs.models import Club
from clubs.templatetags.rookery import change
from players.selectors import NameBook
from ratings.domain.effects import Effects, MemberEffect
from ratings.views.frame import player_url


@dataclass(frozen=True, slots=True)
class EffectRow:
    """One member who moves: ratings and difference in tenths, None where there is none. `url` is the member's page, "" without one."""

    name: str
    url: str
    before: int | None
    after: int | None
    difference: int | None


@dataclass(frozen=True, slots=True)
class EffectsShown:
    """The rows in the order of `Effects`, and the sentence about them: how many change, and what else is to be said.

    `failed`: the ladder cannot be computed with the correction; there are no rows then.
    """

    rows: tuple[EffectRow, ...]
    sentence: str
    clauses: tuple[str, ...]
    failed: bool


def describe_effects(club: Club, book: NameBook, effects: Effects) -> EffectsShown:
    """`book` is the door of names for a viewer at the desk."""
    rows = tuple(_row(club, book, member) for member in effects.members)
    words = npgettext("beginning of a sentence", "%(members)s member changes", "%(members)s members change", len(rows))
    sentence = words % {"members": len(rows)}
    clauses = filter(None, (_largest(rows), _leader(book, effects)))
    return EffectsShown(rows, sentence, tuple(clauses), effects.ladder_failed is not None)


def _largest(rows: tuple[EffectRow, ...]) -> str:
    largest = next((row for row in rows if row.difference is not None), None)
    if largest is None:
        return ""
    return format_html(gettext("largest {difference} ({name})"), difference=change(largest.difference), name=_isolated(largest.name))


def _leader(book: NameBook, effects: Effects) -> str:
    if effects.leader_before == effects.leader_after:
        return "" if effects.leader_after is None else gettext("leader unchanged")
    if effects.leader_after is None:
        return gettext("nobody leads any more")
    return format_html(gettext("new leader: {name}"), name=_isolated(_name(book, effects.leader_after)))


def _isolated(name: str) -> str:
    return format_html("<bdi>{}</bdi>", name)


def _row(club: Club, book: NameBook, member: MemberEffect) -> EffectRow:
    name = _name(book, member.player_id)
    try:
        url = player_url(club, book, member.player_id)
    except KeyError:
        url = ""
    return EffectRow(name, url, member.before, member.after, member.difference)


def _name(book: NameBook, player_id: int | None) -> str:
    """Somebody may be there only if the correction is made, or no longer be there since it was."""
    if player_id is None:
        return ""
    try:
        return book.name_of(player_id)
    except KeyError:
        return gettext("Somebody who is not in the club")
