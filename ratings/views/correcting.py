"""From a correction that somebody asks for to the page that shows what it would do, and from there to its own page once it is made.

Every page that corrects something says what it wants as a `Proposal`; the rest is the same for all.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, Self
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext

from clubs.models import Club
from clubs.services import Person
from clubs.tenancy.scope import snapshot
from clubs.views.desk_frame import render_desk
from players.access import viewer_of
from players.domain.errors import PlayerError
from players.selectors import names_of
from ratings.domain.effects import Effects
from ratings.domain.errors import CorrectionRefused
from ratings.forms import ConfirmForm
from ratings.models import Correction
from ratings.selectors.corrections import effects_of
from ratings.services.corrections import Action, EffectsDiffer, apply_correction, preview_correction
from ratings.views.effects import describe_effects
from ratings.views.patches import names_in
from ratings.views.refusals import Refusal, refusal_sentence
from tournaments.domain.errors import TournamentError
from tournaments.models import Event

NOT_ECHOED = frozenset({"csrfmiddlewaretoken", "expected", "reason", "edit"})


class Apply(Protocol):
    """Makes the correction if its effects are still those of the digest `expected`."""

    def __call__(self, *, reason: str, expected: str) -> Correction: ...


@dataclass(frozen=True, slots=True)
class Proposal:
    """A correction that somebody asks for. `changes` say in sentences what would be changed; `back` is the page it was asked for on.

    `fields` are what the preview sends again to be made: (name, value), None for all of the form. With `can_edit` the page has a button
    that sends them with "edit" instead, for the form to be shown again as it was filled in. `undoes`: it takes back what `changes` say.
    `afterwards`: what holds then, of an undoing. `note`: why nobody may move. `event` is the one that is corrected, if it is one.
    """

    title: str
    changes: Sequence[str]
    preview: Callable[[], Effects]
    apply: Apply
    back: str
    fields: Sequence[tuple[str, str]] | None = None
    can_edit: bool = False
    undoes: bool = False
    note: str = ""
    event: Event | None = None
    afterwards: Sequence[str] = ()

    @classmethod
    def of_action(
        cls, club: Club, action: Action, by: Person, *, title: str, changes: Sequence[str], back: str, event: Event | None = None
    ) -> Self:
        """For an action that the form says completely."""

        def apply(*, reason: str, expected: str) -> Correction:
            return apply_correction(club=club, action=action, by=by, reason=reason, expected=expected)

        return cls(title, changes, lambda: preview_correction(club=club, action=action, by=by), apply, back, event=event)


def propose(request: HttpRequest, club: Club, proposal: Proposal, refused: Callable[[str], HttpResponse] | None = None) -> HttpResponse:
    """Show what it would do; or, if that has been seen and confirmed, make it and go to its page.

    Where something else would happen by now than was shown, the new preview is shown instead. `refused` answers with the reason of a
    refusal; without it, that is told on the page that the proposal came from.
    """
    form = ConfirmForm(request.POST if "expected" in request.POST else None)
    try:
        if form.is_bound and form.is_valid():
            return go_to(request, club, proposal.apply(**form.cleaned_data), undone=proposal.undoes)
        effects, differs = proposal.preview(), ""
    except EffectsDiffer as differ:
        effects, differs = differ.effects, _what_differs(differ.effects, form.cleaned_data["expected"])
    except Refusal as refusal:
        sentence = _why_not(request, club, proposal, refusal)
        if refused is not None:
            return refused(sentence)
        messages.error(request, sentence)
        return redirect(proposal.back)
    return _show(request, club, proposal, form, effects, differs)


def _why_not(request: HttpRequest, club: Club, proposal: Proposal, refusal: CorrectionRefused | TournamentError | PlayerError) -> str:
    names: dict[int, str] = {}
    if proposal.event is not None:
        with snapshot(club):
            latest = Event.objects.select_related("latest").get(club=club, pk=proposal.event.pk).latest
            if latest is not None:
                names = names_in(club, names_of(club, viewer_of(request, club, at_desk=True)), latest)
    with timezone.override(ZoneInfo(club.time_zone)):
        return refusal_sentence(refusal, club, names)


def _what_differs(effects: Effects, shown: str) -> str:
    if effects.has_subject_of(shown):
        return gettext("Nothing was changed: the ladder has moved since you looked. This is what the correction would do now.")
    return gettext("Nothing was changed: somebody else has changed the same since you looked. This is what the correction would do now.")


def _show(request: HttpRequest, club: Club, proposal: Proposal, form: ConfirmForm, effects: Effects, differs: str) -> HttpResponse:
    fields = [pair for pair in _sent(request) if pair[0] not in NOT_ECHOED] if proposal.fields is None else proposal.fields
    with snapshot(club):
        book = names_of(club, viewer_of(request, club, at_desk=True))
        context = {
            "proposal": proposal,
            "fields": fields,
            "form": form,
            "digest": effects.digest,
            "differs": differs,
            "effects": describe_effects(club, book, effects),
        }
        return render_desk(request, club, "ratings/correction_preview.html", "", context)


def _sent(request: HttpRequest) -> list[tuple[str, str]]:
    return [(name, value) for name, values in request.POST.lists() for value in values if isinstance(value, str)]


def go_to(request: HttpRequest, club: Club, correction: Correction, *, undone: bool = False) -> HttpResponse:
    """The page of a correction that was just made; `undone`: somebody undid another one with it."""
    if effects_of(correction).ladder_failed:
        messages.warning(request, gettext("The correction is kept, but the ladder could not be computed with it. It stays as it was."))
    elif undone:
        messages.success(request, gettext("It is undone, and the ladder is up to date."))
    else:
        messages.success(request, gettext("The correction is made, and the ladder is up to date."))
    return redirect("ratings:correction", club=club.public_id, correction=correction.public_id)
