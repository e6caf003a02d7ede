"""Who looks: the viewer that the door of names asks for."""

from django.http import HttpRequest

from clubs.access import role_in
from clubs.models import Club
from players.domain.disclosure import PUBLIC, Viewer


def viewer_of(request: HttpRequest, club: Club, *, at_desk: bool = False) -> Viewer:
    """The viewer of a page. A public page looks the same to everybody, so only at the desk anybody is asked who they are."""
    if not at_desk:
        return PUBLIC
    return Viewer(is_arbiter_of_club=role_in(request, club) is not None, at_desk=True)
