"""The ladder in full: as of a day, who is active, what moved, seasons, the wall, files; and what none of them tells a stranger."""

import csv
import io
import json
from datetime import date, timedelta
from itertools import permutations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubs.kept import KEPT
from clubs.models import Audience, Club, NamePolicy
from clubs.services import change_club
from clubs.tenancy.scope import club_scope
from players.models import Player, Standing
from ratings.services import replay_ladder
from tests.factories import Board, event_record, make_club, make_event, make_player
from tests.ratings.builder import new_event, new_players
from tests.reading import headings, links, parse, table
from tournaments.domain.results import ResultKind

pytestmark = pytest.mark.django_db

WIN, DRAW, LOSS = ResultKind.WHITE_WIN, ResultKind.DRAW, ResultKind.BLACK_WIN
PAIR: list[list[Board]] = [[(1, 2, WIN)], [(2, 1, DRAW)], [(1, 2, WIN)], [(2, 1, LOSS)], [(1, 2, DRAW)]]
SURNAMES = ("Quartermaine", "Aldebrand", "Zuckerfein", "Mirandola")
TODAY = timezone.localdate()


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    KEPT.clear()


def address(club: Club, page: str = "") -> str:
    return f"/club/{club.slug}/{page}"


def ladder(client: Client, club: Club, page: str = "") -> list[list[str]]:
    return table(client.get(address(club, page)).content, "ladder-rows")


def names(client: Client, club: Club, page: str = "") -> list[str]:
    return [row[1] for row in ladder(client, club, page)]


def equals(club: Club, surnames: tuple[str, ...]) -> None:
    """People with the same rating, games and last day, who came in this order; their first names have initials of their own."""
    for surname, first in zip(surnames, "EFGH", strict=True):
        player = make_player(club, f"{first}. {surname}")
        with club_scope(club):
            Standing.objects.create(
                club=club,
                player=player,
                rating=13000,
                games=9,
                wins=9,
                draws=0,
                losses=0,
                provisional=False,
                peak=13000,
                last_change=0,
                last_event=1,
                last_played=date(2026, 3, 3),
            )


def weekly_club() -> Club:
    """Two evenings: Dana before Gil, then Gil wins five and passes her; Noa comes new."""
    club = make_club(audience=Audience.ADULTS)
    make_event(club, event_record(["Dana Adler", "Gil Tal"], PAIR, on=date(2026, 3, 3)))
    wins: list[list[Board]] = [[(2, 1, WIN)], [(2, 1, WIN)], [(2, 1, WIN)], [(2, 1, WIN)], [(2, 1, WIN)], [(3, 1, WIN)]]
    make_event(club, event_record(["Dana Adler", "Gil Tal", "Noa Ziv"], wins, on=date(2026, 3, 10)))
    replay_ladder(club=club)
    return club


def test_the_last_event_shows_by_arrows_and_changes(client: Client) -> None:
    rows = ladder(client, weekly_club())
    assert [row[:2] for row in rows] == [["1 ▴1", "Gil Tal"], ["2 ▾1", "Dana Adler"], ["–", "Noa Ziv"]]
    assert [row[3][:1] for row in rows] == ["+", "−", "+"]


def test_as_of_a_day_the_ladder_is_what_it_was(client: Client) -> None:
    club = weekly_club()
    page = client.get(address(club, "?on=2026-03-09")).content
    assert headings(page, "h2")[0] == "Ladder as of 9 Mar 2026"
    assert table(page, "ladder-rows") == [
        ["1", "Dana Adler", "1260.0", "+60.0", "5", "3 Mar"],
        ["2", "Gil Tal", "1140.0", "−60.0", "5", "3 Mar"],
    ]
    before = client.get(address(club, "?on=2026-03-02")).content
    assert (table(before, "ladder-rows"), b"Nobody was on the ladder yet on this day" in before) == ([], True)
    assert ladder(client, club, "?on=2026-02-30") == ladder(client, club) == ladder(client, club, "?on=20260309")


@pytest.mark.parametrize("on", ["0001-01-01", "0999-12-31", "1000-01-01", "9999-12-31", "2026-02-29", "-001-01-01"])
@pytest.mark.parametrize("page", ["", "wall/", "ladder.csv", "ladder.json"])
def test_no_day_is_too_far_away(client: Client, page: str, on: str) -> None:
    club = weekly_club()
    shown = client.get(address(club, f"{page}?on={on}"))
    assert (shown.status_code, b"Gil Tal" in shown.content) == (200, on != "1000-01-01")


def test_a_day_to_come_has_the_ladder_of_today(client: Client) -> None:
    club = make_club(audience=Audience.ADULTS)
    make_event(club, event_record(["Old Hand", "Old Rook"], PAIR, on=TODAY - timedelta(days=800)))
    make_event(club, event_record(["Dana Adler", "Gil Tal"], [[(1, 2, DRAW)]] * 5, on=TODAY - timedelta(days=3)))
    replay_ladder(club=club)
    assert ladder(client, club, f"?on={TODAY + timedelta(days=9000)}") == ladder(client, club)


def test_who_has_not_played_for_a_year_is_not_lost_and_ranks_are_among_those_shown(client: Client) -> None:
    club = make_club(audience=Audience.ADULTS)
    make_event(club, event_record(["Old Hand", "Old Rook"], PAIR, on=TODAY - timedelta(days=800)))
    make_event(club, event_record(["Dana Adler", "Gil Tal"], [[(1, 2, DRAW)]] * 5, on=TODAY - timedelta(days=3)))
    replay_ladder(club=club)
    page = client.get(address(club)).content
    assert [row[:2] for row in table(page, "ladder-rows")] == [["1", row[1]] for row in table(page, "ladder-rows")]
    assert "2 people have not played for a year." in page.decode()
    assert links(page)["Show everybody"] == "?who=all"
    everybody = client.get(address(club, "?who=all")).content
    assert table(everybody, "ladder-rows")[0][:2] == ["1", "Old Hand"]
    assert {row[0] for row in table(everybody, "ladder-rows")} == {"1", "2", "4 ▾2"}
    assert links(everybody)["Show only who has played in the last twelve months"] == "?"


def test_a_club_asleep_keeps_its_ladder(client: Client) -> None:
    club = make_club(audience=Audience.ADULTS)
    make_event(club, event_record(["Dana Adler", "Gil Tal"], PAIR, on=TODAY - timedelta(days=800)))
    replay_ladder(club=club)
    assert names(client, club) == ["Dana Adler", "Gil Tal"]


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        ("rating", ["Gil Tal", "Dana Adler", "Noa Ziv"]),
        ("-rating", ["Dana Adler", "Gil Tal", "Noa Ziv"]),
        ("games", ["Gil Tal", "Dana Adler", "Noa Ziv"]),
        ("change", ["Gil Tal", "Dana Adler", "Noa Ziv"]),
        ("-change", ["Dana Adler", "Gil Tal", "Noa Ziv"]),
        ("name", ["Gil Tal", "Dana Adler", "Noa Ziv"]),
    ],
)
def test_columns_sort_by_links(client: Client, sort: str, order: list[str]) -> None:
    """Provisional players stay below; a name is no column to sort by."""
    assert names(client, weekly_club(), f"?sort={sort}") == order


def test_the_head_of_a_column_sorts_by_it_and_turns_it_round(client: Client) -> None:
    club = weekly_club()
    plain, turned = (client.get(address(club, query)).content for query in ("?who=all", "?who=all&sort=-games"))
    assert links(plain)["Rating"] == "?who=all&sort=-rating"
    assert (links(turned)["Games"], links(turned)["Rating"]) == ("?who=all&sort=games", "?who=all")
    marked = [head.attributes.get("aria-sort") for head in parse(turned).find("th") if head.attributes.get("aria-sort")]
    assert marked == ["ascending"] * 2


@pytest.mark.parametrize(
    ("sort", "shown", "marked"),
    [("", "", None), ("change", "", None), ("-games", "by-games", "Games"), ("played", "by-played", "Last played")],
)
def test_a_phone_sorts_by_columns_that_it_has_no_room_for_and_shows_the_one(
    client: Client, sort: str, shown: str, marked: str | None
) -> None:
    page = parse(client.get(address(weekly_club(), f"?sort={sort}")).content)
    (line,) = page.find("p", "ladder-sorts")
    assert line.text == "Also sort by Games Last played"
    assert [each.text for each in line.find("a") if each.attributes.get("aria-current")] == ([marked] if marked else [])
    tables = [(table.attributes["class"] or "").split() for table in page.find("table", "ladder-now")]
    assert [[name for name in names if name.startswith("by-")] for names in tables] == [[shown] if shown else []] * 2


def test_climbers_are_those_of_three_months(client: Client) -> None:
    club = make_club(audience=Audience.ADULTS)
    make_event(club, event_record(["Dana Adler", "Gil Tal"], PAIR, on=TODAY - timedelta(days=200)))
    make_event(club, event_record(["Dana Adler", "Gil Tal"], [[(2, 1, WIN)]], on=TODAY - timedelta(days=2)))
    replay_ladder(club=club)
    (climbing,) = parse(client.get(address(club)).content).find("ol", "climbers")
    assert climbing.text.split()[:2] == ["Gil", "Tal"]
    assert "Dana" not in climbing.text


class TestStrangers:
    """What is shown as initials is not told by order, search or file either."""

    def test_the_order_of_equals_does_not_follow_names_or_when_they_came(self, client: Client) -> None:
        orders = []
        for surnames in list(permutations(SURNAMES))[:12]:
            club = make_club()
            equals(club, surnames)
            shown = names(client, club)
            with club_scope(club):
                by_id = [player.public_id for player in Player.objects.filter(club=club).order_by("public_id")]
            assert [link.split("/")[1] for text, link in links(client.get(address(club)).content).items() if text in shown] == by_id
            orders.append("".join(name[0] for name in shown))
        assert len(set(orders)) > 1

    @pytest.mark.parametrize("sort", ["rating", "-rating", "games", "-games", "change", "played", "-played"])
    def test_no_column_brings_equals_into_another_order(self, client: Client, sort: str) -> None:
        club = make_club()
        equals(club, SURNAMES)
        assert names(client, club, f"?sort={sort}") == names(client, club)

    @pytest.mark.parametrize("page", ["", "ladder.csv", "ladder.json"])
    def test_nobody_is_found_by_a_name_that_is_not_shown(self, client: Client, page: str) -> None:
        club = make_club()
        equals(club, SURNAMES)
        missing = client.get(address(club, f"{page}?q=nobodyatall")).content
        for surname in SURNAMES:
            for part in (surname, surname[:3], surname.lower()):
                answer = client.get(address(club, f"{page}?q={part}")).content
                assert answer.replace(part.encode(), b"nobodyatall") == missing

    def test_initials_are_found_as_they_are_shown(self, client: Client) -> None:
        club = make_club()
        equals(club, SURNAMES)
        assert names(client, club, "?q=E.+Q.") == names(client, club, "?q=eq") == ["E. Q."]

    @pytest.mark.parametrize("page", ["", "?who=all&sort=games", "?on=2026-03-03", "wall/", "ladder.csv", "ladder.json", "seasons/2026/"])
    def test_no_page_and_no_file_has_a_real_name(self, client: Client, page: str) -> None:
        club = make_club()
        make_event(club, event_record([f"E. {SURNAMES[0]}", f"F. {SURNAMES[1]}"], PAIR))
        replay_ladder(club=club)
        shown = client.get(address(club, page)).content.decode()
        assert ("E. Q." in shown, [name for name in SURNAMES if name in shown]) == (True, [])
        change_club(club=club, by=None, audience=Audience.ADULTS)
        change_club(club=club, by=None, name_policy=NamePolicy.EVERYONE_IN_FULL)
        assert SURNAMES[0] in client.get(address(club, page)).content.decode()


def test_a_search_shows_the_rank_that_the_person_has(client: Client) -> None:
    club = weekly_club()
    assert [row[:2] for row in ladder(client, club, "?q=ADLER")] == [["2 ▾1", "Dana Adler"]]
    page = client.get(address(club, "?q=%3Cscript%3E")).content
    assert (b"<script>" in page, b"Nobody on this ladder is shown under such a name" in page) == (False, True)


def test_names_cannot_break_out_of_their_row(client: Client) -> None:
    club = make_club(audience=Audience.ADULTS)
    make_event(club, event_record(["Dana <b>Adler</b>", 'Gil & "Tal"'], PAIR))
    replay_ladder(club=club)
    for page in ("", "wall/", "seasons/2026/"):
        shown = client.get(address(club, page)).content
        assert (b"<b>" in shown, b"Dana &lt;b&gt;Adler&lt;/b&gt;" in shown, b"Gil &amp; &quot;Tal&quot;" in shown) == (False, True, True)


def test_the_csv_has_the_ladder_with_harmless_cells(client: Client) -> None:
    club = weekly_club()
    with club_scope(club):
        Player.objects.filter(club=club, name="Gil Tal").update(name="=HYPERLINK(1)")
    answer = client.get(address(club, "ladder.csv"))
    assert (answer["Content-Type"], answer["X-Robots-Tag"]) == ("text/csv; charset=utf-8", "noindex")
    assert answer["Content-Disposition"] == f'attachment; filename="ladder-{TODAY}.csv"'
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
    with club_scope(club):
        ids = {player.name: player.public_id for player in Player.objects.filter(club=club)}
    assert rows[0] == [
        "rank",
        "moved",
        "player",
        "id",
        "rating",
        "change",
        "games",
        "wins",
        "draws",
        "losses",
        "last_played",
        "provisional",
    ]
    assert [[*row[:4], *row[6:]] for row in rows[1:]] == [
        ["1", "1", "'=HYPERLINK(1)", ids["=HYPERLINK(1)"], "10", "5", "2", "3", "2026-03-10", "0"],
        ["2", "-1", "Dana Adler", ids["Dana Adler"], "10", "3", "2", "6", "2026-03-10", "0"],
        ["", "", "Noa Ziv", ids["Noa Ziv"], "1", "1", "0", "0", "2026-03-10", "1"],
    ]


def test_the_json_has_the_same_people_figures_and_order_as_the_page(client: Client) -> None:
    club = weekly_club()
    answer = client.get(address(club, "ladder.json?sort=games&on=2026-03-09"))
    said = json.loads(answer.content)
    players = said.pop("players")
    assert said == {"club": "Nest", "as_of": "2026-03-09", "build": 1, "fresh": True}
    assert (answer["Content-Type"], answer["X-Robots-Tag"]) == ("application/json", "noindex")
    first = players[0]
    assert first.pop("address") == address(club, f"players/{first.pop('id')}/")
    assert first == {
        "rank": 1,
        "moved": None,
        "player": "Dana Adler",
        "rating": 1260.0,
        "change": 60.0,
        "games": 5,
        "wins": 3,
        "draws": 2,
        "losses": 0,
        "last_played": "2026-03-03",
        "provisional": False,
    }
    assert [player["player"] for player in players] == names(client, club, "?sort=games&on=2026-03-09")


def test_a_season_is_a_calendar_year_or_a_chess_year(client: Client) -> None:
    club = make_club(audience=Audience.ADULTS)
    make_event(club, event_record(["Dana Adler", "Gil Tal"], PAIR, on=date(2025, 8, 31)))
    make_event(club, event_record(["Dana Adler", "Gil Tal"], [[(1, 2, WIN)]] * 2, on=date(2025, 9, 1)))
    make_event(club, event_record(["Dana Adler", "Gil Tal"], [[(2, 1, WIN)]], on=date(2026, 8, 31)))
    replay_ladder(club=club)
    played = {
        season: [(row[1], row[4], row[5]) for row in ladder(client, club, f"seasons/{season}/")]
        for season in ("2025", "2026", "2024-25", "2025-26", "2026-27")
    }
    assert played == {
        "2025": [("Dana Adler", "7", "5–2–0"), ("Gil Tal", "7", "0–2–5")],
        "2026": [("Dana Adler", "1", "0–0–1"), ("Gil Tal", "1", "1–0–0")],
        "2024-25": [("Dana Adler", "5", "3–2–0"), ("Gil Tal", "5", "0–2–3")],
        "2025-26": [("Dana Adler", "3", "2–0–1"), ("Gil Tal", "3", "1–0–2")],
        "2026-27": [],
    }
    tabs = [tab.text for tab in parse(client.get(address(club, "seasons/2026/")).content).find("nav", "tabs")[-1].find("a")]
    assert tabs == ["2026", "2025-26", "2025", "2024-25"]


@pytest.mark.parametrize("season", ["2025-27", "0999", "26", "2025-2026", "latest", "20255"])
def test_what_is_no_season_is_missing(client: Client, season: str) -> None:
    club = make_club()
    answer = client.get(address(club, f"seasons/{season}/"))
    assert (answer.status_code, answer.content) == (404, client.get("/club/missing/").content)


def test_the_wall_list_is_the_whole_ladder_with_how_to_read_it(client: Client) -> None:
    club = weekly_club()
    page = client.get(address(club, "wall/")).content
    assert [row[:2] for row in table(page, "wall-table")] == [["1 ▴1", "Gil Tal"], ["2 ▾1", "Dana Adler"], ["–", "Noa Ziv"]]
    assert "How to read this" in headings(page, "h2")
    assert parse(page).find("div", "wall-long") == []


STATEMENTS = {
    "": 10,
    "?on=2026-03-03": 10,
    "?sort=games": 10,
    "wall/": 9,
    "ladder.csv": 9,
    "ladder.json": 9,
    "seasons/2026/": 10,
    "events/": 10,
}


@pytest.mark.parametrize("page", STATEMENTS)
@pytest.mark.parametrize("people", [2, 300])
def test_a_page_takes_as_many_statements_for_300_people_as_for_two(client: Client, page: str, people: int) -> None:
    club = make_club(audience=Audience.ADULTS)
    players = new_players(club, people)
    new_event(club, [(white, black, WIN) for white, black in zip(players[::2], players[1::2], strict=True) for _ in range(5)])
    replay_ladder(club=club)
    with CaptureQueriesContext(connection) as queries:
        shown = client.get(address(club, page)).content
    said = [query["sql"] for query in queries.captured_queries if "SAVEPOINT" not in query["sql"]]
    assert (len(said), b"Player" in shown or page == "events/") == (STATEMENTS[page], True)
