"""One flock for all tests that only look, and the figures at the end of a run."""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from pytest_django import DjangoDbBlocker

from tests.canary.freezing import Chance, frozen
from tests.once import made_once

if TYPE_CHECKING:
    from tests.canary.flock import Flock

FIGURES = "canary_figures"
_LINE = (
    "canaries: {routes} routes, {addresses} addresses crawled, {surfaces} surfaces, {bytes} bytes searched; "
    "{leaks} leaks found; {planted} leaks planted, {found} of them found"
)
_COUNTED = ("addresses", "bytes", "leaks", "planted", "found")
_NAMED = ("routes", "surfaces", "visitors", "formats", "statuses", "heard", "tables")
_LISTED = {"visitors": "asked by", "formats": "answered in", "statuses": "with status", "heard": "searched besides"}


@pytest.fixture(scope="module")
def chance() -> Iterator[Chance]:
    """Nothing is random and the clock stands, as long as tests of a module go on."""
    with frozen() as started:
        yield started


@pytest.fixture(scope="module")
def flock(django_db_setup: None, django_db_blocker: DjangoDbBlocker, chance: Chance) -> Iterator["Flock"]:
    """In a transaction that ends without a trace."""
    from tests.canary.flock import make_flock

    chance.start("flock")
    with made_once(django_db_blocker, make_flock) as made:
        yield made


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """For all tests together. Properties of a report come back from other processes too; what has a name counts once."""
    total: Counter[str] = Counter(dict.fromkeys(_COUNTED, 0))
    named: dict[str, set[str]] = {name: set() for name in _NAMED}
    for report in terminalreporter.getreports("passed") + terminalreporter.getreports("failed"):
        for figures in (value for name, value in report.user_properties if name == FIGURES and report.when == "call"):
            for name, value in figures.items():
                if name in named:
                    named[name].update(value)
                else:
                    total[name] += value
    if total["addresses"]:
        terminalreporter.write_line(_LINE.format(**total, **{name: len(found) for name, found in named.items()}))
        named["heard"] |= {f"{len(named['tables'])} tables of the database"} if named["tables"] else set()
        for name, called in _LISTED.items():
            terminalreporter.write_line(f"  {called}: {'; '.join(sorted(named[name]))}")
