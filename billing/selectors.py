"""Reading what is known of subscriptions. Nobody is asked for it: what Stripe says now is fetched by the services."""

from django.utils import timezone

from billing.domain.entitlement import Entitlement, entitlement
from billing.models import Subscription
from clubs.models import Club


def find_subscription(club: Club) -> Subscription | None:
    """What was fetched last; None if nobody has ever begun to pay."""
    return Subscription.objects.filter(club=club).first()


def entitlement_of(club: Club, subscription: Subscription | None) -> Entitlement:
    """What the club may have at this moment."""
    return entitlement(club.trial_ends_at, subscription.fetched if subscription else None, timezone.now())
