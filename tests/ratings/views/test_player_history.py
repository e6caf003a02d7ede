"""The sections of a player's page that are made of games: the graph, form, records, opponents; and what they keep to themselves."""

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import Audience, Club
from clubs.services import change_club
from clubs.tenancy.scope import club_scope
from players.models import Player
from ratings.services import replay_ladder
from tests.factories import Board, event_record, join_club, make_club, make_event
from tests.reading import Element, links, parse, table
from tournaments.domain.results import ResultKind
from tournaments.models import Event, EventAccess
from tournaments.services.events import change_event

pytestmark = pytest.mark.django_db

WIN, DRAW, LOSS = ResultKind.WHITE_WIN, ResultKind.DRAW, ResultKind.BLACK_WIN
NAMES = ["Dana Adler", "Gil Tal", "Noa Ziv"]
FIRST = date(2026, 3, 3)


def player_of(club: Club, name: str = NAMES[0]) -> Player:
    with club_scope(club):
        return Player.objects.get(club=club, name=name)


def address(club: Club, name: str = NAMES[0]) -> str:
    return f"/club/{club.slug}/players/{player_of(club, name).public_id}/"


def evening(club: Club, *boards: Board, week: int = 0, names: list[str] = NAMES) -> Event:
    """One board a round."""
    return make_event(club, event_record(names, [[board] for board in boards], name=f"Evening {week}", on=FIRST + timedelta(weeks=week)))


def three_evenings() -> Club:
    """Dana wins as White, draws as Black, loses as White: 1200, 1220, 1217.7, 1196.7."""
    club = make_club()
    evening(club, (1, 2, WIN))
    evening(club, (2, 1, DRAW), week=1)
    evening(club, (1, 3, LOSS), week=52)
    replay_ladder(club=club)
    return club


def svg(page: bytes) -> Element:
    (found,) = parse(page).find("svg", "graph")
    return found


def test_the_graph_says_in_words_what_it_shows(client: Client) -> None:
    page = client.get(address(three_evenings())).content
    drawing = svg(page)
    assert (drawing.attributes["role"], drawing.attributes["aria-labelledby"]) == ("img", "graph-title graph-description")
    assert drawing.find("title")[0].text == "Rating from 3 Mar 2026 to 2 Mar 2027"
    assert drawing.find("desc")[0].text == (
        "Began at 1200.0, is now 1196.7. Highest after an event: 1220.0, 3 Mar 2026; lowest: 1196.7, 2 Mar 2027."
    )
    assert len(drawing.find("circle", "graph-dot")) == 3
    assert [text.text for text in drawing.find("text")] == ["1150", "1200", "1250", "1300", "Jul 2026", "Jan 2027"]
    assert links(page)["The same figures in a table"] == "#events"


@pytest.mark.parametrize("language", ["en", "he", "ru"])
def test_the_figures_of_the_drawing_know_no_language(client: Client, language: str) -> None:
    club = three_evenings()
    client.cookies["django_language"] = language
    drawing = svg(client.get(address(club)).content)
    assert drawing.find("path")[0].attributes["d"] == "M76 162.7H88V133.3H97.3V136.7H572V167.5"
    figures = [value for part in drawing.find("circle") + drawing.find("line") for value in part.attributes.values() if value]
    assert [figure for figure in figures if "," in figure] == []


def test_form_streaks_and_records_by_colour(client: Client) -> None:
    page = client.get(address(three_evenings())).content
    assert [item.text for item in parse(page).find("ol", "form-strip")[0].find("li")] == [
        "W won against G. T. , 3 Mar 2026",
        "D drew with G. T. , 10 Mar 2026",
        "L lost to N. Z. , 2 Mar 2027",
    ]
    tiles = [[part.text for part in (*tile.find("dt"), *tile.find("dd"))] for tile in parse(page).find("div", "tile")]
    assert tiles[5:] == [
        ["Last 3 games", "1½/3"],
        ["Games in a row unbeaten", "0", "longest: 2, until 10 Mar 2026"],
        ["Games in a row won", "0", "longest: 1, until 3 Mar 2026"],
    ]
    assert table(page, "records")[:3] == [["White", "1/2", "1–0–1"], ["Black", "½/1", "0–1–0"], ["Both", "1½/3", "1–1–1"]]


def test_opponents_lead_to_the_games_against_them(client: Client) -> None:
    club = three_evenings()
    page = client.get(address(club)).content
    assert table(page, "records")[3:] == [["G. T.", "1½/2", "1–1–0", "10 Mar 2026"], ["N. Z.", "0/1", "0–0–1", "2 Mar 2027"]]
    assert links(page)["G. T."] == f"{address(club)}against/{player_of(club, 'Gil Tal').public_id}/"
    assert links(page)["Compare with anybody"] == f"{address(club)}against/"


def test_of_many_opponents_ten_are_shown_and_a_link_leads_to_all(client: Client) -> None:
    club = make_club()
    names = [NAMES[0], *(f"{letter}ana Novak" for letter in "ABCDEFGHIJKL")]
    evening(club, *((1, 2 + number, WIN) for number in range(12)), names=names)
    replay_ladder(club=club)
    page = client.get(address(club)).content
    assert len(table(page, "records")) == 3 + 10
    assert len(table(client.get(links(page)["All 12 opponents"]).content, "records")) == 12


def test_the_best_win_is_over_somebody_established(client: Client) -> None:
    club = make_club()
    evening(club, *((2, 3, WIN),) * 5)
    evening(club, (1, 2, WIN), week=1)
    replay_ladder(club=club)
    page = client.get(address(club)).content
    tile = parse(page).find("div", "tile")[-1]
    assert [part.text for part in (*tile.find("dt"), *tile.find("dd"))] == ["Highest rating beaten", "1300.0", "G. T. , 10 Mar 2026"]


def test_in_an_event_that_is_not_public_nobody_is_told_who_met_whom(client: Client) -> None:
    club = make_club()
    evening(club, *((2, 3, WIN),) * 5)
    change_event(club=club, event=evening(club, (1, 2, WIN), week=1), access=EventAccess.CLOSED, by=None)
    replay_ladder(club=club)
    page = client.get(address(club)).content
    assert [item.text for item in parse(page).find("ol", "form-strip")[0].find("li")] == ["W won , 10 Mar 2026"]
    assert table(page, "records")[3:] == [["In events that are not public", "1/1", "1–0–0", "–"]]
    assert [each for each in (b"G. T.", b"Evening 1", b"Highest rating beaten") if each in page] == []
    assert table(client.get(f"{address(club)}against/{player_of(club, 'Gil Tal').public_id}/").content, "meetings") == []


def test_whoever_left_keeps_their_place(client: Client) -> None:
    """Gil has not played for years and asked for initials; in a club that shows names he is there as he wishes."""
    club = make_club(audience=Audience.ADULTS)
    evening(club, (1, 2, WIN))
    evening(club, (1, 3, WIN), week=300)
    replay_ladder(club=club)
    with club_scope(club):
        Player.objects.filter(name="Gil Tal").update(always_initials=True)
    page = client.get(address(club)).content
    assert [row[0] for row in table(page, "records")[3:]] == ["Noa Ziv", "G. T."]


def test_members_and_strangers_see_the_same_and_nobody_sees_a_name(client: Client) -> None:
    club = three_evenings()
    page, csv = client.get(address(club)).content, client.get(f"{address(club)}history.csv").content
    assert [name for name in (*NAMES, "Adler", "Ziv") if name.encode() in page + csv] == []
    member = Client()
    member.force_login(join_club(club))
    assert parse(member.get(address(club)).content).find("main")[0] == parse(page).find("main")[0]
    assert member.get(f"{address(club)}history.csv").content == csv


def test_a_club_that_shows_names_shows_them_here_too(client: Client) -> None:
    club = three_evenings()
    change_club(club=club, by=None, audience=Audience.ADULTS, name_policy="everyone_in_full")
    page = client.get(address(club)).content.decode()
    assert ("won against Gil Tal" in page, "G. T." in page) == (True, False)


def test_a_thousand_events_make_a_thousand_rows_and_a_short_line(client: Client) -> None:
    """Made by copying what the replay stored for one event, because a thousand publications take minutes."""
    club = make_club()
    evening(club, (1, 2, WIN))
    replay_ladder(club=club)
    with club_scope(club) as cursor:
        columns = "players, before, games_before, change, record, uncounted"
        cursor.execute(
            f"INSERT INTO ratings_ratingchange (club_id, event_id, starts_on, ends_on, order_in_date, {columns})"
            f" SELECT club_id, event_id + n, starts_on + n * 3, ends_on + n * 3, order_in_date, {columns}"
            " FROM ratings_ratingchange, generate_series(1, 999) n"
        )
    drawing = svg(client.get(address(club)).content)
    assert (len(drawing.find("circle", "graph-dot")), len(drawing.find("path")[0].attributes["d"] or "") < 10_000) == (0, True)


@pytest.mark.parametrize("games", [1, 3, 12])
def test_twelve_opponents_take_as_many_statements_as_one(client: Client, games: int) -> None:
    club = make_club()
    names = [NAMES[0], *(f"{letter}ana Novak" for letter in "ABCDEFGHIJKL")]
    evening(club, *((1, 2 + number, WIN) for number in range(games)), names=names)
    replay_ladder(club=club)
    asked = address(club)
    with CaptureQueriesContext(connection) as queries:
        client.get(asked)
    assert len([query for query in queries.captured_queries if "SAVEPOINT" not in query["sql"]]) == 17
