"""Whom a person has played, and two people against each other."""

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import Club, Visibility
from clubs.services import change_club
from clubs.tenancy.scope import club_scope
from players.models import Player
from ratings.services import replay_ladder
from tests.factories import Board, event_record, join_club, make_club, make_event, make_player
from tests.reading import headings, links, parse, table
from tournaments.domain.results import ResultKind
from tournaments.services.identity import merge_players

pytestmark = pytest.mark.django_db

WIN, DRAW, LOSS = ResultKind.WHITE_WIN, ResultKind.DRAW, ResultKind.BLACK_WIN
NAMES = ["Dana Adler", "Gil Tal", "Noa Ziv"]
FIRST = date(2026, 3, 3)


def player_of(club: Club, name: str) -> Player:
    with club_scope(club):
        return Player.objects.get(club=club, name=name)


def page_of(club: Club, player: Player) -> str:
    return f"/club/{club.slug}/players/{player.public_id}/"


def against(club: Club, one: Player, other: Player) -> str:
    return f"{page_of(club, one)}against/{other.public_id}/"


def evening(club: Club, *boards: Board, week: int = 0) -> None:
    make_event(club, event_record(NAMES, [[board] for board in boards], name=f"Evening {week}", on=FIRST + timedelta(weeks=week)))


def a_club() -> tuple[Club, Player, Player, Player]:
    """Dana and Gil meet three times, Noa has met Gil alone."""
    club = make_club()
    evening(club, (1, 2, WIN), (2, 3, ResultKind.WHITE_FORFEIT_WIN))
    evening(club, (2, 1, DRAW), (3, 2, WIN), (1, 2, LOSS), week=1)
    replay_ladder(club=club)
    dana, gil, noa = (player_of(club, name) for name in NAMES)
    return club, dana, gil, noa


def test_every_game_of_the_two_with_the_ratings_of_then(client: Client) -> None:
    club, dana, gil, _ = a_club()
    page = client.get(against(club, dana, gil)).content
    assert headings(page) == ["D. A. – G. T."]
    assert parse(page).find("title")[0].text == "D. A. – G. T. · Nest"
    assert table(page, "meetings") == [
        ["Evening 1 Round 3", "0", "0–1", "White", "1220.0 – 1180.0", "10 Mar 2026"],
        ["Evening 1 Round 1", "½", "½–½", "Black", "1220.0 – 1180.0", "10 Mar 2026"],
        ["Evening 0 Round 1", "1", "1–0", "White", "1200.0 – 1200.0", "3 Mar 2026"],
    ]
    assert [[part.text for part in (*tile.find("dt"), *tile.find("dd"))] for tile in parse(page).find("div", "tile")] == [
        ["Score", "1½ – 1½"],
        ["Won, drawn and lost", "1–1–1"],
        ["Rated games", "3"],
    ]
    assert table(page, "records") == [["White", "1/2", "1–0–1"], ["Black", "½/1", "0–1–0"], ["Both", "1½/3", "1–1–1"]]


def test_the_same_seen_by_the_other(client: Client) -> None:
    club, dana, gil, _ = a_club()
    turned = links(client.get(against(club, dana, gil)).content)["The same, seen by G. T."]
    assert turned == against(club, gil, dana)
    assert [row[:4] for row in table(client.get(turned).content, "meetings")] == [
        ["Evening 1 Round 3", "1", "0–1", "Black"],
        ["Evening 1 Round 1", "½", "½–½", "White"],
        ["Evening 0 Round 1", "0", "1–0", "Black"],
    ]


def test_two_who_never_met_have_a_page_that_says_so(client: Client) -> None:
    club, dana, _, noa = a_club()
    page = client.get(against(club, dana, noa)).content
    assert (headings(page), "They have not met yet" in parse(page).text, table(page, "meetings")) == (["D. A. – N. Z."], True, [])


def test_merged_people_are_found_and_one_person_leads_to_its_page(client: Client) -> None:
    club, dana, gil, _ = a_club()
    old_dana, old_gil = make_player(club, "D Adler"), make_player(club, "G Tal")
    merge_players(club=club, absorbed=old_dana, into=dana, by=None)
    merge_players(club=club, absorbed=old_gil, into=gil, by=None)
    replay_ladder(club=club)
    for one, other in ((old_dana, gil), (dana, old_gil), (old_dana, old_gil)):
        assert client.get(against(club, one, other))["Location"] == against(club, dana, gil)
    assert client.get(against(club, dana, old_dana))["Location"] == page_of(club, dana)
    assert client.get(f"{page_of(club, old_dana)}against/")["Location"] == f"{page_of(club, dana)}against/"
    assert len(table(client.get(against(club, dana, gil)).content, "meetings")) == 3


def test_anybody_on_the_ladder_can_be_chosen_and_nobody_else(client: Client) -> None:
    """Noa only won by forfeit in the first event but played in the second; Theo is in no event at all."""
    club, dana, gil, noa = a_club()
    make_player(club, "Theo Perch")
    page = client.get(f"{page_of(club, dana)}against/").content
    assert table(page, "records") == [["G. T.", "1½/3", "1–1–1", "10 Mar 2026"]]
    assert [option.text for option in parse(page).find("select")[-1].find("option")] == ["G. T.", "N. Z."]
    chosen = client.get(f"{page_of(club, dana)}against/", {"other": noa.public_id})
    assert (chosen.status_code, chosen["Location"]) == (302, against(club, dana, noa))
    for wrong in ("nobody", "M1ssing0M1ssing0M1ssin", gil.public_id + "x"):
        assert client.get(f"{page_of(club, dana)}against/", {"other": wrong}).status_code == 404


def test_whoever_has_not_played_has_a_page_without_opponents(client: Client) -> None:
    club = make_club()
    page = client.get(f"{page_of(club, make_player(club, 'Theo Perch'))}against/").content
    assert ("No rated game has been played yet." in parse(page).text, table(page, "records")) == (True, [])


def test_another_clubs_player_is_missing_here_on_either_side(client: Client) -> None:
    ours, dana, gil, _ = a_club()
    theirs = make_club("Theirs")
    stranger = make_player(theirs, "Theo Perch")
    missing = client.get(f"/club/{ours.slug}/players/missing/").content
    for one, other in ((dana, stranger), (stranger, dana)):
        answer = client.get(against(ours, one, other))
        assert (answer.status_code, answer.content) == (404, missing)
    answer = client.get(f"{page_of(ours, dana)}against/", {"other": stranger.public_id})
    assert (answer.status_code, answer.content) == (404, missing)
    assert client.get(against(ours, dana, gil)).status_code == 200


def test_a_closed_club_answers_members_alone_and_tells_them_no_name(client: Client) -> None:
    club, dana, gil, _ = a_club()
    change_club(club=club, by=None, visibility=Visibility.ARBITERS_ONLY)
    addresses = [against(club, dana, gil), f"{page_of(club, dana)}against/", f"{page_of(club, dana)}history.csv"]
    assert [client.get(each).status_code for each in addresses] == [404, 404, 404]
    client.force_login(join_club(club))
    answers = [client.get(each) for each in addresses]
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    told = b"".join([*(answer.content for answer in answers), *(str(answer.headers).encode() for answer in answers)])
    assert [name for name in (*NAMES, "Adler", "Tal") if name.encode() in told] == []


@pytest.mark.parametrize("games", [1, 3])
def test_three_games_take_as_many_statements_as_one(client: Client, games: int) -> None:
    club = make_club()
    for week in range(games):
        evening(club, (1, 2, WIN), week=week)
    replay_ladder(club=club)
    dana, gil = player_of(club, NAMES[0]), player_of(club, NAMES[1])
    figures = []
    for asked in (against(club, dana, gil), f"{page_of(club, dana)}against/"):
        with CaptureQueriesContext(connection) as queries:
            client.get(asked)
        figures.append(len([query for query in queries.captured_queries if "SAVEPOINT" not in query["sql"]]))
    assert figures == [12, 11]
