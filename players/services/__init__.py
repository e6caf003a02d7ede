"""Adding people to a club, and changing what is known of them."""

from players.services.changing import (
    HIGHEST_START,
    LOWEST_START,
    change_person,
    create_player,
    rename_player,
    set_age_group,
    set_start,
    set_start_rating,
)

__all__ = [
    "HIGHEST_START",
    "LOWEST_START",
    "change_person",
    "create_player",
    "rename_player",
    "set_age_group",
    "set_start",
    "set_start_rating",
]
