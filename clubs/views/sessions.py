"""Ending one session of one's own account; the list of them and the end of all others are allauth's."""

from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST


@require_POST
@login_required
def end_session(request: HttpRequest) -> HttpResponse:
    """Sign out one other browser. One that is signed out already, or not the reader's, changes nothing and is not told of."""
    number = request.POST.get("session", "")
    others = UserSession.objects.filter(user__pk=request.user.pk).exclude(session_key=request.session.session_key)
    found = others.filter(pk=int(number)).first() if number.isascii() and number.isdecimal() and len(number) < 20 else None
    if found is not None:
        found.end()
        messages.success(request, gettext("That browser is signed out."))
    return redirect("usersessions_list")
