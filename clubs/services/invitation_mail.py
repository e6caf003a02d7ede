"""The mail that invites somebody to act for a club. It names no person: who invites stands on the page, for whoever has the address."""

import logging

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from clubs.models import Invitation
from clubs.selectors import find_role

_log = logging.getLogger(__name__)


def mail_invitation(*, invitation: Invitation, secret: str) -> bool:
    """In the club's language, after the invitation is stored. False if it could not be sent: it may be sent again."""
    club = invitation.club
    with translation.override(club.language):
        link = f"{settings.SITE_URL}{reverse('clubs:invitation', args=[secret])}"
        subject = gettext("An invitation to act for %(club)s") % {"club": club.name}
        inviter = None if invitation.by is None else find_role(invitation.by, club)
        context = {"invitation": invitation, "club": club, "link": link, "inviter": inviter}
        text = render_to_string("clubs/invitation_mail.txt", context)
    try:
        get_connection().send_messages([EmailMessage(subject, text, to=[invitation.email])])
    except Exception:  # whatever a mail server does
        _log.exception("An invitation of club %s could not be mailed", club.pk)
        return False
    return True
