"""Who is the same person: merges of two players, and pairs declared to be two or found to be alike."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from clubs.tenancy.owned import ClubOwned, SameClub
from players.models.people import AgeGroupChoice, Player


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
