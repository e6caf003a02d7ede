"""An event's page: the table, the crosstable, the rounds, what is rated, and who may read it."""

from dataclasses import replace
from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import Club, Visibility
from clubs.services import change_club
from ratings.services import replay_ladder
from tests.factories import Board, decide_names, event_record, join_club, make_club, make_event
from tests.reading import headings, links, notices, parse, table
from tournaments.domain.record import EventFormat, Variant
from tournaments.domain.results import ResultKind
from tournaments.models import Event, EventAccess
from tournaments.services.events import change_event, remove_event

pytestmark = pytest.mark.django_db

WIN, DRAW, LOSS = ResultKind.WHITE_WIN, ResultKind.DRAW, ResultKind.BLACK_WIN
NAMES = ["Dana Adler", "Gil Tal", "Noa Ziv"]
SWISS: list[list[Board]] = [
    [(1, 2, WIN), (3, None, ResultKind.PAIRING_ALLOCATED_BYE)],
    [(3, 1, DRAW), (2, None, ResultKind.HALF_POINT_BYE)],
]
ROBIN: list[list[Board]] = [[(1, 2, WIN)], [(2, 3, DRAW)], [(3, 1, ResultKind.BLACK_FORFEIT_WIN)]]


def address(club: Club, event: Event) -> str:
    return f"/event/{club.public_id}/{event.public_id}/"


def test_a_swiss_shows_standings_crosstable_and_the_last_round(client: Client) -> None:
    club = make_club()
    event = make_event(club, event_record(NAMES, SWISS, on=date(2026, 3, 3)))
    replay_ladder(club=club)
    page = client.get(address(club, event)).content
    assert headings(page) == ["Club evening"]
    assert [fact.text for fact in parse(page).find("p", "facts")[0].find("span")] == ["3 Mar 2026", "Swiss", "3 players", "2 rounds"]
    assert table(page, "standings") == [
        ["1", "N. Z.", "1½", "1½", "2½", "0.0"],
        ["2", "D. A.", "1½", "1½", "2", "+20.0"],
        ["3", "G. T.", "½", "1½", "2", "−20.0"],
    ]
    assert table(page, "crosstable") == [
        ["1", "N. Z.", "bye 1", "2w½", "1½"],
        ["2", "D. A.", "3w1", "1b½", "1½"],
        ["3", "G. T.", "2b0", "bye ½", "½"],
    ]
    assert headings(page, "h2")[-1] == "Round 2"
    assert table(page, "pairings") == [["1", "N. Z.", "D. A.", "½–½"], ["", "G. T.", "half-point bye"]]
    assert notices(page) == []


def test_another_round_is_a_link_away(client: Client) -> None:
    club = make_club()
    event = make_event(club, event_record(NAMES, SWISS))
    page = client.get(address(club, event)).content
    assert (links(page)["1"], links(page)["2"]) == ("?round=1#round", "?round=2#round")
    first = client.get(address(club, event) + "?round=1").content
    assert table(first, "pairings") == [["1", "D. A.", "G. T.", "1–0"], ["", "N. Z.", "bye"]]
    for nonsense in ("9", "-1", "x", "²", "1" * 5000):
        assert table(client.get(address(club, event), {"round": nonsense}).content, "pairings") == table(page, "pairings")


def test_a_round_robin_shows_players_against_players(client: Client) -> None:
    club = make_club()
    record = replace(event_record(NAMES, ROBIN), format=EventFormat.ROUND_ROBIN, time_control="90+30")
    page = client.get(address(club, make_event(club, record))).content
    assert table(page, "crosstable") == [
        ["1", "D. A.", "", "1", "+", "2"],
        ["2", "G. T.", "0", "", "½", "½"],
        ["3", "N. Z.", "−", "½", "", "½"],
    ]
    assert "90+30" in [fact.text for fact in parse(page).find("p", "facts")[0].find("span")]
    assert table(page, "pairings") == [["1", "N. Z.", "D. A.", "− + forfeit"]]
    assert "Sonneborn-Berger" in page.decode()


def test_a_knockout_says_which_games_are_never_rated(client: Client) -> None:
    """An Armageddon game decides who goes on: it is marked, and no tie-break by points is shown."""
    club = make_club()
    rounds: list[list[Board]] = [[(1, 2, ResultKind.ARMAGEDDON_BLACK_WIN), (3, None, ResultKind.FULL_POINT_BYE)], [(2, 3, WIN)]]
    event = make_event(club, replace(event_record(NAMES, rounds), format=EventFormat.KNOCKOUT))
    replay_ladder(club=club)
    page = client.get(address(club, event)).content
    assert [row[:3] for row in table(page, "standings")] == [["1", "G. T.", "2"], ["2", "N. Z.", "1"], ["3", "D. A.", "0"]]
    assert [row[2] for row in table(page, "crosstable")] == ["3b1†", "bye 1", "1w0†"]
    assert ("† The result stands in this table but is never rated" in page.decode(), "Sonneborn" in page.decode()) == (True, False)


def test_who_shares_a_place_does_not_share_a_row_of_the_crosstable(client: Client) -> None:
    club = make_club()
    page = client.get(address(club, make_event(club, event_record(["Dana Adler", "Gil Tal"], [[(1, 2, DRAW)]])))).content
    assert [row[0] for row in table(page, "standings")] == ["1", "1"]
    assert [row[:3] for row in table(page, "crosstable")] == [["1", "D. A.", "2w½"], ["2", "G. T.", "1b½"]]


def test_names_that_nobody_has_linked_are_initials_without_a_link(client: Client) -> None:
    club = make_club()
    event = make_event(club, event_record(NAMES, SWISS), decided=False)
    page = client.get(address(club, event)).content
    assert notices(page) == ["This event is waiting for 3 names and is not yet rated. The arbiter decides whose they are."]
    assert {row[1] for row in table(page, "standings")} == {"D. A.", "G. T.", "N. Z."}
    assert [text for text in links(page) if "." in text] == []
    assert not any(name.encode() in page for name in NAMES)


def test_a_second_version_with_a_new_name_is_shown_while_the_ladder_keeps_the_first(client: Client) -> None:
    club = make_club()
    event = make_event(club, event_record(["Dana Adler", "Gil Tal"], [[(1, 2, WIN)]], external_id="a"))
    replay_ladder(club=club)
    make_event(club, event_record(["Dana Adler", "Gil Tal", "Noa Ziv"], [[(1, 2, WIN)], [(3, 1, WIN)]], external_id="a"), decided=False)
    replay_ladder(club=club)
    page = client.get(address(club, event)).content
    assert notices(page) == ["The ladder counts version 1 until 1 new name is decided."]
    assert {(row[1], row[-1]) for row in table(page, "standings")} == {("N. Z.", "–"), ("D. A.", "+20.0"), ("G. T.", "−20.0")}
    decide_names(club, event)
    replay_ladder(club=club)
    assert notices(client.get(address(club, event)).content) == []


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"finished": False}, "This event is unfinished. It is rated when it has ended."),
        ({"rated": False}, "This event does not count for the ladder."),
        ({"variant": Variant.BUGHOUSE}, "This event is not rated: bughouse. Only standard chess counts for the ladder."),
    ],
)
def test_an_event_that_is_not_rated_says_why_and_shows_no_changes(client: Client, changes: dict[str, object], said: str) -> None:
    club = make_club()
    event = make_event(club, replace(event_record(NAMES, SWISS), **changes))  # type: ignore[arg-type]
    replay_ladder(club=club)
    page = client.get(address(club, event)).content
    assert (notices(page), "Rating change" in page.decode()) == ([said], False)


def test_the_page_says_that_its_changes_are_being_computed_again(client: Client) -> None:
    club = make_club()
    event = make_event(club, event_record(NAMES, SWISS))
    replay_ladder(club=club)
    make_event(club, event_record(NAMES, SWISS, on=date(2026, 1, 1)))
    assert [text.startswith("The ladder is being rebuilt") for text in notices(client.get(address(club, event)).content)] == [True]


def test_players_and_changes_are_shown_only_where_the_clubs_page_is_open(client: Client) -> None:
    club = change_club(club=make_club(), by=None, visibility=Visibility.ARBITERS_ONLY)
    event = make_event(club, event_record(NAMES, SWISS))
    replay_ladder(club=club)
    change_event(club=club, event=event, access=EventAccess.OPEN, by=None)
    stranger = client.get(address(club, event)).content
    assert ("Rating change" in stranger.decode(), [t for t in links(stranger) if "." in t], club.slug in stranger.decode()) == (
        False,
        [],
        False,
    )
    client.force_login(join_club(club))
    member = client.get(address(club, event)).content
    assert ("Rating change" in member.decode(), sorted(t for t in links(member) if "." in t)) == (
        True,
        ["+20.0", "0.0", "D. A.", "G. T.", "N. Z.", "−20.0"],
    )


def test_a_removed_event_is_missing_to_strangers_and_marked_for_members(client: Client) -> None:
    club = make_club()
    event = make_event(club, event_record(NAMES, SWISS))
    remove_event(club=club, event=event, by=None)
    assert client.get(address(club, event)).content == client.get(f"/event/{club.public_id}/missing/").content
    client.force_login(join_club(club))
    (said,) = notices(client.get(address(club, event)).content)
    assert said.startswith("This event has been removed")


def test_another_clubs_event_is_missing_under_this_clubs_address(client: Client) -> None:
    ours, theirs = make_club("Ours"), make_club("Theirs")
    event = make_event(theirs, event_record(NAMES, SWISS))
    assert headings(client.get(address(theirs, event)).content) == ["Club evening"]
    assert client.get(address(ours, event)).content == client.get(f"/event/{ours.public_id}/missing/").content


def test_search_engines_never_list_an_event(client: Client) -> None:
    club = change_club(club=make_club(), by=None, visibility=Visibility.PUBLIC)
    assert client.get(address(club, make_event(club, event_record(NAMES, SWISS))))["X-Robots-Tag"] == "noindex"


@pytest.mark.parametrize("rounds", [1, 3])
def test_three_rounds_take_as_many_statements_as_one(client: Client, rounds: int) -> None:
    club = make_club()
    event = make_event(club, event_record(NAMES, ROBIN[:rounds]))
    replay_ladder(club=club)
    with CaptureQueriesContext(connection) as queries:
        client.get(address(club, event))
    assert len([query for query in queries.captured_queries if "SAVEPOINT" not in query["sql"]]) == 16
