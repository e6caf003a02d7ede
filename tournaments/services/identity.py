"""Who is who: the decisions of arbiters about names and persons. One door to links, merges and what they settle."""

from tournaments.services.forgetting import NEW_PLAYER
from tournaments.services.links import (
    CHOSEN,
    Shown,
    accept_preselected,
    link_entry,
    link_to_new_player,
    undo_link,
    undo_links,
)
from tournaments.services.merging import find_shared_events, merge_players
from tournaments.services.merging_undoing import remerge_players, unmerge_players
from tournaments.services.settling import identity_scope, settle_rated_version
from tournaments.services.splitting import split_events, unsplit_events

__all__ = [
    "CHOSEN",
    "NEW_PLAYER",
    "Shown",
    "accept_preselected",
    "find_shared_events",
    "identity_scope",
    "link_entry",
    "link_to_new_player",
    "merge_players",
    "remerge_players",
    "settle_rated_version",
    "split_events",
    "undo_link",
    "undo_links",
    "unmerge_players",
    "unsplit_events",
]
