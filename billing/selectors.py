"""Reading what is known of subscriptions. Nobody is asked for it: what Stripe says now is fetched by the services."""

from django.conf import settings
from django.utils import timezone

from billing.domain.entitlement import Entitlement, Fetched, entitlement
from billing.models import Subscription
from clubs.models import Club


def find_subscription(club: Club) -> Subscription | None:
    """What was fetched last; None if nobody has ever begun to pay."""
    return Subscription.objects.filter(club=club).first()


def find_live(club: Club) -> Fetched | None:
    """The subscription that may still be paid, as it was fetched last; None if there is none, or none are sold here."""
    known = find_subscription(club) if settings.SELLS_SUBSCRIPTIONS else None
    fetched = known.fetched if known else None
    return fetched if fetched is not None and fetched.is_live else None


def entitlement_of(club: Club, subscription: Subscription | None) -> Entitlement:
    """What the club may have at this moment."""
    return entitlement(club.trial_ends_at, subscription.fetched if subscription else None, timezone.now())
