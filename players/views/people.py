"""The people of a club, as its arbiters see them: real names, found by every spelling in any script."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import desk_for
from clubs.domain.roles import Act
from clubs.models import Club
from clubs.services import Person
from clubs.tenancy.scope import club_scope, snapshot
from clubs.views.desk_frame import render_desk
from players.access import viewer_of
from players.forms import NewPersonForm, SearchForm
from players.selectors import KnownPeople, names_of, read_known_people
from players.selectors.searching import Found, Show, Sort, count_shown, list_found
from players.services import create_player
from players.views.doubting import Doubts, doubts_about

PAGE = "players:people"
ON_A_PAGE = 100
SHOWN: dict[Show, Promise] = {
    Show.ACTIVE: _("Active"),
    Show.INACTIVE: _("Inactive"),
    Show.NO_AGE_GROUP: _("Without age group"),
    Show.CHILDREN: _("Under 18"),
    Show.NEVER_PLAYED: _("Never played"),
    Show.EVERYBODY: _("Everybody"),
}
SORTED: dict[Sort, Promise] = {
    Sort.NAME: _("Name"),
    Sort.RATING: _("Rating"),
    Sort.GAMES: _("Games"),
    Sort.PLAYED: _("Last played"),
    Sort.ADDED: _("Added last"),
}


@dataclass(frozen=True, slots=True)
class Asked:
    """What the list is asked for. The search stands in the session: a name belongs in no address."""

    search: str
    show: Show
    sort: Sort
    page: str

    @property
    def query(self) -> str:
        """What an address says of it, ending in an ampersand."""
        return f"show={self.show}&sort={self.sort}&"


@require_http_methods(["GET", "HEAD", "POST"])
def people(request: HttpRequest, club: str) -> HttpResponse:
    """Everybody of the club, and a form to add somebody."""
    tenant = desk_for(request, club, Act.CONFIRM_NAMES)
    form = NewPersonForm(request.POST or None)
    doubts = None
    if request.method == "POST" and form.is_valid():
        with club_scope(tenant):
            doubts = doubts_about(tenant, form.cleaned_data["name"])
        if not doubts.stand(request.POST.dict()):
            made = create_player(club=tenant, name=form.cleaned_data["name"], by=by_whom(request))
            messages.success(request, gettext("%(name)s is added.") % {"name": made.name})
            return redirect("players:person", club=tenant.public_id, player=made.public_id)
    return _list(request, tenant, form, doubts)


@require_POST
def search(request: HttpRequest, club: str) -> HttpResponse:
    """Remember what is looked for, and show the list."""
    tenant = desk_for(request, club, Act.CONFIRM_NAMES)
    form = SearchForm(request.POST)
    request.session[_key(tenant)] = form.cleaned_data["q"] if form.is_valid() else ""
    return redirect(PAGE, club=tenant.public_id)


def by_whom(request: HttpRequest) -> Person:
    """Who acts, for the journal."""
    return request.user if request.user.is_authenticated else None


def _key(club: Club) -> str:
    return f"people of {club.public_id}"


def _list(request: HttpRequest, club: Club, form: NewPersonForm, doubts: Doubts | None) -> HttpResponse:
    asked = _asked(request, club)
    today = club.today
    with snapshot(club):
        book = names_of(club, viewer_of(request, club, at_desk=True))
        known = read_known_people(club)
        found = list_found(known, search=asked.search, show=asked.show, sort=asked.sort, today=today)
        page = Paginator(found, ON_A_PAGE).get_page(asked.page)
        context = {
            "rows": [{"name": book.display_name(one.player), "found": one} for one in page],
            "page": page,
            "asked": asked,
            "tabs": _tabs(asked, known, today),
            "sorts": [{"value": sort, "label": label, "current": sort is asked.sort} for sort, label in SORTED.items()],
            "everybody": len(known.players),
            "elsewhere": _elsewhere(known, asked, today),
            "form": form,
            "doubts": None if doubts is None else doubts.context(book),
        }
        return render_desk(request, club, "players/people.html", PAGE, context)


def _asked(request: HttpRequest, club: Club) -> Asked:
    """A search looks among everybody unless a part is chosen."""
    search = str(request.session.get(_key(club), ""))
    shown, sorted_by = request.GET.get("show", ""), request.GET.get("sort", "")
    default = Show.EVERYBODY if search.strip() else Show.ACTIVE
    return Asked(
        search,
        Show(shown) if shown in list(Show) else default,
        Sort(sorted_by) if sorted_by in list(Sort) else Sort.NAME,
        request.GET.get("page", "1"),
    )


def _tabs(asked: Asked, known: KnownPeople, today: Any) -> list[dict[str, Any]]:
    return [
        {"label": label, "url": f"?show={show}&sort={asked.sort}", "current": show is asked.show, "count": count_shown(known, show, today)}
        for show, label in SHOWN.items()
    ]


def _elsewhere(known: KnownPeople, asked: Asked, today: Any) -> list[Found]:
    """For a search that finds nobody in its part: whom it finds among everybody."""
    if not asked.search.strip() or asked.show is Show.EVERYBODY:
        return []
    return list_found(known, search=asked.search, show=Show.EVERYBODY, today=today)
