"""Joining two people who are one: choosing the other one, looking at what it does, doing it."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from clubs.access import desk_for
from clubs.converters import is_public_id
from clubs.domain.roles import Act
from clubs.models import Club
from clubs.tenancy.scope import club_scope, snapshot
from clubs.views.desk_frame import render_desk
from players.access import viewer_of
from players.domain.disclosure import PUBLIC
from players.models import Player
from players.selectors import find_living, names_apart, names_of, roots
from players.selectors.people import read_known_people
from ratings.forms import ConfirmForm
from ratings.selectors.identity import Played, list_played
from ratings.services.corrections.persons import MergePeople
from ratings.views.identity_pages import Plan, answer_plan
from ratings.views.identity_words import event_rows, merged_start_sentence
from tournaments.selectors.differing import is_declared_different
from tournaments.views.explaining import person_of

MOST_LIKELY = 8
LONGEST_SEARCH = 120


@require_http_methods(["GET", "HEAD", "POST"])
def choose_to_merge(request: HttpRequest, club: str, player: str) -> HttpResponse:
    """Who else this person may be: those of like names, or whom a search finds. It is a name, and stands in no address."""
    tenant = desk_for(request, club, Act.CONFIRM_NAMES)
    found = player_for(tenant, player)
    wanted = request.POST.get("q", "").strip()[:LONGEST_SEARCH]
    with snapshot(tenant):
        book = names_of(tenant, viewer_of(request, tenant, at_desk=True))
        people = read_known_people(tenant)
        root = people.persons.root_of(found.pk)
        likely = people.like(wanted or people.players[root].name, besides={root}, limit=MOST_LIKELY)
        context = {"player": found, "name": book.display_name(found), "wanted": wanted, "book": book, "likely": likely}
        return render_desk(request, tenant, "ratings/merge_choose.html", "", context)


@require_http_methods(["GET", "HEAD", "POST"])
def merge(request: HttpRequest, club: str, player: str, other: str) -> HttpResponse:
    """What joining the two would do, whichever of the names stays; then join them."""
    tenant = desk_for(request, club, Act.CONFIRM_NAMES)
    pair = _pair_of(tenant, player_for(tenant, player), player_for(tenant, other), request)
    action = MergePeople(absorbed=pair.absorbed, into=pair.into, reason=_reason_in(request))
    plan = Plan(
        action=action,
        people=(pair.absorbed.pk, pair.into.pk),
        template="ratings/merge.html",
        back=reverse("players:person", args=[tenant.public_id, pair.into.public_id]),
        fields=[("keep", pair.into.public_id)],
        context=_describe(request, tenant, pair),
        inside=lambda: _shown_afterwards(tenant, pair),
        asks_to_be_sure=pair.declared_different,
    )
    return answer_plan(request, tenant, plan, person_of(request))


def _reason_in(request: HttpRequest) -> str:
    """Empty for one that the form will refuse."""
    form = ConfirmForm(request.POST)
    form.full_clean()
    return str(form.cleaned_data.get("reason", ""))


@dataclass(frozen=True, slots=True)
class Pair:
    """Two persons (their roots), and the events of each. `declared_different`: an arbiter has said that they are two."""

    absorbed: Player
    into: Player
    events: tuple[list[Played], list[Played]]
    declared_different: bool


def player_for(club: Club, public_id: str) -> Player:
    """Raises Http404. The id may stand in a form, which holds anything."""
    with club_scope(club):
        found = find_living(club, public_id) if is_public_id(public_id) else None
    if found is None:
        raise Http404
    return found


def _pair_of(club: Club, one: Player, other: Player, request: HttpRequest) -> Pair:
    """The name stays that is asked for; else that of whoever is in more events, as the older one is likelier to be known."""
    with snapshot(club):
        persons = roots(club)
        players = Player.objects.filter(club=club)
        first, second = (players.get(pk=persons.root_of(each.pk)) for each in (one, other))
        events = {each.pk: list_played(club, persons.players_of(each.pk)) for each in (first, second)}
        keep = request.POST.get("keep") or request.GET.get("keep")
        stays = max((first, second), key=lambda each: (each.public_id == keep, len(events[each.pk]), -each.pk))
        goes = second if stays == first else first
        different = first != second and is_declared_different(club, first, second)
        return Pair(goes, stays, (events[goes.pk], events[stays.pk]), different)


def _describe(request: HttpRequest, club: Club, pair: Pair) -> dict[str, Any]:
    with snapshot(club):
        apart = names_apart(club, viewer_of(request, club, at_desk=True))
        public = names_apart(club, PUBLIC)
        persons = roots(club)
        return {
            "people": [
                {
                    "player": player,
                    "name": apart.display_name(player),
                    "shown": public.display_name(player),
                    "stays": player == pair.into,
                    "events": len(events),
                    "games": sum(event.games for event in events),
                    "spellings": sorted({event.name for event in events} - {apart.display_name(player)}),
                    "last": events[0].on if events else None,
                }
                for player, events in zip((pair.into, pair.absorbed), reversed(pair.events), strict=True)
            ],
            "names": (apart.display_name(pair.absorbed), apart.display_name(pair.into)),
            "moves": event_rows(club, pair.events[0]),
            "start": merged_start_sentence(club, persons, apart, pair.absorbed, pair.into),
        }


def _shown_afterwards(club: Club, pair: Pair) -> dict[str, Any]:
    """What everybody reads once the two are one, and whether that is less than now."""
    before, after = names_apart_before(club, pair), names_of(club, PUBLIC)
    root = after.root_of(pair.into.pk)
    return {"shown_after": after.display_name(pair.into), "protects_more": pair.into.pk in before and root not in after.in_full}


def names_apart_before(club: Club, pair: Pair) -> frozenset[int]:
    """Who is called by the full name as if nobody was merged."""
    return names_apart(club, PUBLIC).in_full & {pair.into.pk, pair.absorbed.pk}
