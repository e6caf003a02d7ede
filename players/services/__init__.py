"""Adding people to a club, changing what is known of them, and taking in lists of them."""

from players.services.changing import (
    HIGHEST_START,
    LOWEST_START,
    change_person,
    create_player,
    set_age_group,
    set_start,
    set_start_rating,
)
from players.services.importing import ImportRow, Undoing, import_people, plan_undoing, undo_import
from players.services.notes import write_note
from players.services.renaming import rename_player, undo_rename

__all__ = [
    "HIGHEST_START",
    "LOWEST_START",
    "ImportRow",
    "Undoing",
    "change_person",
    "create_player",
    "import_people",
    "plan_undoing",
    "rename_player",
    "set_age_group",
    "set_start",
    "set_start_rating",
    "undo_import",
    "undo_rename",
    "write_note",
]
