"""The people of a club and everything that is kept of them."""

from django.db import models

from players.models.erasure import Erasure
from players.models.family import Consent, FamilyLink, FamilyRequest
from players.models.identity import DuplicateSearch, KeptFacts, PlayerDifference, PlayerMerge, PossibleDuplicate
from players.models.lists import ImportedPerson, PeopleImport
from players.models.people import LONGEST_NOTE, AgeGroupChoice, Player, PlayerNote, PlayerRename, RenameKind, Standing, new_player_id

DERIVED: frozenset[type[models.Model]] = frozenset({Standing, PossibleDuplicate})
"""What is computed from other tables: that a row of it names a player is nothing that somebody knows of the player."""

__all__ = [
    "DERIVED",
    "LONGEST_NOTE",
    "AgeGroupChoice",
    "Consent",
    "DuplicateSearch",
    "Erasure",
    "FamilyLink",
    "FamilyRequest",
    "ImportedPerson",
    "KeptFacts",
    "PeopleImport",
    "Player",
    "PlayerDifference",
    "PlayerMerge",
    "PlayerNote",
    "PlayerRename",
    "PossibleDuplicate",
    "RenameKind",
    "Standing",
    "new_player_id",
]
