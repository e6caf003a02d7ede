"""Tasks of subscriptions for Celery: they may run twice, and the next night does what one did not."""

import logging

from celery import shared_task

from billing.services import reconcile
from billing.services.mail import send_due_mails
from billing.services.telling import look_at_the_clock

_log = logging.getLogger(__name__)


@shared_task(ignore_result=True)
def reconcile_all() -> None:
    """Ask Stripe about every subscription."""
    found = reconcile()
    _log.info("Subscriptions: %s", found)


@shared_task(ignore_result=True)
def tell_owners() -> None:
    """Every minute: what is new goes to the owners by mail. Whoever changed it did not wait for that, nor for the broker."""
    look_at_the_clock()
    send_due_mails()
