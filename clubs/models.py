"""Clubs, who may act for them, and the journal of what was done."""

import secrets
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.domain.openness import Openness
from clubs.domain.pausing import FOREVER, TRIAL_DAYS, is_paused
from clubs.tenancy.owned import ClubOwned, SameClub


def new_public_id() -> str:
    """A random id for addresses: 128 bits, nothing of a name, a date or an order in it."""
    return random_id(16)


def random_id(size: int) -> str:
    """So many random bytes as text for addresses.

    None begins with a hyphen: a command would take it for an option, a spreadsheet for a formula.
    """
    while (made := secrets.token_urlsafe(size)).startswith("-"):
        pass
    return made


def end_of_trial() -> datetime:
    """Of a club that is founded now."""
    return timezone.now() + timedelta(days=TRIAL_DAYS)


class Language(models.TextChoices):
    """Each in its own words, as a reader looks for it."""

    ENGLISH = "en", "English"
    HEBREW = "he", "עברית"
    RUSSIAN = "ru", "Русский"


class Visibility(models.TextChoices):
    ARBITERS_ONLY = "arbiters", _("Arbiters only")
    UNLISTED = "unlisted", _("Anyone with the link")
    PUBLIC = "public", _("Everyone, search engines included")


class Audience(models.TextChoices):
    """Who plays here, as declared at the founding; decides the defaults of privacy (RULES section 3)."""

    MIXED = "mixed", _("Children and adults")
    SCHOOL = "school", _("A school")
    ADULTS = "adults", _("Adults only")


class NamePolicy(models.TextChoices):
    INITIALS = "initials", _("Initials for everybody")
    ADULTS_IN_FULL = "adults_in_full", _("Full names for adults")
    EVERYONE_IN_FULL = "everyone_in_full", _("Full names for everybody")


class Role(models.TextChoices):
    OWNER = "owner", _("Owner")
    ADMIN = "admin", _("Administrator")
    ARBITER = "arbiter", _("Arbiter")


class Club(models.Model):
    """A tenant. `slug` is its address and may change; `public_id` never does."""

    public_id = models.CharField(max_length=22, unique=True, default=new_public_id, editable=False)
    slug = models.CharField(max_length=80, unique=True)
    name = models.CharField(max_length=100)
    language = models.CharField(max_length=2, choices=Language, default=Language.ENGLISH)
    time_zone = models.CharField(max_length=60, default="UTC")
    audience = models.CharField(max_length=8, choices=Audience, default=Audience.MIXED)
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.UNLISTED)
    name_policy = models.CharField(max_length=16, choices=NamePolicy, default=NamePolicy.INITIALS)
    policy_version = models.PositiveBigIntegerField(default=1)
    founded_at = models.DateTimeField(auto_now_add=True)
    closing_at = models.DateTimeField(null=True, blank=True)  # when everything of the club is deleted; None: it stays
    trial_ends_at = models.DateTimeField(default=end_of_trial)
    paid_until = models.DateTimeField(null=True, blank=True)  # written by `billing` alone; None: nothing is paid

    def __str__(self) -> str:
        return self.name

    @property
    def is_shut(self) -> bool:
        """True if pages, events and API answer as if there were no club, whoever asks. Desk and families' pages stay open."""
        return self.closing_at is not None

    @property
    def shows_pages(self) -> bool:
        """True if strangers may open the club's pages. Everything that decides this asks here."""
        return not self.is_shut and self.visibility != Visibility.ARBITERS_ONLY

    @property
    def today(self) -> date:
        """The date by the club's clock, by which its rules go."""
        return timezone.localdate(timezone=ZoneInfo(self.time_zone))

    @property
    def is_paused(self) -> bool:
        """True if pages that strangers may open tell them no more than that they are paused. Events at their own addresses stay open.

        Where no subscriptions are sold nothing is ever paused.
        """
        return settings.SELLS_SUBSCRIPTIONS and is_paused(self.trial_ends_at, self.paid_until, timezone.now())

    @property
    def pays_on(self) -> bool:
        """True if a card pays for the pages until somebody cancels that, or a payment fails."""
        return settings.SELLS_SUBSCRIPTIONS and self.paid_until == FOREVER

    @property
    def openness(self) -> Openness:
        """Who may read the club's pages, and how much of a name they find there."""
        return Openness(self.visibility, self.audience, self.name_policy)


class Membership(models.Model):
    """A person with an account who acts for a club. Read before a club is known, so outside row-level security."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships", db_index=False)
    public_id = models.CharField(max_length=22, unique=True, default=new_public_id, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=8, choices=Role)
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="clubs_membership_once")]

    def __str__(self) -> str:
        return f"{self.role} {self.pk}"


class EndedRole(models.Model):
    """That a role was ended by somebody else, for the person to read among their clubs. A new role, or a quarter of a year, ends it.

    Read before a club is known, so outside row-level security.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    role = models.CharField(max_length=8, choices=Role)
    ended_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="clubs_endedrole_once")]

    def __str__(self) -> str:
        return f"{self.role} {self.pk}"


class Invitation(models.Model):
    """An open invitation to act for a club, found by the digest of its secret before a club is known.

    It ends by being accepted, declined, revoked or replaced; then its address is forgotten, of a declined one with the row. `accepted_by`
    lets a second click of the same person lead to the desk.
    `steps_down`: the owner who has sent it becomes an administrator as it is accepted.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    public_id = models.CharField(max_length=22, unique=True, default=new_public_id, editable=False)
    email = models.EmailField(max_length=254, blank=True)
    role = models.CharField(max_length=8, choices=Role)
    steps_down = models.BooleanField(default=False)
    digest = models.CharField(max_length=64, unique=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    mails = models.PositiveSmallIntegerField(default=1)
    expires_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    accepted_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "email"], condition=models.Q(ended_at=None), name="clubs_invitation_once"),
        ]

    def __str__(self) -> str:
        return f"{self.role} {self.public_id}"

    @property
    def is_open(self) -> bool:
        """Whether it may still be accepted."""
        return self.ended_at is None and self.expires_at > timezone.now()


class ApiToken(models.Model):
    """A program's key to one club. Only the digest is kept; `prefix` finds the row and is safe to show."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+", db_index=False)
    label = models.CharField(max_length=60)
    prefix = models.CharField(max_length=16, unique=True)
    digest = models.CharField(max_length=64)
    scopes = ArrayField(models.CharField(max_length=20))
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "id"], name="clubs_apitoken_of_club")]

    def __str__(self) -> str:
        return self.prefix


class JournalEntry(ClubOwned):
    """One write: who, when, what. Written in the transaction of the write itself. Holds ids, never names."""

    action = models.CharField(max_length=40)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    subject = models.CharField(max_length=60, blank=True)
    detail = models.JSONField(default=dict)

    class Meta:
        indexes = [models.Index(fields=["club", "-at"], name="clubs_journal_recent")]

    def __str__(self) -> str:
        return f"{self.action} {self.subject}"


class IdempotentRequest(ClubOwned):
    """An answered API request that may be sent again. Keeps which event it made, not the answer's text."""

    token = models.ForeignKey(ApiToken, on_delete=models.CASCADE, related_name="+", db_constraint=False, db_index=False)
    key = models.CharField(max_length=100)
    request_digest = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    outcome = models.JSONField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            SameClub(field="token", name="clubs_idempotent_token_club"),
            models.UniqueConstraint(fields=["club", "token", "key"], name="clubs_idempotent_once"),
        ]

    def __str__(self) -> str:
        return self.key
