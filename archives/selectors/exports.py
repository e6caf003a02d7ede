"""When the club was last taken along. Inside a scope of the club."""

from datetime import datetime

from clubs.models import Club, JournalEntry

EXPORTED = "club.exported"
"""The action under which an export stands in the journal."""


def find_export(club: Club) -> datetime | None:
    """When somebody has downloaded an export here last; None if never. A line that was brought in with the club is of nobody."""
    return JournalEntry.objects.filter(club=club, action=EXPORTED, by__isnull=False).order_by("-at").values_list("at", flat=True).first()
