"""The page at the root: what Rookery is, what it costs, and the way to one's own clubs."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.middleware import INDEXABLE
from clubs.selectors import DEMO_ARBITER, list_demo_clubs, list_invitations_to, list_memberships
from clubs.views.dev_mail import shows_mail


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """For strangers a description; who is signed in sees the clubs they act for first."""
    context = {
        "memberships": list(list_memberships(request.user)),
        "demo_clubs": list(list_demo_clubs()) if settings.EMBEDDED else [],
        "demo_arbiter": DEMO_ARBITER,
        "shows_mail": shows_mail(request),
        "is_invited": request.user.is_authenticated and list_invitations_to(request.user).exists(),
        "shows_messages": True,
    }
    response = render(request, "clubs/home.html", context)
    setattr(response, INDEXABLE, True)
    return response
