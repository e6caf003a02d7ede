"""What every event of a club shows now, as records. Inside a snapshot of the club."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from clubs.models import Club
from tournaments.domain.record import EntryRecord, EventFormat, EventRecord, PairingRecord, RoundRecord, Variant
from tournaments.domain.results import ResultKind
from tournaments.models import Entry, EntryLink, Event, EventVersion, Game, Round

AT_ONCE = 200
"""Events of which everything is in memory at the same time."""


@dataclass(frozen=True, slots=True)
class Evening:
    """An event with what it shows. `people`: the player's primary key by the number of each name that is decided."""

    event: Event
    record: EventRecord
    people: Mapping[int, int]


def list_evenings(club: Club) -> Iterator[Evening]:
    """By their dates, removed ones among them; those of which no version is shown are left out. Five statements for each `AT_ONCE`."""
    shown = Event.objects.filter(club=club, latest__isnull=False).order_by("latest__starts_on", "order_in_date", "pk")
    keys = list(shown.values_list("pk", flat=True))
    for start in range(0, len(keys), AT_ONCE):
        yield from _read(club, keys[start : start + AT_ONCE])


def _read(club: Club, keys: Sequence[int]) -> Iterator[Evening]:
    events = Event.objects.filter(club=club).select_related("latest").in_bulk(list(keys))
    versions = [event.latest_id for event in events.values()]
    entries: dict[int, list[Entry]] = defaultdict(list)
    for entry in Entry.objects.filter(club=club, version__in=versions).order_by("version_id", "number"):
        entries[entry.version_id].append(entry)
    links = EntryLink.objects.filter(club=club, entry__club=club, entry__version__in=versions, undone_at=None)
    players = dict(links.values_list("entry_id", "player_id"))
    rounds = _rounds(club, versions, {entry.pk: entry.number for known in entries.values() for entry in known})
    for key in keys:
        event = events[key]
        version = event.latest
        assert version is not None
        record = _record(event, version, entries[version.pk], tuple(rounds[version.pk]))
        yield Evening(event, record, {entry.number: players[entry.pk] for entry in entries[version.pk] if entry.pk in players})


def _rounds(club: Club, versions: Sequence[int | None], numbers: Mapping[int, int]) -> dict[int, list[RoundRecord]]:
    """By version, in the order of their numbers."""
    boards = _boards(club, versions, numbers)
    found: dict[int, list[RoundRecord]] = defaultdict(list)
    kept = Round.objects.filter(club=club, version__in=versions).order_by("version_id", "number")
    for version, number, played_on in kept.values_list("version_id", "number", "played_on"):
        found[version].append(RoundRecord(number, tuple(boards.get((version, number), ())), played_on))
    return found


def _boards(club: Club, versions: Sequence[int | None], numbers: Mapping[int, int]) -> dict[tuple[int, int], list[PairingRecord]]:
    """By version and round, in the order of the boards."""
    boards: dict[tuple[int, int], list[PairingRecord]] = defaultdict(list)
    games = Game.objects.filter(club=club, version__in=versions).order_by("version_id", "round", "board")
    for version, number, board, white, black, result in games.values_list("version_id", "round", "board", "white_id", "black_id", "result"):
        opponent = None if black is None else numbers[black]
        boards[version, number].append(PairingRecord(board, numbers[white], opponent, ResultKind(result)))
    return boards


def _record(event: Event, version: EventVersion, entries: Sequence[Entry], rounds: tuple[RoundRecord, ...]) -> EventRecord:
    return EventRecord(
        name=version.name,
        starts_on=version.starts_on,
        ends_on=version.ends_on,
        entries=tuple(EntryRecord(entry.number, entry.name, entry.rating, entry.title, entry.rank) for entry in entries),
        rounds=rounds,
        program=event.program,
        external_id=event.external_id,
        format=EventFormat(version.format),
        variant=Variant(version.variant),
        time_control=version.time_control,
        rated=version.rated,
        finished=version.finished,
        planned_rounds=version.planned_rounds,
    )
