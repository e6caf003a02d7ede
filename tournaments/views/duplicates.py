"""The desk's page of people who may be one person: look, say that they are two, or go on to making them one."""

from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from clubs.access import desk_for
from clubs.converters import is_public_id
from clubs.domain.roles import Act
from clubs.models import Club
from clubs.tenancy.scope import club_scope, snapshot
from clubs.views.desk_frame import render_desk
from players.access import viewer_of
from players.models import Player
from players.selectors import find_living, names_of, roots
from players.selectors.duplicates import count_added_since, get_search_state
from players.services.duplicates import ask_for_duplicates
from tournaments.domain.errors import IdentityRefused
from tournaments.selectors.differing import DeclaredPair, list_declared_pairs
from tournaments.selectors.duplicates import describe_pairs, list_possible_pairs
from tournaments.services.differing import declare_different, withdraw_difference
from tournaments.views.explaining import attempt, person_of

ON_A_PAGE = 25
DIFFERENT = "different"
"""The value of `show` for the pairs that are declared to be two."""


@require_safe
def duplicates(request: HttpRequest, club: str) -> HttpResponse:
    """What the last search found, or with `?show=different` who is declared different; `?declared=` names the pair of the last click."""
    tenant = desk_for(request, club, Act.CONFIRM_NAMES)
    with snapshot(tenant):
        persons = roots(tenant)
        pairs, declared = list_possible_pairs(tenant, persons), list_declared_pairs(tenant)
        shows_declared = request.GET.get("show") == DIFFERENT
        listed: list[Any] = [*declared] if shows_declared else [*pairs]
        page = Paginator(listed, ON_A_PAGE).get_page(request.GET.get("page"))
        state = get_search_state(tenant)
        context = {
            "book": names_of(tenant, viewer_of(request, tenant, at_desk=True)),
            "state": state,
            "added": count_added_since(tenant, state.made_at) if state.made_at else 0,
            "page": page,
            "declared": list(page) if shows_declared else None,
            "pairs": [] if shows_declared else describe_pairs(tenant, list(page), persons),
            "tabs": _tabs(tenant, len(pairs), len(declared), shows_declared=shows_declared),
            "query": f"show={DIFFERENT}&" if shows_declared else "",
            "last": _last(request.GET, declared),
        }
        return render_desk(request, tenant, "players/duplicates.html", "players:people", context)


@require_safe
def search_state(request: HttpRequest, club: str) -> HttpResponse:
    """How far the search is, alone: a page that is open asks for it again and again."""
    tenant = desk_for(request, club, Act.CONFIRM_NAMES)
    with timezone.override(ZoneInfo(tenant.time_zone)):
        return render(request, "players/duplicates_state.html", {"club": tenant, "state": get_search_state(tenant)})


@require_POST
def search_again(request: HttpRequest, club: str) -> HttpResponse:
    """Ask for a search: it is made by others, and whoever asks waits for nothing."""
    tenant = desk_for(request, club, Act.CONFIRM_NAMES)
    ask_for_duplicates(club=tenant, by=person_of(request))
    return redirect("tournaments:duplicates", club=tenant.public_id)


@require_POST
def differ(request: HttpRequest, club: str) -> HttpResponse:
    """Two people are different; the next page offers to take it back."""
    tenant = desk_for(request, club, Act.CONFIRM_NAMES)
    one, other = request.POST.get("one", ""), request.POST.get("other", "")
    try:
        first, second = _find(tenant, one, other)
        declare_different(club=tenant, one=first, other=second, by=person_of(request))
    except IdentityRefused as refused:
        messages.error(request, gettext(refused.template) % refused.params)
        return _back(request, tenant, {})
    return _back(request, tenant, {"declared": f"{one}.{other}"})


@require_POST
def withdraw(request: HttpRequest, club: str) -> HttpResponse:
    """They may be one person after all."""
    tenant = desk_for(request, club, Act.CONFIRM_NAMES)

    def take_back() -> str:
        one, other = _find(tenant, request.POST.get("one", ""), request.POST.get("other", ""))
        withdraw_difference(club=tenant, one=one, other=other, by=person_of(request))
        return gettext("This is taken back: they may be suggested to be one person again.")

    attempt(request, take_back)
    return _back(request, tenant, {"show": DIFFERENT} if request.POST.get("show") == DIFFERENT else {})


def _find(club: Club, one: str, other: str) -> tuple[Player, Player]:
    with club_scope(club):
        first, second = (find_living(club, each) if is_public_id(each) else None for each in (one, other))
    if first is None or second is None:
        raise IdentityRefused("not_here")
    return first, second


def _back(request: HttpRequest, club: Club, query: dict[str, str]) -> HttpResponse:
    """To the page of the list that the button stood on."""
    number = request.POST.get("page", "")
    kept = QueryDict(mutable=True)
    kept.update({**query, **({"page": number} if number.isdecimal() and number.isascii() and len(number) < 5 else {})})
    address = reverse("tournaments:duplicates", args=[club.public_id])
    return redirect(f"{address}?{kept.urlencode()}" if kept else address)


def _last(query: QueryDict, declared: list[DeclaredPair]) -> DeclaredPair | None:
    """The pair that was declared with the last click, if it still is."""
    named = set(query.get("declared", "").split("."))
    return next((pair for pair in declared if {pair.one.public_id, pair.other.public_id} == named), None)


def _tabs(club: Club, found: int, declared: int, *, shows_declared: bool) -> list[dict[str, Any]]:
    address = reverse("tournaments:duplicates", args=[club.public_id])
    return [
        {"label": gettext("May be one person"), "url": address, "current": not shows_declared, "count": found},
        {"label": gettext("Declared different"), "url": f"{address}?show={DIFFERENT}", "current": shows_declared, "count": declared},
    ]
