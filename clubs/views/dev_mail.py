"""The mails of a site without a mail server, to read the sign-in code from. Only for whoever sits at the machine itself.

A small club may run the embedded servers behind an address of its own. Its mails hold codes that sign anybody in, so being
embedded is not enough: the site must call itself local, and the request must come from this machine and through no proxy.
"""

from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

NEWEST = 20
FOLDER_BACKEND = "config.mail.ConsoleAndFolderBackend"
_LOCAL_NAMES = frozenset({"localhost"})
_PROXY_HEADERS = ("X-Forwarded-For", "X-Real-IP", "Forwarded", "Via")


@dataclass(frozen=True, slots=True)
class Letter:
    """A kept mail, as `components/letter.html` shows it."""

    subject: str
    sender: str
    recipients: str
    date: datetime | None
    body: str


def shows_mail(request: HttpRequest) -> bool:
    """True if kept mails may be shown to this request."""
    return (
        settings.EMAIL_BACKEND == FOLDER_BACKEND
        and _is_local(urlsplit(settings.SITE_URL).hostname or "")
        and _is_local(_host_of(request))
        and _is_local(request.META.get("REMOTE_ADDR", ""))
        and not any(header in request.headers for header in _PROXY_HEADERS)
    )


@require_safe
def dev_mail(request: HttpRequest) -> HttpResponse:
    """The newest mails, the last one first; absent anywhere but on the developer's machine."""
    if not shows_mail(request):
        raise Http404
    newest = sorted(settings.MAIL_DIR.glob("*.eml"), reverse=True)[:NEWEST]
    return render(request, "clubs/mail.html", {"letters": [_read(path) for path in newest]})


def _host_of(request: HttpRequest) -> str:
    """The name under which the site was asked: a proxy passes on the one that people type, even if it says nothing else of itself."""
    return urlsplit(f"//{request.get_host()}").hostname or ""


def _is_local(host: str) -> bool:
    try:
        return host in _LOCAL_NAMES or ip_address(host).is_loopback
    except ValueError:
        return False


def _read(path: Path) -> Letter:
    message = message_from_bytes(path.read_bytes(), policy=policy.default)
    assert isinstance(message, EmailMessage)
    body = message.get_body(("plain",))
    return Letter(
        subject=str(message["subject"] or ""),
        sender=str(message["from"] or ""),
        recipients=str(message["to"] or ""),
        date=message["date"].datetime if message["date"] else None,
        body=str(body.get_content()) if body is not None else "",
    )
