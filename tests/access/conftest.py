"""The figures of the access table at the end of a run, and quiet logs: thousands of answers here are refusals on purpose."""

import logging
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

FIGURES = "access_figures"


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    logging.disable(logging.ERROR)
    yield
    logging.disable(logging.NOTSET)


_SUMMARY = pytest.StashKey[str]()


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """One line for all tests of the table. Properties of a report come back from other processes too."""
    total: Counter[str] = Counter()
    for report in terminalreporter.getreports("passed") + terminalreporter.getreports("failed"):
        if report.when == "call":
            for figures in (value for name, value in report.user_properties if name == FIGURES):
                total.update(figures)
    if total:
        terminalreporter.config.stash[_SUMMARY] = (
            "access table: {routes} routes × 7 methods × {each:.0f} principals × own, other and missing objects: {cells} cells, "
            "{denied} denied, of these {elsewhere} to a member of another club; {faults} wrong, or changed a row; {seconds:.0f} s"
        ).format(each=total["principals"] / total["groups"], **total)


def pytest_unconfigure(config: pytest.Config) -> None:
    """After everything else that is said."""
    if line := config.stash.get(_SUMMARY, ""):
        print(line)
