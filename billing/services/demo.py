"""Demo clubs are subscribed from the beginning: the pretend Stripe beside a site that is only looked at knows them as its customers."""

from datetime import timedelta

from django.utils import timezone

from billing.domain.entitlement import Fetched
from billing.domain.prices import YEARLY
from billing.models import Subscription
from billing.services.refreshing import lock_subscription, take_over
from clubs.models import Club
from clubs.tenancy.scope import club_scope


def subscribe_demo(*, club: Club, number: int) -> None:
    """As if Stripe had told it. `number`: of the demo club, from 1. One that was made before, and renamed, keeps what is its own."""
    now, customer = timezone.now(), f"cus_demo_{number}"
    with club_scope(club):
        if Subscription.objects.filter(customer=customer).exists():
            return
        known = lock_subscription(club=club)
        known.customer = customer
        known.save(update_fields=["customer"])
        year = Fetched(f"sub_demo_{number}", "active", "year", now, now + timedelta(days=365), None, YEARLY.cents)
        take_over(club=club, known=known, fetched=year, by=None)
        Subscription.objects.filter(pk=known.pk).update(due_mail="")  # its owner reads no mail
