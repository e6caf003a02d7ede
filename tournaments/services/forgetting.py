"""Removing a player who was made for a name by a slip of the hand, once the decision is taken back."""

from collections.abc import Collection
from typing import Any

from django.db.models import Q, QuerySet
from django.db.models.fields.reverse_related import ForeignObjectRel

from clubs.models import Club
from players.models import DERIVED, KeptFacts, Player, PlayerDifference, PlayerMerge, PlayerRename
from tournaments.models import EntryLink, NameDifference
from tournaments.services.identity_moves import moved_on

NEW_PLAYER = "new_player"
"""The reason of a link whose player was made for this very name."""

_LOOKED_AT = DERIVED | {EntryLink, KeptFacts, NameDifference, PlayerDifference, PlayerMerge, PlayerRename}
"""What names a player and is judged by whether it still holds."""


def forget_if_made_for_a_name(club: Club, player_id: int) -> None:
    """`forget_those_made_for_names` for one."""
    forget_those_made_for_names(club, [player_id])


def forget_those_made_for_names(club: Club, player_ids: Collection[int], *, though_moved: bool = False) -> None:
    """Remove players whom only decisions know of that were taken back, so that no ghost is proposed for the next name.

    What was done stands in the journal. Somebody added by hand, or of whom anything else is known, stays. As many statements for many.
    So does whoever would get a name back by an undoing, unless `though_moved`.
    """
    links = EntryLink.objects.filter(club=club, player__in=player_ids)
    held = set(links.filter(undone_at=None).values_list("player_id", flat=True))
    made = set(links.filter(reason=NEW_PLAYER).values_list("player_id", flat=True)) - held
    if not made:
        return
    untouched = Q(start_rating=None, age_group="unknown", age_group_lapses=None, always_initials=False)
    unknown = set(Player.objects.filter(untouched, club=club, pk__in=made).values_list("pk", flat=True))
    gone = unknown - _referred_to(club, unknown)
    Player.objects.filter(club=club, pk__in=gone if though_moved else gone - moved_on(club, gone)).delete()


def _referred_to(club: Club, players: set[int]) -> set[int]:
    """Those whom anything but links, what is derived and what was undone or withdrawn names: a merge, a consent, …"""
    merges = PlayerMerge.objects.filter(club=club, undone_at=None)
    differences = PlayerDifference.objects.filter(club=club, withdrawn_at=None)
    denials = NameDifference.objects.filter(club=club, withdrawn_at=None)
    named: list[tuple[QuerySet[Any], str]] = [(merges, "absorbed"), (merges, "into"), (denials, "player")]
    named += [(differences, "one"), (differences, "other"), (PlayerRename.objects.filter(club=club, undone_at=None), "player")]
    for relation in Player._meta.get_fields(include_hidden=True):
        if isinstance(relation, ForeignObjectRel) and relation.related_model not in _LOOKED_AT:
            named.append((relation.related_model._base_manager.filter(club=club), relation.field.name))
    found: set[int] = set()
    for rows, field in named:
        found.update(rows.filter(**{f"{field}__in": players}).values_list(f"{field}_id", flat=True))
    return found
