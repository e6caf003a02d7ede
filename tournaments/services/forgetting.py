"""Removing a player who was made for a name by a slip of the hand, once the decision is taken back."""

from django.db.models import Q
from django.db.models.fields.reverse_related import ForeignObjectRel

from clubs.models import Club
from players.models import DERIVED, KeptFacts, Player, PlayerDifference, PlayerMerge
from tournaments.models import EntryLink, NameDifference

NEW_PLAYER = "new_player"
"""The reason of a link whose player was made for this very name."""

_LOOKED_AT = DERIVED | {EntryLink, KeptFacts, NameDifference, PlayerDifference, PlayerMerge}
"""What names a player and is judged by whether it still holds."""


def forget_if_made_for_a_name(club: Club, player_id: int) -> None:
    """Remove a player whom only decisions know of that were taken back, so that no ghost is proposed for the next name.

    What was done stands in the journal. Somebody added by hand, or of whom anything else is known, stays.
    """
    links = EntryLink.objects.filter(club=club, player=player_id)
    if links.filter(undone_at=None).exists() or not links.filter(reason=NEW_PLAYER).exists():
        return
    untouched = Q(start_rating=None, age_group="unknown", age_group_lapses=None, always_initials=False)
    player = Player.objects.filter(untouched, club=club, pk=player_id).first()
    if player is not None and not _is_referred_to(club, player):
        player.delete()


def _is_referred_to(club: Club, player: Player) -> bool:
    """True if anything but links, what is derived and what was undone or withdrawn names the player: a merge, a consent, …"""
    merges = PlayerMerge.objects.filter(club=club, undone_at=None)
    if merges.filter(Q(absorbed=player) | Q(into=player)).exists():
        return True
    differences = PlayerDifference.objects.filter(club=club, withdrawn_at=None)
    if differences.filter(Q(one=player) | Q(other=player)).exists():
        return True
    if NameDifference.objects.filter(club=club, withdrawn_at=None, player=player).exists():
        return True
    for relation in Player._meta.get_fields(include_hidden=True):
        if not isinstance(relation, ForeignObjectRel) or relation.related_model in _LOOKED_AT:
            continue
        if relation.related_model._base_manager.filter(**{"club": club, relation.field.name: player}).exists():
            return True
    return False
