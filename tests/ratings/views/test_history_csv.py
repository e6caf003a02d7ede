"""The history of a rating as a file: what a spreadsheet makes of it, and what it does not tell."""

import csv
import io
from datetime import date
from decimal import Decimal

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from players.models import Player
from ratings.services import replay_ladder
from ratings.views.history_csv import spreadsheet
from tests.factories import event_record, make_club, make_event, make_player
from tournaments.domain.results import ResultKind
from tournaments.models import EventAccess
from tournaments.services.events import change_event
from tournaments.services.identity import merge_players

pytestmark = pytest.mark.django_db

WIN, LOSS = ResultKind.WHITE_WIN, ResultKind.BLACK_WIN


def address(club: Club, name: str = "Dana Adler") -> str:
    with club_scope(club):
        return f"/club/{club.slug}/players/{Player.objects.get(club=club, name=name).public_id}/history.csv"


def evening(club: Club, day: int, result: ResultKind, name: str, *, finished: bool = True, closed: bool = False) -> None:
    record = event_record(["Dana Adler", "Gil Tal"], [[(1, 2, result)]], name=name, on=date(2026, 3, day), finished=finished)
    event = make_event(club, record)
    if closed:
        change_event(club=club, event=event, access=EventAccess.CLOSED, by=None)


def rows(content: bytes, delimiter: str = ",") -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig")), delimiter=delimiter))


def a_club() -> Club:
    club = make_club()
    evening(club, 3, WIN, "=HYPERLINK(1)")
    evening(club, 10, LOSS, "Selection", closed=True)
    evening(club, 17, WIN, "League, so far", finished=False)
    replay_ladder(club=club)
    return club


HEAD = ["Date", "Event", "Before", "Change", "After", "Score", "Games that moved the rating", "Won", "Drawn", "Lost", "Note"]


def test_the_rows_are_those_of_the_table(client: Client) -> None:
    answer = client.get(address(a_club()))
    assert rows(answer.content) == [
        HEAD,
        ["2026-03-17", "League, so far", "", "", "", "", "", "", "", "", "unfinished, not yet rated"],
        ["2026-03-10", "An event that is not public", "1220.0", "-22.3", "1197.7", "0.0", "1", "0", "0", "1", ""],
        ["2026-03-03", "'=HYPERLINK(1)", "1200.0", "20.0", "1220.0", "1.0", "1", "1", "0", "0", ""],
    ]
    assert answer.content.startswith(b"\xef\xbb\xbf")


def test_its_headers_name_nobody_and_keep_search_engines_away(client: Client) -> None:
    answer = client.get(address(a_club()))
    assert {name: answer[name] for name in ("Content-Type", "Content-Disposition", "X-Robots-Tag", "Cache-Control")} == {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": 'attachment; filename="rating-history.csv"',
        "X-Robots-Tag": "noindex",
        "Cache-Control": "private, no-store",
    }


def test_while_the_ladder_is_rebuilt_the_file_says_so(client: Client) -> None:
    club = a_club()
    evening(club, 24, WIN, "Not yet counted")
    found = rows(client.get(address(club)).content)
    assert [found[1], found[-1]] == [
        ["2026-03-24", "Not yet counted", "", "", "", "", "", "", "", "", ""],
        ["", "The ladder is being rebuilt. These are the ratings from before the last change."],
    ]


def test_where_figures_have_a_comma_a_semicolon_parts_the_cells(client: Client) -> None:
    club = a_club()
    client.cookies["django_language"] = "ru"
    found = rows(client.get(address(club)).content, ";")
    assert found[3][:6] == ["2026-03-03", "'=HYPERLINK(1)", "1200,0", "20,0", "1220,0", "1,0"]
    assert found[0] != HEAD


def test_in_hebrew_the_head_is_hebrew_and_figures_have_a_point(client: Client) -> None:
    club = a_club()
    client.cookies["django_language"] = "he"
    found = rows(client.get(address(club)).content)
    assert (found[0][0], found[3][4]) == ("תאריך", "1220.0")


def test_the_address_of_a_merged_player_leads_to_the_file_of_the_person(client: Client) -> None:
    club = a_club()
    spare = make_player(club, "D. Adler")
    with club_scope(club):
        dana = Player.objects.get(club=club, name="Dana Adler")
    merge_players(club=club, absorbed=spare, into=dana, by=None)
    assert client.get(address(club, "D. Adler"))["Location"] == address(club)


def test_another_clubs_player_is_missing_here(client: Client) -> None:
    ours, theirs = make_club("Ours"), a_club()
    there = address(theirs)
    answer = client.get(there.replace(theirs.slug, ours.slug))
    assert (answer.status_code, answer.content) == (404, client.get(f"/club/{ours.slug}/players/missing/").content)
    assert client.get(there).status_code == 200


@pytest.mark.parametrize("events", [1, 3])
def test_three_events_take_as_many_statements_as_one(client: Client, events: int) -> None:
    club = make_club()
    for day in range(1, events + 1):
        evening(club, day, WIN, f"Evening {day}")
    replay_ladder(club=club)
    asked = address(club)
    with CaptureQueriesContext(connection) as queries:
        client.get(asked)
    assert len([query for query in queries.captured_queries if "SAVEPOINT" not in query["sql"]]) == 15


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "＝", "＋", "＠", "  ="])
def test_a_text_that_begins_like_a_formula_is_none(start: str) -> None:
    assert spreadsheet([[f"{start}1+1"]]).decode("utf-8-sig").lstrip('"').startswith("'")


@given(st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc"])), min_size=1, max_size=5))
def test_any_text_comes_back_and_begins_no_formula(cells: list[str]) -> None:
    with override("en"):
        (found,) = rows(spreadsheet([["x", *cells]]))
    assert [cell.removeprefix("'") for cell in found[1:]] == [cell.removeprefix("'") for cell in cells]
    assert [cell for cell in found[1:] if cell.lstrip(" ")[:1] in tuple("=+-@＝＋＠")] == []


@pytest.mark.parametrize(("language", "written"), [("en", "-4.2,7"), ("he", "-4.2,7"), ("ru", "-4,2;7")])
def test_a_figure_keeps_its_sign(language: str, written: str) -> None:
    with override(language):
        assert spreadsheet([[Decimal("-4.2"), 7, None]]).decode("utf-8-sig") == f"{written}{written[-2]}\r\n"
