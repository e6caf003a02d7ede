"""Taking over what Stripe says: under a lock that was taken before Stripe was asked, so that what is stored last was also asked last.

Locked the other way round, of two messages at once the one that had asked first could store last, and what is long over would stand.
"""

from django.db import OperationalError, connection
from django.db.models import F
from django.utils import timezone

from billing.domain.entitlement import Entitlement, Fetched, entitlement, paid_until
from billing.domain.errors import StripeUnavailable
from billing.interchange import stripe_api
from billing.interchange.punctual import LONGEST, within
from billing.models import Subscription
from billing.services.news import note_news
from clubs.models import Club
from clubs.services import Person
from clubs.tenancy.scope import club_scope

PATIENCE = 8_000
"""Milliseconds to wait for the row of a subscription."""


@within(LONGEST)
def refresh_subscription(*, club: Club) -> Entitlement:
    """Ask Stripe what became of the club's subscription, and take it over.

    Raises:
        StripeUnavailable: nothing was changed.
    """
    with club_scope(club):
        known = lock_subscription(club=club)
        fetched = fetch(known)
        return take_over(club=club, known=known, fetched=fetched)


def lock_subscription(*, club: Club) -> Subscription:
    """The club's row, made if it is missing, and nobody else's until the transaction ends.

    Who holds it may be waiting for Stripe. Nobody waits for that longer than Stripe itself is waited for.

    The club itself is read by a statement after the lock: joined to it, who had waited would see the club as it was before the wait.

    Raises:
        StripeUnavailable: somebody else holds it, and is waiting for Stripe.
    """
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('lock_timeout', %s, true)", [str(PATIENCE)])
        Subscription.objects.bulk_create([Subscription(club=club)], ignore_conflicts=True)
        return Subscription.objects.select_for_update().get(club=club)
    except OperationalError as error:
        raise StripeUnavailable from error


def fetch(known: Subscription, *, hurried: bool = False) -> Fetched | None:
    """What Stripe says now. `hurried`: it is not waited for long."""
    return stripe_api.fetch(known.customer, hurried=hurried) if known.customer else None


def take_over(*, club: Club, known: Subscription, fetched: Fetched | None, by: Person = None) -> Entitlement:
    """Store what was fetched under the lock. Pages are out of date if anything is different; the journal and owners are told what is new.

    `by` has changed it just now; None: nobody here did. `club` is told too. What is paid stands in its row, which nobody else writes: the
    lock of the subscription is the lock of that.
    """
    note_news(club=club, known=known, fetched=fetched, by=by)
    known.fetched_at = timezone.now()
    if fetched == known.fetched:
        known.save(update_fields=["fetched_at"])
    else:
        _store(known, fetched)
    paid = paid_until(fetched)
    if known.club.paid_until != paid:
        Club.objects.filter(pk=club.pk).update(paid_until=paid, policy_version=F("policy_version") + 1)
    club.paid_until = known.club.paid_until = paid
    return entitlement(club.trial_ends_at, fetched, known.fetched_at)


def _store(known: Subscription, fetched: Fetched | None) -> None:
    known.subscription = fetched.id if fetched else ""
    known.status = fetched.status if fetched else ""
    known.interval = fetched.interval if fetched else ""
    known.period_start = fetched.period_start if fetched else None
    known.period_end = fetched.period_end if fetched else None
    known.cancel_at = fetched.cancel_at if fetched else None
    known.cents = fetched.cents if fetched else None
    known.save()
