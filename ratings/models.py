"""The ladder: its rules, the queue of what touched it, its builds, every event's changes, and what was corrected."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from clubs.models import new_public_id
from clubs.tenancy.owned import ClubOwned, SameClub


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


class LadderOpening(ClubOwned):
    """The date from which a club counts that brought its ratings from elsewhere: events that start before it move nobody.

    Whom it brought, and with what, stands with the players: `start_rating` and `start_games`.
    """

    as_of = models.DateField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club"], name="ratings_opening_once")]

    def __str__(self) -> str:
        return f"as of {self.as_of}"


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
    # How far a replay is that takes long, in events; written outside its transaction. None: none is under way, or it is soon done.
    progress = models.IntegerField(null=True)
    progress_total = models.IntegerField(null=True)
    progress_at = models.DateTimeField(null=True)

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
    # Games won, drawn and lost, packed in one number (`ratings.domain.records`): those that counted for the person, and those that did not;
    # the latter empty if every game counted for both.
    record = ArrayField(models.BigIntegerField())
    uncounted = ArrayField(models.BigIntegerField())

    class Meta:
        indexes = [models.Index(fields=["club", "starts_on"], name="ratings_change_from_date")]

    def __str__(self) -> str:
        return f"event {self.event_id}"


class LadderCheckpoint(models.Model):
    """Everybody just before the event `event_id`, so that a replay of later events need not read what came before.

    Derived by the replay alone and never asked by a page; see `ratings.domain.tally.Checkpoint`. Arrays have one item a person, by
    ascending id. Where `peak` is None the person has only appeared in what was in flight.
    """

    pk = models.CompositePrimaryKey("club", "event_id")
    club = models.ForeignKey("clubs.Club", on_delete=models.CASCADE, related_name="+", db_index=False)
    event_id = models.BigIntegerField()
    starts_on = models.DateField()
    order_in_date = models.IntegerField()
    place = models.IntegerField()
    ended_on = models.DateField(null=True)
    in_flight = ArrayField(models.BigIntegerField())
    players = ArrayField(models.BigIntegerField())
    rating = ArrayField(models.IntegerField())
    games = ArrayField(models.IntegerField())
    record = ArrayField(models.BigIntegerField())  # games won, drawn and lost, packed
    last_change = ArrayField(models.IntegerField())
    last_event = ArrayField(models.BigIntegerField(null=True))
    last_played = ArrayField(models.DateField(null=True))
    peak = ArrayField(models.IntegerField(null=True))

    def __str__(self) -> str:
        return f"before event {self.event_id}"


class CorrectionKind(models.TextChoices):
    """What a correction touched."""

    RESULTS = "results", _("Results of games")
    DATES = "dates", _("Date of an event")
    RATED = "rated", _("Whether an event counts")
    REMOVED = "removed", _("Event removed")
    RESTORED = "restored", _("Event restored")
    ORDER = "order", _("Order within a date")
    PUBLICATION = "publication", _("New version of an event")
    START_RATING = "start_rating", _("Start rating of a player")
    RULES = "rules", _("Rules of the ladder")
    OPENING = "opening", _("Opening ratings")
    MERGE = "merge", _("Two people became one")
    SPLIT = "split", _("Events given to somebody else")


class Correction(ClubOwned):
    """One thing that was put right, by whom and why. Never changed: undoing it is another correction that names it in `undoes`.

    `detail` holds what was and what is now: ids, dates, figures, never a name. What it did to the ladder is the `LadderRevision` of the
    build it was made in; None if the ladder could not be replayed at once.
    """

    public_id = models.CharField(max_length=22, default=new_public_id, editable=False)
    kind = models.CharField(max_length=16, choices=CorrectionKind)
    event = models.ForeignKey(
        "tournaments.Event", null=True, on_delete=models.CASCADE, related_name="+", db_constraint=False, db_index=False
    )
    player = models.ForeignKey("players.Player", null=True, on_delete=models.CASCADE, related_name="+", db_constraint=False, db_index=False)
    detail = models.JSONField(default=dict)
    reason = models.CharField(max_length=200, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    build = models.BigIntegerField(null=True)
    undoes = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, related_name="+", db_constraint=False, db_index=False)

    class Meta:
        constraints = [
            SameClub(field="event", name="ratings_correction_event_club"),
            SameClub(field="player", name="ratings_correction_player_club"),
            SameClub(field="undoes", name="ratings_correction_undoes_club"),
            models.UniqueConstraint(fields=["club", "public_id"], name="ratings_correction_public_id"),
            models.UniqueConstraint(fields=["club", "undoes"], condition=Q(undoes__isnull=False), name="ratings_correction_undone_once"),
        ]
        indexes = [models.Index(fields=["club", "-at"], name="ratings_correction_recent")]

    def __str__(self) -> str:
        return self.public_id


class LadderRevision(models.Model):
    """A replay that moved ratings which had been shown: whose, from what to what. One row a build, written by the replay, never anew.

    What events add that begin after everything the ladder had counted is no revision. Arrays have one item a person whose rating moved,
    by ascending id; `before` and `after` are current ratings in tenths. `events` are those that were touched; none where players or
    rules alone were. `people`: some who stood on the ladder were touched, by merges or another start.
    """

    pk = models.CompositePrimaryKey("club", "build")
    club = models.ForeignKey("clubs.Club", on_delete=models.CASCADE, related_name="+", db_index=False)
    build = models.BigIntegerField()
    at = models.DateTimeField(db_default=Now())
    events = ArrayField(models.BigIntegerField())
    players = ArrayField(models.BigIntegerField())
    before = ArrayField(models.IntegerField())
    after = ArrayField(models.IntegerField())
    people = models.BooleanField(db_default=False)

    def __str__(self) -> str:
        return f"build {self.build}"


class LadderAudit(ClubOwned):
    """What the last audit of the club's ladder found; see `ratings.services.audit.Audit` for the arrays.

    `since` is when what is wrong was first found, None while nothing is; `told_at` when it was written to those who must know.
    """

    at = models.DateTimeField()
    since = models.DateTimeField(null=True)
    told_at = models.DateTimeField(null=True)
    compared = models.BooleanField()
    events = ArrayField(models.BigIntegerField(), default=list)
    players = ArrayField(models.BigIntegerField(), default=list)
    pointers = ArrayField(models.BigIntegerField(), default=list)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club"], name="ratings_audit_last")]

    def __str__(self) -> str:
        return f"audit of {self.at}"


class SweeperHeartbeat(models.Model):
    """When a sweeper last said that it is alive; one row for the installation."""

    id = models.SmallIntegerField(primary_key=True, default=1)
    seen_at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="ratings_one_heartbeat")]

    def __str__(self) -> str:
        return str(self.seen_at)
