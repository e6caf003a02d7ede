"""Whoever was erased is written about no more."""

from clubs.models import Club
from players.models import Player


def lock_living(club: Club, player_id: int) -> Player:
    """The player, held until the transaction ends, so that nobody is erased meanwhile.

    Raises:
        Player.DoesNotExist: also for somebody who was erased.
    """
    return Player.objects.select_for_update().get(club=club, pk=player_id, erased_at=None)
