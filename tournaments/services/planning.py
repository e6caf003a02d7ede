"""A publication that is planned: it can be tried and rolled back, and it is made through whoever wants to know what it moved."""

from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings
from django.utils.module_loading import import_string

from clubs.models import Club
from clubs.services import Person
from tournaments.domain.record import Reading
from tournaments.domain.stakes import OverCorrections
from tournaments.models import Event
from tournaments.services.publish import Publication, publish_event


@dataclass(frozen=True, slots=True)
class PlannedPublication:
    """What somebody at the desk is about to publish, as `publish_event` takes it; `event`: it is a new version of this one."""

    club: Club
    reading: Reading
    by: Person
    event: Event | None = None
    expected_version: int | None = None
    not_these: tuple[str, ...] = ()
    corrections: OverCorrections | None = None

    def publish(self) -> Publication:
        """Publish it. Errors: as `publish_event`."""
        return publish_event(
            club=self.club,
            reading=self.reading,
            by=self.by,
            source="upload",
            event=self.event,
            expected_version=self.expected_version,
            ask=True,
            not_these=self.not_these,
            corrections=self.corrections,
        )


def publish_planned(planned: PlannedPublication) -> Publication:
    """Publish it through `settings.PUBLISHER`: the ladder, which this app cannot import, keeps what a new version moved.

    Errors: as `publish_event`.
    """
    publisher: Callable[[PlannedPublication], Publication] = import_string(settings.PUBLISHER)
    return publisher(planned)
