"""The page of a child's family: what the world sees of the child, consent, requests, and everything that is held.

Whoever has the link comes without an account, and sees of this one child what no stranger does: the name that the club keeps. It is as open
when the club's pages are not.
"""

from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_POST, require_safe

from clubs.models import Club, NamePolicy
from clubs.tenancy.scope import snapshot
from players.access import family_for, gone_if_erased, living_family_for
from players.domain.errors import PlayerError
from players.family_forms import ConsentForm, RequestForm, wording_of
from players.models import FamilyLink
from players.selectors.family import describe_consents, list_consents, list_requests
from players.services import ask_of_club, give_consent, withdraw_consent
from ratings.selectors.family import FamilySheet, SeenEvent, read_family_sheet
from ratings.selectors.held import read_held
from ratings.services.family_mail import tell_of_request
from ratings.views.frame import event_url, explanation_path
from ratings.views.journal_words import WORDS
from ratings.views.openness_words import readers_sentences

FILE_NAME = "rookery-data"


@require_safe
def family(request: HttpRequest, token: str) -> HttpResponse:
    """What strangers see, who they are, and what can be done about it."""
    club, link = family_for(token)
    if link.player.erased_at is not None:
        return _gone(request, club, link)
    return _page(request, token, club, link, ConsentForm(), RequestForm())


@require_POST
@gone_if_erased
def consent(request: HttpRequest, token: str) -> HttpResponse:
    """Agree to the full name."""
    club, link = living_family_for(token)
    form = ConsentForm(request.POST)
    if not form.is_valid():
        messages.error(request, gettext("Your consent is not recorded yet. Further down it says what is missing."))
        return _page(request, token, club, link, form, RequestForm())
    language = get_language() or club.language
    give_consent(
        club=club, player=link.player, covers=form.covers, wording=wording_of(form.covers, language), child_asked=True, through=link
    )
    messages.success(request, gettext("Your consent is recorded. You can withdraw it here at any time."))
    return redirect("ratings:family", token=token)


@require_POST
@gone_if_erased
def withdraw(request: HttpRequest, token: str) -> HttpResponse:
    """Take the consent back: one click, no question."""
    club, link = living_family_for(token)
    withdraw_consent(club=club, player=link.player, through=link)
    messages.success(request, gettext("The consent is withdrawn. From now on initials are shown."))
    return redirect("ratings:family", token=token)


@require_POST
@gone_if_erased
def ask(request: HttpRequest, token: str) -> HttpResponse:
    """Leave a request for the arbiters; they are told by mail that there is one."""
    club, link = living_family_for(token)
    form = RequestForm(request.POST)
    if form.is_valid():
        try:
            ask_of_club(club=club, link=link, kind=form.cleaned_data["kind"], text=form.cleaned_data["text"])
        except PlayerError as refused:
            if refused.code == "erased":
                raise Http404 from refused
            form.add_error(None, gettext(refused.message) % refused.params)
        else:
            tell_of_request(club=club, player=link.player)
            messages.success(request, gettext("The club has your request. It stands below until somebody has answered it."))
            return redirect("ratings:family", token=token)
    return _page(request, token, club, link, ConsentForm(), form)


@require_safe
def family_json(request: HttpRequest, token: str) -> HttpResponse:
    """Everything that is held, for programs."""
    club, link = living_family_for(token)
    with snapshot(club):
        held = read_held(club, read_family_sheet(club, link.player, with_removed=True))
    answer = JsonResponse(held, json_dumps_params={"ensure_ascii": False, "indent": 2})
    answer["Content-Disposition"] = f'attachment; filename="{FILE_NAME}.json"'
    return answer


@require_safe
def family_data(request: HttpRequest, token: str) -> HttpResponse:
    """Everything that is held, to be read and printed."""
    club, link = living_family_for(token)
    with snapshot(club), timezone.override(ZoneInfo(club.time_zone)):
        sheet = read_family_sheet(club, link.player, with_removed=True)
        held = read_held(club, sheet)
        held["journal"] = [line | {"said": WORDS[line["action"]]} for line in held["journal"]]
        context = {"club": club, "held": held, "token": token, "is_unlinked": not sheet.is_open}
        return render(request, "ratings/family_data.html", context)


def _gone(request: HttpRequest, club: Club, link: FamilyLink) -> HttpResponse:
    """The child was erased: when, and what is left."""
    with timezone.override(ZoneInfo(club.time_zone)):
        return render(request, "ratings/family_gone.html", {"club": club, "day": link.player.erased_at, "is_unlinked": True})


def _page(
    request: HttpRequest, token: str, club: Club, link: FamilyLink, consent_form: ConsentForm, request_form: RequestForm
) -> HttpResponse:
    with snapshot(club), timezone.override(ZoneInfo(club.time_zone)):
        sheet = read_family_sheet(club, link.player)
        consents = [{"said": said, "state": state} for said, state in describe_consents(list_consents(club, link.player), club.today)]
        context: dict[str, Any] = {
            "club": club,
            "token": token,
            "sheet": sheet,
            "readers": readers_sentences(club),
            "events": [_event(club, sheet, seen) for seen in sheet.events],
            "consents": consents,
            "holds": any(each["state"] == "holds" for each in consents),
            "changes_nothing": club.name_policy == NamePolicy.INITIALS,
            "form": consent_form,
            "request_form": request_form,
            "requests": list_requests(club, link.player, with_answered=True),
            "is_unlinked": not sheet.is_open,
            "shows_messages": True,
        }
        return render(request, "ratings/family.html", context)


def _event(club: Club, sheet: FamilySheet, seen: SeenEvent) -> dict[str, Any]:
    """A line of the list; without an address where strangers find nothing."""
    return {
        "seen": seen,
        "url": event_url(club, seen.event.public_id) if seen.is_open else "",
        "explanation": explanation_path(club, sheet.public_id, seen.event.public_id) if seen.is_explained else "",
    }
