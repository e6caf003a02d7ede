"""The desk's page of people who may be one: what it shows, that it waits for nobody, and what its buttons do."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from players.models import Player
from players.selectors.duplicates import SearchStage, get_search_state
from players.services.duplicates import ask_for_duplicates, put_off_search, take_search, tell_search
from tests.factories import join_club, make_club, make_player
from tests.reading import Element, parse
from tests.tournaments.duplicates.searching import found, search
from tournaments.selectors.differing import declared_pairs
from tournaments.services.differing import declare_different
from tournaments.services.duplicates import search_duplicates
from tournaments.services.identity import merge_players

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def arbiter(club: Club) -> Client:
    client = Client()
    client.force_login(join_club(club))
    return client


@pytest.fixture
def two(club: Club) -> tuple[Player, Player]:
    return make_player(club, "Nadia Brook"), make_player(club, "N. Brook")


def address(club: Club, action: str = "") -> str:
    return f"/desk/{club.public_id}/people/duplicates/{action}"


def look(client: Client, url: str) -> Element:
    answer = client.get(url)
    assert answer.status_code == 200
    return parse(answer.content)


def press(client: Client, url: str, **fields: str) -> Element:
    answer = client.post(url, fields, follow=True)
    assert [status for _, status in answer.redirect_chain] == [302]
    return parse(answer.content)


def pair_of(two: tuple[Player, Player]) -> dict[str, str]:
    return {"one": two[0].public_id, "other": two[1].public_id}


def pairs_on(page: Element) -> list[str]:
    return [one.text for one in page.find("li", "pair")]


def buttons_on(page: Element) -> list[str]:
    """Those of the page's own part, but for the ladder's: it is stale in a test that adds people."""
    buttons = [button.text for button in page.find("main")[0].find("button")]
    return [text for text in buttons if text != "Rebuild now"]


def test_before_the_first_search_there_is_a_button(club: Club, arbiter: Client, two: tuple[Player, Player]) -> None:
    page = look(arbiter, address(club))
    assert buttons_on(page) == ["Search the club"]
    assert "The names of the whole club can be compared with each other." in page.text
    assert page.find("main")[0].find("nav", "tabs") == []


def test_asking_answers_at_once_and_the_page_says_how_far_it_is_until_it_is_done(
    club: Club, arbiter: Client, two: tuple[Player, Player]
) -> None:
    page = press(arbiter, address(club, "search/"))
    assert "The search will begin in a moment" in page.text
    assert (buttons_on(page), page.find("progress")) == ([], [])
    number = take_search(club=club)
    assert number is not None
    tell_search(club=club, number=number, progress=120, total=400)
    for url in (address(club), address(club, "state/")):
        page = look(arbiter, url)
        [bar] = page.find("progress")
        assert (bar.attributes["value"], bar.attributes["max"]) == ("120", "400")
        assert address(club, "state/") in [one.attributes["data-ladder-state"] for one in page.find("div", "ladder-state")]
    ask_for_duplicates(club=club, by=None)
    search_duplicates(club=club)
    assert "The search is finished Show what it found" in look(arbiter, address(club, "state/")).text
    page = look(arbiter, address(club))
    assert "2 people were compared with each other." in page.text
    assert buttons_on(page) == ["Search again", "Different people"]


def test_what_failed_is_said_and_may_be_asked_for_again(club: Club, arbiter: Client, two: tuple[Player, Player]) -> None:
    search(club)
    ask_for_duplicates(club=club, by=None)
    put_off_search(club=club, number=2)
    page = look(arbiter, address(club))
    assert "The search did not succeed It is tried again by itself." in page.text
    assert len(pairs_on(page)) == 1
    press(arbiter, address(club, "search/"))
    assert get_search_state(club).stage is SearchStage.WAITING


def test_a_pair_is_shown_with_what_tells_the_two_apart(club: Club, arbiter: Client, two: tuple[Player, Player]) -> None:
    search(club)
    page = look(arbiter, address(club))
    assert pairs_on(page) == [
        "Nadia Brook no rated game yet in no event so far N. Brook no rated game yet in no event so far"
        " initial of the first name no event together One person … Different people"
    ]
    links = [link.attributes["href"] for link in page.find("ol", "pairs")[0].find("a")]
    people = [f"/desk/{club.public_id}/people/{player.public_id}/" for player in two]
    assert links == [*people, reverse("ratings:merge", args=[club.public_id, two[0].public_id, two[1].public_id])]


def test_nobody_like_anybody(club: Club, arbiter: Client) -> None:
    make_player(club, "Nadia Brook")
    search(club)
    assert "Nobody looks like anybody else" in look(arbiter, address(club)).text


def test_people_added_since_are_told(club: Club, arbiter: Client) -> None:
    search(club)
    make_player(club, "Nadia Brook")
    assert "1 person was added since." in look(arbiter, address(club)).text


def test_different_people_are_declared_told_and_taken_back(club: Club, arbiter: Client, two: tuple[Player, Player]) -> None:
    search(club)
    page = press(arbiter, address(club, "different/"), **pair_of(two), page="1")
    assert "N. Brook and Nadia Brook are two people, and will not be suggested to be one again. Undo" in page.text
    assert (pairs_on(page), found(club)) == ([], [])
    with club_scope(club):
        assert declared_pairs(club) == {frozenset(player.pk for player in two)}
    page = look(arbiter, address(club) + "?show=different")
    assert [one.split(" declared on ")[0] for one in pairs_on(page)] == ["N. Brook ≠ is not Nadia Brook"]
    page = press(arbiter, address(club, "different/withdraw/"), **pair_of(two), show="different", page="1")
    assert "This is taken back: they may be suggested to be one person again." in page.text
    assert "Nobody is declared different" in page.text
    assert len(pairs_on(look(arbiter, address(club)))) == 1


def test_two_who_are_one_person_since_are_refused(club: Club, arbiter: Client, two: tuple[Player, Player]) -> None:
    search(club)
    merge_players(club=club, absorbed=two[0], into=two[1], by=None)
    page = press(arbiter, address(club, "different/"), **pair_of(two))
    assert "These two are one person already." in page.text
    assert "are two people" not in page.text


@pytest.mark.parametrize("nonsense", ["", "x", "\0", "0" * 500, "None"])
def test_nonsense_is_refused_calmly(club: Club, arbiter: Client, two: tuple[Player, Player], nonsense: str) -> None:
    for action in ("different/", "different/withdraw/"):
        page = press(arbiter, address(club, action), one=two[0].public_id, other=nonsense, page=nonsense, show=nonsense)
        assert "This is no longer here. Load the page again." in page.text
    refused = {400} if nonsense == "\0" else {200}
    assert {arbiter.get(address(club), {name: nonsense}).status_code for name in ("declared", "page", "show")} == refused


def test_a_player_of_another_club_is_not_here(club: Club, arbiter: Client, two: tuple[Player, Player]) -> None:
    foreign = make_player(make_club(), "N. Brook")
    page = press(arbiter, address(club, "different/"), one=two[0].public_id, other=foreign.public_id)
    assert "This is no longer here." in page.text


def test_no_name_stands_in_an_address(club: Club, arbiter: Client, two: tuple[Player, Player]) -> None:
    search(club)
    answer = arbiter.post(address(club, "different/"), {**pair_of(two), "page": "1"})
    assert answer["Location"] == f"{address(club)}?declared={two[0].public_id}.{two[1].public_id}&page=1"


def test_the_pages_of_a_long_list(club: Club, arbiter: Client) -> None:
    players = [make_player(club, "Nadia Brook") for _ in range(8)]  # 28 pairs
    search(club)
    first, second = (look(arbiter, f"{address(club)}?page={number}") for number in (1, 2))
    assert (len(pairs_on(first)), len(pairs_on(second)), second.find("ol", "pairs")[0].attributes["start"]) == (25, 3, "26")
    for at, one in enumerate(players):
        for other in players[at + 1 :]:
            declare_different(club=club, one=one, other=other, by=None)
    page = look(arbiter, f"{address(club)}?show=different")
    assert [link.attributes["href"] for link in page.find("nav", "pager")[0].find("a")] == ["?show=different&page=2"]
    assert [tab.text for tab in page.find("main")[0].find("ul", "tabs-list")[0].find("li")] == [
        "May be one person",
        "Declared different 28",
    ]


@pytest.mark.parametrize("pairs", [1, 3])
def test_as_many_statements_for_three_pairs_as_for_one(club: Club, arbiter: Client, pairs: int) -> None:
    for number in range(pairs):
        surname = "Brook" + "abc"[number] * 4
        make_player(club, f"Nadia {surname}")
        make_player(club, f"N. {surname}")
    search(club)
    arbiter.get(address(club))
    counted = []
    for url in (address(club), address(club) + "?show=different"):
        with CaptureQueriesContext(connection) as queries:
            arbiter.get(url)
        counted.append(len(queries))
    assert counted == [27, 22]
