"""The expected score and the change of an event: every figure of RULES section 1."""

from decimal import ROUND_HALF_UP, Decimal, localcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.domain.elo import HALF, LIMIT, ONE, change_in_tenths, expected_score


def percent(value: int) -> str:
    return str((Decimal(value) / ONE).quantize(Decimal("0.01")))


def test_guide_figures() -> None:
    assert expected_score(0) == HALF
    assert percent(expected_score(2000)) == "0.76"
    assert percent(expected_score(4000)) == "0.91"


def test_anne() -> None:
    expected = [expected_score(14_000 - opponent) for opponent in (15_000, 13_000, 16_000, 13_500)]
    assert [percent(value) for value in expected] == ["0.36", "0.64", "0.24", "0.57"]
    assert percent(sum(expected)) == "1.81"
    assert change_in_tenths(20, 5 * HALF - sum(expected)) == 138


def test_draw_with_the_stronger_earns_less_than_the_win() -> None:
    assert change_in_tenths(20, HALF - expected_score(14_000 - 16_000)) == 52
    assert change_in_tenths(20, ONE - expected_score(14_000 - 13_000)) == 72


def test_table_equals_the_formula_at_every_difference() -> None:
    with localcontext(prec=30):
        for difference in range(LIMIT + 50):
            exact = Decimal(ONE) / (1 + Decimal(10) ** (Decimal(-difference) / 4000))
            assert expected_score(difference) == int(exact.to_integral_value(ROUND_HALF_UP)), difference


def test_beyond_the_table_the_result_is_certain() -> None:
    assert expected_score(LIMIT) == expected_score(LIMIT + 1) == expected_score(10**9) == ONE
    assert expected_score(LIMIT - 1) == ONE - 1
    assert expected_score(-LIMIT) == expected_score(-(10**9)) == 0


@given(st.integers(-60_000, 60_000))
def test_expected_scores_of_a_pair_add_up_to_one_point(difference: int) -> None:
    assert expected_score(difference) + expected_score(-difference) == ONE


@given(st.integers(-60_000, 60_000))
def test_a_higher_rating_never_expects_less(difference: int) -> None:
    assert expected_score(difference) <= expected_score(difference + 1)


@pytest.mark.parametrize(
    ("k", "surplus", "change"),
    [
        (20, 0, 0),
        (20, 2_499_999, 0),
        (20, 2_500_000, 1),
        (20, -2_499_999, 0),
        (20, -2_500_000, -1),
        (20, 7_500_000, 2),
        (20, -7_500_000, -2),
        (40, HALF, 200),
        (40, -HALF, -200),
        (1, ONE, 10),
    ],
)
def test_rounded_once_half_away_from_zero(k: int, surplus: int, change: int) -> None:
    assert change_in_tenths(k, surplus) == change


@given(st.integers(1, 200), st.integers(-50 * ONE, 50 * ONE))
def test_change_is_odd_and_within_half_a_tenth(k: int, surplus: int) -> None:
    change = change_in_tenths(k, surplus)
    assert change_in_tenths(k, -surplus) == -change
    assert abs(change * ONE - 10 * k * surplus) <= HALF
