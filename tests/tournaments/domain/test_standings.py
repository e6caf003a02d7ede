"""The table: published places where they hold, else points and tie-breaks, with shared places."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.domain.events import enter, play
from tournaments.domain.record import EntryRecord, EventFormat, RoundRecord
from tournaments.domain.standings import StandingRow, TieBreak, TieBreakValue, standings

SWISS, ROBIN = EventFormat.SWISS, EventFormat.ROUND_ROBIN


def table(entries: tuple[EntryRecord, ...], rounds: tuple[RoundRecord, ...], kind: EventFormat) -> list[tuple[int, int]]:
    return [(row.place, row.number) for row in standings(entries, rounds, kind).rows]


def buchholz(cut: str, whole: str) -> tuple[TieBreakValue, ...]:
    return TieBreakValue(TieBreak.BUCHHOLZ_CUT_1, Decimal(cut)), TieBreakValue(TieBreak.BUCHHOLZ, Decimal(whole))


def test_a_small_swiss_as_a_whole() -> None:
    rounds = play("1-3 1-0, 4-2 ½, 5 U", "2-1 0-1, 5-4 ½, 3 H", "1-5 1-0, 3-4 +-, 2 Z")
    found = standings(enter(5), rounds, SWISS)
    assert not found.as_published
    assert found.rows == (
        StandingRow(1, 1, 6, 3, 0, 0, 2, 1, buchholz("3", "4")),
        StandingRow(2, 5, 3, 0, 1, 1, 1, 1, buchholz("4.5", "5.5")),
        StandingRow(3, 3, 3, 0, 0, 1, 0, 1, buchholz("4", "5.5")),
        StandingRow(4, 4, 2, 0, 2, 0, 1, 1, buchholz("2.5", "3.5")),
        StandingRow(5, 2, 1, 0, 1, 1, 1, 1, buchholz("4", "4.5")),
    )


def test_direct_encounter_decides_before_the_tie_breaks() -> None:
    rounds = play(
        "1-2 0-1, 3-4 1-0, 5-6 1-0",
        "1-3 1-0, 2-6 0-1, 4-5 0-1",
        "3-5 1-0, 4-6 ½, 1 Z, 2 Z",
    )
    found = standings(enter(6), rounds, SWISS).rows
    assert [(row.place, row.number, row.points) for row in found] == [
        (1, 3, 4),
        (2, 5, 4),
        (3, 6, 3),
        (4, 2, 2),
        (5, 1, 2),
        (6, 4, 1),
    ]
    assert (found[4].tie_breaks, found[3].tie_breaks) == (buchholz("3.5", "4.5"), buchholz("3", "4"))


def test_direct_encounter_is_applied_again_to_those_who_are_left() -> None:
    """Four have 2½ points; 2 and 3 are equal among the four, 2 beat 3, and Sonneborn-Berger would say 3."""
    rounds = play(
        "2-3 1-0, 4-1 1-0, 5-6 1-0",
        "3-1 1-0, 2-6 1-0, 5-4 1-0",
        "3-4 ½, 1-6 1-0, 5-2 1-0",
        "2-4 0-1, 1-5 1-0, 6-3 1-0",
        "1-2 ½, 6-4 1-0, 3-5 1-0",
    )
    found = standings(enter(6), rounds, ROBIN).rows
    assert [(row.place, row.number, row.points) for row in found] == [
        (1, 5, 6),
        (2, 4, 5),
        (3, 2, 5),
        (4, 3, 5),
        (5, 1, 5),
        (6, 6, 4),
    ]
    assert found[3].tie_breaks[0].value > found[2].tie_breaks[0].value


def test_sonneborn_berger_and_a_shared_place_in_a_round_robin() -> None:
    rounds = play("1-4 ½, 2-3 ½", "4-3 ½, 1-2 ½", "2-4 ½, 3-1 ½")
    found = standings(enter(4), rounds, ROBIN)
    assert [(row.place, row.number, row.tie_breaks) for row in found.rows] == [
        (1, number, (TieBreakValue(TieBreak.SONNEBORN_BERGER, Decimal("2.25")),)) for number in (1, 2, 3, 4)
    ]


def test_after_a_shared_place_the_next_ones_are_skipped() -> None:
    assert table(enter(4), play("1-2 ½, 3-4 1-0"), SWISS) == [(1, 3), (2, 1), (2, 2), (4, 4)]


def test_before_the_first_round_all_share_the_first_place() -> None:
    assert table(enter(3), (), SWISS) == [(1, 1), (1, 2), (1, 3)]


def test_an_event_without_entries() -> None:
    assert standings((), (), SWISS).rows == ()


@pytest.mark.parametrize(
    ("ranks", "expected"),
    [
        ((3, 1, 2, 4), [(1, 2), (2, 3), (3, 1), (4, 4)]),
        ((2, 1, 2, 4), [(1, 2), (2, 1), (2, 3), (4, 4)]),
    ],
)
def test_published_places_hold(ranks: tuple[int, ...], expected: list[tuple[int, int]]) -> None:
    entries, rounds = enter(4, ranks), play("1-2 ½, 3-4 ½")
    assert standings(entries, rounds, SWISS).as_published
    assert table(entries, rounds, SWISS) == expected


@pytest.mark.parametrize(
    "ranks",
    [
        (1, 2, 3, None),  # not complete
        (1, 2, 2, 3),  # two share the second place, so there is no third
        (2, 1, 3, 4),  # the winner is not first
        (0, 1, 2, 3),
    ],
)
def test_published_places_that_cannot_be(ranks: tuple[int | None, ...]) -> None:
    entries, rounds = enter(4, ranks), play("1-2 1-0, 3-4 1-0", "1-3 1-0, 2-4 1-0")
    found = standings(entries, rounds, SWISS)
    assert not found.as_published
    assert found.rows[0].number == 1


def test_a_knockout_keeps_places_that_the_points_do_not_give() -> None:
    """The runner-up and the winner of the match for third place have the same points, or fewer."""
    rounds = play("1-4 1-0, 3-2 0-1", "1-2 1-0, 3-4 1-0")
    assert table(enter(4, (1, 2, 3, 4)), rounds, EventFormat.KNOCKOUT) == [(1, 1), (2, 2), (3, 3), (4, 4)]


def test_a_knockout_without_places_goes_by_how_far_a_player_came() -> None:
    """Eight players, with a match for third place and a first seed who rested: points (3 had more than 2) say nothing."""
    rounds = play("1 F, 3-6 1-0, 4-5 0-1, 2-7 1-0", "1-5 0-1a, 3-2 0-1", "5-2 0-1, 1-3 1-0")
    found = standings(enter(7), rounds, EventFormat.KNOCKOUT)
    assert [(row.place, row.number, row.tie_breaks) for row in found.rows] == [
        (1, 2, ()),
        (2, 5, ()),
        (3, 1, ()),
        (4, 3, ()),
        (5, 4, ()),
        (5, 6, ()),
        (5, 7, ()),
    ]


def test_a_knockout_match_of_two_games_is_lost_by_its_sum() -> None:
    rounds = play("1-4 1-0, 4-1 ½, 2-3 0-1, 3-2 0-1, 2-3 1-0")
    assert table(enter(4), rounds, EventFormat.KNOCKOUT) == [(1, 1), (1, 2), (3, 3), (3, 4)]


results = st.sampled_from(["1-0", "½", "0-1", "+-", "-+", "--", "*"])


@given(st.lists(st.tuples(results, results, st.sampled_from("UFHZ")), min_size=1, max_size=4))
def test_order_of_entries_and_boards_never_matters(rounds: list[tuple[str, str, str]]) -> None:
    texts = [f"1-2 {first}, 3-4 {second}, 5 {bye}" for first, second, bye in rounds]
    turned = [f"5 {bye}, 3-4 {second}, 1-2 {first}" for first, second, bye in rounds]
    found = standings(enter(5), play(*texts), SWISS)
    assert standings(enter(5)[::-1], play(*turned), SWISS) == found
    assert [row.points for row in found.rows] == sorted((row.points for row in found.rows), reverse=True)
