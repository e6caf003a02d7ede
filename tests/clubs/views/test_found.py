"""Founding a club: who may, what is asked, and how private it starts."""

import re

import pytest
from django.contrib.auth.models import AbstractBaseUser
from django.test import Client

from clubs.models import Audience, Club, Membership, NamePolicy, Role, Visibility
from tests.factories import make_user
from tests.reading import headings, parse

pytestmark = pytest.mark.django_db

ANSWERS = {"name": "Riverside Nest", "audience": "mixed", "language": "he", "time_zone": "Asia/Jerusalem"}


@pytest.fixture
def founder(client: Client) -> AbstractBaseUser:
    founder = make_user()
    client.force_login(founder)
    return founder


def test_a_stranger_makes_an_account_first(client: Client) -> None:
    for answer in (client.get("/clubs/new/"), client.post("/clubs/new/", ANSWERS)):
        assert (answer.status_code, answer["Location"]) == (302, "/accounts/signup/?next=/clubs/new/")
    assert not Club.objects.exists()


def test_the_form_asks_who_plays_there(client: Client, founder: AbstractBaseUser) -> None:
    page = client.get("/clubs/new/").content
    assert headings(page) == ["Found a club"]
    main = parse(page).find("main")[0]
    assert [choice.text for choice in main.find("label", "choice")] == ["Children and adults", "A school", "Adults only"]
    assert {element.attributes["name"] for element in main.find("select")} == {"language", "time_zone"}


def test_the_founder_is_the_owner_and_stands_at_the_desk(client: Client, founder: AbstractBaseUser) -> None:
    answer = client.post("/clubs/new/", ANSWERS)
    club = Club.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/desk/{club.public_id}/")
    assert (club.name, club.language, club.time_zone, club.audience) == ("Riverside Nest", "he", "Asia/Jerusalem", "mixed")
    assert list(Membership.objects.values_list("club", "user", "role")) == [(club.pk, founder.pk, Role.OWNER)]


@pytest.mark.parametrize(
    ("audience", "visibility", "policy"),
    [
        (Audience.MIXED, Visibility.UNLISTED, NamePolicy.INITIALS),
        (Audience.SCHOOL, Visibility.ARBITERS_ONLY, NamePolicy.INITIALS),
        (Audience.ADULTS, Visibility.UNLISTED, NamePolicy.EVERYONE_IN_FULL),
    ],
)
def test_who_plays_there_decides_how_private_the_club_starts(
    client: Client, founder: AbstractBaseUser, audience: str, visibility: str, policy: str
) -> None:
    client.post("/clubs/new/", ANSWERS | {"audience": audience})
    club = Club.objects.get()
    assert (club.visibility, club.name_policy) == (visibility, policy)
    assert re.fullmatch(r"riverside-nest-[0-9a-f]{32}", club.slug), "128 random bits"


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("name", "", "This field is required."),
        ("audience", "cats", "Select a valid choice. cats is not one of the available choices."),
        ("time_zone", "", "This field is required."),
        ("time_zone", "Mars/Olympus", "Select a valid choice. Mars/Olympus is not one of the available choices."),
        ("name", "x" * 101, "Ensure this value has at most 100 characters (it has 101)."),
    ],
)
def test_a_wrong_answer_is_said_beside_its_field(client: Client, founder: AbstractBaseUser, field: str, value: str, said: str) -> None:
    answer = client.post("/clubs/new/", ANSWERS | {field: value})
    assert [error.text for error in parse(answer.content).find("ul", "errorlist")] == [said]
    assert not Club.objects.exists()


def test_the_readers_language_is_proposed(client: Client, founder: AbstractBaseUser) -> None:
    client.cookies["django_language"] = "ru"
    chosen = [option for option in parse(client.get("/clubs/new/").content).find("option") if "selected" in option.attributes]
    assert "ru" in [option.attributes["value"] for option in chosen]


@pytest.mark.parametrize(("language", "zone"), [("he", "Asia/Jerusalem"), ("ru", "Europe/Moscow"), ("en", "")])
def test_the_zone_of_the_readers_language_is_proposed(client: Client, founder: AbstractBaseUser, language: str, zone: str) -> None:
    """A browser with scripts proposes its own: tests/browser/test_founding.py."""
    client.cookies["django_language"] = language
    assert chosen_zone(client.get("/clubs/new/").content) == zone


@pytest.mark.parametrize("zone", ["Europe/Riga", ""])
def test_what_was_sent_is_not_replaced_by_a_proposal(client: Client, founder: AbstractBaseUser, zone: str) -> None:
    client.cookies["django_language"] = "he"
    page = client.post("/clubs/new/", ANSWERS | {"name": "", "time_zone": zone}).content
    assert (chosen_zone(page), b"js/time_zone" in page, b"js/time_zone" in client.get("/clubs/new/").content) == (zone, False, True)


def chosen_zone(page: bytes) -> str | None:
    """What is chosen in the select of time zones."""
    (select,) = [each for each in parse(page).find("select") if each.attributes["name"] == "time_zone"]
    return next(option.attributes["value"] for option in select.find("option") if "selected" in option.attributes)
