"""A stored version as the record it was made from. Everything here runs inside `club_scope` or `snapshot` of the club."""

from collections import defaultdict
from collections.abc import Mapping

from clubs.models import Club
from tournaments.domain.record import EntryRecord, EventFormat, EventRecord, PairingRecord, RoundRecord, Variant
from tournaments.domain.results import ResultKind
from tournaments.models import Entry, Event, EventVersion, Game, Round


def record_of(club: Club, version: EventVersion) -> EventRecord:
    """What a version says: entries, rounds and boards in the order of their numbers. The stated points were not kept.

    Its digest is that of the version. Four statements, whatever the size.
    """
    event = Event.objects.only("program", "external_id").get(club=club, pk=version.event_id)
    entries = list(Entry.objects.filter(club=club, version=version).order_by("number"))
    return EventRecord(
        name=version.name,
        starts_on=version.starts_on,
        ends_on=version.ends_on,
        entries=tuple(EntryRecord(entry.number, entry.name, entry.rating, entry.title, entry.rank) for entry in entries),
        rounds=read_rounds(club, version, {entry.pk: entry.number for entry in entries}),
        program=event.program,
        external_id=event.external_id,
        format=EventFormat(version.format),
        variant=Variant(version.variant),
        time_control=version.time_control,
        rated=version.rated,
        finished=version.finished,
        planned_rounds=version.planned_rounds,
    )


def read_rounds(club: Club, version: EventVersion, numbers: Mapping[int, int]) -> tuple[RoundRecord, ...]:
    """The rounds of a version; `numbers` gives the pairing number of an entry by its primary key."""
    boards: dict[int, list[PairingRecord]] = defaultdict(list)
    games = Game.objects.filter(club=club, version=version).order_by("round", "board")
    for number, board, white, black, result in games.values_list("round", "board", "white_id", "black_id", "result"):
        opponent = None if black is None else numbers[black]
        boards[number].append(PairingRecord(board, numbers[white], opponent, ResultKind(result)))
    rounds = Round.objects.filter(club=club, version=version).order_by("number").values_list("number", "played_on")
    return tuple(RoundRecord(number, tuple(boards[number]), played_on) for number, played_on in rounds)
