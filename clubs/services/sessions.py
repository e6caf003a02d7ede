"""What is kept of browsers in which somebody was signed in: no longer than they are."""

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.utils import timezone


def forget_session(*, request: HttpRequest, **_: object) -> None:
    """Of a browser that signs out its network address is kept no longer; allauth does so only when the person comes again."""
    UserSession.objects.filter(session_key=request.session.session_key or "").delete()


def forget_old_sessions() -> int:
    """Delete sessions that are over, with what they hold of a sign-in that was never ended, and what was noted of their browsers.

    Returns how many.
    """
    over, _ = Session.objects.filter(expire_date__lt=timezone.now()).delete()
    noted, _ = UserSession.objects.exclude(session_key__in=Session.objects.values("session_key")).delete()
    return over + int(noted)
