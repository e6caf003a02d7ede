"""Who looks: the viewer that the door of names asks for, and the family that comes with a link."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from django.http import Http404, HttpRequest, HttpResponse

from clubs.access import role_in
from clubs.models import Club
from clubs.selectors import find_club
from clubs.tenancy.scope import club_scope
from players.domain.disclosure import PUBLIC, Viewer
from players.models import FamilyLink, Player, PlayerRename
from players.selectors.family import find_family_link, read_token

Given = ParamSpec("Given")


def viewer_of(request: HttpRequest, club: Club, *, at_desk: bool = False) -> Viewer:
    """The viewer of a page. A public page looks the same to everybody, so only at the desk anybody is asked who they are."""
    if not at_desk:
        return PUBLIC
    return Viewer(is_arbiter_of_club=role_in(request, club) is not None, at_desk=True)


def gone_if_erased(view: Callable[Given, HttpResponse]) -> Callable[Given, HttpResponse]:
    """A view that writes about a person: if somebody erases them between its look and its write, the answer is as a moment later."""

    @wraps(view)
    def answer(*args: Given.args, **named: Given.kwargs) -> HttpResponse:
        try:
            return view(*args, **named)
        except (Player.DoesNotExist, PlayerRename.DoesNotExist) as gone:
            raise Http404 from gone

    return answer


def family_for(token: str) -> tuple[Club, FamilyLink]:
    """The club and the link of a family's address; whoever has it needs no account.

    Raises:
        Http404: it was not made here, or it was revoked.
    """
    ids = read_token(token)
    club = None if ids is None else find_club(ids[0])
    if ids is None or club is None or club.public_id != ids[0]:
        raise Http404
    with club_scope(club):
        link = find_family_link(club, ids[1])
    if link is None:
        raise Http404
    return club, link


def living_family_for(token: str) -> tuple[Club, FamilyLink]:
    """The same, where there is still somebody about whom something can be said or taken away.

    Raises:
        Http404: as `family_for`; or the person was erased.
    """
    club, link = family_for(token)
    if link.player.erased_at is not None:
        raise Http404
    return club, link
