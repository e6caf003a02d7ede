"""When a figure is good enough, and how rounds are summed up."""

from bench.figures import Figure, alternate, at_least, at_most, percentile, told


def test_a_figure_is_judged_by_its_ratio_and_without_one_by_itself() -> None:
    assert at_least("speed", 2.0, "s", 25, peer=50.0, ratio=25.0) == Figure("speed", 2.0, "s", 50.0, 25.0, "≥ 25", ok=True)
    assert not at_least("speed", 2.0, "s", 25, peer=49.0, ratio=24.5).ok
    assert at_most("memory", 1024, "MB", 1024) == Figure("memory", 1024, "MB", None, None, "≤ 1024", ok=True)
    assert not at_most("memory", 1025, "MB", 1024).ok
    assert told("rows", 3, "rows").ok


def test_rounds_alternate_and_give_medians() -> None:
    order: list[str] = []
    slow, quick = iter([9.0, 1.0, 2.0]), iter([0.5, 0.1, 0.3])

    def first() -> float:
        order.append("first")
        return next(slow)

    def second() -> float:
        order.append("second")
        return next(quick)

    assert alternate(3, first, second) == [2.0, 0.3]
    assert order == ["first", "second"] * 3


def test_a_percentile_is_one_of_the_values() -> None:
    values = [float(number) for number in range(200, 0, -1)]
    assert (percentile(values, 0.5), percentile(values, 0.99), percentile(values, 1)) == (100.0, 198.0, 200.0)
    assert percentile([3.0], 0.5) == 3.0
