"""What was said to one person: shown to that person, on the desk, and gone after sign-out."""

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from clubs.models import Audience, Club
from tests.factories import make_club, make_user

pytestmark = pytest.mark.django_db

NAME = "Vered Amitai"


def arbiter_who_added_somebody() -> tuple[Client, Club]:
    owner = make_user()
    club = make_club(owner=owner, audience=Audience.ADULTS)
    client = Client()
    client.force_login(owner)
    client.post(f"/desk/{club.public_id}/people/", {"name": NAME})
    return client, club


def test_no_cookie_holds_what_was_said() -> None:
    client, _ = arbiter_who_added_somebody()
    assert set(client.cookies) == {"sessionid"}


def test_a_page_that_is_open_to_all_never_shows_it_and_the_desk_does() -> None:
    client, club = arbiter_who_added_somebody()
    told = f"{NAME} is added."

    public = [client.get(address).content.decode() for address in (f"/club/{club.slug}/", f"/club/{club.slug}/events/", "/pricing/")]
    desk = client.get(f"/desk/{club.public_id}/").content.decode()

    assert ([told in page for page in public], told in desk) == ([False] * 3, True)
    assert told not in client.get(f"/desk/{club.public_id}/").content.decode()


def test_nothing_is_left_after_sign_out() -> None:
    client, club = arbiter_who_added_somebody()

    client.post("/accounts/logout/")

    left = [session.get_decoded() for session in Session.objects.all()]
    assert left == [{"_messages": '[["__json_message", 0, 25, "You are signed out.", ""]]'}]
    assert "messages" not in client.cookies
    pages = [client.get(address).content.decode() for address in (f"/club/{club.slug}/", "/accounts/login/", "/")]
    assert [NAME in page for page in pages] == [False] * 3
