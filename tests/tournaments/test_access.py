"""Who may open an event's page, and that everybody else gets one and the same answer."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest
from django.test import RequestFactory
from django.utils import timezone

from clubs.models import Club, Visibility
from clubs.tenancy.scope import club_scope
from tests.factories import event_record, join_club, make_club, make_user
from tests.tournaments.sources import BOARDS, NAMES
from tournaments.access import desk_event_for, event_for
from tournaments.domain.record import Reading
from tournaments.models import Event, EventAccess
from tournaments.services import publish_event, undo_publication

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def make_event(club: Club, **changes: object) -> Event:
    reading = Reading(event_record(list(NAMES), BOARDS))
    event = publish_event(club=club, reading=reading, by=None, source="command").event
    with club_scope(club):
        Event.objects.filter(pk=event.pk).update(**changes)
    return event


def request_of(kind: str, club: Club) -> HttpRequest:
    request = RequestFactory().get("/")
    request.user = AnonymousUser() if kind == "nobody" else make_user() if kind == "stranger" else join_club(club)
    return request


def opens(kind: str, club: Club, event: Event) -> bool:
    try:
        found = event_for(request_of(kind, club), club.public_id, event.public_id)
    except Http404:
        return False
    return found == (club, event)


@pytest.mark.parametrize("kind", ["nobody", "stranger"])
@pytest.mark.parametrize(
    ("visibility", "access", "open_to_strangers"),
    [
        (Visibility.ARBITERS_ONLY, EventAccess.AS_CLUB, False),
        (Visibility.ARBITERS_ONLY, EventAccess.OPEN, True),
        (Visibility.ARBITERS_ONLY, EventAccess.CLOSED, False),
        (Visibility.UNLISTED, EventAccess.AS_CLUB, True),
        (Visibility.UNLISTED, EventAccess.OPEN, True),
        (Visibility.UNLISTED, EventAccess.CLOSED, False),
        (Visibility.PUBLIC, EventAccess.AS_CLUB, True),
        (Visibility.PUBLIC, EventAccess.OPEN, True),
        (Visibility.PUBLIC, EventAccess.CLOSED, False),
    ],
)
def test_strangers(kind: str, visibility: str, access: str, open_to_strangers: bool) -> None:
    club = make_club()
    Club.objects.filter(pk=club.pk).update(visibility=visibility)
    club.refresh_from_db()
    event = make_event(club, access=access)

    assert opens(kind, club, event) is open_to_strangers
    assert opens("member", club, event)


def test_a_removed_event_is_shown_to_members_alone() -> None:
    club = make_club()
    event = make_event(club, access=EventAccess.OPEN, removed_at=timezone.now())

    assert [opens(kind, club, event) for kind in ("nobody", "stranger", "member")] == [False, False, True]


def test_an_event_of_which_nothing_is_published_has_no_page_but_a_place_on_the_desk() -> None:
    club = make_club()
    event = make_event(club)
    undo_publication(club=club, event=event, by=None)

    assert not opens("member", club, event)
    assert desk_event_for(request_of("member", club), club.public_id, event.public_id) == (club, event)
    for kind in ("nobody", "stranger"):
        with pytest.raises(Http404):
            desk_event_for(request_of(kind, club), club.public_id, event.public_id)


def test_an_event_is_found_under_its_own_club_alone() -> None:
    club, other = make_club(), make_club("Theirs")
    event = make_event(other)
    request = request_of("member", club)

    for club_id, event_id in [
        (club.public_id, event.public_id),
        (other.slug, event.public_id),
        ("nowhere", event.public_id),
        (club.public_id, "nothing"),
    ]:
        with pytest.raises(Http404) as refused:
            event_for(request, club_id, event_id)
        assert refused.value.args == ()
