"""The mail that tells a club of a family's request. It names nobody: the desk does."""

import logging

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from clubs.models import Club
from clubs.selectors import list_admin_addresses
from players.models import Player

_log = logging.getLogger(__name__)


def tell_of_request(*, club: Club, player: Player) -> bool:
    """To the club's owners and administrators, each alone, in the club's language.

    False if it could not be sent: the desk shows the request anyway.
    """
    with translation.override(club.language):
        address = f"{settings.SITE_URL}{reverse('players:family', args=[club.public_id, player.public_id])}"
        subject = gettext("A family asks something of your club")
        text = render_to_string("ratings/family_mail.txt", {"club": club, "address": address})
    try:
        get_connection().send_messages([EmailMessage(subject, text, to=[to]) for to in list_admin_addresses(club)])
    except Exception:  # whatever a mail server does
        _log.exception("The mail on a family's request in club %s could not be sent", club.pk)
        return False
    return True
