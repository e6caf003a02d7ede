"""Hearing a message of Stripe's. It is a reason to ask, never the answer: messages come twice, late and in any order."""

from django.db import connection, transaction
from django.utils import timezone

from billing.interchange.stripe_api import Message
from billing.models import StripeEvent, Subscription
from billing.services.refreshing import fetch, take_over
from clubs.models import Club

_NOTE = f"""
INSERT INTO {StripeEvent._meta.db_table} (event, kind, club_id, happened_at, at) VALUES (%s, %s, %s, %s, %s)
    ON CONFLICT (event) DO NOTHING
"""


def hear(*, message: Message) -> bool:
    """Ask what became of the subscription that the message is about; False if that was done before.

    The message is noted in the transaction that does the work: whatever fails, it is as if it had never come, and Stripe sends it again.
    The other one of two that come at once waits at the lock of the subscription, or at the message itself.

    Raises:
        StripeUnavailable: nothing was changed.
    """
    with transaction.atomic():
        known = _lock_by_customer(message)
        club = known.club if known else None
        if not _note(message, club):
            return False
        if known is not None and club is not None:
            take_over(club=club, known=known, fetched=fetch(known), by=None)
    return True


def _lock_by_customer(message: Message) -> Subscription | None:
    """The row of the customer; None for one who is not ours. Without the club, which is read after the lock (`lock_subscription`)."""
    if message.customer is None:
        return None
    return Subscription.objects.select_for_update().filter(customer=message.customer).first()


def _note(message: Message, club: Club | None) -> bool:
    """False if the message was noted before. Waits for a transaction that is about to do so."""
    with connection.cursor() as cursor:
        cursor.execute(_NOTE, [message.id, message.kind, club.pk if club else None, message.happened_at, timezone.now()])
        return bool(cursor.rowcount)
