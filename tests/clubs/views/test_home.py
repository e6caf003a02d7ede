"""The home page: what Rookery is and costs, and the way to one's own clubs."""

import pytest
from django.test import Client
from pytest_django import Settings

from clubs.selectors import DEMO_ARBITER
from clubs.services import invite, revoke_invitation
from tests.factories import join_club, make_club, make_user
from tests.reading import headings, links

pytestmark = pytest.mark.django_db


def test_a_stranger_reads_what_it_is_and_what_it_costs(client: Client, settings: Settings) -> None:
    settings.SELLS_SUBSCRIPTIONS = True
    answer = client.get("/")
    page = answer.content.decode()
    assert headings(page) == ["A page and a ladder for your chess club"]
    assert [text in page for text in ("2.99 USD", "24.99 USD", "for 30 days, free and without a card")] == [True] * 3
    assert links(page) == {
        "Found a club": "/clubs/new/",
        "What is free and what is paid": "/pricing/",
        "What we store": "/what-we-store/",
        "Sign in": "/accounts/login/",
    }
    assert "X-Robots-Tag" not in answer


def test_where_none_are_sold_no_price_is_named(client: Client) -> None:
    page = client.get("/").content.decode()
    assert ("USD" in page, "every club&#x27;s page is open without one" in page.replace("'", "&#x27;")) == (False, True)


def test_every_page_leads_to_what_it_costs_and_to_what_is_stored(client: Client) -> None:
    foot = client.get("/who-may-do-what/").content.decode().partition("<footer")[2]
    assert [address for address in ("/pricing/", "/what-we-store/") if f'href="{address}"' in foot] == ["/pricing/", "/what-we-store/"]


def test_a_member_sees_their_own_clubs_and_no_others(client: Client) -> None:
    club = make_club("Ours")
    make_club("Theirs")
    client.force_login(join_club(club))
    page = client.get("/").content
    assert headings(page) == ["Your clubs"]
    assert links(page) == {
        "Ours": f"/club/{club.slug}/",
        "Arbiter's desk": f"/desk/{club.public_id}/",
        "Found a club": "/clubs/new/",
        "What we store": "/what-we-store/",
    }


def test_who_is_invited_is_led_to_where_that_can_be_accepted(client: Client) -> None:
    """Also whoever has lost the mail, and comes here from signing up."""
    owner, invited = make_user(), make_user("new@nest.example")
    club = make_club(owner=owner)
    made, _ = invite(club=club, email="new@nest.example", role="arbiter", by=owner)
    client.force_login(invited)
    assert links(client.get("/").content)["My clubs"] == "/desk/"
    revoke_invitation(club=club, invitation=made, by=owner)
    assert "My clubs" not in links(client.get("/").content)


@pytest.mark.parametrize(("embedded", "shown"), [(True, True), (False, False)])
def test_demo_clubs_are_shown_only_where_everything_is_embedded(client: Client, settings: Settings, embedded: bool, shown: bool) -> None:
    settings.EMBEDDED = embedded
    demo = make_club("Demo", owner=make_user(DEMO_ARBITER))
    assert (links(client.get("/").content).get("Demo") == f"/club/{demo.slug}/") is shown


def test_the_language_can_be_switched_without_javascript(client: Client) -> None:
    answer = client.post("/i18n/setlang/", {"language": "he", "next": "/"}, follow=True)
    assert '<html lang="he"\n      dir="rtl">' in answer.content.decode()
    answer = client.post("/i18n/setlang/", {"language": "en", "next": "/"}, follow=True)
    assert '<html lang="en"\n      dir="ltr">' in answer.content.decode()
