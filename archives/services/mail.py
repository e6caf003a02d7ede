"""The mail that tells owners and administrators that their club will be deleted. It names nobody."""

import logging
from datetime import datetime
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext

from billing.selectors import find_live
from clubs.models import Club
from clubs.selectors import list_admin_addresses

_log = logging.getLogger(__name__)


def tell_of_closing(*, club: Club, closing_at: datetime) -> bool:
    """To each alone, in the club's language. False if it could not be sent: every page of the desk says it too."""
    with translation.override(club.language), timezone.override(ZoneInfo(club.time_zone)):
        address = f"{settings.SITE_URL}{reverse('ratings:desk', args=[club.public_id])}"
        subject = gettext("Your club will be deleted")
        context = {"club": club, "closing_at": closing_at, "address": address, "subscribed": find_live(club)}
        text = render_to_string("archives/closing_mail.txt", context)
    try:
        get_connection().send_messages([EmailMessage(subject, text, to=[to]) for to in list_admin_addresses(club)])
    except Exception:  # whatever a mail server does
        _log.exception("The mail on the closing of club %s could not be sent", club.pk)
        return False
    return True
