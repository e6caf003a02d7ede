"""Hearing a message of Stripe's. It is a reason to ask, never the answer: messages come twice, late and in any order."""

from django.db import OperationalError, connection, transaction
from django.utils import timezone

from billing.domain.errors import StripeUnavailable
from billing.interchange.stripe_api import Message
from billing.models import StripeEvent, Subscription
from billing.services.refreshing import fetch, take_over
from clubs.models import Club

_NOTE = f"""
INSERT INTO {StripeEvent._meta.db_table} (event, kind, club_id, happened_at, at) VALUES (%s, %s, %s, %s, %s)
    ON CONFLICT (event) DO NOTHING
"""

PATIENCE = 500
"""Milliseconds to wait for any lock: Stripe answers in less, and readers wait behind each message that waits longer."""
_ONE_AT_A_TIME = "SELECT set_config('lock_timeout', %s, true), pg_advisory_xact_lock(7502, 0)"


def hear(*, message: Message) -> bool:
    """Ask what became of the subscription that the message is about; False if that was done before.

    The message is noted in the transaction that does the work: whatever fails, it is as if it had never come, and Stripe sends it again.
    The other one of two that come at once waits at the lock of the subscription, or at the message itself.

    Each process of the web server answers one request at a time, and readers wait for it. So one message alone asks Stripe at any moment,
    whatever club it is about; others wait a little, and are sent away to come again.

    Raises:
        StripeUnavailable: nothing was changed.
    """
    try:
        with transaction.atomic():
            known = _lock_by_customer(message)
            club = known.club if known else None
            if not _note(message, club):
                return False
            if known is not None and club is not None:
                take_over(club=club, known=known, fetched=fetch(known, hurried=True))  # it is sent again
        return True
    except OperationalError as error:  # waited too long, or for each other with the deletion of the club
        raise StripeUnavailable from error


def _lock_by_customer(message: Message) -> Subscription | None:
    """The row of the customer; None for one who is not ours. Without the club, which is read after the lock (`lock_subscription`)."""
    if message.customer is None or not Subscription.objects.filter(customer=message.customer).exists():
        return None
    with connection.cursor() as cursor:
        cursor.execute(_ONE_AT_A_TIME, [str(PATIENCE)])
    return Subscription.objects.select_for_update().filter(customer=message.customer).first()


def _note(message: Message, club: Club | None) -> bool:
    """False if the message was noted before. Waits for a transaction that is about to do so."""
    with connection.cursor() as cursor:
        cursor.execute(_NOTE, [message.id, message.kind, club.pk if club else None, message.happened_at, timezone.now()])
        return bool(cursor.rowcount)
