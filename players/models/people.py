"""The people of a club, what they were called, and where each stands."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models import random_id
from clubs.tenancy.owned import ClubOwned, SameClub


def new_player_id() -> str:
    """A random id for addresses: 48 bits, fewer than a club's or an event's, because a ladder names hundreds of them.

    It keeps nothing secret: who knows the club's address is shown all of them on its page, and without that address none leads anywhere.
    It says nothing of a name, an age or an order, and cannot be counted up. It is unique within its club: that two of 1,000 people
    would get the same one happens once in 500 million clubs.
    """
    return random_id(6)


class AgeGroupChoice(models.TextChoices):
    UNKNOWN = "unknown", _("Not known")
    UNDER_18 = "under18", _("Under 18")
    ADULT = "adult", _("Adult")


class Player(ClubOwned):
    """A person of the club: a name and what protects it. No birth date, no contact (RULES section 3)."""

    public_id = models.CharField(max_length=22, default=new_player_id, editable=False)
    name = models.CharField(max_length=120)
    sort_key = models.CharField(max_length=400)
    age_group = models.CharField(max_length=8, choices=AgeGroupChoice, default=AgeGroupChoice.UNKNOWN)
    age_group_lapses = models.PositiveSmallIntegerField(null=True, blank=True)
    always_initials = models.BooleanField(default=False)
    inactive = models.BooleanField(default=False)  # does not come any more; says nothing to the ladder
    start_rating = models.IntegerField(null=True, blank=True)  # tenths; None: as the ladder's rules say
    start_games = models.PositiveIntegerField(null=True, blank=True)  # rated games brought from elsewhere; such a player is listed at once
    erased_at = models.DateTimeField(null=True, blank=True)  # the name is a pseudonym then (`players.domain.pseudonyms`)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "public_id"], name="players_player_public_id")]
        indexes = [models.Index(fields=["club", "sort_key"], name="players_player_sorted")]

    def __str__(self) -> str:
        return self.public_id


class RenameKind(models.TextChoices):
    """What a new name says of the old one."""

    FIX = "fix", _("It was misspelt: this is, and always was, the name")
    CHANGE = "change", _("It has changed: the old name was right until now")


class PlayerRename(ClubOwned):
    """A person got another name; undoing it is closing this row. The names stand here, and not in the journal, which an erasure spares."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_constraint=False, db_index=False)
    before = models.CharField(max_length=120)
    after = models.CharField(max_length=120)
    kind = models.CharField(max_length=6, choices=RenameKind)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        constraints = [SameClub(field="player", name="players_rename_player_club")]
        indexes = [models.Index(fields=["club", "player"], name="players_rename_of_player")]

    def __str__(self) -> str:
        return f"{self.kind} of {self.player_id}"


LONGEST_NOTE = 4_000


class PlayerNote(ClubOwned):
    """What arbiters write down about a person for each other; a table of its own, so that nothing that reads players reads it too."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_constraint=False, db_index=False)
    text = models.CharField(max_length=LONGEST_NOTE)
    edition = models.PositiveIntegerField(default=1)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            SameClub(field="player", name="players_note_player_club"),
            models.UniqueConstraint(fields=["club", "player"], name="players_note_one_each"),
        ]

    def __str__(self) -> str:
        return f"of {self.player_id}"


class Standing(models.Model):
    """Where a person stands on the ladder. Derived: written by the replay alone, read by everybody.

    Lean on purpose: one composite key, no foreign key, no further index (docs/how-ratings-work.md).
    """

    pk = models.CompositePrimaryKey("club", "player")
    club = models.ForeignKey("clubs.Club", on_delete=models.CASCADE, related_name="+", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="standings", db_constraint=False, db_index=False)
    rating = models.IntegerField()  # tenths
    games = models.IntegerField()  # rated games counted for this person
    wins = models.IntegerField()
    draws = models.IntegerField()
    losses = models.IntegerField()
    provisional = models.BooleanField()
    peak = models.IntegerField()  # tenths
    last_change = models.IntegerField()  # tenths, at `last_event`
    last_event = models.BigIntegerField(null=True)  # None: brought from elsewhere, and in no event here so far
    last_played = models.DateField(null=True)  # None: has only been present so far (byes, forfeits)

    def __str__(self) -> str:
        return f"{self.player_id}: {self.rating}"
