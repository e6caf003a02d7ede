"""Is it a new event, or a new version of one? For formats that have no event id."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from tournaments.domain.errors import EventConflict
from tournaments.domain.likeness import Likeness, add_players, compare_headings
from tournaments.domain.record import EventRecord, Remark
from tournaments.interchange import content_digest
from tournaments.interchange.remarks import make_remark
from tournaments.models import Entry, ErasedName, Event, EventVersion
from tournaments.selectors.events import find_published_version, list_events, list_published_versions
from tournaments.services.erased_names import without_erased
from tournaments.services.preparing import with_end

MOST_CANDIDATES = 5
_COMPARED = 30  # events whose players are looked at


@dataclass(frozen=True, slots=True)
class Candidate:
    """A published event that may be the same. `score` from 0 to 100; `near` if a person must be asked."""

    event: Event
    score: int
    near: bool
    reasons: tuple[Remark, ...]


class AmbiguousEvent(EventConflict):
    """The source has no event id, and published events look like it: somebody must say which, or that it is new."""

    def __init__(self, candidates: tuple[Candidate, ...]) -> None:
        remark = make_remark("event_ambiguous")
        super().__init__(remark.code, remark.message, (remark,))
        self.candidates = candidates


def find_candidates(*, club: Club, record: EventRecord) -> list[Candidate]:
    """The published events that look most like `record`, the nearest first; at most `MOST_CANDIDATES`.

    The same content scores 100; names that were erased are compared as they are kept. Removed events are left out, and so are those that
    have neither name nor date nor a player in common.
    """
    with club_scope(club):
        record = without_erased(club, record, None)
        events = list(list_events(club))
        published = list_published_versions(club, events)
        found = {event.pk: _headings(record, event, published.get(event.pk)) for event in events}
        nearest = nlargest(_COMPARED, events, key=lambda event: found[event.pk].score)
        players = _players(club, nearest)
        same = _find_same(club, record, nearest, published)
    ours = [entry.name for entry in record.entries]
    candidates = [
        _candidate(event, add_players(found[event.pk], ours, players.get(event.latest_id, [])), event.pk in same) for event in nearest
    ]
    alike = [candidate for candidate in candidates if candidate.reasons]
    return sorted(alike, key=lambda candidate: -candidate.score)[:MOST_CANDIDATES]


def find_version_with(*, club: Club, event: Event, record: EventRecord) -> EventVersion | None:
    """The version in force that has exactly this content: the latest, or the one on which corrections were made since.

    `record` has both dates, or none that could be the same.
    """
    with club_scope(club):
        digest = content_digest(without_erased(club, record, event))
        published = find_published_version(club, event)
    return next((version for version in (event.latest, published) if version is not None and version.digest == digest), None)


def _headings(record: EventRecord, event: Event, published: EventVersion | None) -> Likeness:
    """The event as shown or as its program knows it: a date that was corrected here does not hide it."""
    assert event.latest is not None
    shown = compare_headings(record.name, record.starts_on, event.latest.name, event.latest.starts_on)
    if published is None or published == event.latest:
        return shown
    known = compare_headings(record.name, record.starts_on, published.name, published.starts_on)
    return known if known.score > shown.score else shown


def _find_same(club: Club, record: EventRecord, events: Sequence[Event], published: Mapping[int, EventVersion]) -> set[int]:
    """Primary keys of the events that have exactly this content already. An event in which somebody was erased is asked by itself."""
    if record.starts_on is None:
        return set()
    record = with_end(record)
    digest = content_digest(record)
    erased = set(ErasedName.objects.filter(club=club, event__in=events).values_list("event", flat=True))
    digests = {event.pk: content_digest(without_erased(club, record, event)) for event in events if event.pk in erased}
    return {event.pk for event in events if digests.get(event.pk, digest) in _digests(event, published)}


def _digests(event: Event, published: Mapping[int, EventVersion]) -> set[str]:
    return {version.digest for version in (event.latest, published.get(event.pk)) if version is not None}


def _players(club: Club, events: list[Event]) -> dict[int | None, list[str]]:
    """Names by version."""
    names: dict[int | None, list[str]] = {}
    versions = [event.latest_id for event in events]
    for version, name in Entry.objects.filter(club=club, version__in=versions).values_list("version", "name"):
        names.setdefault(version, []).append(name)
    return names


def _candidate(event: Event, likeness: Likeness, is_same: bool) -> Candidate:
    if is_same:
        return Candidate(event, 100, True, (make_remark("like_same_content"),))
    reasons = tuple(make_remark(code, None, None, **params) for code, params in likeness.reasons)
    return Candidate(event, likeness.score, likeness.near, reasons)
