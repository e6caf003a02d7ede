"""Adding people to a club, changing what is known of them, and taking in lists of them."""

from players.services.asking import answer_request, ask_of_club
from players.services.changing import (
    HIGHEST_START,
    LOWEST_START,
    change_person,
    create_player,
    set_age_group,
    set_start,
    set_start_rating,
)
from players.services.family import give_consent, issue_family_link, revoke_family_link, withdraw_consent
from players.services.importing import ImportRow, Undoing, import_people, plan_undoing, undo_import
from players.services.notes import write_note
from players.services.renaming import rename_player, undo_rename

__all__ = [
    "HIGHEST_START",
    "LOWEST_START",
    "ImportRow",
    "Undoing",
    "answer_request",
    "ask_of_club",
    "change_person",
    "create_player",
    "give_consent",
    "import_people",
    "issue_family_link",
    "plan_undoing",
    "rename_player",
    "revoke_family_link",
    "set_age_group",
    "set_start",
    "set_start_rating",
    "undo_import",
    "undo_rename",
    "withdraw_consent",
    "write_note",
]
