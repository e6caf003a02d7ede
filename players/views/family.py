"""A child's family at the desk: the links it has, what it has consented to, and what it asks."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_POST, require_safe

from clubs.access import desk_for, role_in
from clubs.converters import is_public_id
from clubs.domain.roles import Act, may
from clubs.models import Club, NamePolicy
from clubs.services import Person
from clubs.tenancy.scope import club_scope, snapshot
from clubs.views.desk_frame import render_desk
from players.access import gone_if_erased, viewer_of
from players.family_forms import ConsentForm, wording_of
from players.models import FamilyLink, FamilyRequest, Player
from players.selectors import find_living, names_of
from players.selectors.family import describe_consents, find_family_link, list_consents, list_family_links, list_requests, token_of
from players.services import answer_request, give_consent, issue_family_link, revoke_family_link, withdraw_consent

PAGE = "players:family"


@require_safe
def family(request: HttpRequest, club: str, player: str) -> HttpResponse:
    """Links, consents and requests of one person."""
    tenant, found = _person_for(request, club, player)
    return _page(request, tenant, found, ConsentForm())


@require_POST
@gone_if_erased
def issue_link(request: HttpRequest, club: str, player: str) -> HttpResponse:
    """One more link."""
    tenant, found = _person_for(request, club, player)
    issue_family_link(club=tenant, player=found, by=_by(request))
    messages.success(request, gettext("The link is made. Give it to the parents and to nobody else."))
    return _back(tenant, found)


@require_POST
def revoke_link(request: HttpRequest, club: str, player: str) -> HttpResponse:
    """End one; one that is gone is passed over."""
    tenant, found = _person_for(request, club, player)
    with club_scope(tenant):
        named = request.POST.get("link", "")
        link = find_family_link(tenant, named) if is_public_id(named) else None
    if link is not None:
        revoke_family_link(club=tenant, link=link, by=_by(request))
        messages.success(request, gettext("The link is revoked. It leads nowhere from now on."))
    return _back(tenant, found)


@require_POST
@gone_if_erased
def record_consent(request: HttpRequest, club: str, player: str) -> HttpResponse:
    """A parent has said so to the arbiter."""
    tenant, found = _person_for(request, club, player)
    form = ConsentForm(request.POST)
    if not form.is_valid():
        messages.error(request, gettext("The consent is not recorded yet. Further down it says what is missing."))
        return _page(request, tenant, found, form)
    wording = wording_of(form.covers, get_language() or tenant.language)
    give_consent(club=tenant, player=found, covers=form.covers, wording=wording, child_asked=True, by=_by(request))
    messages.success(request, gettext("The consent is recorded."))
    return _back(tenant, found)


@require_POST
@gone_if_erased
def end_consent(request: HttpRequest, club: str, player: str) -> HttpResponse:
    """A parent has taken it back."""
    tenant, found = _person_for(request, club, player)
    withdraw_consent(club=tenant, player=found, by=_by(request))
    messages.success(request, gettext("The consent is withdrawn. From now on initials are shown."))
    return _back(tenant, found)


@require_POST
@gone_if_erased
def note_answer(request: HttpRequest, club: str, player: str) -> HttpResponse:
    """A request is done."""
    tenant, found = _person_for(request, club, player)
    number = request.POST.get("request", "")
    with club_scope(tenant):
        asked = FamilyRequest.objects.filter(club=tenant, pk=int(number)).select_related("player").first() if _is_key(number) else None
    if asked is not None:
        answer_request(club=tenant, request=asked, by=_by(request))
        kept = asked.kind == FamilyRequest.Kind.ERASURE
        told = gettext("Noted as answered. The family's page says that nothing was erased.") if kept else gettext("Noted as answered.")
        messages.success(request, told)
    return _back(tenant, found)


def _is_key(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 19


def _person_for(request: HttpRequest, public_id: str, player: str) -> tuple[Club, Player]:
    club = desk_for(request, public_id, Act.CONFIRM_NAMES)
    with club_scope(club):
        found = find_living(club, player)
    if found is None:
        raise Http404
    return club, found


def _page(request: HttpRequest, club: Club, player: Player, form: ConsentForm) -> HttpResponse:
    with snapshot(club):
        today = club.today
        consents = [{"said": said, "state": state} for said, state in describe_consents(list_consents(club, player), today)]
        context = {
            "player": player,
            "name": names_of(club, viewer_of(request, club, at_desk=True)).display_name(player),
            "links": [{"link": link, "address": _address(request, club, link)} for link in list_family_links(club, player)],
            "consents": consents,
            "holds": any(each["state"] == "holds" for each in consents),
            "changes_nothing": club.name_policy == NamePolicy.INITIALS,
            "requests": list_requests(club, player),
            "form": form,
            "may_erase": may(role_in(request, club), Act.ERASE_PERSON),
        }
        return render_desk(request, club, "players/family.html", "", context)


def _address(request: HttpRequest, club: Club, link: FamilyLink) -> str:
    return request.build_absolute_uri(reverse("ratings:family", args=[token_of(club, link)]))


def _back(club: Club, player: Player) -> HttpResponse:
    return redirect(PAGE, club=club.public_id, player=player.public_id)


def _by(request: HttpRequest) -> Person:
    return request.user if request.user.is_authenticated else None
