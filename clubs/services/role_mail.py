"""The mail that tells somebody of a role: that it was given, changed or ended. It names no person but by what they are in the club."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.contrib.auth.models import User
from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.domain.roles import ALLOWED, Act
from clubs.models import Club, Role
from clubs.selectors import find_role
from clubs.services.journal import Person

_log = logging.getLogger(__name__)

NOW: Final[Mapping[str, Promise]] = {
    "arbiter": _("You are now an arbiter of %(club)s."),
    "admin": _("You are now an administrator of %(club)s."),
    "owner": _("You are now an owner of %(club)s."),
}
BY_OPERATOR: Final = _("It was done by whoever runs the site.")
BY_OWNER: Final = _("It was done by an owner of the club.")
BY_ADMIN: Final = _("It was done by an administrator of the club.")
ACCEPTED: Final = _("You have accepted an invitation.")
LEFT: Final = _("You have left the club yourself.")
HANDED_OVER: Final = _("Your offer to hand the club over was accepted.")


@dataclass(frozen=True, slots=True)
class RoleNews:
    """What became of a role. `before` None: it is new; `after` None: it has ended; `cause`: one of the sentences above."""

    club: Club
    user_id: int
    before: str | None
    after: str | None
    cause: Promise


def cause_of(*, club: Club, user_id: int, after: str | None, by: Person) -> Promise:
    """Who did it, to be asked in the transaction that does it: roles of others are read now. Their address stays with the members' list."""
    if by is not None and by.pk == user_id:
        return LEFT if after is None else ACCEPTED
    role = None if by is None else find_role(by, club)
    return BY_OPERATOR if role is None else BY_OWNER if role == Role.OWNER else BY_ADMIN


def tell_when_done(news: RoleNews) -> None:
    """Send the mail once the transaction is committed: of what is rolled back nobody hears. What fails then is logged."""
    transaction.on_commit(lambda: mail_role(news), robust=True)


def mail_role(news: RoleNews) -> bool:
    """In the club's language. False if it was not sent: the account is gone meanwhile, or the mail server failed. My clubs tells it too."""
    person = User.objects.filter(pk=news.user_id, is_active=True).exclude(email="").first()
    if person is None:
        return False
    with translation.override(news.club.language):
        subject, text = _written(news)
    try:
        get_connection().send_messages([EmailMessage(subject, text, to=[person.email])])
    except Exception:  # whatever a mail server does
        _log.exception("The mail on a role in club %s could not be sent", news.club.pk)
        return False
    return True


def _written(news: RoleNews) -> tuple[str, str]:
    """Subject and text, in the language that is set."""
    club = news.club
    now = "" if news.after is None else str(NOW[news.after]) % {"club": club.name}
    context = {
        "club": club,
        "cause": news.cause,
        "was": None if news.before is None else Role(news.before).label,
        "now": now,
        "allowed": [gettext(act) for act in Act if news.after is not None and act in ALLOWED[news.after]],
        "card_pays_on": news.before == Role.OWNER and club.pays_on,
        "desk": f"{settings.SITE_URL}{reverse('ratings:desk', args=[club.public_id])}",
    }
    subject = now.rstrip(".") or gettext("Your role in %(club)s has ended") % {"club": club.name}
    return subject, render_to_string("clubs/role_mail.txt", context)
