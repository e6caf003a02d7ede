"""Writing an event record into the tables: one immutable version with its entries, rounds and games."""

from django.db.models import Max

from clubs.models import Club
from clubs.services import Person
from tournaments.domain.record import EventRecord, Reading, Remark
from tournaments.interchange import content_digest
from tournaments.models import Entry, Event, EventVersion, Game, Round


def keep_version(*, club: Club, event: Event, record: EventRecord, reading: Reading, by: Person, source: str) -> EventVersion:
    """A new version of `event`, one number above every version it ever had, that replaces its latest.

    `record` has both dates. Runs inside the transaction of the publication.
    """
    assert record.starts_on is not None
    assert record.ends_on is not None
    newest = EventVersion.objects.filter(club=club, event=event).aggregate(newest=Max("number"))["newest"]
    version = EventVersion.objects.create(
        club=club,
        event=event,
        number=(newest or 0) + 1,
        replaces=event.latest,
        digest=content_digest(record),
        name=record.name,
        starts_on=record.starts_on,
        ends_on=record.ends_on,
        format=record.format,
        variant=record.variant,
        time_control=record.time_control,
        rated=record.rated,
        finished=record.finished,
        planned_rounds=record.planned_rounds,
        source=source,
        warnings=[_kept(remark) for remark in reading.warnings],
        dropped=list(reading.dropped),
        published_by_id=None if by is None else by.pk,
    )
    _keep_games(club, version, record, _keep_entries(club, version, record))
    return version


def _keep_entries(club: Club, version: EventVersion, record: EventRecord) -> dict[int, int]:
    """Primary keys of the entries by their numbers."""
    entries = Entry.objects.bulk_create(
        Entry(club=club, version=version, number=entry.number, name=entry.name, rating=entry.rating, title=entry.title, rank=entry.rank)
        for entry in record.entries
    )
    return {entry.number: entry.pk for entry in entries}


def _keep_games(club: Club, version: EventVersion, record: EventRecord, entries: dict[int, int]) -> None:
    Round.objects.bulk_create(
        Round(club=club, version=version, number=played.number, played_on=played.played_on) for played in record.rounds
    )
    Game.objects.bulk_create(
        Game(
            club=club,
            version=version,
            round=played.number,
            board=pairing.board,
            white_id=entries[pairing.white],
            black_id=None if pairing.black is None else entries[pairing.black],
            result=pairing.result,
        )
        for played in record.rounds
        for pairing in played.pairings
    )


def _kept(remark: Remark) -> dict[str, object]:
    return {
        "code": remark.code,
        "message": remark.message,
        "line": remark.line,
        "column": remark.column,
        "params": remark.params,
    }
