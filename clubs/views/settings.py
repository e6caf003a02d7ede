"""Changing a club: its name, language and clock. How open it is stands on a page of its own, in `ratings`."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from clubs.access import desk_for
from clubs.domain.errors import ClubError
from clubs.domain.roles import Act
from clubs.forms import ClubForm
from clubs.services import change_club
from clubs.views.desk_frame import render_desk


@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, club: str) -> HttpResponse:
    """The settings of a club."""
    tenant = desk_for(request, club, Act.CHANGE_CLUB)
    known = {name: getattr(tenant, name) for name in ClubForm.base_fields}
    form = ClubForm(request.POST or None, initial=known)
    if request.method == "POST" and form.is_valid():
        changes = {name: form.cleaned_data[name] for name in form.changed_data}
        try:
            change_club(club=tenant, by=request.user if request.user.is_authenticated else None, **changes)
        except ClubError as refused:
            form.add_error(None, gettext(refused.message) % refused.params)
        else:
            messages.success(request, gettext("The settings are saved."))
            return redirect("clubs:settings", club=tenant.public_id)
    return render_desk(request, tenant, "clubs/settings.html", "clubs:settings", {"form": form})
