"""Who may do what. What a role allows is the one table in `clubs/domain/roles.py`, pinned line by line in its own test.

The rest is written down here again in words of RULES section 3 and DESIGN section 3, and taken from no code.
"""

from collections.abc import Callable
from dataclasses import dataclass

from clubs.domain.roles import ALLOWED, Act
from clubs.models import Visibility
from tests.access.world import Principal


@dataclass(frozen=True, slots=True)
class Place:
    """Where an address leads: the mark of its club, "" where it names none, and who may see that club's pages."""

    club: str
    visibility: str


Rule = Callable[[Principal, Place], bool]


def anybody(_who: Principal, _where: Place) -> bool:
    return True


def nobody(_who: Principal, _where: Place) -> bool:
    return False


def signed_in(who: Principal, _where: Place) -> bool:
    return who.is_signed_in


def invited(who: Principal, where: Place) -> bool:
    """Who has an open invitation of the club."""
    return where.club != "" and who.invited_to == where.club


def allowed(act: Act) -> Rule:
    """Whose role in the club allows the act."""

    def rule(who: Principal, where: Place) -> bool:
        return act in ALLOWED.get(who.roles.get(where.club, ""), ())

    return rule


members = allowed(Act.USE_DESK)
inviting = allowed(Act.INVITE_ARBITERS)
owners = allowed(Act.MANAGE_ROLES)
admins = allowed(Act.CHANGE_CLUB)
readers_of_journal = allowed(Act.READ_JOURNAL)


def readers(who: Principal, where: Place) -> bool:
    """Of a club's pages: everybody, or its members alone."""
    return where.visibility != Visibility.ARBITERS_ONLY or members(who, where)


def reading_tokens(who: Principal, where: Place) -> bool:
    return who.token_of == where.club and "read" in who.scopes


def publishing_tokens(who: Principal, where: Place) -> bool:
    return who.token_of == where.club and "publish" in who.scopes
