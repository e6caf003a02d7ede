"""The people of a club, merges of two of them into one person, pairs declared to be two, and where each stands."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from clubs.models import new_public_id, random_id
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
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "public_id"], name="players_player_public_id")]
        indexes = [models.Index(fields=["club", "sort_key"], name="players_player_sorted")]

    def __str__(self) -> str:
        return self.public_id


class PlayerMerge(ClubOwned):
    """Two players are one person: `absorbed` points to `into`. Undoing the merge is closing this row."""

    absorbed = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_constraint=False, db_index=False)
    into = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_constraint=False, db_index=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    reason = models.CharField(max_length=200, blank=True)
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        constraints = [
            SameClub(field="absorbed", name="players_merge_absorbed_club"),
            SameClub(field="into", name="players_merge_into_club"),
            models.CheckConstraint(condition=~Q(absorbed=F("into")), name="players_merge_two_players"),
            models.UniqueConstraint(fields=["club", "absorbed"], condition=Q(undone_at=None), name="players_merge_one_parent"),
        ]
        indexes = [models.Index(fields=["club", "into"], name="players_merge_into")]

    def __str__(self) -> str:
        return f"{self.absorbed_id} → {self.into_id}"


class KeptFacts(ClubOwned):
    """What a player was called, how the name was protected, and with what it entered the ladder, when a merge began or ended.

    By this an undone merge tells what somebody has decided since, and gives back what it took. Never shown by itself. Where a person is
    to be forgotten, or a consent is recorded, these rows of the player are the one further place that remembers.
    """

    class Moment(models.TextChoices):
        """JOINED: just before the merge. Around undoing one, where that changes them: just before, and just after."""

        JOINED = "joined"
        BEFORE_PARTING = "before"
        AFTER_PARTING = "after"

    merge = models.ForeignKey(PlayerMerge, on_delete=models.CASCADE, related_name="+", db_constraint=False, db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_constraint=False, db_index=False)
    moment = models.CharField(max_length=8, choices=Moment)
    name = models.CharField(max_length=120)
    age_group = models.CharField(max_length=8, choices=AgeGroupChoice)
    age_group_lapses = models.PositiveSmallIntegerField(null=True)
    always_initials = models.BooleanField()
    start_rating = models.IntegerField(null=True)
    start_games = models.PositiveIntegerField(null=True)

    class Meta:
        constraints = [
            SameClub(field="merge", name="players_kept_merge_club"),
            SameClub(field="player", name="players_kept_player_club"),
            models.UniqueConstraint(fields=["club", "merge", "player", "moment"], name="players_kept_once"),
        ]
        indexes = [models.Index(fields=["club", "player"], name="players_kept_of_player")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.moment} at merge {self.merge_id}"


class PlayerDifference(ClubOwned):
    """Two players are declared to be different people. Withdrawing the declaration is closing this row.

    Said of the two as they stood: what it means for the persons is read through the merges that hold (`Persons`), so it comes
    back when a merge is undone. `one` is the smaller id, so that a pair has one way to be written. The replay does not read it.
    """

    one = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_constraint=False, db_index=False)
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_constraint=False, db_index=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    reason = models.CharField(max_length=200, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        constraints = [
            SameClub(field="one", name="players_difference_one_club"),
            SameClub(field="other", name="players_difference_other_club"),
            models.CheckConstraint(condition=Q(one__lt=F("other")), name="players_difference_ordered"),
            models.UniqueConstraint(fields=["club", "one", "other"], condition=Q(withdrawn_at=None), name="players_difference_once"),
        ]
        indexes = [models.Index(fields=["club", "other"], name="players_difference_of_other")]

    def __str__(self) -> str:
        return f"{self.one_id} ≠ {self.other_id}"


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


LONGEST_NOTE = 4_000


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


class PeopleImport(ClubOwned):
    """A list of members that was taken in. The file is not kept."""

    public_id = models.CharField(max_length=22, default=new_public_id, editable=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "public_id"], name="players_import_public_id")]

    def __str__(self) -> str:
        return self.public_id


class ImportedPerson(ClubOwned):
    """Somebody whom a list has added, or whose age group it has set from `before` to `after`."""

    of = models.ForeignKey(PeopleImport, on_delete=models.CASCADE, related_name="people", db_constraint=False, db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_constraint=False, db_index=False)
    created = models.BooleanField()
    before_group = models.CharField(max_length=8, choices=AgeGroupChoice, default=AgeGroupChoice.UNKNOWN)
    before_lapses = models.PositiveSmallIntegerField(null=True)
    after_group = models.CharField(max_length=8, choices=AgeGroupChoice)
    after_lapses = models.PositiveSmallIntegerField(null=True)

    class Meta:
        constraints = [
            SameClub(field="of", name="players_imported_of_club"),
            SameClub(field="player", name="players_imported_player_club"),
            models.UniqueConstraint(fields=["club", "of", "player"], name="players_imported_once"),
        ]
        indexes = [models.Index(fields=["club", "player"], name="players_imported_player")]

    def __str__(self) -> str:
        return f"{self.player_id} by {self.of_id}"


class DuplicateSearch(models.Model):
    """How far the search for two players who may be one person is: one row a club that ever asked for it.

    Outside row-level security, so that one sweep sees all clubs; it holds counts alone. `asked` grows with each request, `taken` is the
    request being worked on, `done` the last one whose pairs are kept: they are of `made_at`, when `members` people were compared.
    """

    club = models.OneToOneField("clubs.Club", on_delete=models.CASCADE, related_name="+", primary_key=True)
    asked = models.BigIntegerField(default=0)
    asked_at = models.DateTimeField(null=True)
    taken = models.BigIntegerField(default=0)
    alive_at = models.DateTimeField(null=True)  # the last word of whoever works on `taken`
    progress = models.IntegerField(null=True)  # people compared so far
    progress_total = models.IntegerField(null=True)
    done = models.BigIntegerField(default=0)
    made_at = models.DateTimeField(null=True)
    members = models.IntegerField(default=0)
    failures = models.PositiveIntegerField(default=0)
    retry_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"search {self.done} of {self.asked}"


class PossibleDuplicate(ClubOwned):
    """Two players who may be one person, as the last search found. Derived by it alone, best first by `id`; `one` is the smaller id.

    Why in words is told by the names at the moment they are read: nothing of a name is kept here.
    """

    one = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_constraint=False, db_index=False)
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_constraint=False, db_index=False)
    score = models.PositiveSmallIntegerField()  # of 100
    code = models.CharField(max_length=30)  # a `players.domain.matching.ReasonCode`

    class Meta:
        constraints = [
            SameClub(field="one", name="players_duplicate_one_club"),
            SameClub(field="other", name="players_duplicate_other_club"),
            models.CheckConstraint(condition=Q(one__lt=F("other")), name="players_duplicate_ordered"),
            models.UniqueConstraint(fields=["club", "one", "other"], name="players_duplicate_once"),
        ]
        indexes = [models.Index(fields=["club", "other"], name="players_duplicate_of_other")]

    def __str__(self) -> str:
        return f"{self.one_id} = {self.other_id}?"


DERIVED: frozenset[type[models.Model]] = frozenset({Standing, PossibleDuplicate})
"""What is computed from other tables: that a row of it names a player is nothing that somebody knows of the player."""
