"""What people are called in events, for searching and matching them (`players.selectors.spellings`)."""

from django.db.models import F, QuerySet

from clubs.models import Club
from tournaments.models import EntryLink


def names_in_events(club: Club) -> QuerySet[EntryLink, tuple[int, str]]:
    """Each name as it appeared and was confirmed, by the player that it is linked to."""
    return EntryLink.objects.filter(club=club, undone_at=None).values_list("player_id", F("entry__name")).distinct()
