"""From somebody who asks for a merge, a split or the undoing of one to the page that shows what it would do, and on to the journal.

Asking is a GET, with every choice in the address: the page can be linked to, and answers can be changed and looked at again. What is sent
to do it is confirmed by the digest of what was shown; where it would do something else by now, that is shown instead.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from clubs.models import Club
from clubs.services import Person
from clubs.tenancy.scope import snapshot
from clubs.views.desk_frame import render_desk
from players.access import viewer_of
from players.selectors import NameBook, names_apart
from ratings.domain.effects import Effects
from ratings.forms import ConfirmForm
from ratings.models import Correction
from ratings.services.corrections.actions import Action
from ratings.services.corrections.applying import EffectsDiffer
from ratings.services.identity import apply_identity, rehearse_identity
from ratings.views.correcting import go_to
from ratings.views.effects import EffectsShown, describe_effects
from ratings.views.identity_words import evidence_rows
from ratings.views.refusals import Refusal, refusal_sentence
from tournaments.domain.errors import MergeRefused


@dataclass(frozen=True, slots=True)
class Plan:
    """What is asked for. `people` are the players concerned; `fields` what is sent again to do it; `back` where "Cancel" leads.

    `inside` gives what only the rehearsal can tell, while it lasts. `asks_to_be_sure`: it is done only with the box ticked that says so.
    """

    action: Action
    people: Sequence[int]
    template: str
    back: str
    fields: Sequence[tuple[str, str]] = ()
    context: Mapping[str, Any] = field(default_factory=dict)
    inside: Callable[[], Mapping[str, Any]] = dict
    asks_to_be_sure: bool = False
    undoes: Correction | None = None


def answer_plan(request: HttpRequest, club: Club, plan: Plan, by: Person) -> HttpResponse:
    """The page that shows it; or, if that is confirmed and still right, do it and go to its page in the journal."""
    form = ConfirmForm(request.POST if request.method == "POST" else None)
    unsure = plan.asks_to_be_sure and request.POST.get("sure") != "1"
    differs = False
    if form.is_bound and form.is_valid() and not unsure:
        try:
            made = apply_identity(club=club, action=plan.action, people=plan.people, by=by, undoes=plan.undoes, **form.cleaned_data)
            return go_to(request, club, made)
        except EffectsDiffer:
            differs = True
        except Refusal as refused:
            return _refuse(request, club, plan, refused)
    return _show(request, club, plan, by, form, differs=differs, unsure=form.is_bound and unsure)


def _show(request: HttpRequest, club: Club, plan: Plan, by: Person, form: ConfirmForm, *, differs: bool, unsure: bool) -> HttpResponse:
    try:
        with rehearse_identity(club=club, action=plan.action, people=plan.people, by=by) as rehearsed:
            told = dict(plan.inside())
            shown = effects_apart(request, club, rehearsed.effects)
    except Refusal as refused:
        return _refuse(request, club, plan, refused)
    context = {"effects": shown, "digest": rehearsed.digest, "form": form, "differs": differs, "unsure": unsure, **told}
    return _render(request, club, plan, context)


def _refuse(request: HttpRequest, club: Club, plan: Plan, refused: Any) -> HttpResponse:
    """What is in the way instead of what it would do: the page has no button then."""
    with timezone.override(ZoneInfo(club.time_zone)):
        sentence = refusal_sentence(refused, club)
        evidence = evidence_rows(club, refused.evidence) if isinstance(refused, MergeRefused) else []
    return _render(request, club, plan, {"refusal": sentence, "evidence": evidence}, status=422 if request.method == "POST" else 200)


def _render(request: HttpRequest, club: Club, plan: Plan, context: Mapping[str, Any], status: int = 200) -> HttpResponse:
    frame = {"back": plan.back, "fields": plan.fields, "asks_to_be_sure": plan.asks_to_be_sure}
    with snapshot(club):
        return render_desk(request, club, plan.template, "", {**frame, **plan.context, **context}, status=status)


def effects_apart(request: HttpRequest, club: Club, effects: Effects) -> EffectsShown:
    """With the names of the players themselves: one of two who become one leaves the ladder, under the own name."""
    return describe_effects(club, book_apart(request, club), effects)


def book_apart(request: HttpRequest, club: Club) -> NameBook:
    """The door of names for the desk, as if nobody was ever merged."""
    return names_apart(club, viewer_of(request, club, at_desk=True))
