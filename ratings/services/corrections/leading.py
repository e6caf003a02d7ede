"""Who leads a ladder: the first line of its page, read before and after a correction."""

from datetime import date

from clubs.models import Club
from players.models import Player
from ratings.domain.ladder import a_year_before
from ratings.models import LadderOpening
from ratings.services.figures import StandingRow


def find_leader(club: Club, standings: dict[int, StandingRow]) -> int | None:
    """Of the established who have played within a year (all, where nobody has) the first; None if nobody is established.

    One statement, and another where two stand equal: then the random ids decide, as on the page.
    """
    opened = LadderOpening.objects.filter(club=club).values_list("as_of", flat=True).first()
    since = a_year_before(club.today)
    listed = [row for row in standings.values() if row.last_played is not None or row.last_event is None]
    active = [row for row in listed if (row.last_played or opened or date.min) >= since]
    established = [row for row in active or listed if not row.provisional]
    if not established:
        return None
    best = max((row.rating, row.games) for row in established)
    first = [row.player_id for row in established if (row.rating, row.games) == best]
    if len(first) == 1:
        return first[0]
    return Player.objects.filter(club=club, pk__in=first).order_by("public_id").values_list("pk", flat=True).first()
