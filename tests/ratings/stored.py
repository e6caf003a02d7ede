"""The whole stored ladder of a club as plain values, to be compared with =="""

from datetime import date

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from players.models import Player, Standing
from ratings.models import RatingChange

Stored = tuple[list[tuple[object, ...]], list[tuple[object, ...]]]


def stored_ladder(club: Club) -> Stored:
    """Every column of every change and standing."""
    with club_scope(club):
        changes = RatingChange.objects.filter(club=club).order_by("event_id").values_list()
        standings = Standing.objects.filter(club=club).order_by("player_id").values_list()
        return [_plain(row) for row in changes], [_plain(row) for row in standings]


def ratings_of(club: Club, *players: Player) -> list[int | None]:
    """Ratings in tenths; None for who has no standing."""
    with club_scope(club):
        found = dict(Standing.objects.filter(club=club).values_list("player_id", "rating"))
    return [found.get(player.pk) for player in players]


def last_played_of(club: Club, player: Player) -> date | None:
    with club_scope(club):
        return Standing.objects.values_list("last_played", flat=True).get(club=club, player=player)


def _plain(row: tuple[object, ...]) -> tuple[object, ...]:
    return tuple(tuple(value) if isinstance(value, list) else value for value in row)
