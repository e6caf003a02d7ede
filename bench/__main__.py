"""`python -m bench`: measure everything, print a table, write `var/bench.json`; status 1 if a figure is not what it must be."""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from importlib import import_module
from importlib.util import find_spec

from bench.database import PROJECT, own_database
from bench.figures import Figure

MODULES = ("memory", "names", "replaying", "visible", "pages", "duplicates")
_COLUMNS = "{:<66} {:>12} {:<10} {:>12} {:>9} {:>9}  {}"


def main(arguments: list[str]) -> int:
    """Run the chosen modules, each of which has `measure(rounds) -> Iterable[Figure]`."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="rounds of which the median is taken")
    parser.add_argument("--only", action="append", choices=MODULES, help="measure this alone; may be given more than once")
    options = parser.parse_args(arguments)
    with own_database():
        figures = list(_shown(_measured(options.only or MODULES, options.rounds)))
    results = PROJECT / "var" / "bench.json"
    results.write_text(json.dumps([asdict(figure) for figure in figures], ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return 0 if all(figure.ok for figure in figures) else 1


def _measured(names: Iterable[str], rounds: int) -> Iterator[Figure]:
    for name in names:
        if find_spec(f"bench.{name}") is None:
            print(f"bench.{name} does not exist and was left out.", flush=True)
        else:
            yield from import_module(f"bench.{name}").measure(rounds)


def _shown(figures: Iterable[Figure]) -> Iterator[Figure]:
    """Print each as soon as it is known."""
    print(_COLUMNS.format("what", "value", "unit", "peer", "ratio", "required", ""))
    for figure in figures:
        ratio = "" if figure.ratio is None else f"{figure.ratio:.2f}"
        word = "ok" if figure.ok else "NOT REACHED"
        print(
            _COLUMNS.format(
                figure.name, _number(figure.value), figure.unit, _number(figure.peer), ratio, figure.required or "", word
            ).rstrip(),
            flush=True,
        )
        yield figure


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
