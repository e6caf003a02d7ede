"""The table of roles as a page: the same for every club."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from clubs.domain.roles import ALLOWED, Act, may
from clubs.middleware import INDEXABLE
from clubs.models import Role


@require_safe
def who_may(request: HttpRequest) -> HttpResponse:
    """Who may do what, a line for each act of the table."""
    rows = [{"act": gettext(act.value), "allowed": [(Role(role).label, may(role, act)) for role in ALLOWED]} for act in Act]
    response = render(request, "clubs/who_may.html", {"roles": [Role(role).label for role in ALLOWED], "rows": rows})
    setattr(response, INDEXABLE, True)
    return response
