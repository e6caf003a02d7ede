"""Files that were sent and not confirmed: what they are for, and how long they wait."""

from datetime import timedelta
from enum import StrEnum

KEPT_FOR = timedelta(days=1)


class UploadPurpose(StrEnum):
    """What a file was sent for."""

    EVENT = "event"
    RATINGS = "ratings"
    PEOPLE = "people"
