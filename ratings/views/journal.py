"""The journal of everything that was done in a club, for its owners: who, when, what, before and after.

It holds ids and no names. Names are asked for at the door when the page is read, so that an erased person is one here too.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from clubs.access import desk_for
from clubs.domain.roles import Act
from clubs.forms import JournalForm
from clubs.models import Club, JournalEntry
from clubs.selectors import accounts_of, find_brought, invited_by_ids, list_authors, list_journal, name_of_account
from clubs.tenancy.scope import snapshot
from clubs.views.desk_frame import render_desk
from players.access import viewer_of
from players.models import Player
from players.selectors import NameBook, names_apart
from ratings.views.journal_names import NamesTold, read_names
from ratings.views.journal_words import KINDS, WORDS, told_of
from tournaments.models import Event

PAGE = "ratings:journal"
LINES_A_PAGE = 50
_LAST_DAY = date(9000, 1, 1)  # a day after it there is in every time zone
_OF_EVENTS = ("event", "names")
_OF_PEOPLE = ("player", "players", "person", "family", "consent")


@require_safe
def journal(request: HttpRequest, club: str) -> HttpResponse:
    """Page by page, the newest first; by person, kind and dates of the club's clock."""
    tenant = desk_for(request, club, Act.READ_JOURNAL)
    with snapshot(tenant):
        authors = [(person.pk, name_of_account(person)) for person in list_authors(tenant)]
        kinds = [(kind, str(label)) for kind, (label, _) in KINDS.items()]
        form = JournalForm(request.GET or None, authors=authors, kinds=kinds)
        lines = _chosen(tenant, form)
        page = Paginator(lines, LINES_A_PAGE).get_page(request.GET.get("page"))
        shown = list(page.object_list)
        subjects = _read_subjects(tenant, names_apart(tenant, viewer_of(request, tenant, at_desk=True)), shown)
        asked = request.GET.copy()
        asked.pop("page", None)
        context = {
            "form": form,
            "page": page,
            "query": f"{asked.urlencode()}&" if asked else "",
            "lines": _lines(tenant, shown, subjects),
        }
        return render_desk(request, tenant, "ratings/journal.html", PAGE, context)


@dataclass(frozen=True)
class _Subjects:
    """What the ids of some lines are called."""

    events: dict[str, str] = field(default_factory=dict)
    people: dict[str, str] = field(default_factory=dict)
    accounts: dict[int, Any] = field(default_factory=dict)
    invited: dict[str, str] = field(default_factory=dict)
    names: NamesTold = field(default_factory=lambda: NamesTold({}, {}))
    brought: int = 0
    """The line that says that the club was brought here; those with smaller keys came with it. 0 for a club that was founded here."""


def _chosen(club: Club, form: JournalForm) -> QuerySet[JournalEntry]:
    """The lines that were asked for; all of them where the question makes no sense, which the form says."""
    lines = list_journal(club)
    if not form.is_bound or not form.is_valid():
        return lines
    asked, zone = form.cleaned_data, ZoneInfo(club.time_zone)
    if asked["by"]:
        lines = lines.filter(by=asked["by"])
    if asked["kind"]:
        prefixes = [Q(action__startswith=f"{prefix}.") for prefix in KINDS[asked["kind"]][1]]
        lines = lines.filter(Q(*prefixes, _connector=Q.OR))
    if asked["since"]:
        lines = lines.filter(at__gte=datetime.combine(asked["since"], time(), zone))
    if asked["until"]:
        lines = lines.filter(at__lt=datetime.combine(min(asked["until"], _LAST_DAY) + timedelta(days=1), time(), zone))
    return lines


def _read_subjects(club: Club, book: NameBook, lines: Sequence[JournalEntry]) -> _Subjects:
    """One statement for each kind of subject that occurs."""
    events = {line.subject for line in lines if _kind(line) in _OF_EVENTS}
    people = {line.subject for line in lines if _kind(line) in _OF_PEOPLE}
    found = Event.objects.filter(club=club, public_id__in=events).select_related("latest")
    players = Player.objects.filter(club=club, public_id__in=people)
    return _Subjects(
        {event.public_id: event.latest.name if event.latest else gettext("an event") for event in found},
        {player.public_id: book.name_of(player.pk) for player in players},
        accounts_of(line.detail["account"] for line in lines if isinstance(line.detail.get("account"), int)),
        invited_by_ids(club, (line.subject for line in lines if _kind(line) == "invitation")),
        read_names(club, book, lines),
        find_brought(club),
    )


def _lines(club: Club, lines: Sequence[JournalEntry], subjects: _Subjects) -> list[dict[str, Any]]:
    """In words at once, so that the moments within them are by the club's clock, as the page itself is."""
    with timezone.override(ZoneInfo(club.time_zone)):
        return [_line(club, line, subjects) for line in lines]


def _line(club: Club, line: JournalEntry, subjects: _Subjects) -> dict[str, Any]:
    return {
        "at": line.at,
        "by": _who(line, is_from_elsewhere=line.pk < subjects.brought),
        "what": WORDS.get(line.action, line.action),
        "told": [*subjects.names.told(line), *told_of(line.detail)],
        "is_code": _kind(line) == "token",
        **_subject(club, line, subjects),
    }


def _who(line: JournalEntry, *, is_from_elsewhere: bool) -> str:
    """The account; of what a program did, that it was one, and whose key it has. No account comes along with a club from elsewhere."""
    account = name_of_account(line.by)
    if line.detail.get("source") == "api":
        return f"{gettext('a program')} ({account})" if account else gettext("a program")
    if account:
        return account
    if is_from_elsewhere:
        return gettext("somebody, before the club was brought here")
    if line.action == "invitation.declined":
        return gettext("whoever was invited")
    if _kind(line) == "subscription" and line.detail.get("stripe"):
        return "Stripe"
    return gettext("the family") if _kind(line) in ("family", "consent") else gettext("the site itself")


def _subject(club: Club, line: JournalEntry, subjects: _Subjects) -> dict[str, str]:
    """What it was about, and where that is; "" for the club as a whole, and for what is not there any more."""
    if line.subject in subjects.events:
        return {"subject": subjects.events[line.subject], "url": reverse("tournaments:desk_event", args=[club.public_id, line.subject])}
    if line.subject in subjects.people:
        return {"subject": subjects.people[line.subject], "url": reverse("players:person", args=[club.public_id, line.subject])}
    if line.action == "ladder.corrected":
        return {"subject": gettext("Correction"), "url": reverse("ratings:correction", args=[club.public_id, line.subject])}
    if _kind(line) == "invitation":
        return {"subject": _invited(subjects.invited.get(line.subject)), "url": ""}
    if "account" in line.detail:
        return {"subject": name_of_account(subjects.accounts.get(line.detail["account"])), "url": ""}
    return {"subject": line.subject if _kind(line) == "token" else "", "url": ""}


def _invited(person: str | None) -> str:
    """Who it was; addresses of invitations that have ended are forgotten at once, and two weeks later that there was one."""
    if person is None:
        return gettext("the invitation is not kept any more")
    return person or gettext("the address is forgotten")


def _kind(line: JournalEntry) -> str:
    return line.action.partition(".")[0]
