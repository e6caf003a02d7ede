"""The clubs for which somebody acts."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.selectors import list_memberships


@login_required
@require_safe
def desks(request: HttpRequest) -> HttpResponse:
    """My clubs, each with a way to its desk."""
    return render(request, "clubs/desks.html", {"memberships": list_memberships(request.user)})
