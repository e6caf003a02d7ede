"""Elo in exact integers: the expected score from a table, the change of one event rounded once.

Units: ratings and changes are tenths of a point (14000 = 1400.0), scores half-points, expected scores 10⁻⁹ of a
point. `expected = 1 / (1 + 10 ** ((opponent - own) / 400))` (RULES section 1) is evaluated in floating point only
while the table is made; from there on sums are integers, so the order of the games can never flip a rounding.

The table is symmetric by construction, E(d) + E(-d) = 10⁹: what one player is expected to score, the other is not.
It reaches to a difference of `LIMIT` tenths. Beyond it the formula itself rounds to 0 or 10⁹, so holding the
difference to ±LIMIT loses nothing. Unlike FIDE (B.02 8.3.1) there is no 400-point rule: the guide has none.
"""

ONE = 1_000_000_000  # one whole expected point
HALF = ONE // 2  # one half-point
LIMIT = 37_205  # tenths; from here on the formula rounds to one whole point


def _make_table() -> list[int]:
    """Expected score, 10⁻⁹, by `difference + LIMIT` for own - opponent from -LIMIT to +LIMIT tenths."""
    upper = [round(ONE / (1.0 + 10.0 ** (-difference / 4000.0))) for difference in range(1, LIMIT + 1)]
    lower = [ONE - value for value in reversed(upper)]
    return [*lower, HALF, *upper]


EXPECTED: list[int] = _make_table()  # read by the replay's inner loop directly; never written


def expected_score(difference: int) -> int:
    """Expected score, in 10⁻⁹, of a player whose rating is `difference` tenths above the opponent's."""
    return EXPECTED[max(-LIMIT, min(LIMIT, difference)) + LIMIT]


def change_in_tenths(k: int, surplus: int) -> int:
    """The change of one event: `k` × `surplus`, rounded once, half away from zero, to a tenth of a point.

    `surplus` is Σ(score - expected) over the counted games, in 10⁻⁹ (RULES section 1: summed exactly, rounded once).
    """
    tenths, rest = divmod(abs(k * surplus), ONE // 10)
    if 2 * rest >= ONE // 10:
        tenths += 1
    return tenths if surplus >= 0 else -tenths
