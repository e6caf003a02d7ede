"""An event of more than 150 players: standings and crosstable in parts, nobody lost between them, everybody on one page where asked."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import Club
from tests.factories import Board, event_record, make_club, make_event
from tests.reading import Element, parse, table
from tournaments.domain.results import ResultKind
from tournaments.models import Event
from tournaments.views.parts import A_PART, Part, address, part_of

ROUNDS = 9


@pytest.mark.parametrize(
    ("count", "asked", "expected"),
    [
        (0, "", Part(1, 0, 0)),
        (A_PART, "", Part(1, 150, 150)),
        (A_PART, "151-300", Part(1, 150, 150)),
        (A_PART + 1, "", Part(1, 150, 151)),
        (A_PART + 1, "151-151", Part(151, 151, 151)),
        (1000, "301-450", Part(301, 450, 1000)),
        (1000, "433", Part(301, 450, 1000)),
        (1000, "901-1000", Part(901, 1000, 1000)),
        (1000, "all", Part(1, 1000, 1000)),
        *((1000, nonsense, Part(1, 150, 1000)) for nonsense in ("0", "1001", "-5", "x", "²", "1-", "٣", "1" * 5000, "ALL")),
    ],
)
def test_the_part_with_the_first_row_that_was_asked_for(count: int, asked: str, expected: Part) -> None:
    assert part_of(count, asked) == expected


@pytest.mark.parametrize("count", [151, 300, 301, 1000])
def test_parts_join_without_a_gap_and_every_address_gives_its_part(count: int) -> None:
    rows = list(range(count))
    parts = [part_of(count, str(first)) for first in range(1, count + 1, A_PART)]
    assert [row for part in parts for row in rows[part.rows]] == rows
    assert [part_of(count, part.query) for part in parts] == parts
    whole = part_of(count, "all")
    assert (whole.rows, whole.is_whole, part_of(count, whole.query)) == (slice(0, count), True, whole)


def test_the_address_of_a_short_event_names_no_rows() -> None:
    assert [
        address(part_of(20, ""), 3, "round"),
        address(part_of(200, ""), 3, "round"),
        address(part_of(200, "all"), None, "crosstable"),
    ] == [
        "?round=3#round",
        "?round=3&rows=1-150#round",
        "?rows=all#crosstable",
    ]


def make_long_event(club: Club, players: int) -> Event:
    """The order of the numbers is that of the standings: each has at most as many points as the one before."""
    names = [f"Dana Adler {number}" for number in range(1, players + 1)]
    rounds: list[list[Board]] = [
        [
            (number, None, ResultKind.FULL_POINT_BYE if number * ROUNDS <= players * (ROUNDS - each) else ResultKind.ZERO_POINT_BYE)
            for number in range(1, players + 1)
        ]
        for each in range(ROUNDS)
    ]
    return make_event(club, event_record(names, rounds), decided=False)


def numbers(page: bytes) -> tuple[int, int, int]:
    """First and last row of the crosstable, and how many the standings have."""
    rows = table(page, "crosstable")
    return int(rows[0][0]), int(rows[-1][0]), len(table(page, "standings"))


def section(page: bytes, name: str) -> Element:
    return next(each for each in parse(page).find("section") if each.attributes.get("id") == name)


def tabs(page: bytes, name: str) -> list[tuple[str, str | None, bool]]:
    """The links of one section: text, address, whether it is the one that is shown."""
    found = [link for nav in section(page, name).find("nav") for link in nav.find("a")]
    return [(link.text, link.attributes["href"], "aria-current" in link.attributes) for link in found]


@pytest.mark.django_db
class TestPage:
    def test_the_first_part_and_the_ways_to_the_others(self, client: Client) -> None:
        club = make_club()
        at = f"/event/{club.public_id}/{make_long_event(club, 301).public_id}/"

        page = client.get(at).content

        assert numbers(page) == (1, 150, 150)
        assert tabs(page, "standings") == [
            ("1–150", "?rows=1-150#standings", True),
            ("151–300", "?rows=151-300#standings", False),
            ("301–301", "?rows=301-301#standings", False),
            ("Everybody", "?rows=all#standings", False),
        ]
        assert [url for _, url, _ in tabs(page, "crosstable")] == [
            f"?rows={rows}#crosstable" for rows in ("1-150", "151-300", "301-301", "all")
        ]
        said = [each.text for name in ("standings", "crosstable") for each in section(page, name).find("p", "soft")]
        assert [text.partition(",")[0] for text in said if text.startswith("Players")] == ["Players 1 to 150 of 301"] * 2

    def test_every_row_is_in_one_part_and_all_are_in_the_whole(self, client: Client) -> None:
        club = make_club()
        at = f"/event/{club.public_id}/{make_long_event(club, 301).public_id}/"

        parts = [client.get(at, {"rows": rows}).content for rows in ("1-150", "151-300", "301-301")]
        whole = client.get(at, {"rows": "all"}).content

        assert [numbers(page) for page in (*parts, whole)] == [(1, 150, 150), (151, 300, 150), (301, 301, 1), (1, 301, 301)]
        for name in ("standings", "crosstable"):
            assert [row for page in parts for row in table(page, name)] == table(whole, name)
        assert ("Players 1 to" in whole.decode(), tabs(whole, "standings")[-1][2]) == (False, True)

    def test_a_round_and_a_part_are_chosen_together(self, client: Client) -> None:
        club = make_club()
        at = f"/event/{club.public_id}/{make_long_event(club, 151).public_id}/"

        page = client.get(at, {"round": "2", "rows": "151-151"}).content

        assert numbers(page) == (151, 151, 1)
        assert tabs(page, "round")[:2] == [("1", "?round=1&rows=151-151#round", False), ("2", "?round=2&rows=151-151#round", True)]
        assert [url for _, url, _ in tabs(page, "standings")] == [f"?round=2&rows={rows}#standings" for rows in ("1-150", "151-151", "all")]

    def test_an_event_of_150_is_whole_and_has_no_parts(self, client: Client) -> None:
        club = make_club()

        page = client.get(f"/event/{club.public_id}/{make_long_event(club, 150).public_id}/").content

        assert (numbers(page), tabs(page, "standings"), tabs(page, "crosstable"), "Players 1 to" in page.decode()) == (
            (1, 150, 150),
            [],
            [],
            False,
        )

    def test_a_part_is_no_more_to_search_engines_than_the_whole(self, client: Client) -> None:
        club = make_club()
        at = f"/event/{club.public_id}/{make_long_event(club, 151).public_id}/"
        assert [client.get(at, {"rows": rows})["X-Robots-Tag"] for rows in ("", "151-151", "all")] == ["noindex"] * 3

    @pytest.mark.parametrize("players", [151, 301])
    def test_no_part_takes_more_statements(self, client: Client, players: int) -> None:
        club = make_club()
        at = f"/event/{club.public_id}/{make_long_event(club, players).public_id}/"
        for rows in ("", "151-300", "all"):
            with CaptureQueriesContext(connection) as queries:
                client.get(at, {"rows": rows})
            assert len([query for query in queries.captured_queries if "SAVEPOINT" not in query["sql"]]) == 15
