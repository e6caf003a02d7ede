"""The ladder: its rules, the queue of what touched it, its builds, and every event's changes."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from clubs.tenancy.owned import ClubOwned


class LadderRules(ClubOwned):
    """The figures of the ladder from a date on; without a row, the defaults of RULES section 1 hold."""

    since = models.DateField(null=True, blank=True)  # None: from the beginning
    start = models.IntegerField(default=12000)  # tenths
    k_new = models.PositiveSmallIntegerField(default=40)
    k_established = models.PositiveSmallIntegerField(default=20)
    new_games = models.PositiveSmallIntegerField(default=20)
    provisional_games = models.PositiveSmallIntegerField(default=5)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "since"], nulls_distinct=False, name="ratings_rules_since"),
            models.CheckConstraint(
                condition=Q(start__gte=1000, start__lte=40000, k_new__lte=200, k_established__lte=200),
                name="ratings_rules_sane",
            ),
        ]

    def __str__(self) -> str:
        return f"since {self.since}"


class LadderEdit(models.Model):
    """Something that the replay reads was touched and is not yet replayed. Written by triggers, and to ask for a rebuild.

    Neither event nor player: everything, from the start. Outside row-level security, so that one sweep sees all clubs.
    """

    club = models.ForeignKey("clubs.Club", on_delete=models.CASCADE, related_name="+", db_constraint=False)
    event_id = models.BigIntegerField(null=True)
    player_id = models.BigIntegerField(null=True)
    queued_at = models.DateTimeField(db_default=Now())

    def __str__(self) -> str:
        return f"event {self.event_id}, player {self.player_id}"


class LadderBuild(models.Model):
    """The last replay of a club: its number, by which algorithm, and how the attempts since went.

    `version` grows with every replay that took an edit from the queue or changed the algorithm, whether or not a rating moved: what a
    page shows may depend on the touched event without any rating depending on it. A club without a row was never touched.
    """

    club = models.OneToOneField("clubs.Club", on_delete=models.CASCADE, related_name="+", primary_key=True)
    version = models.BigIntegerField(default=0)
    algorithm = models.PositiveIntegerField(default=0)
    built_at = models.DateTimeField(null=True)
    failures = models.PositiveIntegerField(default=0)
    failed_at = models.DateTimeField(null=True)
    failure = models.CharField(max_length=200, blank=True)
    retry_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"build {self.version}"


class RatingChange(models.Model):
    """What one event did to the ladder: one row an event, its people in parallel arrays. Derived by the replay alone.

    Arrays have one item a person, in the order of `players`. Lean on purpose: one composite key, no foreign key.
    """

    pk = models.CompositePrimaryKey("club", "event_id")
    club = models.ForeignKey("clubs.Club", on_delete=models.CASCADE, related_name="+", db_index=False)
    event_id = models.BigIntegerField()
    starts_on = models.DateField()
    ends_on = models.DateField()
    order_in_date = models.IntegerField()
    players = ArrayField(models.BigIntegerField())
    before = ArrayField(models.IntegerField())  # rating when the event began, tenths
    games_before = ArrayField(models.IntegerField())
    change = ArrayField(models.IntegerField())  # tenths
    counted = ArrayField(models.IntegerField())  # games that counted for the person
    score = ArrayField(models.IntegerField())  # half-points in those games
    wins = ArrayField(models.IntegerField())  # these three over all rated games played, counted or not
    draws = ArrayField(models.IntegerField())
    losses = ArrayField(models.IntegerField())

    def __str__(self) -> str:
        return f"event {self.event_id}"


class SweeperHeartbeat(models.Model):
    """When a sweeper last said that it is alive; one row for the installation."""

    id = models.SmallIntegerField(primary_key=True, default=1)
    seen_at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="ratings_one_heartbeat")]

    def __str__(self) -> str:
        return str(self.seen_at)
