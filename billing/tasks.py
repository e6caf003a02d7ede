"""Tasks of subscriptions for Celery: they may run twice, and the next night does what one did not."""

import logging

from celery import shared_task

from billing.services import reconcile

_log = logging.getLogger(__name__)


@shared_task(ignore_result=True)
def reconcile_all() -> None:
    """Ask Stripe about every subscription."""
    found = reconcile()
    _log.info("Subscriptions: %s", found)
