"""Which tables of a club stand in a file, under which name; and which do not, and why.

A test fails while a table with a club is in neither list. The fields of a table are those of its model: a new one is in the file by itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.contrib.auth import get_user_model
from django.contrib.postgres.fields import ArrayField
from django.db import models

from archives.domain.details import CORRECTIONS, JOURNAL, Fields
from clubs.models import Club, JournalEntry
from players.models import (
    Consent,
    Erasure,
    FamilyLink,
    FamilyRequest,
    ImportedPerson,
    KeptFacts,
    PeopleImport,
    Player,
    PlayerDifference,
    PlayerMerge,
    PlayerNote,
    PlayerRename,
)
from ratings.models import Correction, LadderOpening, LadderRevision, LadderRules
from tournaments.models import Entry, EntryLink, Event, EventVersion, Game, NameDifference, Round

if TYPE_CHECKING:
    Field = models.Field[Any, Any]
else:
    Field = models.Field


@dataclass(frozen=True)
class Table:
    """A table as it stands in the file under `key`: a list of objects, in the order of their primary keys."""

    key: str
    model: type[models.Model]

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """What stands in an object: every column but the club."""
        return tuple(field for field in self.model._meta.concrete_fields if field.name != "club")

    @cached_property
    def has_number(self) -> bool:
        """True if each row has a number of its own, by which others name it."""
        return any(field.name == "id" for field in self.fields)


# In this order they are taken in: a trigger that queues what was touched finds the event of a row only if it is there already.
TABLES = (
    Table("players", Player),
    Table("renames", PlayerRename),
    Table("merges", PlayerMerge),
    Table("kept_facts", KeptFacts),
    Table("differences", PlayerDifference),
    Table("notes", PlayerNote),
    Table("family_links", FamilyLink),
    Table("consents", Consent),
    Table("family_requests", FamilyRequest),
    Table("erasures", Erasure),
    Table("lists", PeopleImport),
    Table("listed_people", ImportedPerson),
    Table("events", Event),
    Table("versions", EventVersion),
    Table("rounds", Round),
    Table("entries", Entry),
    Table("links", EntryLink),
    Table("name_differences", NameDifference),
    Table("games", Game),
    Table("rules", LadderRules),
    Table("opening", LadderOpening),
    Table("corrections", Correction),
    Table("revisions", LadderRevision),
    Table("journal", JournalEntry),
)
BY_KEY: Mapping[str, Table] = {table.key: table for table in TABLES}
BY_MODEL: Mapping[type[models.Model], Table] = {table.model: table for table in TABLES}

LEFT_OUT: Mapping[str, str] = {
    "clubs.Membership": "who has which role stands under “accounts”; on another installation nobody has one but who brings the club",
    "clubs.EndedRole": "between the person and this installation, and forgotten soon",
    "clubs.Invitation": "it ends with the installation that has sent it",
    "clubs.ApiToken": "label, prefix and dates stand under “tokens”; the digest of a secret goes nowhere",
    "clubs.IdempotentRequest": "it belongs to the keys of programs, which stay behind",
    "billing.Subscription": "between the club's owners and this installation",
    "billing.StripeEvent": "between the club's owners and this installation",
    "players.Standing": "derived: computed by the replay",
    "players.DuplicateSearch": "derived: how far a search is",
    "players.PossibleDuplicate": "derived: what a search has found, searched anew",
    "tournaments.StagedUpload": "a file on its way in, which is gone within a day",
    "tournaments.ErasedName": "hashes by a secret of this installation, which tell another one nothing",
    "ratings.LadderEdit": "derived: what waits for the replay",
    "ratings.LadderBuild": "derived: only its number goes along, as “ladder_build”",
    "ratings.RatingChange": "derived: computed by the replay",
    "ratings.LadderCheckpoint": "derived: computed by the replay",
    "ratings.LadderAudit": "derived: what the last audit found, audited anew",
}
"""Tables of a club that are not in the file, each with its reason."""

CLUB_LEFT_OUT: Mapping[str, str] = {
    "id": "the key of this installation",
    "slug": "the address of the pages, which may hold a secret; there will be another",
    "policy_version": "counts what makes kept pages of this installation out of date",
    "closing_at": "of this installation",
    "trial_ends_at": "of this installation",
    "paid_until": "of this installation",
}
"""Fields of the club itself that are not in the file."""

CLUB_FIELDS: tuple[Field, ...] = tuple(field for field in Club._meta.concrete_fields if field.name not in CLUB_LEFT_OUT)

MENTIONS: Mapping[tuple[type[models.Model], str], str] = {
    (LadderRevision, "events"): "events",
    (LadderRevision, "players"): "players",
}
"""Arrays of keys, and the table that they name."""


@dataclass(frozen=True, slots=True)
class FreeForm:
    """JSON that names rows: the field `by` says in which of the `shapes`."""

    column: str
    by: str
    shapes: Mapping[str, Fields]


FREE_FORM: Mapping[type[models.Model], FreeForm] = {
    Correction: FreeForm("detail", "kind", CORRECTIONS),
    JournalEntry: FreeForm("detail", "action", JOURNAL),
}

PLAIN_NUMBERS = frozenset({(Correction, "build"), (LadderRevision, "build")})
"""Large numbers that are no keys of rows: those of builds, which go on from where they are."""


def target_of(field: Field) -> Table | None:
    """The table that a field names by its key; None for a field of another kind, and for one that names an account."""
    return BY_MODEL[field.related_model] if isinstance(field, models.ForeignKey) and field.related_model in BY_MODEL else None


def names_account(field: Field) -> bool:
    """True for a field that says who did something."""
    return isinstance(field, models.ForeignKey) and field.related_model is get_user_model()


def may_name_rows(field: Field) -> bool:
    """True for a column of numbers that could be keys: somebody must have said what they are."""
    inner = field.base_field if isinstance(field, ArrayField) else field
    return isinstance(inner, models.BigIntegerField) and not isinstance(inner, models.BigAutoField)
