"""What is known of a club's subscription, and which of Stripe's messages were dealt with.

Both are read before a club is known, by Stripe's name of a customer, and stand outside row-level security.
"""

from django.db import models

from billing.domain.entitlement import Fetched
from billing.domain.news import Phase, Standing
from clubs.models import Club


class Subscription(models.Model):
    """One a club: its customer at Stripe, and its subscription as it was fetched last. An empty `status`: there was none.

    The row is locked before Stripe is asked, so that what is stored last was also asked last.

    `told_…`: how the club stood when its owners were told last; empty if they never were. `due_mail`: news (`billing.domain.news`) of
    `due_since` that are still to be mailed, and were tried to be at `tried_at`.
    """

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="+")
    customer = models.CharField(max_length=80, unique=True, null=True)
    subscription = models.CharField(max_length=80, blank=True)
    status = models.CharField(max_length=30, blank=True)
    interval = models.CharField(max_length=10, blank=True)
    period_start = models.DateTimeField(null=True)
    period_end = models.DateTimeField(null=True)
    cancel_at = models.DateTimeField(null=True)
    cents = models.PositiveIntegerField(null=True)
    fetched_at = models.DateTimeField(null=True)
    told_phase = models.CharField(max_length=10, blank=True)
    told_interval = models.CharField(max_length=10, blank=True)
    told_cancelling = models.BooleanField(null=True)
    due_mail = models.CharField(max_length=20, blank=True)
    due_since = models.DateTimeField(null=True)
    tried_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"subscription of {self.club_id}"

    @property
    def fetched(self) -> Fetched | None:
        """What Stripe told last; None: of no subscription."""
        if not self.status or self.period_start is None or self.period_end is None:
            return None
        return Fetched(self.subscription, self.status, self.interval, self.period_start, self.period_end, self.cancel_at, self.cents)

    @property
    def told(self) -> Standing | None:
        """What the owners know; None: they were never told anything."""
        return Standing(Phase(self.told_phase), self.told_interval, self.told_cancelling) if self.told_phase else None


class StripeEvent(models.Model):
    """A message of Stripe's that was dealt with, written down in the transaction that did it. `club` None: it was about none of ours."""

    event = models.CharField(max_length=80, unique=True)
    kind = models.CharField(max_length=80)
    club = models.ForeignKey(Club, null=True, on_delete=models.CASCADE, related_name="+")
    happened_at = models.DateTimeField()
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.event
