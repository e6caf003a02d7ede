"""Correcting an event by hand: a new version of it that differs in what the patch says, and in nothing else."""

from dataclasses import dataclass
from datetime import date

from clubs.models import Club
from clubs.services import Person, record_in_journal
from tournaments.domain.corrections import EventPatch, apply_patch
from tournaments.domain.errors import CorrectionRefused
from tournaments.domain.record import EventRecord, Reading
from tournaments.domain.refitting import refit_patch
from tournaments.interchange.dates import FIRST_DATE, LAST_DATE
from tournaments.models import CORRECTION, Event, EventVersion
from tournaments.selectors.records import record_of
from tournaments.services.carrying import carry_all_links
from tournaments.services.keeping import keep_version
from tournaments.services.settling import identity_scope, settle_rated_version


@dataclass(frozen=True, slots=True)
class Corrected:
    """The event, its new version, and the patch that was applied, in the numbers and boards of that version."""

    event: Event
    version: EventVersion
    patch: EventPatch


def correct_event(*, club: Club, event: Event, patch: EventPatch, on: EventVersion, by: Person) -> Corrected:
    """A new latest version of the event, with everything else as it was and all names decided as they were.

    `on` is the version of whose boards and numbers the patch speaks; it need not be the latest. To undo a correction, give the
    inverse of what it returned and the version it made. A removed event stays removed.

    Raises:
        CorrectionRefused: not_here, nothing_published; changed_since where the latest version no longer holds what the patch says
            was there; same_content; and what would make the event contradict itself.
    """
    with identity_scope(club):
        found = Event.objects.select_related("latest").filter(club=club, pk=event.pk).first()
        spoken_of = EventVersion.objects.filter(club=club, event_id=event.pk, pk=on.pk).first()
        if found is None or spoken_of is None:
            raise CorrectionRefused("not_here")
        if found.latest is None:
            raise CorrectionRefused("nothing_published")
        record = record_of(club, found.latest)
        refitted = refit_patch(patch, record if spoken_of == found.latest else record_of(club, spoken_of), record)
        _check_dates(refitted)
        version = keep_correction(club=club, event=found, record=apply_patch(record, refitted), by=by)
        settle_rated_version(club=club, event=found)
        detail = {"version": version.number, "on": spoken_of.number, "patch": refitted.as_json()}
        record_in_journal(club=club, action="event.corrected", by=by, subject=found.public_id, detail=detail)
    return Corrected(found, version, refitted)


def keep_correction(*, club: Club, event: Event, record: EventRecord, by: Person) -> EventVersion:
    """The corrected record as the latest version of the event. What is rated is settled by the caller, in the same transaction."""
    before = event.latest
    assert before is not None
    version = keep_version(club=club, event=event, record=record, reading=Reading(record), by=by, source=CORRECTION)
    carry_all_links(club=club, before=before, after=version)
    event.latest = version
    event.save(update_fields=["latest"])
    return version


def _check_dates(patch: EventPatch) -> None:
    for _before, after in patch.fields.values():
        if isinstance(after, date) and not FIRST_DATE <= after <= LAST_DATE:
            raise CorrectionRefused("date_out_of_range", {"date": str(after), "first": str(FIRST_DATE), "last": str(LAST_DATE)})
