"""What audits find is kept, shown at the desk, and written once to those who must know. Nothing is repaired here."""

import logging
from datetime import datetime

from django.conf import settings
from django.core.mail import EmailMessage, get_connection, mail_admins
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext

from clubs.models import Club
from clubs.selectors import list_admin_addresses
from clubs.tenancy.scope import club_scope
from ratings.models import LadderAudit
from ratings.services.audit import Audit, audit_ladder
from ratings.services.replay import BRIEF_PATIENCE, LOCK_PATIENCE

_log = logging.getLogger(__name__)


def examine_ladder(*, club: Club, patience: float = LOCK_PATIENCE) -> Audit:
    """Audit the ladder, keep what was found, and tell of it."""
    audit = audit_ladder(club=club, patience=patience)
    note_audit(club=club, audit=audit)
    tell_of_finding(club=club)
    return audit


def examine_again(*, club: Club) -> None:
    """After a replay: if the ladder is known to be wrong, or could not be compared, look whether it still is."""
    with club_scope(club):
        suspected = LadderAudit.objects.filter(club=club, since__isnull=False).exists()
    if suspected:
        examine_ladder(club=club, patience=BRIEF_PATIENCE)


def note_audit(*, club: Club, audit: Audit) -> LadderAudit:
    """Keep the result as the club's last one.

    A finding begins with the first audit that fails and lasts until one passes. An audit that could not be made changes nothing of what
    is known to be wrong.
    """
    now = timezone.now()
    with club_scope(club):
        last = LadderAudit.objects.select_for_update().filter(club=club).first()
        if not audit.compared:
            _log.error("The ladder of club %s could not be audited: it could not be brought up to date", club.pk)
            if last is not None and last.since and last.compared:
                return last
        since, told_at = _begun(last, audit, now)
        row, _ = LadderAudit.objects.update_or_create(
            club=club,
            defaults={
                "at": now,
                "since": since,
                "told_at": told_at,
                "compared": audit.compared,
                "events": list(audit.events),
                "players": list(audit.players),
                "pointers": list(audit.pointers),
            },
        )
    return row


def _begun(last: LadderAudit | None, audit: Audit, now: datetime) -> tuple[datetime | None, datetime | None]:
    """When this finding was first made, and told: a wrong ladder is another finding than one that could not be compared."""
    if audit.passed:
        return None, None
    if last is None or last.since is None or last.compared != audit.compared:
        return now, None
    return last.since, last.told_at


def tell_of_finding(*, club: Club) -> bool:
    """Mail to the club's owners and administrators, each in the club's language, and to the operators; once a finding.

    False if the mail could not be sent: the next audit tries again. Numbers and an address are all that a mail holds.
    """
    with club_scope(club):
        found = LadderAudit.objects.filter(club=club, since__isnull=False, told_at=None).first()
    if found is None:
        return True
    try:
        _mail_club(club, found)
        _mail_operators(club, found)
    except Exception:  # whatever a mail server does
        _log.exception("What the audit of club %s found could not be mailed", club.pk)
        return False
    with club_scope(club):
        LadderAudit.objects.filter(club=club, since=found.since).update(told_at=timezone.now())
    return True


def _mail_club(club: Club, found: LadderAudit) -> None:
    with translation.override(club.language):
        subject = gettext("The ladder of your club is not right") if found.compared else gettext("The ladder of your club was not checked")
        text = render_to_string("ratings/audit_mail.txt", {"found": found, "link": _link(club)})
    messages = [EmailMessage(subject, text, to=[address]) for address in list_admin_addresses(club)]
    get_connection().send_messages(messages)


def _mail_operators(club: Club, found: LadderAudit) -> None:
    what = f"club {club.pk}, {_link(club)}\nevents {found.events}\nplayers {found.players}\nrated versions of events {found.pointers}\n"
    mail_admins("A ladder is not right" if found.compared else "A ladder could not be audited", what)


def _link(club: Club) -> str:
    return f"{settings.SITE_URL}{reverse('ratings:desk', args=[club.public_id])}"
