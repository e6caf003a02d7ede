"""The club's own figures: from the beginning, and from dates on."""

from datetime import date

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import desk_for
from clubs.domain.roles import Act
from clubs.services import Person
from clubs.tenancy.scope import snapshot
from clubs.views.desk_frame import render_desk
from ratings.forms import RulesForm, figures_of
from ratings.selectors import ladder_rules_of
from ratings.services.rules import drop_rules, set_rules

PAGE = "ratings:rules"


@require_http_methods(["GET", "HEAD", "POST"])
def rules(request: HttpRequest, club: str) -> HttpResponse:
    """What holds when, and a form for other figures, filled with those of today."""
    tenant = desk_for(request, club, Act.CHANGE_RULES)
    form = RulesForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        set_rules(club=tenant, since=form.cleaned_data["since"], rules=form.rules, by=_person(request))
        messages.success(request, gettext("The rules are saved. The ladder is being rebuilt."))
        return redirect(PAGE, club=tenant.public_id)
    with snapshot(tenant):
        book = ladder_rules_of(tenant)
        if request.method != "POST":
            form = RulesForm(initial=figures_of(book.on(timezone.localdate())))
        periods = [{"since": None, "rules": book.beginning}, *({"since": since, "rules": each} for since, each in book.later.items())]
        return render_desk(request, tenant, "ratings/rules.html", PAGE, {"form": form, "periods": periods})


@require_POST
def forget_rules(request: HttpRequest, club: str) -> HttpResponse:
    """Take the figures of one date back."""
    tenant = desk_for(request, club, Act.CHANGE_RULES)
    try:
        since = date.fromisoformat(request.POST.get("since", ""))
    except ValueError:
        since = None
    drop_rules(club=tenant, since=since, by=_person(request))
    messages.success(request, gettext("The rules are saved. The ladder is being rebuilt."))
    return redirect(PAGE, club=tenant.public_id)


def _person(request: HttpRequest) -> Person:
    return request.user if request.user.is_authenticated else None
