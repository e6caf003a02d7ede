"""Tie-breaks: the figures of RULES section 8, and the unplayed rounds of C.07 Art. 16 one by one."""

from fractions import Fraction

from tests.tournaments.domain.events import against, sheets
from tournaments.domain.tiebreaks import (
    Edition,
    Pairings,
    adjusted_score,
    buchholz,
    direct_encounter,
    games_won,
    koya,
    modified_median,
    progressive,
    sonneborn_berger,
)

SIX = [1.5, 3, 3, 3, 3.5, 5]


def test_buchholz_of_the_article() -> None:
    assert buchholz(against((points, 0) for points in (2, 2, 3, 3, 4.5)), 1) == 29


def test_median_and_cut_1_of_the_article() -> None:
    event = against((points, 1) for points in SIX)
    assert (buchholz(event, 1, median=1), buchholz(event, 1, cut=1)) == (25, 35)


def test_modified_median_of_the_article() -> None:
    opponents = [round(2 * points) for points in SIX]
    assert [modified_median(opponents, *record) for record in ((4, 1), (1, 4), (2, 2))] == [35, 28, 25]


def test_sonneborn_berger_of_the_article() -> None:
    event = against([(2, 1), (2, 1), (3, 0), (3.5, 0.5), (4.5, 0.5)])
    assert sonneborn_berger(event, 1) == 32


def test_progressive_of_the_article() -> None:
    event = sheets(2, "1-2 0-1", "1-2 ½", "1-2 1-0", "1-2 0-1", "1-2 0-1")
    assert (progressive(event, 1), progressive(event, 1, cut=1)) == (10, 10)
    assert (progressive(event, 2), progressive(event, 2, cut=1)) == (2 + 3 + 3 + 5 + 7, 3 + 3 + 5 + 7)


def test_games_won_are_won_over_the_board() -> None:
    event = sheets(2, "1-2 1-0", "1-2 +-", "1 U", "1 F", "2-1 0-1", "1-2 1-0u")
    assert games_won(event, 1) == 3


def test_a_requested_bye_counts_as_a_draw_only_if_nothing_else_follows() -> None:
    """Art. 16.3: by the kind of the round, from the opponents' side."""
    event = sheets(6, "1 Z, 2 H, 3-4 +-, 5 U, 6 Z", "1-2 1-0, 3 Z, 4-5 1-0", "1 Z, 2 Z, 3 Z, 4-5 -+, 6 H")
    adjusted = {number: adjusted_score(event, number) for number in range(1, 7)}
    assert adjusted == {
        1: 0 + 2 + 1,
        2: 1 + 0 + 1,
        3: 2 + 1 + 1,
        4: 0 + 2 + 0,
        5: 2 + 0 + 2,
        6: 1 + 1 + 1,  # the round without a pairing is a zero-point bye
    }


def test_the_dummy_has_the_own_score_with_a_cap() -> None:
    """Art. 16.4: half of the maximum for a bye, the scheduled opponent's score for a forfeit."""
    event = sheets(4, "1 U, 2-3 ½", "1-2 1-0, 3-4 +-", "1-3 1-0, 4 Z, 2 U")
    assert event.points == {1: 6, 2: 3, 3: 3, 4: 0}
    assert buchholz(event, 1) == 3 + 3 + 3
    assert buchholz(event, 1, edition=Edition.AUGUST_2024) == 6 + 3 + 3
    assert adjusted_score(event, 4) == 1 + 0 + 1  # the first bye is followed by voluntary rounds only
    assert buchholz(event, 3) == 3 + 2 + 6
    assert buchholz(event, 3, edition=Edition.AUGUST_2024) == 3 + 3 + 6


def test_a_voluntarily_unplayed_round_is_cut_first() -> None:
    """Art. 16.5, for BH and, by the higher product, for SB."""
    event = sheets(6, "1-2 1-0, 3-4 1-0, 5-6 1-0", "1-3 1-0, 2-5 1-0, 4-6 ½", "1 H, 2-4 0-1, 3-5 ½, 6 U")
    assert event.points == {1: 5, 2: 2, 3: 3, 4: 3, 5: 3, 6: 3}
    assert buchholz(event, 1) == 2 + 3 + 3
    assert buchholz(event, 1, cut=1) == 2 + 3
    assert buchholz(event, 1, cut=2) == 3
    assert sonneborn_berger(event, 1) == 2 * 2 + 3 * 2 + 3 * 1
    assert sonneborn_berger(event, 1, cut=1) == 3 * 2 + 3 * 1


def test_of_equal_values_the_unplayed_one_is_cut() -> None:
    """Art. 16.5: it shows at the second cut, when the other unplayed round goes although a lower game is left."""
    event = sheets(
        7,
        "1-2 0-1, 3-5 1-0, 4-6 0-1",
        "1-3 1-0, 2-5 0-1, 4-6 0-1",
        "4-1 +-, 2-5 0-1, 3-6 1-0",
        "1 H, 2-5 0-1, 3-6 ½, 4-7 0-1",
    )
    assert [adjusted_score(event, number) for number in (2, 3, 4)] == [2, 5, 2]
    assert event.points[1] == 3
    assert [buchholz(event, 1, cut=cut) for cut in (0, 1, 2)] == [2 + 5 + 2 + 3, 2 + 5 + 3, 2 + 5]


def test_cutting_more_than_there_is_leaves_nothing() -> None:
    event = sheets(2, "1-2 1-0")
    assert (buchholz(event, 2, cut=5), buchholz(event, 2, median=3), sonneborn_berger(event, 1, cut=2)) == (0, 0, 0)


def test_a_game_still_to_be_played_counts_for_nothing() -> None:
    event = sheets(4, "1-2 1-0, 3-4 1-0", "1-3 *, 2-4 *")
    assert [buchholz(event, number) for number in (1, 2, 3, 4)] == [0, 2, 0, 2]


def test_forfeits_are_games_where_the_pairings_are_fixed() -> None:
    event = sheets(4, "1-2 +-, 3-4 1-0", "1-3 ½, 2-4 1-0", "1-4 1-0, 2-3 0-1")
    assert event.points == {1: 5, 2: 2, 3: 5, 4: 0}
    assert sonneborn_berger(event, 1, Pairings.FIXED) == 2 * 2 + 5 * 1 + 0
    assert direct_encounter(event, (1, 2), Pairings.FIXED) == {1: Fraction(2), 2: Fraction(0)}
    assert direct_encounter(event, (1, 2)) is None


def test_direct_encounter_takes_the_average_of_a_pair() -> None:
    event = sheets(3, "1-2 1-0, 3 Z", "2-1 ½, 3 Z", "1-3 0-1, 2 Z", "2-3 ½, 1 Z")
    assert direct_encounter(event, (1, 2, 3)) == {1: Fraction(3, 2), 2: Fraction(3, 2), 3: Fraction(3)}


def test_koya_leaves_the_free_round_out_of_the_maximum() -> None:
    event = sheets(3, "1-2 1-0, 3 Z", "2-3 ½, 1 Z", "3-1 ½, 2 Z")
    assert event.points == {1: 3, 2: 1, 3: 2}
    assert [koya(event, number) for number in (1, 2, 3)] == [1, 1, 1]
