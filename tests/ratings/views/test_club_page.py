"""The club's front page: who stands where, what was played, what the ladder waits for."""

from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import Audience, Club, NamePolicy, Visibility
from clubs.services import change_club
from clubs.tenancy.scope import club_scope
from players.models import Player
from ratings.models import LadderBuild
from ratings.services import replay_ladder
from tests.factories import Board, event_record, join_club, make_club, make_event
from tests.reading import headings, links, notices, table
from tournaments.domain.results import ResultKind
from tournaments.models import EventAccess
from tournaments.services.events import change_event

pytestmark = pytest.mark.django_db

WIN, DRAW, LOSS = ResultKind.WHITE_WIN, ResultKind.DRAW, ResultKind.BLACK_WIN
PAIR: list[list[Board]] = [[(1, 2, WIN)], [(2, 1, DRAW)], [(1, 2, WIN)], [(2, 1, LOSS)], [(1, 2, DRAW)]]
"""Five games: after them both are established, the first with 4 points."""


def address(club: Club) -> str:
    return f"/club/{club.slug}/"


def test_established_players_are_ranked_and_provisional_ones_are_not(client: Client) -> None:
    club = make_club()
    make_event(club, event_record(["Dana Adler", "Gil Tal"], PAIR, on=date(2026, 3, 3)))
    make_event(club, event_record(["Noa Ziv", "Oskar Lind"], [[(1, 2, WIN)]], on=date(2026, 3, 10)))
    replay_ladder(club=club)
    page = client.get(address(club)).content
    assert headings(page) == ["Nest"]
    assert table(page, "ladder-rows") == [
        ["1", "D. A.", "1260.0", "–", "5", "3 Mar"],
        ["2", "G. T.", "1140.0", "–", "5", "3 Mar"],
        ["–", "N. Z.", "1220.0", "+20.0", "1", "10 Mar"],
        ["–", "O. L.", "1180.0", "−20.0", "1", "10 Mar"],
    ]
    assert len(table(page, "ladder-provisional")) == 2
    assert notices(page) == []


def test_players_are_linked_by_random_ids(client: Client) -> None:
    club = make_club()
    make_event(club, event_record(["Dana Adler", "Gil Tal"], PAIR))
    replay_ladder(club=club)
    with club_scope(club):
        ids = {player.name: player.public_id for player in Player.objects.filter(club=club)}
    found = links(client.get(address(club)).content)
    assert found["D. A."] == f"players/{ids['Dana Adler']}/"


def test_an_empty_club_says_how_a_ladder_begins(client: Client) -> None:
    page = client.get(address(make_club())).content
    assert "Nobody is on the ladder yet" in headings(page, "h2")
    assert "No event has been published yet." in page.decode()


def test_the_page_says_that_the_ladder_is_being_rebuilt_until_it_is(client: Client) -> None:
    club = make_club()
    make_event(club, event_record(["Dana Adler", "Gil Tal"], PAIR))
    before = client.get(address(club)).content
    assert [text.startswith("The ladder is being rebuilt A change made on ") for text in notices(before)] == [True]
    assert table(before, "ladder-rows") == []
    replay_ladder(club=club)
    assert notices(client.get(address(club)).content) == []


def test_the_page_says_that_the_ladder_could_not_be_rebuilt(client: Client) -> None:
    club = make_club()
    make_event(club, event_record(["Dana Adler", "Gil Tal"], PAIR))
    LadderBuild.objects.update_or_create(club=club, defaults={"failures": 2, "failure": "event 12"})
    (said,) = notices(client.get(address(club)).content)
    assert said.startswith("The ladder could not be rebuilt")
    assert "event 12" not in said


def test_events_that_wait_for_names_are_counted_without_a_name(client: Client) -> None:
    club = make_club()
    make_event(club, event_record(["Dana Adler", "Gil Tal"], PAIR, name="Tuesday"), decided=False)
    make_event(club, event_record(["Dana Adler", "Gil Tal"], PAIR, name="League", finished=False), decided=False)
    replay_ladder(club=club)
    page = client.get(address(club)).content
    assert notices(page) == ["1 event is waiting for names and is not yet counted."]
    assert "Adler" not in page.decode()
    assert "waiting for 2 names, not yet rated" in page.decode()


def test_an_event_for_arbiters_only_is_not_listed(client: Client) -> None:
    club = make_club()
    event = make_event(club, event_record(["Dana Adler", "Gil Tal"], PAIR, name="Selection"), decided=False)
    change_event(club=club, event=event, access=EventAccess.CLOSED, by=None)
    replay_ladder(club=club)
    for path in (address(club), f"{address(club)}events/"):
        page = client.get(path).content
        assert (b"Selection" in page, notices(page)) == (False, [])


def test_an_arbiter_sees_the_page_exactly_as_a_stranger_does(client: Client) -> None:
    club = make_club()
    make_event(club, event_record(["Dana Adler", "Gil Tal"], PAIR))
    replay_ladder(club=club)
    stranger = client.get(address(club)).content
    client.force_login(join_club(club))
    member = client.get(address(club)).content
    assert table(member, "ladder-rows") == table(stranger, "ladder-rows")
    assert (b"Adler" in member, b"Sign out" in member) == (False, True)


def test_an_adults_only_club_shows_full_names(client: Client) -> None:
    club = make_club(audience=Audience.ADULTS)
    make_event(club, event_record(["Dana Adler", "Gil Tal"], PAIR))
    replay_ladder(club=club)
    assert [row[1] for row in table(client.get(address(club)).content, "ladder-rows")] == ["Dana Adler", "Gil Tal"]
    change_club(club=club, by=None, name_policy=NamePolicy.INITIALS)
    assert [row[1] for row in table(client.get(address(club)).content, "ladder-rows")] == ["D. A.", "G. T."]


def test_another_clubs_people_and_events_do_not_stand_here(client: Client) -> None:
    ours, theirs = make_club("Ours"), make_club("Theirs")
    make_event(theirs, event_record(["Theo Perch", "Gil Tal"], PAIR, name="Their evening"))
    replay_ladder(club=theirs)
    page = client.get(address(ours)).content
    assert (table(page, "ladder-rows"), b"Their evening" in page) == ([], False)
    assert b"Their evening" in client.get(address(theirs)).content


@pytest.mark.parametrize(("visibility", "indexed"), [(Visibility.UNLISTED, False), (Visibility.PUBLIC, True)])
def test_only_a_public_club_is_open_to_search_engines(client: Client, visibility: str, indexed: bool) -> None:
    club = change_club(club=make_club(), by=None, visibility=visibility)
    for path in ("", "events/", "how-this-ladder-works/"):
        answer = client.get(address(club) + path)
        assert (answer.status_code, "X-Robots-Tag" not in answer) == (200, indexed)
        assert answer["Cache-Control"] == "private, no-cache"


def test_a_club_for_arbiters_only_is_missing_to_strangers(client: Client) -> None:
    club = change_club(club=make_club(), by=None, visibility=Visibility.ARBITERS_ONLY)
    for path in ("", "events/", "how-this-ladder-works/"):
        assert client.get(address(club) + path).content == client.get("/club/missing/" + path).content
    client.force_login(join_club(club))
    assert headings(client.get(address(club)).content) == ["Nest"]


@pytest.mark.parametrize("rows", [1, 3])
def test_the_front_page_takes_as_many_statements_for_three_rows_as_for_one(client: Client, rows: int) -> None:
    club = make_club()
    for number in range(rows):
        names = [f"{letter} Adler {number}" for letter in "DG"]
        make_event(club, event_record(names, PAIR, name=f"Evening {number}"))
    replay_ladder(club=club)
    with CaptureQueriesContext(connection) as queries:
        client.get(address(club))
    said = [query["sql"] for query in queries.captured_queries if "SAVEPOINT" not in query["sql"]]
    assert len(said) == 10


def test_all_events_are_listed_page_by_page(client: Client) -> None:
    club = make_club()
    for number in range(1, 28):
        make_event(club, event_record(["Dana Adler", "Gil Tal"], [[(1, 2, WIN)]], name=f"Evening {number}", on=date(2026, 3, number)))
    first, second = (client.get(f"{address(club)}events/?page={number}").content for number in (1, 2))
    assert [text for text in links(first) if text.startswith("Evening")] == [f"Evening {number}" for number in range(27, 2, -1)]
    assert [text for text in links(second) if text.startswith("Evening")] == ["Evening 2", "Evening 1"]
    assert links(first)["Next page"] == "?page=2"
    assert client.get(f"{address(club)}events/?page=nonsense").content.count(b"event-name") == 25


@pytest.mark.parametrize("rows", [1, 3])
def test_the_list_of_events_takes_as_many_statements_for_three_rows_as_for_one(client: Client, rows: int) -> None:
    club = make_club()
    for number in range(rows):
        make_event(club, event_record(["Dana Adler", "Gil Tal"], PAIR, name=f"Evening {number}"))
    with CaptureQueriesContext(connection) as queries:
        client.get(f"{address(club)}events/")
    said = [query["sql"] for query in queries.captured_queries if "SAVEPOINT" not in query["sql"]]
    assert len(said) == 10
