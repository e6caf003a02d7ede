"""Paying for a club's page: beginning, changing and ending a subscription, and hearing from Stripe what became of it."""

from billing.services.buying import begin_checkout, begin_portal, set_cancelling
from billing.services.ending import end_subscription, resume_renewal, stop_renewal
from billing.services.hearing import hear
from billing.services.reconciling import Reconciled, reconcile
from billing.services.refreshing import refresh_subscription

__all__ = [
    "Reconciled",
    "begin_checkout",
    "begin_portal",
    "end_subscription",
    "hear",
    "reconcile",
    "refresh_subscription",
    "resume_renewal",
    "set_cancelling",
    "stop_renewal",
]
