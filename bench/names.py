"""The matching of names: how well it does on the labelled set beside the repository, and how fast it is.

The set is not part of the project: `../shared/data/names`, whose README says how to score. Without it only the speed is measured. What
is scored is what `manage.py match_names` prints; the peer is rapidfuzz with `token_sort_ratio` and the cut-off 70, in the same run. Recall
counts both lists of an entry in their order. The peer in speed is thefuzz as its own documentation calls it, timed with a tenth of the
names. All times are of the processor, so that other programs on the machine do not count.
"""

import gc
import json
import random
import tracemalloc
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from time import process_time

from django.core.management import call_command
from rapidfuzz import fuzz, process, utils
from thefuzz import process as thefuzz

from bench.crowd import MEMBERS, NAMES, near_identical, people, typed
from bench.database import PROJECT
from bench.figures import Figure, alternate, at_least, at_most, told
from players.domain.matching import Member, MemberIndex, build_index, propose_event

SET = PROJECT.parent / "shared" / "data" / "names"
SHOWN = 5
CUT_OFF = 70
UNKNOWN, AMBIGUOUS = "unknown_person", "ambiguous"
CERTAIN = frozenset({"exact", "case_and_punctuation", "swapped_order", "niqqud", "yo_ye"})
"""Kinds of which a member must be pre-selected where one fits."""

PEER_NAMES = NAMES // 10
BOARDS = 2_000
"""Names in a table of opening ratings."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What one matcher says of one entry: members in order, how many of them stand above "new player", and who is pre-selected."""

    kind: str
    expected: frozenset[str]
    members: tuple[str, ...]
    above: int
    preselected: str | None = None

    @property
    def is_first(self) -> bool:
        return bool(self.members) and self.members[0] in self.expected

    @property
    def is_shown(self) -> bool:
        return not self.expected.isdisjoint(self.members[:SHOWN])

    @property
    def are_all_shown(self) -> bool:
        return self.expected <= set(self.members[:SHOWN])

    @property
    def is_right(self) -> bool:
        """Pre-selected, and nobody else is as likely."""
        return self.expected == {self.preselected}


def measure(rounds: int) -> Iterator[Figure]:
    """The table on the set, its kinds, then the speed."""
    if SET.is_dir():
        yield from _quality(SET / "members.tsv", SET / "entries.tsv")
    else:
        print(f"{SET} does not exist: how well names are matched was left out.", flush=True)
    yield from _speed(rounds)
    yield from _worst()


def _quality(members: Path, entries: Path) -> Iterator[Figure]:
    ours, peers = _ours(members, entries), _peers(members, entries)
    known, unknown, ambiguous = _of(ours, *_known_kinds(ours)), _of(ours, UNKNOWN), _of(ours, AMBIGUOUS)
    peer_known, peer_unknown, peer_ambiguous = _of(peers, *_known_kinds(peers)), _of(peers, UNKNOWN), _of(peers, AMBIGUOUS)
    first, shown, all_shown = _share(lambda one: one.is_first), _share(lambda one: one.is_shown), _share(lambda one: one.are_all_shown)
    suggested = _share(lambda one: one.above > 0)
    single, peer_single = [one for one in known if len(one.expected) == 1], [one for one in peer_known if len(one.expected) == 1]
    certain = [one for one in single if one.kind in CERTAIN]
    yield at_least("names: first suggestion right, one right answer", first(single), "%", 96, peer=first(peer_single))
    yield at_least("names: right one among five, one right answer", shown(single), "%", 99, peer=shown(peer_single))
    yield at_least("names: first suggestion right, all known", first(known), "%", 96, peer=first(peer_known))
    yield at_most("names: unknown, a member above new player", suggested(unknown), "%", 12, peer=suggested(peer_unknown))
    yield at_most("names: unknown, a member pre-selected", _count(unknown, lambda one: one.preselected is not None), "entries", 0)
    yield at_least("names: ambiguous, every right member shown", all_shown(ambiguous), "%", 98, peer=all_shown(peer_ambiguous))
    yield at_most("names: pre-selected and wrong", _count(ours, lambda one: one.preselected is not None and not one.is_right), "entries", 0)
    yield at_least("names: pre-selected and right, letters certain", _share(lambda one: one.is_right)(certain), "%", 95)
    yield told("names: known, first suggestion wrong", _count(known, lambda one: one.above > 0 and not one.is_first), "entries")
    for kind in _known_kinds(ours):
        mine, others = _of(ours, kind), _of(peers, kind)
        yield Figure(f"names: {kind}, first right ({len(mine)})", first(mine), "%", first(others), None, None, ok=True)


def _ours(members: Path, entries: Path) -> list[Answer]:
    printed = StringIO()
    call_command("match_names", str(members), str(entries), stdout=printed)
    lines = [json.loads(line) for line in printed.getvalue().splitlines()]
    return [
        Answer(
            kind,
            expected,
            tuple(one["member_id"] for one in [*line["suggestions"], *line["others"]]),
            len(line["suggestions"]),
            line["preselected"],
        )
        for (_, expected, kind), line in zip(_labels(entries), lines, strict=True)
    ]


def _peers(members: Path, entries: Path) -> list[Answer]:
    names = dict(_cells(members))
    answers = []
    for entry, expected, kind in _labels(entries):
        found = process.extract(
            entry, names, scorer=fuzz.token_sort_ratio, processor=utils.default_process, limit=SHOWN, score_cutoff=CUT_OFF
        )
        answers.append(Answer(kind, expected, tuple(member for _, _, member in found), len(found)))
    return answers


def _labels(path: Path) -> list[tuple[str, frozenset[str], str]]:
    return [(entry, frozenset(expected.split("|")) - {"-"}, kind) for entry, expected, kind in _cells(path)]


def _cells(path: Path) -> list[list[str]]:
    return [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()[1:]]


def _known_kinds(answers: Iterable[Answer]) -> list[str]:
    return list(dict.fromkeys(one.kind for one in answers if one.kind != UNKNOWN))


def _of(answers: Iterable[Answer], *kinds: str) -> list[Answer]:
    return [one for one in answers if one.kind in kinds]


def _count(answers: Iterable[Answer], counts: Callable[[Answer], bool]) -> int:
    return sum(map(counts, answers))


def _share(counts: Callable[[Answer], bool]) -> Callable[[Sequence[Answer]], float]:
    return lambda answers: 100 * _count(answers, counts) / len(answers)


def _speed(rounds: int) -> Iterator[Figure]:
    chance = random.Random(20)
    club = people(chance)
    nights = iter([typed(chance, club) for _ in range(rounds)])
    peer_nights = iter([typed(chance, club)[:PEER_NAMES] for _ in range(rounds)])
    index = _index(club)
    ours, peer = alternate(rounds, lambda: _night(index, next(nights)), lambda: _thefuzz_night(club, next(peer_nights)) * 10)
    name = f"{NAMES} names against {MEMBERS:,} members, index ready"
    yield at_least(f"{name}: times thefuzz", 1000 * ours, "ms", 40, peer=1000 * peer, ratio=peer / ours)
    yield at_most(name, 1000 * ours, "ms", 150)
    yield from _index_cost(club)


def _index_cost(club: Sequence[str]) -> Iterator[Figure]:
    gc.collect()
    began = process_time()
    _index(club)
    yield told(f"index of {MEMBERS:,} members, words known before", process_time() - began, "s")
    gc.collect()
    tracemalloc.start()
    index = _index(club)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    del index
    yield told(f"memory of an index of {MEMBERS:,} members", size / 2**20, "MB")


def _worst() -> Iterator[Figure]:
    chance = random.Random(21)
    index = _index(near_identical(chance, MEMBERS))
    yield at_most(f"{NAMES} against {MEMBERS:,} names, all near-identical", _night(index, near_identical(chance, NAMES)), "s", 10)
    index = _index(near_identical(chance, BOARDS))
    yield at_most(f"{BOARDS:,} against {BOARDS:,} names, all near-identical", _night(index, near_identical(chance, BOARDS)), "s", 20)


def _index(names: Iterable[str]) -> MemberIndex:
    return build_index(Member(number, (name,)) for number, name in enumerate(names))


def _night(index: MemberIndex, names: Sequence[str]) -> float:
    gc.collect()
    began = process_time()
    propose_event(index, names)
    return process_time() - began


def _thefuzz_night(club: Sequence[str], names: Sequence[str]) -> float:
    began = process_time()
    for name in names:
        thefuzz.extract(name, club, limit=SHOWN)
    return process_time() - began
