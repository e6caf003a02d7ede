"""Publishing an event: the one service behind the API, the upload page and the command (docs/publishing.md)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from django.utils import timezone

from clubs.models import Club
from clubs.services import Person, outdate_pages, record_in_journal
from clubs.tenancy.scope import club_scope, lock_ladder
from tournaments.domain.double_names import double_names
from tournaments.domain.errors import EventConflict
from tournaments.domain.record import EventRecord, Reading, Remark
from tournaments.domain.stakes import OverCorrections
from tournaments.interchange.remarks import Remarks, make_remark
from tournaments.models import Event, EventVersion
from tournaments.selectors.events import find_event_by_identity, get_event
from tournaments.services.carrying import carry_links
from tournaments.services.correcting import keep_correction
from tournaments.services.erased_names import link_erased, without_erased, without_their_names
from tournaments.services.finding import AmbiguousEvent, find_candidates, find_version_with
from tournaments.services.keeping import keep_version
from tournaments.services.merging import refuse_joined
from tournaments.services.preparing import prepare_record, with_known_name
from tournaments.services.settling import settle_rated_version
from tournaments.services.weighing import CorrectionsAtStake, find_stakes, keep_at_stake


class Outcome(StrEnum):
    """What a publication did."""

    NEW = "new"
    CHANGED = "changed"
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True)
class Publication:
    """The event, the version of this content, and what was done. `warnings` are those of the reading and our own."""

    event: Event
    version: EventVersion
    outcome: Outcome
    warnings: tuple[Remark, ...] = ()

    @property
    def shown(self) -> EventVersion:
        """The latest version: another one where corrections stand on top of `version`."""
        return self.event.latest or self.version


def publish_event(
    *,
    club: Club,
    reading: Reading,
    by: Person,
    source: str,
    event: Event | None = None,
    expected_version: int | None = None,
    ask: bool = False,
    not_these: Collection[str] = (),
    corrections: OverCorrections | None = None,
) -> Publication:
    """Keep what was read as the latest version of its event; all of it or nothing.

    The event is the one given, or the one with the reading's (program, external id), or a new one. With `ask`, a reading
    without an id that looks like published events is not taken for new; `not_these` are the ids of those of which somebody has
    said that they are others. The same content as the latest version, or as the one on which corrections were made, changes
    nothing. `expected_version` is the number of the version that the caller has seen, 0 for none. `source` names the door:
    "api", "upload", "command" or "demo". `corrections` says what becomes of corrections in force that the reading would undo:
    kept in a version of their own on top of this one, or dropped; None asks.

    A name of somebody who was erased is replaced by the pseudonym, with a warning, before anything is compared or kept.
    A new version that neither the source nor anybody names keeps the name of the one before. A removed event stays removed, with a
    warning; one whose only publication was undone comes back.

    Errors: NotPublishable (no start date, names that cannot be kept), AmbiguousEvent with the candidates, EventUnknown,
    CorrectionsAtStake with what would be undone, EventConflict (published again meanwhile, another id, corrections that cannot
    be kept).
    """
    record = prepare_record(reading.record)
    with club_scope(club) as cursor:
        lock_ladder(cursor, club)
        given = record
        found = _find_event(club, record, event, ask, not_these)
        record = without_erased(club, record, found)
        reading = replace(reading, warnings=(*_erased(given, record), *without_their_names(reading.warnings, given, record)))
        _check_version(found, expected_version)
        if found is not None:
            _take_identity(club, found, record)
            reading = reading if found.latest is None else with_known_name(reading, found.latest.name)
            record = replace(record, name=reading.record.name)
            if (same := find_version_with(club=club, event=found, record=record)) is not None:
                return Publication(found, same, Outcome.UNCHANGED, _warnings(reading, found, _standing(found, same)))
        stakes = () if found is None else find_stakes(club=club, event=found, record=record)
        if found is not None and stakes and corrections is None:
            raise CorrectionsAtStake(found, stakes)
        kept = keep_at_stake(stakes, record) if stakes and corrections is OverCorrections.KEEP else None
        outcome = Outcome.NEW if found is None else Outcome.CHANGED
        target = found or _new_event(club, record)
        version = _show_version(club, target, record, reading, by, source)
        if kept is not None:
            keep_correction(club=club, event=target, record=kept, by=by)
        settle_rated_version(club=club, event=target)
        _journal(club, target, version, by, outcome, corrections if stakes else None)
    return Publication(target, version, outcome, _warnings(reading, target, _decided(target, len(stakes), corrections)))


def undo_publication(*, club: Club, event: Event, by: Person, expected_version: int | None = None) -> Event:
    """Point the event back to the version before its latest; the first one undone removes the event.

    Where the latest version is a correction, it is the correction that is undone. The version stays in the history, and
    publishing its content again makes a new one. Names decided in the version before still stand. `expected_version` is the number
    of the version that the caller wants undone.
    Errors: EventUnknown, EventConflict if nothing is published, or another version is the latest by now.
    """
    with club_scope(club) as cursor:
        lock_ladder(cursor, club)
        found = get_event(club, event.public_id)
        undone = found.latest
        if undone is None:
            raise _conflict("nothing_to_undo")
        _check_version(found, expected_version)
        found.latest = None if undone.replaces_id is None else EventVersion.objects.get(club=club, pk=undone.replaces_id)
        if found.latest is None:
            found.removed_at = found.removed_at or timezone.now()
        found.save(update_fields=["latest", "removed_at"])
        if found.latest is not None:
            link_erased(club, found.latest)
        outdate_pages(club=club)  # where its names were never decided, nothing that the ladder watches has changed
        settle_rated_version(club=club, event=found)
        detail = {"version": undone.number, "back_to": found.latest.number if found.latest else None}
        action = "event.correction_undone" if undone.is_correction else "event.publication_undone"
        record_in_journal(club=club, action=action, by=by, subject=found.public_id, detail=detail)
    return found


def redo_publication(*, club: Club, event: Event, version: EventVersion, by: Person) -> Event:
    """Show a version again whose publication was undone, with the names that were decided in it; the caller knows that it may be shown.

    An event that was removed because nothing of it was published any more is back.
    Errors: EventUnknown; IdentityRefused joined_since, two of its names are one person by now.
    """
    with club_scope(club) as cursor:
        lock_ladder(cursor, club)
        found = get_event(club, event.public_id)
        if found.latest is None:
            found.removed_at = None
        found.latest = version
        found.save(update_fields=["latest", "removed_at"])
        link_erased(club, version)
        refuse_joined(club=club, event=found)
        outdate_pages(club=club)
        settle_rated_version(club=club, event=found)
        detail = {"version": version.number}
        record_in_journal(club=club, action="event.published_again", by=by, subject=found.public_id, detail=detail)
    return found


def _find_event(club: Club, record: EventRecord, event: Event | None, ask: bool, not_these: Collection[str]) -> Event | None:
    if event is not None:
        return get_event(club, event.public_id)
    if record.external_id is not None:
        return find_event_by_identity(club, record.program, record.external_id)
    candidates = find_candidates(club=club, record=record) if ask else []
    near = tuple(candidate for candidate in candidates if candidate.near and candidate.event.public_id not in not_these)
    if len(near) == 1 and find_version_with(club=club, event=near[0].event, record=record) is not None:
        return near[0].event
    if near:
        raise AmbiguousEvent(near)
    return None


def _check_version(event: Event | None, expected: int | None) -> None:
    found = event.latest.number if event is not None and event.latest is not None else 0
    if expected is not None and found != expected:
        raise _conflict("event_moved", found=found, expected=expected)


def _take_identity(club: Club, event: Event, record: EventRecord) -> None:
    """Let an event that was published without an id take the reading's, so that its program finds it next time."""
    if record.external_id is None or (event.program, event.external_id) == (record.program, record.external_id):
        return
    if event.external_id is not None:
        raise _conflict("event_has_other_id", known=event.external_id, given=record.external_id)
    if find_event_by_identity(club, record.program, record.external_id) is not None:
        raise _conflict("event_id_taken", given=record.external_id)
    event.program, event.external_id = record.program, record.external_id
    event.save(update_fields=["program", "external_id"])


def _new_event(club: Club, record: EventRecord) -> Event:
    return Event.objects.create(club=club, program=record.program, external_id=record.external_id)


def _show_version(club: Club, event: Event, record: EventRecord, reading: Reading, by: Person, source: str) -> EventVersion:
    """Make it the latest, and take over who is who."""
    version = keep_version(club=club, event=event, record=record, reading=reading, by=by, source=source)
    if event.latest is None:
        event.removed_at = None  # a new event, or one whose only publication was undone
    else:
        carry_links(club=club, before=event.latest, after=version)
    link_erased(club, version)
    event.latest = version
    event.save(update_fields=["latest", "removed_at"])
    return version


def _journal(club: Club, event: Event, version: EventVersion, by: Person, outcome: Outcome, decision: OverCorrections | None) -> None:
    detail = {"version": version.number, "source": version.source, "outcome": outcome.value}
    if decision is not None:
        assert event.latest is not None
        detail |= {"corrections": decision.value, "shown": event.latest.number}
    record_in_journal(club=club, action="event.published", by=by, subject=event.public_id, detail=detail)


def _standing(event: Event, same: EventVersion) -> list[Remark]:
    return [] if event.latest == same else [make_remark("corrections_stand")]


def _decided(event: Event, count: int, decision: OverCorrections | None) -> list[Remark]:
    """What became of the corrections at stake."""
    if not count or event.latest is None:
        return []
    if decision is OverCorrections.KEEP:
        return [make_remark("corrections_kept", count=count, version=event.latest.number)]
    return [make_remark("corrections_dropped", count=count)]


def _warnings(reading: Reading, event: Event, own: Sequence[Remark]) -> tuple[Remark, ...]:
    removed = [] if event.removed_at is None else [make_remark("event_was_removed")]
    return (*removed, *own, *_double_names(reading.record), *reading.warnings)


def _erased(given: EventRecord, kept: EventRecord) -> tuple[Remark, ...]:
    """That names were left out, by their numbers alone."""
    numbers = [was.number for was, now in zip(given.entries, kept.entries, strict=True) if was.name != now.name]
    return (make_remark("names_erased", numbers=", ".join(map(str, numbers))),) if numbers else ()


def _double_names(record: EventRecord) -> tuple[Remark, ...]:
    """Told by their numbers alone: a warning may stand where names must not, as in a log."""
    remarks = Remarks()
    for double in double_names(record):
        remarks.warn("same_name_twice", numbers=", ".join(map(str, double.numbers)))
    return remarks.collected()


def _conflict(code: str, **params: str | int) -> EventConflict:
    remark = make_remark(code, None, None, **params)
    return EventConflict(remark.code, remark.message, (remark,))
