"""The club's own figures: from the beginning, and from dates on. Other figures are shown with what they change before they hold."""

from dataclasses import replace
from datetime import date

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import desk_for
from clubs.domain.roles import Act
from clubs.models import Club
from clubs.templatetags.rookery import day
from clubs.tenancy.scope import club_scope, snapshot
from clubs.views.desk_frame import render_desk
from ratings.domain.rules import RuleBook, Rules
from ratings.forms import RulesForm, figures_of
from ratings.selectors import ladder_rules_of
from ratings.services.corrections import Action
from ratings.services.corrections.rules import DropRules, SetRules
from ratings.views.correcting import Proposal, propose
from ratings.views.ladder_words import rules_differences
from tournaments.views.explaining import person_of

PAGE = "ratings:rules"


@require_http_methods(["GET", "HEAD", "POST"])
def rules(request: HttpRequest, club: str) -> HttpResponse:
    """What holds when, and a form for other figures, filled with those of today."""
    tenant = desk_for(request, club, Act.CHANGE_RULES)
    form = RulesForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and "edit" not in request.POST:
        action = SetRules(form.since, form.rules)
        return _propose(request, tenant, action, gettext("Other rules of the ladder"), form.since, form.rules)
    with snapshot(tenant):
        book = ladder_rules_of(tenant)
        if request.method != "POST":
            form = RulesForm(initial=figures_of(book.on(tenant.today)))
        periods = [{"since": None, "rules": book.beginning}, *({"since": since, "rules": each} for since, each in book.later.items())]
        context = {"form": form, "periods": periods}
        return render_desk(request, tenant, "ratings/rules.html", PAGE, context, status=422 if form.errors else 200)


@require_POST
def forget_rules(request: HttpRequest, club: str) -> HttpResponse:
    """Take the figures of one date back."""
    tenant = desk_for(request, club, Act.CHANGE_RULES)
    try:
        since = date.fromisoformat(request.POST.get("since", ""))
    except ValueError:
        since = None
    with club_scope(tenant):
        book = ladder_rules_of(tenant)
    return _propose(request, tenant, DropRules(since), gettext("Forget these rules"), since, _without(book, since))


def _propose(request: HttpRequest, club: Club, action: Action, title: str, since: date | None, wanted: Rules) -> HttpResponse:
    with club_scope(club):
        book = ladder_rules_of(club)
    changes = [_from_when(since, book), *rules_differences(book.on(since) if since else book.beginning, wanted)]
    back = reverse(PAGE, args=[club.public_id])
    proposal = Proposal.of_action(club, action, person_of(request), title=title, changes=changes, back=back)
    return propose(request, club, replace(proposal, can_edit=isinstance(action, SetRules)))


def _without(book: RuleBook, since: date | None) -> Rules:
    """What holds on a date when its own figures are forgotten."""
    if since is None:
        return Rules()
    return RuleBook(book.beginning, {each: rules for each, rules in book.later.items() if each != since}).on(since)


def _from_when(since: date | None, book: RuleBook) -> str:
    """In words, for which events: figures hold until the next date that has its own."""
    until = next((each for each in book.later if since is None or each > since), None)
    words = {"since": day(since, "plain"), "until": day(until, "plain")}
    if since is None and until is None:
        return gettext("From the beginning: every event that was ever counted is computed again.")
    if since is None:
        return (
            gettext("From the beginning: every event that starts before %(until)s is computed again; from then on other figures hold.")
            % words
        )
    if until is None:
        return gettext("Events that start on %(since)s or later are computed again; how earlier ones count stays as it is.") % words
    return gettext("Events that start from %(since)s on and before %(until)s are computed again; how others count stays as it is.") % words
