"""A player's page: the record, every event's change, and who may be told what."""

from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from players.models import Player
from ratings.services import replay_ladder
from tests.factories import Board, event_record, make_club, make_event, make_player
from tests.reading import headings, links, notices, parse, table
from tournaments.domain.results import ResultKind
from tournaments.models import EventAccess
from tournaments.services.events import change_event
from tournaments.services.identity import merge_players, unmerge_players

pytestmark = pytest.mark.django_db

WIN, DRAW = ResultKind.WHITE_WIN, ResultKind.DRAW
ONE_WIN: list[list[Board]] = [[(1, 2, WIN)]]


def player_of(club: Club, name: str) -> Player:
    with club_scope(club):
        return Player.objects.get(club=club, name=name)


def address(club: Club, player: Player) -> str:
    return f"/club/{club.slug}/players/{player.public_id}/"


def evening(club: Club, day: int, *, name: str = "Evening", finished: bool = True, decided: bool = True) -> None:
    record = event_record(["Dana Adler", "Gil Tal"], ONE_WIN, name=f"{name} {day}", on=date(2026, 3, day), finished=finished)
    make_event(club, record, decided=decided)


def test_every_event_says_what_it_did_to_the_rating(client: Client) -> None:
    club = make_club()
    evening(club, 3)
    evening(club, 10)
    replay_ladder(club=club)
    page = client.get(address(club, player_of(club, "Dana Adler"))).content
    assert headings(page) == ["D. A."]
    assert parse(page).find("title")[0].text == "D. A. · Nest"
    assert table(page, "changes") == [
        ["Evening 10", "1237.7", "+17.7", "1220.0", "1/1", "1–0–0", "10 Mar 2026"],
        ["Evening 3", "1220.0", "+20.0", "1200.0", "1/1", "1–0–0", "3 Mar 2026"],
    ]
    assert tiles(page) == [
        ["Rating", "1237.7", "provisional"],
        ["Highest rating", "1237.7", "10 Mar 2026"],
        ["Won, drawn and lost", "2–0–0", "2 rated games played"],
        ["Games that moved the rating", "2"],
        ["Last played", "10 Mar 2026"],
        ["Last 2 games", "2/2"],
        ["Games in a row unbeaten", "2", "the longest so far, since 3 Mar 2026"],
        ["Games in a row won", "2", "the longest so far, since 3 Mar 2026"],
    ]


def tiles(page: bytes) -> list[list[str]]:
    """Label, value and note of every tile."""
    return [[part.text for part in (*tile.find("dt"), *tile.find("dd"))] for tile in parse(page).find("div", "tile")]


def test_an_event_that_is_not_counted_says_why(client: Client) -> None:
    club = make_club()
    evening(club, 3)
    evening(club, 10, name="League", finished=False)
    replay_ladder(club=club)
    rows = table(client.get(address(club, player_of(club, "Dana Adler"))).content, "changes")
    assert rows[0] == ["League 10 unfinished, not yet rated", "–", "–", "–", "–", "–", "10 Mar 2026"]
    assert rows[1][:3] == ["Evening 3", "1220.0", "+20.0"]


def test_an_event_for_arbiters_only_tells_its_change_and_nothing_else(client: Client) -> None:
    club = make_club()
    record = event_record(["Dana Adler", "Gil Tal"], ONE_WIN, name="Selection", on=date(2026, 3, 3))
    change_event(club=club, event=make_event(club, record), access=EventAccess.CLOSED, by=None)
    replay_ladder(club=club)
    page = client.get(address(club, player_of(club, "Dana Adler"))).content
    assert table(page, "changes")[0][:3] == ["An event that is not public", "1220.0", "+20.0"]
    assert (b"Selection" in page, [text for text in links(page) if "event" in text]) == (False, [])


def test_the_address_of_a_merged_player_leads_to_the_person_and_back(client: Client) -> None:
    club = make_club()
    evening(club, 3)
    spare = make_player(club, "D. Adler")
    kept = player_of(club, "Dana Adler")
    merge = merge_players(club=club, absorbed=spare, into=kept, by=None)
    replay_ladder(club=club)
    answer = client.get(address(club, spare))
    assert (answer.status_code, answer["Location"]) == (302, address(club, kept))
    unmerge_players(club=club, merge=merge, by=None)
    assert headings(client.get(address(club, spare)).content) == ["D. A. " + mark_of(client, club, spare)]


def mark_of(client: Client, club: Club, player: Player) -> str:
    return headings(client.get(address(club, player)).content)[0].rpartition(" ")[2]


def test_the_events_of_a_merged_player_stand_on_the_persons_page(client: Client) -> None:
    club = make_club()
    evening(club, 3)
    make_event(club, event_record(["D Adler", "Gil Tal"], ONE_WIN, name="As D", on=date(2026, 3, 10)))
    merge_players(club=club, absorbed=player_of(club, "D Adler"), into=player_of(club, "Dana Adler"), by=None)
    replay_ladder(club=club)
    rows = table(client.get(address(club, player_of(club, "Dana Adler"))).content, "changes")
    assert [row[0] for row in rows] == ["As D", "Evening 3"]


def test_a_player_who_never_played_has_a_page_without_figures(client: Client) -> None:
    club = make_club()
    page = client.get(address(club, make_player(club, "Dana Adler"))).content
    assert (headings(page), table(page, "changes"), parse(page).find("div", "tile")) == (["D. A."], [], [])


def test_games_brought_from_elsewhere_are_told_apart(client: Client) -> None:
    """Dana comes with 1500 after 42 games, and wins against a newcomer, which moves nothing; Noa has not played here yet."""
    club = make_club()
    for name, start, games in (("Dana Adler", 15_000, 42), ("Noa Ziv", 14_000, 7)):
        player = make_player(club, name, start_rating=start)
        with club_scope(club):
            Player.objects.filter(pk=player.pk).update(start_games=games)
    evening(club, 3)
    replay_ladder(club=club)
    page = client.get(address(club, player_of(club, "Dana Adler"))).content
    assert tiles(page)[:5] == [
        ["Rating", "1500.0"],
        ["Highest rating", "1500.0"],
        ["Won, drawn and lost", "1–0–0", "1 rated game played"],
        ["Games that moved the rating", "42", "42 of them before this ladder"],
        ["Last played", "3 Mar 2026"],
    ]
    assert tiles(client.get(address(club, player_of(club, "Noa Ziv"))).content) == [
        ["Rating", "1400.0"],
        ["Highest rating", "1400.0"],
        ["Won, drawn and lost", "0–0–0", "0 rated games played"],
        ["Games that moved the rating", "7", "7 of them before this ladder"],
        ["Last played", "–"],
    ]


def test_another_clubs_player_is_missing_here(client: Client) -> None:
    ours, theirs = make_club("Ours"), make_club("Theirs")
    stranger = make_player(theirs, "Theo Perch")
    assert headings(client.get(address(theirs, stranger)).content) == ["T. P."]
    answer = client.get(address(ours, stranger))
    assert (answer.status_code, answer.content) == (404, client.get(f"/club/{ours.slug}/players/missing/").content)


def test_the_page_says_that_the_ladder_is_being_rebuilt(client: Client) -> None:
    club = make_club()
    evening(club, 3)
    page = client.get(address(club, player_of(club, "Dana Adler"))).content
    assert [text.startswith("The ladder is being rebuilt") for text in notices(page)] == [True]


@pytest.mark.parametrize("rows", [1, 3])
def test_three_events_take_as_many_statements_as_one(client: Client, rows: int) -> None:
    club = make_club()
    for day in range(1, rows + 1):
        evening(club, day)
    replay_ladder(club=club)
    player = player_of(club, "Dana Adler")
    with CaptureQueriesContext(connection) as queries:
        client.get(address(club, player))
    assert len([query for query in queries.captured_queries if "SAVEPOINT" not in query["sql"]]) == 17
