"""How views get at an event: one answer for "absent", "another club's", "removed" and "not for you", byte for byte."""

from django.http import Http404, HttpRequest

from clubs.access import desk_for, role_in, sees_club
from clubs.domain.roles import Act
from clubs.models import Club
from clubs.selectors import find_club
from clubs.tenancy.scope import club_scope
from tournaments.models import Event, EventAccess
from tournaments.selectors.events import find_event


def event_for(request: HttpRequest, club_public_id: str, public_id: str) -> tuple[Club, Event]:
    """The club, and its event whose page this visitor may see; `latest` and `rated_version` are loaded.

    Raises:
        Http404: no such event, nothing of it is published, or it is not open to this visitor.
    """
    club = find_club(club_public_id)
    if club is None or club.public_id != club_public_id or club.is_shut:
        raise Http404
    with club_scope(club):
        event = find_event(club, public_id)
    if event is None or event.latest is None or not sees_event(request, club, event):
        raise Http404
    return club, event


def sees_event(request: HttpRequest, club: Club, event: Event) -> bool:
    """True if the event's own page is open to this visitor: to members always, to strangers as event and club say."""
    if role_in(request, club) is not None:
        return True
    if event.removed_at is not None or event.access == EventAccess.CLOSED:
        return False
    return event.access == EventAccess.OPEN or sees_club(request, club)


def desk_event_for(request: HttpRequest, club_public_id: str, public_id: str, act: Act = Act.USE_DESK) -> tuple[Club, Event]:
    """The club, and any event of it, removed or not, for somebody who may do `act` at the club's desk.

    Raises:
        Http404: no such event in a club where this person may do so.
    """
    club = desk_for(request, club_public_id, act)
    with club_scope(club):
        event = find_event(club, public_id)
    if event is None:
        raise Http404
    return club, event
