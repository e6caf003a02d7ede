"""The history of a rating as a file: what a spreadsheet makes of it, and what it does not tell."""

import csv
import io
from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from players.models import Player
from ratings.services import replay_ladder
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


def rows(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"))))


def a_club() -> Club:
    club = make_club()
    evening(club, 3, WIN, "=HYPERLINK(1)")
    evening(club, 10, LOSS, "Selection", closed=True)
    evening(club, 17, WIN, "League, so far", finished=False)
    replay_ladder(club=club)
    return club


HEAD = ["date", "event", "before", "change", "after", "score", "counted_games", "wins", "draws", "losses", "not_counted"]


@pytest.mark.parametrize("language", ["en", "he", "ru"])
def test_the_rows_are_those_of_the_table_in_every_language(client: Client, language: str) -> None:
    client.cookies["django_language"] = language
    answer = client.get(address(a_club()))
    assert rows(answer.content) == [
        HEAD,
        ["2026-03-17", "League, so far", "", "", "", "", "", "", "", "", "unfinished"],
        ["2026-03-10", "", "1220.0", "-22.3", "1197.7", "0.0", "1", "0", "0", "1", ""],
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
    answer = client.get(address(club))
    assert rows(answer.content)[1] == ["2026-03-24", "Not yet counted", "", "", "", "", "", "", "", "", ""]
    assert answer["Content-Disposition"] == 'attachment; filename="rating-history-not-current.csv"'


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
