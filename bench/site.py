"""The site under gunicorn for `bench/pages.py`: production settings, and beside our addresses those of the peers.

`/bench/empty/` is an empty view, `/bench/plain/<slug>/` the ladder by a default localised template, `/bench/afresh/<slug>/` our front page
as it is made when nobody has it yet. All of them go through the same middleware.
"""

import os
from decimal import Decimal
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.conf import settings

settings.ROOT_URLCONF = "bench.site"
settings.TEMPLATES[0]["DIRS"] = [settings.BASE_DIR / "templates", Path(__file__).parent / "templates"]

from config.wsgi import application  # noqa: E402

__all__ = ["application"]

from django.http import HttpRequest, HttpResponse  # noqa: E402
from django.shortcuts import get_object_or_404, render  # noqa: E402
from django.urls import path  # noqa: E402

from clubs.kept import KEPT  # noqa: E402
from clubs.models import Club  # noqa: E402
from clubs.tenancy.scope import snapshot  # noqa: E402
from config.urls import urlpatterns as ours  # noqa: E402
from players.domain.disclosure import PUBLIC  # noqa: E402
from players.models import Standing  # noqa: E402
from players.selectors import names_of  # noqa: E402
from ratings.views.front import club_page  # noqa: E402
from tournaments.models import Event  # noqa: E402


def empty(request: HttpRequest) -> HttpResponse:
    """What the server and the middleware take."""
    return HttpResponse()


def plain(request: HttpRequest, slug: str) -> HttpResponse:
    """The same rows by the ORM and a template that localises every figure of them; names by the same door."""
    club = get_object_or_404(Club, slug=slug)
    with snapshot(club):
        book = names_of(club, PUBLIC)
        standings = Standing.objects.filter(club=club, last_played__isnull=False).select_related("player")
        rows = [
            {
                "rank": None if standing.provisional else rank,
                "name": book.name_of(standing.player_id),
                "standing": standing,
                "rating": Decimal(standing.rating) / 10,
                "change": Decimal(standing.last_change) / 10,
            }
            for rank, standing in enumerate(standings.order_by("provisional", "-rating", "-games"), 1)
        ]
        events = Event.objects.filter(club=club, removed_at=None).select_related("latest").order_by("-latest__starts_on")[:5]
        return render(request, "plain_ladder.html", {"club": club, "rows": rows, "events": events})


def afresh(request: HttpRequest, slug: str) -> HttpResponse:
    """Our page without what is kept of it: read, rendered and compressed, as for the first visitor after a change."""
    KEPT.clear()
    request.path = request.path_info = f"/club/{slug}/"
    return club_page(request, slug)


urlpatterns = [
    path("bench/empty/", empty),
    path("bench/plain/<str:slug>/", plain),
    path("bench/afresh/<str:slug>/", afresh),
    *ours,
]
