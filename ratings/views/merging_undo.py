"""One person comes apart again: what was decided since is listed, and asked to whom it belongs."""

from collections.abc import Mapping

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from clubs.access import desk_for
from clubs.domain.roles import Act
from clubs.models import Club
from clubs.selectors import name_of_account
from clubs.tenancy.scope import snapshot
from players.domain.persons import Persons
from players.models import Player, PlayerMerge
from players.selectors import roots
from ratings.models import Correction
from ratings.selectors.identity import find_correction_of_merge, find_merge_of, list_played
from ratings.services.corrections.persons import PartPeople
from ratings.views.identity_pages import Plan, answer_plan, book_apart
from ratings.views.identity_words import event_rows, isolated, question_shown
from ratings.views.merging import player_for
from tournaments.selectors.decided_since import DecidedSince, Side, list_decided_since
from tournaments.views.explaining import person_of


@require_http_methods(["GET", "HEAD", "POST"])
def part(request: HttpRequest, club: str, player: str) -> HttpResponse:
    """What it would do to undo the merge that made this player somebody else; then undo it."""
    tenant = desk_for(request, club, Act.CONFIRM_NAMES)
    found = player_for(tenant, player)
    with snapshot(tenant):
        merge = find_merge_of(tenant, found)
        since = DecidedSince() if merge is None else list_decided_since(tenant, merge)
    if merge is None:
        messages.info(request, gettext("This person is merged with nobody."))
        return redirect("players:person", club=tenant.public_id, player=found.public_id)
    return answer_plan(request, tenant, _plan(request, tenant, found, merge, since), person_of(request))


def _plan(request: HttpRequest, club: Club, player: Player, merge: PlayerMerge, since: DecidedSince) -> Plan:
    answers = answers_of(request.POST if request.method == "POST" else request.GET, since)
    with snapshot(club):
        apart, undoes = book_apart(request, club), find_correction_of_merge(club, merge)
        players = _side_of(club, merge)
        context = {
            "merge": merge,
            "names": (isolated(apart.name_of(merge.absorbed_id)), isolated(apart.name_of(merge.into_id))),
            "by": name_of_account(merge.by),
            "questions": [question_shown(question, answers, apart, merge) for question in since.questions],
            "moves": event_rows(club, list_played(club, players)),
        }
    return Plan(
        action=PartPeople(merge.pk, answers),
        people=(merge.absorbed_id, merge.into_id),
        template="ratings/unmerge.html",
        back=reverse("players:person", args=[club.public_id, player.public_id]),
        fields=[(key, side.value) for key, side in answers.items()],
        context=context,
        undoes=_to_undo(undoes),
    )


def answers_of(sent: QueryDict, since: DecidedSince) -> Mapping[str, Side]:
    """To whom each decision belongs: as it was answered, else as it is likely."""
    given = {question.key: sent.get(question.key, "") for question in since.questions}
    return {
        question.key: Side(given[question.key]) if given[question.key] in question.options else question.default
        for question in since.questions
    }


def _to_undo(last: Correction | None) -> Correction | None:
    return last if last is not None and last.detail["holds"] else None


def _side_of(club: Club, merge: PlayerMerge) -> frozenset[int]:
    """The player that was absorbed, with everybody merged into it."""
    parents = {one: other for one, other in roots(club).parents.items() if one != merge.absorbed_id}
    return Persons(parents).players_of(merge.absorbed_id)
