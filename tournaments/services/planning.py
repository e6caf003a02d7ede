"""A publication that is planned: it can be tried and rolled back, and it is made through whoever wants to know what it moved."""

from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings
from django.utils.module_loading import import_string

from clubs.models import ApiToken, Club
from clubs.services import Person
from tournaments.domain.record import Reading
from tournaments.domain.stakes import OverCorrections
from tournaments.models import Event
from tournaments.selectors.events import find_event_by_identity
from tournaments.services.publish import Publication, publish_event


@dataclass(frozen=True, slots=True)
class PlannedPublication:
    """What somebody is about to publish, as `publish_event` takes it; `event`: it is a new version of this one.

    `token` is the key of the program that sends it, `reason` why there is a new version.
    """

    club: Club
    reading: Reading
    by: Person
    event: Event | None = None
    expected_version: int | None = None
    not_these: tuple[str, ...] = ()
    corrections: OverCorrections | None = None
    source: str = "upload"
    ask: bool = True
    token: ApiToken | None = None
    reason: str = ""

    def find_event(self) -> Event | None:
        """The event that it would be a new version of, as far as that is certain. Inside the club's scope."""
        record = self.reading.record
        if self.event is not None or record.external_id is None:
            return self.event
        return find_event_by_identity(self.club, record.program, record.external_id)

    def publish(self) -> Publication:
        """Publish it. Errors: as `publish_event`."""
        return publish_event(
            club=self.club,
            reading=self.reading,
            by=self.by,
            source=self.source,
            event=self.event,
            expected_version=self.expected_version,
            ask=self.ask,
            not_these=self.not_these,
            corrections=self.corrections,
        )


def publish_planned(planned: PlannedPublication) -> Publication:
    """Publish it through `settings.PUBLISHER`: the ladder, which this app cannot import, keeps what a new version moved.

    Errors: as `publish_event`.
    """
    publisher: Callable[[PlannedPublication], Publication] = import_string(settings.PUBLISHER)
    return publisher(planned)
