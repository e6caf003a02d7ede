"""Tasks of subscriptions for Celery: they may run twice, and the next night does what one did not."""

import logging

from celery import shared_task

from billing.services import reconcile, reconciling
from billing.services.mail import send_due_mails
from billing.services.telling import look_at_the_clock

_log = logging.getLogger(__name__)


@shared_task(ignore_result=True)
def reconcile_all(after: int = 0) -> None:
    """Ask Stripe about every subscription, many of them in several tasks: of the clubs behind the one of this key."""
    found = reconcile(after=after, patience=reconciling.PATIENCE)
    _log.info("Subscriptions: %s", found)
    if found.to_go_on_after is not None:
        reconcile_all.delay(found.to_go_on_after)


@shared_task(ignore_result=True)
def tell_owners() -> None:
    """Every few seconds: what is new goes to the owners by mail. Whoever changed it did not wait for that, nor for the broker."""
    look_at_the_clock()
    send_due_mails()
