"""Browsers of people who are signed in, with or without having shown a moment ago who they are, and the code that signs in."""

import re
import time
from typing import Any

from django.contrib.auth.models import User
from django.core import mail
from django.test import Client


def signed_in(user: User, *, minutes_ago: float = 0, method: str = "code", **more: Any) -> Client:
    """A browser whose person has entered a code so long ago, or shown a second factor if `method` is "mfa"."""
    client = Client(**more)
    client.force_login(user)
    note_sign_in(client, user, minutes_ago=minutes_ago, method=method)
    return client


def note_sign_in(client: Client, user: User, *, minutes_ago: float = 0, method: str = "code") -> None:
    """Write down, as allauth does, when the session's person has shown who they are."""
    session = client.session
    session["account_authentication_methods"] = [{"method": method, "at": time.time() - minutes_ago * 60, "email": user.email}]
    session["account_authentication_methods_user"] = str(user.pk)
    session.save()


def mailed_code() -> str:
    """The code in the newest mail: the one line that is nothing else."""
    (code,) = re.findall(r"^([A-Z0-9-]{6,})$", str(mail.outbox[-1].body), flags=re.MULTILINE)
    return str(code)
