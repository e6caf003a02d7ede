"""Events as they were published: an event, its immutable versions, and who the names in them are."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.models import new_public_id
from clubs.tenancy.owned import ClubOwned, SameClub
from tournaments.domain.record import EventFormat, Variant
from tournaments.domain.results import ResultKind

CORRECTION = "correction"
"""The source of a version that was not published but corrected here."""


class EventAccess(models.TextChoices):
    """Who may open the event's own address; an event may be narrower than its club."""

    AS_CLUB = "club", _("As the club")
    OPEN = "open", _("Anyone with the link")
    CLOSED = "closed", _("Arbiters only")


class EventNames(models.TextChoices):
    AS_CLUB = "club", _("As the club")
    INITIALS = "initials", _("Initials for everybody")
    ADULTS_IN_FULL = "adults", _("Full names for adults, although minors play")


class Event(ClubOwned):
    """One event, whatever version of it is shown or rated.

    `latest` is what the page shows. `rated_version` is what the ladder counts: the newest version, up to `latest`,
    whose names are all decided; the ladder further asks that it is rated, finished and standard chess.
    """

    public_id = models.CharField(max_length=22, default=new_public_id, editable=False)
    program = models.CharField(max_length=60, blank=True)
    external_id = models.CharField(max_length=120, null=True, blank=True)
    access = models.CharField(max_length=8, choices=EventAccess, default=EventAccess.AS_CLUB)
    names = models.CharField(max_length=8, choices=EventNames, default=EventNames.AS_CLUB)
    order_in_date = models.IntegerField(default=0)
    latest = models.ForeignKey("EventVersion", null=True, on_delete=models.RESTRICT, related_name="+", db_constraint=False, db_index=False)
    rated_version = models.ForeignKey(
        "EventVersion", null=True, on_delete=models.RESTRICT, related_name="+", db_constraint=False, db_index=False
    )
    removed_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            SameClub(field="latest", also=("id", "event_id"), name="tournaments_event_latest_own"),
            SameClub(field="rated_version", also=("id", "event_id"), name="tournaments_event_rated_own"),
            models.UniqueConstraint(fields=["club", "public_id"], name="tournaments_event_public_id"),
            models.UniqueConstraint(
                fields=["club", "program", "external_id"],
                condition=Q(external_id__isnull=False),
                name="tournaments_event_external_id",
            ),
        ]

    def __str__(self) -> str:
        return self.public_id


class EventVersion(ClubOwned):
    """What was published at one time; never changed afterwards. A correction is a new version.

    `replaces` is the version that was the latest until then. The versions in force are those met on the way back from
    `Event.latest` along it: one that was undone is none of them, whatever its number.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="versions", db_constraint=False, db_index=False)
    number = models.PositiveIntegerField()
    replaces = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, related_name="+", db_constraint=False, db_index=False)
    digest = models.CharField(max_length=64)
    name = models.CharField(max_length=200)
    starts_on = models.DateField()
    ends_on = models.DateField()
    format = models.CharField(max_length=20, choices=[(f.value, f.name) for f in EventFormat])
    variant = models.CharField(max_length=10, choices=[(v.value, v.name) for v in Variant])
    time_control = models.CharField(max_length=60, blank=True)
    rated = models.BooleanField()
    finished = models.BooleanField()
    planned_rounds = models.PositiveSmallIntegerField(null=True)
    source = models.CharField(max_length=20)
    warnings = models.JSONField(default=list)
    dropped = ArrayField(models.CharField(max_length=30), default=list)
    published_at = models.DateTimeField(auto_now_add=True)
    published_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        constraints = [
            SameClub(field="event", name="tournaments_version_event_club"),
            SameClub(field="replaces", also=("event_id", "event_id"), name="tournaments_version_replaces_own"),
            models.UniqueConstraint(fields=["club", "event", "id"], name="tournaments_version_of_event"),
            models.UniqueConstraint(fields=["club", "event", "number"], name="tournaments_version_number"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id} v{self.number}"

    @property
    def is_correction(self) -> bool:
        """True if it was not published but corrected here."""
        return self.source == CORRECTION


class Entry(ClubOwned):
    """A name as it appeared in one version of an event. Rewritten by nothing but erasure."""

    version = models.ForeignKey(EventVersion, on_delete=models.CASCADE, related_name="entries", db_constraint=False, db_index=False)
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=120)
    rating = models.PositiveIntegerField(null=True)
    title = models.CharField(max_length=10, blank=True)
    rank = models.PositiveIntegerField(null=True)

    class Meta:
        constraints = [
            SameClub(field="version", name="tournaments_entry_version_club"),
            models.UniqueConstraint(fields=["club", "version", "number"], name="tournaments_entry_number"),
        ]

    def __str__(self) -> str:
        return f"{self.version_id} no. {self.number}"


class EntryLink(ClubOwned):
    """A person's decision that this name is this player. Undoing it is closing the row.

    `carried_from` is the link of the version before, when an identical name that is unique in both took it over.
    """

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="links", db_constraint=False, db_index=False)
    player = models.ForeignKey("players.Player", on_delete=models.CASCADE, related_name="links", db_constraint=False, db_index=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    reason = models.CharField(max_length=40, blank=True)
    carried_from = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, related_name="+", db_constraint=False, db_index=False)
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        constraints = [
            SameClub(field="entry", name="tournaments_link_entry_club"),
            SameClub(field="player", name="tournaments_link_player_club"),
            SameClub(field="carried_from", name="tournaments_link_carried_club"),
            models.UniqueConstraint(fields=["club", "entry"], condition=Q(undone_at=None), name="tournaments_link_one_player"),
        ]
        indexes = [models.Index(fields=["club", "player"], name="tournaments_link_of_player")]

    def __str__(self) -> str:
        return f"{self.entry_id} is {self.player_id}"


class NameDifference(ClubOwned):
    """A person's decision that this name is not this player. Withdrawing it is closing the row.

    Said before anybody knows who the name is. Once it is linked, that person and `player` are two people: derived from both rows
    wherever it is asked, and copied nowhere. `carried_from` as of an `EntryLink`.
    """

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+", db_constraint=False, db_index=False)
    player = models.ForeignKey("players.Player", on_delete=models.CASCADE, related_name="+", db_constraint=False, db_index=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    reason = models.CharField(max_length=200, blank=True)
    carried_from = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, related_name="+", db_constraint=False, db_index=False)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        constraints = [
            SameClub(field="entry", name="tournaments_difference_entry_club"),
            SameClub(field="player", name="tournaments_difference_player_club"),
            SameClub(field="carried_from", name="tournaments_difference_carried_club"),
            models.UniqueConstraint(fields=["club", "entry", "player"], condition=Q(withdrawn_at=None), name="tournaments_difference_once"),
        ]
        indexes = [models.Index(fields=["club", "player"], name="tournaments_difference_of")]

    def __str__(self) -> str:
        return f"{self.entry_id} is not {self.player_id}"


class Round(ClubOwned):
    version = models.ForeignKey(EventVersion, on_delete=models.CASCADE, related_name="rounds", db_constraint=False, db_index=False)
    number = models.PositiveSmallIntegerField()
    played_on = models.DateField(null=True)

    class Meta:
        constraints = [
            SameClub(field="version", name="tournaments_round_version_club"),
            models.UniqueConstraint(fields=["club", "version", "number"], name="tournaments_round_number"),
        ]

    def __str__(self) -> str:
        return f"{self.version_id} round {self.number}"


class Game(ClubOwned):
    """One board of one round, or one bye (then `black` is nobody)."""

    version = models.ForeignKey(EventVersion, on_delete=models.CASCADE, related_name="games", db_constraint=False, db_index=False)
    round = models.PositiveSmallIntegerField()
    board = models.PositiveIntegerField()
    white = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+", db_constraint=False, db_index=False)
    black = models.ForeignKey(Entry, null=True, on_delete=models.CASCADE, related_name="+", db_constraint=False, db_index=False)
    result = models.CharField(max_length=5, choices=[(k.value, k.name) for k in ResultKind])

    class Meta:
        constraints = [
            SameClub(field="version", name="tournaments_game_version_club"),
            SameClub(field="white", name="tournaments_game_white_club"),
            SameClub(field="black", name="tournaments_game_black_club"),
            models.UniqueConstraint(fields=["club", "version", "round", "board"], name="tournaments_game_board"),
        ]

    def __str__(self) -> str:
        return f"{self.version_id} {self.round}.{self.board}"


class ErasedName(ClubOwned):
    """A name that shall not come back with a file: by a hash, keyed by a secret of the installation, of its letters in any order.

    In `event`; or, where that is None, in every event that begins before `before`: somebody who is erased and comes to play again is a new
    person. `person` is the random id behind the pseudonym that stands there instead.
    """

    person = models.CharField(max_length=22)
    event = models.ForeignKey(Event, null=True, on_delete=models.CASCADE, related_name="+", db_constraint=False, db_index=False)
    before = models.DateField(null=True)
    digest = models.CharField(max_length=64)

    class Meta:
        constraints = [
            SameClub(field="event", name="tournaments_erased_event_club"),
            models.UniqueConstraint(fields=["club", "digest", "event", "person"], nulls_distinct=False, name="tournaments_erased_once"),
            models.CheckConstraint(
                condition=Q(event__isnull=True, before__isnull=False) | Q(event__isnull=False, before__isnull=True),
                name="tournaments_erased_scope",
            ),
        ]

    def __str__(self) -> str:
        return self.person


class StagedUpload(ClubOwned):
    """A file that an arbiter has sent and not yet confirmed; deleted when confirmed, abandoned or a day old."""

    public_id = models.CharField(max_length=22, default=new_public_id, editable=False)
    content = models.BinaryField()
    file_name = models.CharField(max_length=120, blank=True)
    encoding = models.CharField(max_length=20, blank=True)
    purpose = models.CharField(max_length=7, default="", blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "public_id"], name="tournaments_upload_public_id")]

    def __str__(self) -> str:
        return self.public_id
