"""A new version of an event as a correction of the ladder: what it would move, and undoing it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from clubs.models import Club
from clubs.services import Person
from clubs.tenancy.scope import club_scope, lock_ladder
from ratings.domain.effects import Effects
from ratings.domain.errors import CorrectionRefused
from ratings.models import Correction, CorrectionKind
from ratings.services.corrections.actions import Applied
from ratings.services.corrections.applying import Performed, perform, write_down
from ratings.services.corrections.rehearsing import rehearse_correction
from tournaments.domain.version_changes import compare_versions
from tournaments.models import Event, EventVersion
from tournaments.selectors.records import record_of
from tournaments.services.planning import PlannedPublication
from tournaments.services.publish import Outcome, Publication, redo_publication, undo_publication


@dataclass(slots=True)
class Republish:
    """A planned publication, made; `publication` is what became of it."""

    planned: PlannedPublication
    publication: Publication | None = field(default=None, init=False)
    kind: ClassVar[CorrectionKind] = CorrectionKind.PUBLICATION

    def apply(self, *, club: Club, by: Person) -> Applied:
        """Raises as `publish_event`."""
        before = _shown_version(club, self.planned.event)
        self.publication = self.planned.publish()
        detail: dict[str, Any] = {"version": [before, self.publication.shown.number], "door": self.planned.source}
        if self.planned.token is not None:
            detail["token"] = self.planned.token.pk
        return Applied(detail, event=self.publication.event)


@dataclass(frozen=True, slots=True)
class Unpublish:
    """The event shows the version `back_to` again, if what it shows is still the content of `version`."""

    event: Event
    version: int
    back_to: int
    kind: ClassVar[CorrectionKind] = CorrectionKind.PUBLICATION

    def apply(self, *, club: Club, by: Person) -> Applied:
        """Raises CorrectionRefused, version_gone, version_changed_since; TournamentError."""
        published = EventVersion.objects.filter(club=club, event=self.event, number=self.version).first()
        event = Event.objects.select_related("latest").filter(club=club, pk=self.event.pk).first()
        if event is None or published is None:
            raise CorrectionRefused("version_gone")
        if event.latest is None or event.latest.digest != published.digest:
            raise CorrectionRefused("version_changed_since")
        while event.latest is not None and event.latest.number > self.back_to:
            event = undo_publication(club=club, event=event, by=by)
        return Applied({"version": [self.version, self.back_to]}, event=event)


@dataclass(frozen=True, slots=True)
class ShowAgain:
    """The event shows `version` again, whose publication was undone, if it still shows what it showed after that."""

    event: Event
    version: int
    instead_of: int
    kind: ClassVar[CorrectionKind] = CorrectionKind.PUBLICATION

    def apply(self, *, club: Club, by: Person) -> Applied:
        """Raises CorrectionRefused, version_gone, other_version_shown; TournamentError."""
        version = EventVersion.objects.filter(club=club, event=self.event, number=self.version).first()
        if version is None:
            raise CorrectionRefused("version_gone")
        if _shown_version(club, self.event) != self.instead_of:
            raise CorrectionRefused("other_version_shown")
        event = redo_publication(club=club, event=self.event, version=version, by=by)
        return Applied({"version": [self.instead_of, self.version]}, event=event)


def unpublish_version(_club: Club, correction: Correction) -> Unpublish | ShowAgain:
    """The inverse: the version before, with the names that were decided in it; or of an undoing, the version that it took away."""
    before, after = correction.detail["version"]
    if correction.event is None:
        raise CorrectionRefused("version_gone")
    if after < before:
        return ShowAgain(correction.event, version=before, instead_of=after)
    return Unpublish(correction.event, version=after, back_to=before)


def publish_and_keep(planned: PlannedPublication) -> Publication:
    """Publish it (`settings.PUBLISHER`), whichever door it comes through; a new version that corrects something stands in the journal.

    The new ratings stand when this returns. Errors: as `publish_event`.
    """
    with club_scope(planned.club) as cursor:
        lock_ladder(cursor, planned.club)
        event = planned.find_event()
        if event is None:
            return planned.publish()
        action = Republish(replace(planned, event=event))
        done = perform(cursor, planned.club, action, planned.by)
        assert action.publication is not None
        if action.publication.outcome is not Outcome.UNCHANGED and _is_correction(planned, done):
            write_down(planned.club, action.kind, done, planned.by, planned.reason, undoes=None)
    return action.publication


def _is_correction(planned: PlannedPublication, done: Performed) -> bool:
    """True if it moved ratings that were shown, says otherwise what was published already, or somebody said why it is there."""
    before, after = (
        EventVersion.objects.filter(club=planned.club, event=done.applied.event, number=number).first()
        for number in done.applied.detail["version"]
    )
    if before is None or after is None:
        return False
    if planned.reason or any(member.before is not None for member in done.effects.members):
        return True
    return compare_versions(record_of(planned.club, before), record_of(planned.club, after), {}).corrects


@contextmanager
def rehearse_publication(planned: PlannedPublication) -> Iterator[tuple[Publication, Effects]]:
    """Inside, it is published and the ladder replayed; at the end nothing of it is kept. Errors: as `publish_event`."""
    action = Republish(planned)
    with rehearse_correction(club=planned.club, action=action, by=planned.by) as effects:
        assert action.publication is not None
        yield action.publication, effects


def _shown_version(club: Club, event: Event | None) -> int:
    if event is None:
        return 0
    return Event.objects.filter(club=club, pk=event.pk).values_list("latest__number", flat=True).first() or 0
