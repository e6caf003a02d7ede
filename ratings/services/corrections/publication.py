"""A new version of an event as a correction of the ladder: what it would move, and undoing it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import ClassVar

from clubs.models import Club
from clubs.services import Person
from clubs.tenancy.scope import club_scope, lock_ladder
from ratings.domain.effects import Effects
from ratings.domain.errors import CorrectionRefused
from ratings.models import Correction, CorrectionKind
from ratings.services.corrections.actions import Applied
from ratings.services.corrections.applying import perform, write_down
from ratings.services.corrections.rehearsing import rehearse_correction
from tournaments.models import Event, EventVersion
from tournaments.services.planning import PlannedPublication
from tournaments.services.publish import Publication, undo_publication


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
        return Applied({"version": [before, self.publication.shown.number]}, event=self.publication.event)


@dataclass(frozen=True, slots=True)
class Unpublish:
    """The event shows the version `back_to` again, if what it shows is still the content of `version`."""

    event: Event
    version: int
    back_to: int
    kind: ClassVar[CorrectionKind] = CorrectionKind.PUBLICATION

    def apply(self, *, club: Club, by: Person) -> Applied:
        """Raises CorrectionRefused, changed_since; TournamentError."""
        published = EventVersion.objects.filter(club=club, event=self.event, number=self.version).first()
        event = Event.objects.select_related("latest").filter(club=club, pk=self.event.pk).first()
        if event is None or published is None:
            raise CorrectionRefused("cannot_be_undone")
        if event.latest is None or event.latest.digest != published.digest:
            raise CorrectionRefused("changed_since")
        while event.latest is not None and event.latest.number > self.back_to:
            event = undo_publication(club=club, event=event, by=by)
        return Applied({"version": [self.version, self.back_to]}, event=event)


def unpublish_version(_club: Club, correction: Correction) -> Unpublish:
    """The inverse: the version before, with the names that were decided in it."""
    before, after = correction.detail["version"]
    if correction.event is None or after < before:
        raise CorrectionRefused("publish_again")
    return Unpublish(correction.event, version=after, back_to=before)


def publish_and_keep(planned: PlannedPublication) -> Publication:
    """Publish it (`settings.PUBLISHER`); a new version that moved ratings which were shown stands among the corrections afterwards.

    The new ratings stand when this returns. Errors: as `publish_event`.
    """
    if planned.event is None:
        return planned.publish()
    action = Republish(planned)
    with club_scope(planned.club) as cursor:
        lock_ladder(cursor, planned.club)
        done = perform(cursor, planned.club, action, planned.by)
        if any(member.before is not None for member in done.effects.members):
            write_down(planned.club, action.kind, done, planned.by, reason="", undoes=None)
    assert action.publication is not None
    return action.publication


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
