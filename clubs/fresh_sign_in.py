"""Steps that a forgotten open browser must not allow: they ask who is there, unless that was shown a moment ago.

A sign-in counts like a confirmation: who has just come in by a code or a passkey is not asked again. Where a second step follows the code
when signing in, the code alone is not enough here either: mail is often open in the same browser. What a form has sent is kept meanwhile
and done afterwards (allauth suspends the request and resumes it).
"""

import time
from urllib.parse import urlencode

from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.account.authentication import get_authentication_records
from allauth.account.internal.flows.login import record_authentication
from allauth.core.exceptions import ReauthenticationRequired
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest, HttpResponseRedirect

from clubs.second_factors import second_step_since


def is_fresh(request: HttpRequest) -> bool:
    """True if this session's person has shown who they are within `ACCOUNT_REAUTHENTICATION_TIMEOUT` seconds."""
    if not request.user.is_authenticated:
        return False
    begin = time.time() - app_settings.REAUTHENTICATION_TIMEOUT
    lately = [record for record in get_authentication_records(request, request.user) if record["at"] > begin]
    since = second_step_since(request.user) if lately else None
    return any(since is None or record["method"] == "mfa" or record["at"] < since.timestamp() for record in lately)


def need_fresh_sign_in(request: HttpRequest) -> None:
    """To be asked after the view has looked whether the person may at all, so that no answer tells what is there.

    Raises:
        ReauthenticationRequired: allauth's middleware leads to the confirmation, and back.
    """
    if not is_fresh(request):
        raise ReauthenticationRequired


def lead_to_sign_in(request: HttpRequest, back: str) -> HttpResponseRedirect:
    """To the confirmation, and from there to `back`. For what answers with a file: done afterwards it would leave the page of the code."""
    first, *_ = get_adapter().get_reauthentication_methods(request.user)
    return HttpResponseRedirect(f"{first['url']}?{urlencode({REDIRECT_FIELD_NAME: back})}")


def count_first_sign_in(*, request: HttpRequest, user: AbstractBaseUser, **_: object) -> None:
    """Whoever has just signed up has shown who they are by the code that confirmed the address; allauth notes that of no sign-up."""
    if not get_authentication_records(request, user):
        record_authentication(request, user, method="code", email=getattr(user, "email", ""))
