"""How views get at a club: one answer for "absent", "another club's" and "not for you", byte for byte."""

from django.http import Http404, HttpRequest

from clubs.domain.pausing import PagePaused
from clubs.domain.roles import Act, may
from clubs.models import Club, Role
from clubs.selectors import find_club, find_role


def club_for(request: HttpRequest, slug: str) -> Club:
    """The club whose public pages this visitor may see.

    Raises:
        PagePaused: everybody who may see them is told so, but the club's own arbiters.
        Http404: no such club, one that is about to be deleted, or one that shows itself to its arbiters only.
    """
    club = find_club(slug)
    if club is None or club.slug != slug or not sees_club(request, club):
        raise Http404
    if is_paused_for(request, club):
        raise PagePaused
    return club


def is_paused_for(request: HttpRequest, club: Club) -> bool:
    """True if the public pages of the club are paused, and this visitor does not act for it."""
    return club.is_paused and role_in(request, club) is None


def sees_club(request: HttpRequest, club: Club) -> bool:
    """True if the public pages of the club are open to this visitor."""
    return club.shows_pages or (not club.is_shut and role_in(request, club) is not None)


def desk_for(request: HttpRequest, public_id: str, act: Act = Act.USE_DESK) -> Club:
    """The club for which this person may do `act` at the desk. Who is not signed in was sent to sign in (`SignInForDesk`).

    Raises:
        Http404: no such club, no member of it, or a role that may not.
    """
    club = find_club(public_id)
    if club is None or club.public_id != public_id or not may(role_in(request, club), act):
        raise Http404
    return club


def role_in(request: HttpRequest, club: Club) -> Role | None:
    """The visitor's role in the club, None for strangers. It is looked up anew for every request, and once in each."""
    roles: dict[int, Role | None] = request.__dict__.setdefault("roles_in_clubs", {})
    if club.pk not in roles:
        roles[club.pk] = find_role(request.user, club)
    return roles[club.pk]
