"""Giving events of one person to somebody else, and taking that back; and joining again what was undone."""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import desk_for
from clubs.domain.roles import Act
from clubs.models import Club
from clubs.tenancy.scope import snapshot
from clubs.views.desk_frame import render_desk
from players.access import viewer_of
from players.models import Player
from players.selectors import list_people, names_of, roots
from ratings.models import Correction, CorrectionKind
from ratings.selectors.corrections import describe_corrections, get_correction
from ratings.selectors.identity import Played, list_played
from ratings.services.corrections.inverses import INVERSES
from ratings.services.corrections.splits import SplitEvents, UnsplitEvents, split_of
from ratings.views.correction_words import describe_change, heading_of
from ratings.views.identity_pages import Plan, answer_plan, book_apart
from ratings.views.identity_words import QuestionShown, confirmed_since_shown, event_rows, subject_of_identity
from ratings.views.merging import player_for
from tournaments.models import EntryLink
from tournaments.services.splitting import list_confirmed_since
from tournaments.views.explaining import person_of

NEW = "new"


@require_safe
def choose_to_split(request: HttpRequest, club: str, player: str) -> HttpResponse:
    """Which events, and whose they are."""
    tenant = desk_for(request, club, Act.CONFIRM_NAMES)
    return _choose(request, tenant, player_for(tenant, player), is_empty=False)


def _choose(request: HttpRequest, tenant: Club, found: Player, *, is_empty: bool) -> HttpResponse:
    with snapshot(tenant):
        book = names_of(tenant, viewer_of(request, tenant, at_desk=True))
        persons = roots(tenant)
        played = list_played(tenant, persons.players_of(found.pk))
        others = (one.player for one in list_people(tenant) if one.player.pk != book.root_of(found.pk))
        context = {
            "player": found,
            "name": book.display_name(found),
            "events": event_rows(tenant, played),
            "chosen": request.GET.getlist("event"),
            "to": request.GET.get("to", NEW),
            "people": [(player.public_id, book.display_name(player)) for player in others],
            "is_empty": is_empty,
        }
        return render_desk(request, tenant, "ratings/split_choose.html", "", context)


@require_http_methods(["GET", "HEAD", "POST"])
def split(request: HttpRequest, club: str, player: str) -> HttpResponse:
    """What giving the chosen events away would do; then do it."""
    tenant = desk_for(request, club, Act.CONFIRM_NAMES)
    found = player_for(tenant, player)
    sent = request.POST if request.method == "POST" else request.GET
    chosen, to = sent.getlist("event"), sent.get("to", NEW)
    target = None if to == NEW else player_for(tenant, to)
    choosing = reverse("ratings:choose_to_split", args=[tenant.public_id, found.public_id])
    with snapshot(tenant):
        played = list_played(tenant, roots(tenant).players_of(found.pk))
        moving = [one for one in played if one.event.public_id in chosen]
        if not moving:
            return _choose(request, tenant, found, is_empty=True)
        apart = book_apart(request, tenant)
        context = {"name": apart.display_name(found), "to": _called(apart.display_name(target) if target else "", moving)}
    plan = Plan(
        action=SplitEvents(found, [one.event for one in moving], target),
        people=(found.pk, *([target.pk] if target else [])),
        template="ratings/split.html",
        back=choosing,
        fields=[*(("event", one.event.public_id) for one in moving), ("to", to)],
        context={**context, "is_new": target is None, "moves": event_rows(tenant, moving), "all": len(moving) == len(played)},
    )
    return answer_plan(request, tenant, plan, person_of(request))


@require_http_methods(["GET", "HEAD", "POST"])
def undo_identity(request: HttpRequest, club: str, correction: str) -> HttpResponse:
    """What it would do to take back a split, or the undoing of a split or of a merge; then do it. A merge has a page of its own."""
    tenant = desk_for(request, club, Act.CONFIRM_NAMES)
    with snapshot(tenant):
        found = _find(tenant, correction)
        if found.kind == CorrectionKind.MERGE and found.detail["holds"]:
            absorbed = Player.objects.filter(club=tenant, pk=found.detail["absorbed"]).first()
            if absorbed is not None:
                return redirect("ratings:part", club=tenant.public_id, player=absorbed.public_id)
        plan = _taking_back(request, tenant, found)
    return answer_plan(request, tenant, plan, person_of(request))


def _taking_back(request: HttpRequest, club: Club, correction: Correction) -> Plan:
    action = INVERSES[CorrectionKind(correction.kind)](club, correction)
    apart = book_apart(request, club)
    questions: list[QuestionShown] = []
    fields: list[tuple[str, str]] = []
    if isinstance(action, UnsplitEvents):
        sent = request.POST if request.method == "POST" else request.GET
        since = list_confirmed_since(club, split_of(correction.detail))
        ends = {end: apart.name_of(correction.detail[end]) for end in ("from", "to")} if since else {}
        questions = [confirmed_since_shown(_key(links), links[-1], ends, sent.get(_key(links), "from")) for links in since]
        fields = [(_key(links), sent.get(_key(links), "from")) for links in since]
        also = [link for links in since if sent.get(_key(links), "from") != "to" for link in links]
        action = UnsplitEvents(action.split, also)
    (line,) = describe_corrections(club, [correction])
    heading = format_html("{}: <bdi>{}</bdi>", heading_of(line), subject_of_identity(apart, correction))
    return Plan(
        action=action,
        people=[correction.detail[end] for end in ("absorbed", "into", "from", "to") if end in correction.detail],
        template="ratings/undo_identity.html",
        back=reverse("ratings:correction", args=[club.public_id, correction.public_id]),
        fields=fields,
        context={"changes": [heading, *describe_change(club, apart, correction)], "questions": questions},
        undoes=correction,
    )


def _key(links: Sequence[EntryLink]) -> str:
    return f"link-{links[-1].pk}"


def _called(name: str, moving: list[Played]) -> str:
    """A new player is called as in the latest of the events."""
    return name or moving[0].name


def _find(club: Club, public_id: str) -> Correction:
    try:
        found = get_correction(club, public_id)
    except Correction.DoesNotExist:
        raise Http404 from None
    if found.kind not in (CorrectionKind.MERGE, CorrectionKind.SPLIT):
        raise Http404
    return found
