"""A person's starting rating: from the person's page to what it changes, applied, and undone from the journal."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from players.models import Player
from players.services import set_start
from ratings.models import Correction
from ratings.services import replay_ladder
from tests.factories import join_club, make_club, make_player
from tests.ratings.builder import merge
from tests.ratings.stored import Stored, stored_ladder
from tests.ratings.views.confirming import form_of, press
from tests.reading import headings, parse
from tournaments.models import Event

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

SHOW = "Show what it changes"


@pytest.fixture
def club(evenings: tuple[Club, list[Event]]) -> Club:
    return evenings[0]


@pytest.fixture
def arbiter(club: Club) -> Client:
    client = Client()
    client.force_login(join_club(club))
    return client


def person(club: Club, name: str = "Ben Birch") -> Player:
    with club_scope(club):
        return Player.objects.get(club=club, name=name)


def page_of(club: Club, player: Player) -> str:
    return f"/desk/{club.public_id}/people/{player.public_id}/"


def state(club: Club, player: Player) -> tuple[Stored, int | None, int | None]:
    with club_scope(club):
        player.refresh_from_db()
    return stored_ladder(club), player.start_rating, player.start_games


def changes_on(page: str) -> list[str]:
    return [item.text for item in parse(page).find("ul", "changes-list")[0].find("li")]


def test_shown_applied_and_undone(club: Club, arbiter: Client) -> None:
    ben = person(club)
    before, url = state(club, ben), page_of(club, ben)
    preview = press(arbiter, url, arbiter.get(url).content.decode(), SHOW, start_rating="1450.5")
    assert (headings(preview), changes_on(preview)) == (
        ["Starting rating of Ben Birch"],
        ["Starting rating: 1450.5 instead of that of the rules"],
    )
    assert state(club, ben) == before
    applied = press(arbiter, f"{url}start/", preview, "Apply", reason="Known from the league")
    assert "The correction is made, and the ladder is up to date." in applied
    assert state(club, ben)[1:] == (14_505, None)
    assert form_of(arbiter.get(url).content.decode(), SHOW)[1] == {"start_rating": ["1450.5"]}

    with club_scope(club):
        address = f"/desk/{club.public_id}/corrections/{Correction.objects.get(club=club).public_id}/"
    page = arbiter.get(address).content.decode()
    assert changes_on(page) == ["Starting rating: 1450.5 instead of that of the rules"]
    undoing = press(arbiter, address, page, "Undo…")
    assert "Leave it as it is" in undoing
    assert "Cancel" not in undoing, "beside “Undo it” that would be the same word"
    assert "It is undone, and the ladder is up to date." in press(arbiter, f"{address}undo/", undoing, "Undo it")
    assert state(club, ben) == before


def test_games_brought_with_it_are_told_and_go_with_it(club: Club, arbiter: Client) -> None:
    ben = person(club)
    set_start(club=club, player=ben, rating=15_000, games=30, by=None)
    replay_ladder(club=club)
    url = f"{page_of(club, ben)}start/"
    page = arbiter.get(url).content.decode()
    assert "Brought from elsewhere with 30 rated games" in page
    preview = press(arbiter, url, page, SHOW, start_rating="1400")
    assert changes_on(preview) == ["Starting rating: 1400.0 instead of 1500.0"]
    press(arbiter, url, preview, "Apply")
    assert state(club, ben)[1:] == (14_000, 30)
    preview = press(arbiter, url, arbiter.get(url).content.decode(), SHOW, start_rating="")
    assert changes_on(preview) == ["Starting rating: that of the rules instead of 1400.0"]
    press(arbiter, url, preview, "Apply")
    assert state(club, ben)[1:] == (None, None)


def test_the_form_comes_back_as_it_was_filled_in(club: Club, arbiter: Client) -> None:
    url = f"{page_of(club, person(club))}start/"
    preview = arbiter.post(url, {"start_rating": "1450.5"}).content.decode()
    assert form_of(press(arbiter, url, preview, "Back to the form"), SHOW)[1] == {"start_rating": ["1450.5"]}


@pytest.mark.parametrize("value", ["99.9", "4000.1", "strong", "1e3", "1450.55", "\x00", "9" * 5_000])
def test_what_cannot_be_is_refused(club: Club, arbiter: Client, value: str) -> None:
    ben = person(club)
    before = state(club, ben)
    answer = arbiter.post(f"{page_of(club, ben)}start/", {"start_rating": value})
    assert (answer.status_code, 'class="errorlist"' in answer.content.decode()) == (422, True)
    assert state(club, ben) == before


def test_what_holds_already_is_told_so(club: Club, arbiter: Client) -> None:
    ben = person(club)
    page = arbiter.post(f"{page_of(club, ben)}start/", {"start_rating": ""}, follow=True).content.decode()
    assert "Nothing is different: this is how it stands already. Nothing was changed." in page


def test_a_person_of_another_club_is_missing(club: Club, arbiter: Client) -> None:
    theirs = make_player(make_club("Other"), "Theo Perch")
    for public_id in (theirs.public_id, "A" * 11, "A" * 22, "nobody"):
        for answer in (
            arbiter.get(f"/desk/{club.public_id}/people/{public_id}/start/"),
            arbiter.post(f"/desk/{club.public_id}/people/{public_id}/start/", {"start_rating": "1400"}),
        ):
            assert answer.status_code == 404


def test_the_page_asks_the_same_whatever_the_size_of_the_club(club: Club, arbiter: Client) -> None:
    url, counts = f"{page_of(club, person(club))}start/", []
    for name in ("Gil Gorse", "Hope Holly"):
        make_player(club, name)
        with CaptureQueriesContext(connection) as queries:
            arbiter.get(url)
        counts.append(len(queries))
    assert counts == [17, 17]


def test_the_start_of_somebody_merged_counts_while_there_is_none(club: Club, arbiter: Client) -> None:
    ben, twin = person(club), make_player(club, "B. Birch")
    set_start(club=club, player=twin, rating=15_000, games=12, by=None)
    merge(club, twin, ben)
    replay_ladder(club=club)
    before, url = state(club, ben), f"{page_of(club, ben)}start/"
    page = arbiter.get(url).content.decode()
    counts = "While this is empty, 1500.0 counts: the starting rating of B. Birch , who is the same person."
    assert f"{counts} 12 rated games were brought with that name." in parse(page).text
    assert counts in parse(arbiter.get(page_of(club, ben)).content).text
    preview = press(arbiter, url, page, SHOW, start_rating="1600")
    assert changes_on(preview) == ["Starting rating: 1600.0 instead of 1500.0"]
    press(arbiter, url, preview, "Apply")
    page = arbiter.get(url).content.decode()
    assert counts not in parse(page).text, "what stands there is the own"
    preview = press(arbiter, url, page, SHOW, start_rating="")
    assert changes_on(preview) == ["Starting rating: 1500.0 instead of 1600.0"]
    press(arbiter, url, preview, "Apply")
    assert state(club, ben) == before
    with club_scope(club):
        journal = [each.public_id for each in Correction.objects.filter(club=club).order_by("pk")]
    told = [changes_on(arbiter.get(f"/desk/{club.public_id}/corrections/{each}/").content.decode()) for each in journal]
    assert told == [["Starting rating: 1600.0 instead of 1500.0"], ["Starting rating: 1500.0 instead of 1600.0"]]
