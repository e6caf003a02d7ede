"""The mails about the subscription to a club's owners: what was found due (`billing.services.news`) is sent after that is stored.

They name no person. What they tell is what is so at the moment of sending.
"""

import logging
from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.db.models import Q
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext

from billing.domain.news import News
from billing.domain.prices import BY_INTERVAL
from billing.models import Subscription
from billing.selectors import entitlement_of
from clubs.models import Club
from clubs.selectors import list_owner_addresses

_log = logging.getLogger(__name__)

N_ = str  # marks a text for extraction

SUBJECTS: Final[Mapping[News, str]] = {
    News.TRIAL_ENDS: N_("The trial of your club's page ends soon"),
    News.SUBSCRIBED: N_("Your club is subscribed"),
    News.INTERVAL: N_("Your club's subscription has another interval"),
    News.FAILED: N_("A payment for your club's page has failed"),
    News.PAID: N_("The payment for your club's page has come"),
    News.CANCELLED: N_("Your club's subscription is cancelled"),
    News.RESUMED: N_("Your club's subscription goes on"),
    News.ENDED: N_("Your club's subscription has ended"),
    News.PAUSED: N_("Your club's page is paused"),
}
AGAIN_AFTER: Final = timedelta(minutes=10)
"""Whoever takes a mail has so long to send it; then the next one does."""
GIVEN_UP_AFTER: Final = timedelta(days=2)


def send_due_mails() -> int:
    """Send what is due; returns the number of clubs that were written to. Of two who do this at once one takes each mail.

    One that cannot be sent comes again, for two days: it is old news then, which the desk shows too.
    """
    sent = 0
    for known in _take_due():
        try:
            _send(known)
        except Exception:  # whatever a mail server does
            _log.exception("The mail on the subscription of club %s could not be sent", known.club_id)
            if known.due_since and known.due_since > timezone.now() - GIVEN_UP_AFTER:
                continue
        else:
            sent += 1
        Subscription.objects.filter(pk=known.pk, due_mail=known.due_mail, due_since=known.due_since).update(due_mail="")
    return sent


def _take_due() -> Iterator[Subscription]:
    """Rows with a mail that nobody else is sending, one after the other, each noted as being tried. A row that is locked waits."""
    begun = timezone.now()
    while True:
        with transaction.atomic():
            free = Q(tried_at=None) | Q(tried_at__lt=begun - AGAIN_AFTER)
            due = Subscription.objects.filter(free).exclude(due_mail="").order_by("due_since", "pk")
            known = due.select_for_update(skip_locked=True).first()
            if known is None:
                return
            known.tried_at = timezone.now()
            known.save(update_fields=["tried_at"])
        yield known


def _send(known: Subscription) -> None:
    """To each owner alone. That one address is refused keeps nobody else from being told; that all are is an error."""
    subject, text = write_mail(club=known.club, news=News(known.due_mail), known=known)
    addresses = list_owner_addresses(known.club)
    refused: list[Exception] = []
    connection = get_connection()
    for to in addresses:
        try:
            connection.send_messages([EmailMessage(subject, text, to=[to])])
        except Exception as error:  # whatever a mail server does
            refused.append(error)
    if refused and len(refused) == len(addresses):
        raise refused[0]
    if refused:
        _log.error("The mail on the subscription of club %s was refused by %s of %s", known.club_id, len(refused), len(addresses))


def write_mail(*, club: Club, news: News, known: Subscription) -> tuple[str, str]:
    """Subject and text, in the club's language and by its clock."""
    with translation.override(club.language), timezone.override(ZoneInfo(club.time_zone)):
        address = f"{settings.SITE_URL}{reverse('billing:subscription', args=[club.public_id])}"
        facts = {**_facts(club, known), "club": club, "address": address}
        return gettext(SUBJECTS[news]), render_to_string(f"billing/mail/{news}.txt", facts)


def _facts(club: Club, known: Subscription) -> dict[str, Any]:
    fetched = known.fetched
    return {
        "fetched": fetched,
        "until": entitlement_of(club, known).until,
        "amount": fetched.amount if fetched else None,
        "owes": fetched is not None and fetched.status in ("unpaid", "past_due"),
        "trial_ends_at": club.trial_ends_at,
        "prices": BY_INTERVAL,
    }
