"""What is known of players when a merge begins or ends: kept, compared with what is known now, and given back."""

from collections.abc import Iterable
from typing import Any

from clubs.models import Club
from clubs.services import outdate_pages
from players.domain.names import sort_key
from players.models import KeptFacts, Player, PlayerMerge
from tournaments.selectors.decided_since import FACTS

_ALL = tuple(column for columns in FACTS.values() for column in columns)

Values = dict[str, Any]
"""Columns of a player and what stands in them."""


def keep_facts(club: Club, merge: PlayerMerge, players: Iterable[Player], moment: KeptFacts.Moment) -> None:
    """What is known of them now. What was kept for the same moment before is replaced."""
    rows = [KeptFacts(club=club, merge=merge, player=player, moment=moment, **values_of(player)) for player in players]
    KeptFacts.objects.filter(club=club, merge=merge, moment=moment, player__in=[row.player_id for row in rows]).delete()
    KeptFacts.objects.bulk_create(rows)


def values_of(known: Player | KeptFacts) -> Values:
    """Every column."""
    return {column: getattr(known, column) for column in _ALL}


def fact_of(known: Player | KeptFacts, fact: str) -> Values:
    """The columns of one fact."""
    return {column: getattr(known, column) for column in FACTS[fact]}


def set_facts(club: Club, player: Player, values: Values) -> None:
    """Write what differs."""
    differing = {column: value for column, value in values.items() if getattr(player, column) != value}
    if "name" in differing:
        differing["sort_key"] = sort_key(differing["name"])
    for column, value in differing.items():
        setattr(player, column, value)
    if differing:
        player.save(update_fields=list(differing))
        outdate_pages(club=club)


def give_back(club: Club, merge: PlayerMerge) -> None:
    """Undo what the undoing of a merge did to what is known of people, but for what somebody has decided since; and forget it."""
    kept = KeptFacts.objects.filter(club=club, merge=merge).exclude(moment=KeptFacts.Moment.JOINED)
    before, after = ({row.player_id: row for row in kept if row.moment == moment} for moment in ("before", "after"))
    for player in Player.objects.filter(club=club, pk__in=before.keys() & after.keys()).order_by("pk"):
        values: Values = {}
        for fact in FACTS:
            if fact_of(player, fact) == fact_of(after[player.pk], fact):
                values |= fact_of(before[player.pk], fact)
        set_facts(club, player, values)
    kept.delete()
