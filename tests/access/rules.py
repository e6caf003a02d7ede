"""Who may do what, in words of RULES section 3 and DESIGN section 3: written down here again, and taken from no code."""

from collections.abc import Callable
from dataclasses import dataclass

from clubs.models import Visibility
from tests.access.world import ADMIN, ARBITER, OWNER, Principal


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


def members(who: Principal, where: Place) -> bool:
    return who.roles.get(where.club) in {ARBITER, ADMIN, OWNER}


def admins(who: Principal, where: Place) -> bool:
    return who.roles.get(where.club) in {ADMIN, OWNER}


def readers(who: Principal, where: Place) -> bool:
    """Of a club's pages: everybody, or its members alone."""
    return where.visibility != Visibility.ARBITERS_ONLY or members(who, where)


def reading_tokens(who: Principal, where: Place) -> bool:
    return who.token_of == where.club and "read" in who.scopes


def publishing_tokens(who: Principal, where: Place) -> bool:
    return who.token_of == where.club and "publish" in who.scopes
