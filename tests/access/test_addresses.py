"""Addresses that cannot be guessed, and nothing that lists them."""

import re

import pytest
from django.test import Client

from clubs.models import Audience, Visibility
from clubs.services import change_club
from players.models import new_player_id
from tests.factories import make_club, make_user

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("audience", Audience.values)
def test_every_clubs_address_carries_128_random_bits_from_the_start(audience: str) -> None:
    """Also a public club's: it may become unlisted tomorrow."""
    owner = make_user()
    slugs = [make_club("Nest", owner=owner, audience=audience).slug for _ in range(20)]
    random_parts = [found.group(1) for slug in slugs if (found := re.fullmatch(r"nest-([0-9a-f]{32})", slug))]
    assert len(set(random_parts)) == 20
    assert all(len({part[place] for part in random_parts}) > 1 for place in range(32))


def test_stable_ids_are_random_too() -> None:
    ids = [make_club().public_id for _ in range(20)]
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{22}", each) for each in ids)
    assert all(len({each[place] for each in ids}) > 1 for place in range(21))


def test_an_id_of_a_person_is_short_and_random() -> None:
    ids = [new_player_id() for _ in range(1_000)]
    assert all(re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_-]{7}", each) for each in ids)
    assert all(len({each[place] for each in ids}) > 30 for place in range(8))


@pytest.mark.parametrize("visibility", Visibility.values)
def test_no_list_of_addresses_names_a_club(visibility: str) -> None:
    club = change_club(club=make_club("Brackley"), by=None, visibility=visibility)
    answers = [Client().get(address) for address in ("/robots.txt", "/sitemap.xml", "/", "/club/", "/event/", "/desk/", "/api/v1/clubs/")]
    for answer in answers:
        told = (answer.content + str(answer.headers).encode()).lower()
        assert [word for word in ("brackley", club.slug, club.public_id.lower()) if word.encode() in told] == []


def test_robots_are_told_of_nothing_to_hide() -> None:
    """Whether a page may be listed is said by the page; what may not be named cannot stand here."""
    answer = Client().get("/robots.txt")
    assert (answer.status_code, answer["Content-Type"], answer.content) == (200, "text/plain; charset=utf-8", b"User-agent: *\nDisallow:\n")


def test_the_icon_is_there_for_those_who_ask_without_reading_the_page() -> None:
    answer = Client().get("/favicon.ico")
    assert (answer.status_code, answer["Content-Type"], answer.content[:4]) == (200, "image/svg+xml", b"<svg")
