"""Publishing an event: the one service behind the API, the upload page and the command (docs/publishing.md)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.utils import timezone

from clubs.models import Club
from clubs.services import Person, record_in_journal
from clubs.tenancy.scope import club_scope, lock_ladder
from tournaments.domain.errors import EventConflict
from tournaments.domain.record import EventRecord, Reading, Remark
from tournaments.interchange import content_digest
from tournaments.interchange.remarks import make_remark
from tournaments.models import Event, EventVersion
from tournaments.selectors.events import find_event_by_identity, get_event
from tournaments.services.carrying import carry_links
from tournaments.services.finding import AmbiguousEvent, find_candidates
from tournaments.services.keeping import keep_version
from tournaments.services.preparing import prepare_record
from tournaments.services.settling import settle_rated_version


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
) -> Publication:
    """Keep what was read as the latest version of its event; all of it or nothing.

    The event is the one given, or the one with the reading's (program, external id), or a new one. With `ask`, a reading
    without an id that looks like published events is not taken for new; `not_these` are the ids of those of which somebody has
    said that they are others. The same content as the latest version changes
    nothing. `expected_version` is the number of the version that the caller has seen, 0 for none. `source` names the door:
    "api", "upload", "command" or "demo".

    A removed event stays removed, with a warning; one whose only publication was undone comes back.

    Errors: NotPublishable (no start date, names that cannot be kept), AmbiguousEvent with the candidates, EventUnknown,
    EventConflict (published again meanwhile, another id).
    """
    record = prepare_record(reading.record)
    with club_scope(club) as cursor:
        lock_ladder(cursor, club)
        found = _find_event(club, record, event, ask, not_these)
        _check_version(found, expected_version)
        if found is not None:
            _take_identity(club, found, record)
            if found.latest is not None and found.latest.digest == content_digest(record):
                return Publication(found, found.latest, Outcome.UNCHANGED, _warnings(reading, found))
        outcome = Outcome.NEW if found is None else Outcome.CHANGED
        kept = found or _new_event(club, record)
        version = keep_version(club=club, event=kept, record=record, reading=reading, by=by, source=source)
        _show_version(club, kept, version)
        _journal(club, kept, version, by, outcome)
    return Publication(kept, version, outcome, _warnings(reading, kept))


def undo_publication(*, club: Club, event: Event, by: Person, expected_version: int | None = None) -> Event:
    """Point the event back to the version before its latest; the first one undone removes the event.

    The version stays in the history, and publishing its content again makes a new one. Names decided in the version
    before still stand. `expected_version` is the number of the version that the caller wants undone.
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
        settle_rated_version(club=club, event=found)
        detail = {"version": undone.number, "back_to": found.latest.number if found.latest else None}
        record_in_journal(club=club, action="event.publication_undone", by=by, subject=found.public_id, detail=detail)
    return found


def _find_event(club: Club, record: EventRecord, event: Event | None, ask: bool, not_these: Collection[str]) -> Event | None:
    if event is not None:
        return get_event(club, event.public_id)
    if record.external_id is not None:
        return find_event_by_identity(club, record.program, record.external_id)
    candidates = find_candidates(club=club, record=record) if ask else []
    near = tuple(candidate for candidate in candidates if candidate.near and candidate.event.public_id not in not_these)
    if len(near) == 1 and near[0].event.latest and near[0].event.latest.digest == content_digest(record):
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


def _show_version(club: Club, event: Event, version: EventVersion) -> None:
    """Make it the latest, take over who is who, and settle what is rated."""
    if event.latest is None:
        event.removed_at = None  # a new event, or one whose only publication was undone
    else:
        carry_links(club=club, before=event.latest, after=version)
    event.latest = version
    event.save(update_fields=["latest", "removed_at"])
    settle_rated_version(club=club, event=event)


def _journal(club: Club, event: Event, version: EventVersion, by: Person, outcome: Outcome) -> None:
    detail = {"version": version.number, "source": version.source, "outcome": outcome.value}
    record_in_journal(club=club, action="event.published", by=by, subject=event.public_id, detail=detail)


def _warnings(reading: Reading, event: Event) -> tuple[Remark, ...]:
    own: Sequence[Remark] = [] if event.removed_at is None else [make_remark("event_was_removed")]
    return (*own, *reading.warnings)


def _conflict(code: str, **params: str | int) -> EventConflict:
    remark = make_remark(code, None, None, **params)
    return EventConflict(remark.code, remark.message, (remark,))
