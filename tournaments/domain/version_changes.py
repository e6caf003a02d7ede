"""What one version of an event says otherwise than another one, whoever made them: for a publication, as corrections are for one by hand.

A new version may number its people anew, have more of them, and have more rounds. Who is who is told from outside as far as it is
known; beyond that people are the same where a name is unique in both, and where one number has another name.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date

from tournaments.domain.corrections import EventPatch
from tournaments.domain.differences import difference
from tournaments.domain.record import EntryRecord, EventRecord, PairingRecord, RoundRecord
from tournaments.domain.results import ResultKind

HEADINGS = ("name", "format", "variant", "time_control", "planned_rounds")
"""What of an event as a whole no correction by hand can change."""


@dataclass(frozen=True, slots=True)
class VersionChanges:
    """Everything in the numbers of the later version; whoever is not in it has the number of the earlier one with a minus.

    `patch`: the games of rounds that both have, dates and switches. `rounds`: (number, boards before, boards after) of the others.
    `dated`: (round, day before, day after). `renamed`: the numbers, before and after, of whoever is written otherwise. `relisted`: how
    many have another rating, title or place. `headings`: those of HEADINGS that differ.
    """

    patch: EventPatch
    rounds: tuple[tuple[int, int, int], ...] = ()
    dated: tuple[tuple[int, date | None, date | None], ...] = ()
    come: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()
    renamed: tuple[tuple[int, int], ...] = ()
    relisted: int = 0
    headings: tuple[str, ...] = ()

    @property
    def corrects(self) -> bool:
        """True if a result, the name, the first day or whether it counts is otherwise than it was published.

        More rounds and people, and results of games that had none, are how an event goes on.
        """
        gone = any(before for _, before, _ in self.rounds)
        results = any(pairing.result is not ResultKind.PENDING for game in self.patch.games for pairing in game.before)
        return gone or results or "name" in self.headings or bool(self.patch.fields.keys() & {"starts_on", "rated"})


def compare_versions(before: EventRecord, after: EventRecord, known: Mapping[int, int]) -> VersionChanges:
    """`known`: numbers in `after` of those in `before` of whom it is certain who they are there."""
    same = _same_people(before, after, known)
    earlier = _renumbered(before, {entry.number: same.get(entry.number, -entry.number) for entry in before.entries})
    ours, theirs = ({played.number: played for played in record.rounds} for record in (earlier, after))
    both = sorted(ours.keys() & theirs.keys())
    days = ((number, ours[number].played_on, theirs[number].played_on) for number in both)
    patch = difference(earlier, replace(after, rounds=tuple(theirs[number] for number in both)))
    old, new = ({entry.number: entry for entry in record.entries} for record in (before, after))
    pairs = [(old[number], new[same[number]]) for number in sorted(same)]
    return VersionChanges(
        patch=patch,
        rounds=tuple((number, _boards(ours, number), _boards(theirs, number)) for number in sorted(ours.keys() ^ theirs.keys())),
        dated=tuple(each for each in days if each[1] != each[2]),
        come=tuple(sorted(new.keys() - set(same.values()))),
        gone=tuple(-number for number in sorted(old.keys() - same.keys())),
        renamed=tuple((one.number, other.number) for one, other in pairs if one.name != other.name),
        relisted=sum(_listing(one) != _listing(other) for one, other in pairs),
        headings=tuple(name for name in HEADINGS if getattr(before, name) != getattr(after, name)),
    )


def _same_people(before: EventRecord, after: EventRecord, known: Mapping[int, int]) -> dict[int, int]:
    """Numbers in `after` by those in `before`: those who are known, then unique names, then what is left of the same number."""
    same = dict(known)
    ours = {entry.number: entry.name for entry in before.entries if entry.number not in same}
    theirs = {entry.number: entry.name for entry in after.entries if entry.number not in set(same.values())}
    times, their_times = Counter(ours.values()), Counter(theirs.values())
    by_name = {name: number for number, name in theirs.items()}
    same |= {number: by_name[name] for number, name in ours.items() if times[name] == their_times[name] == 1}
    taken = set(same.values())
    return same | {number: number for number in ours if number not in same and number in theirs and number not in taken}


def _renumbered(record: EventRecord, numbers: Mapping[int, int]) -> EventRecord:
    def pairing(each: PairingRecord) -> PairingRecord:
        return replace(each, white=numbers[each.white], black=None if each.black is None else numbers[each.black])

    rounds = tuple(replace(played, pairings=tuple(map(pairing, played.pairings))) for played in record.rounds)
    return replace(record, rounds=rounds)


def _boards(rounds: Mapping[int, RoundRecord], number: int) -> int:
    return len(rounds[number].pairings) if number in rounds else 0


def _listing(entry: EntryRecord) -> tuple[int | None, str, int | None]:
    return entry.rating, entry.title, entry.rank
