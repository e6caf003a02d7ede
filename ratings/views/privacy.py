"""How open a club is: who may read its pages and how much of a name stands there.

Going narrower is done at once. Going wider shows first what the world would see, and is done when that very thing is confirmed.
"""

from hashlib import sha256
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from clubs.access import desk_for
from clubs.domain.addresses import is_guessable
from clubs.domain.errors import ClubError
from clubs.domain.openness import Openness, is_wider
from clubs.domain.roles import Act
from clubs.forms import PrivacyForm
from clubs.models import Club
from clubs.services import change_club, openness_after, renew_address
from clubs.tenancy.scope import snapshot
from clubs.views.desk_frame import render_desk
from ratings.selectors.ladder import read_ladder
from ratings.selectors.outlook import Outlook, read_outlook
from ratings.views.ladder_rows import wall_rows
from ratings.views.openness_words import names_sentence, open_events_sentence, readers_sentence, readers_sentences
from tournaments.models import EventAccess
from tournaments.selectors.events import list_events
from tournaments.views.explaining import person_of

CURRENT = "ratings:privacy"
MOST_NAMES = 100
FIRST_ROWS = 10


@require_http_methods(["GET", "HEAD", "POST"])
def privacy(request: HttpRequest, club: str) -> HttpResponse:
    """The three settings, and what strangers see now."""
    tenant = desk_for(request, club, Act.CHANGE_CLUB)
    known = {name: getattr(tenant, name) for name in PrivacyForm.base_fields}
    form = PrivacyForm(request.POST or None, initial=known)
    if request.method == "POST" and form.is_valid():
        try:
            return _change(request, tenant, {name: form.cleaned_data[name] for name in form.changed_data})
        except ClubError as refused:
            tenant.refresh_from_db()
            form.add_error(None, gettext(refused.message) % refused.params)
    with snapshot(tenant):
        outlook = read_outlook(tenant)
        sentences = [*readers_sentences(tenant), *names_sentence(outlook), *_open_all_the_same(tenant)]
        context = {"form": form, "address": _address(request, tenant), "guessable": is_guessable(tenant.slug), "sentences": sentences}
        return render_desk(request, tenant, "ratings/privacy.html", CURRENT, context)


def _change(request: HttpRequest, club: Club, changes: dict[str, str]) -> HttpResponse:
    after = openness_after(club, changes)
    if is_wider(club.openness, after):
        with snapshot(club):
            outlooks = read_outlook(club), read_outlook(club, after)
            digest = _digest(club.openness, after, *outlooks)
            if request.POST.get("seen") != digest:
                context = _preview(club, after, *outlooks) | {"digest": digest, "differs": "seen" in request.POST}
                return render_desk(request, club, "ratings/privacy_preview.html", CURRENT, context)
    if changes:
        change_club(club=club, by=person_of(request), seen=club.openness, **changes)
    messages.success(request, gettext("Saved. It holds from now on."))
    return redirect(CURRENT, club=club.public_id)


def _preview(club: Club, after: Openness, now: Outlook, then: Outlook) -> dict[str, Any]:
    """What the world would see: sentences, everybody who would get another name, and the top of the ladder as strangers would read it."""
    moved = sorted((now.book.name_of(player), then.book.name_of(player)) for player in then.in_full ^ now.in_full)
    today = club.today
    lines = read_ladder(club, then.book, today=today, everybody=True).lines[:FIRST_ROWS]
    return {
        "fields": {"audience": after.audience, "visibility": after.visibility, "name_policy": after.name_policy},
        "sentences": _sentences(after, then),
        "tells_minors": after.name_policy == "adults_in_full" != club.name_policy,
        "is_public": after.visibility == "public" != club.visibility,
        "names": moved[:MOST_NAMES],
        "more": max(0, len(moved) - MOST_NAMES),
        "rows": wall_rows(lines, then.book),
    }


def _sentences(openness: Openness, outlook: Outlook) -> list[str]:
    return [readers_sentence(openness), *names_sentence(outlook)]


def _open_all_the_same(club: Club) -> list[str]:
    """In a club for arbiters only, the events that were opened one by one."""
    events = list_events(club).filter(access=EventAccess.OPEN).count() if club.visibility == "arbiters" else 0
    return [open_events_sentence(events)] if events else []


def _digest(before: Openness, after: Openness, now: Outlook, then: Outlook) -> str:
    """What was shown, so that nothing else is confirmed with it."""
    parts = (before, after, sorted(now.in_full), sorted(then.in_full), now.named_events, then.named_events, then.events)
    return sha256(repr(parts).encode()).hexdigest()


def _address(request: HttpRequest, club: Club) -> str:
    return request.build_absolute_uri(reverse("ratings:club", args=[club.slug]))


@require_http_methods(["GET", "HEAD", "POST"])
def new_address(request: HttpRequest, club: str) -> HttpResponse:
    """Another address for the club's pages, after a word on what it breaks."""
    tenant = desk_for(request, club, Act.CHANGE_CLUB)
    if request.method == "POST":
        if request.POST.get("slug") == tenant.slug:  # who sends the form twice wants one new address
            renew_address(club=tenant, by=person_of(request))
        messages.success(request, gettext("The club's pages have a new address. The old one leads nowhere."))
        return redirect(CURRENT, club=tenant.public_id)
    return render_desk(request, tenant, "ratings/new_address.html", CURRENT, {"address": _address(request, tenant)})
