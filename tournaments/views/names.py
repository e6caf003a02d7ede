"""The arbiter's page for the names of one event: who is meant, decided one by one or all that are certain at once."""

from collections.abc import Iterable
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_POST, require_safe

from clubs.domain.roles import Act
from clubs.models import Club
from clubs.services import Person
from clubs.tenancy.scope import club_scope, snapshot
from clubs.views.desk_frame import render_desk
from players.access import viewer_of
from players.models import Player
from players.selectors import NameBook, names_of
from tournaments.access import desk_event_for
from tournaments.domain.counting import counting_of
from tournaments.domain.errors import IdentityRefused
from tournaments.models import Entry, EntryLink, Event, EventVersion
from tournaments.selectors.names import (
    EntryProposal,
    FreePerson,
    find_last_decision,
    list_free_people,
    name_of_account,
    propose_names,
)
from tournaments.selectors.opening import opened_on
from tournaments.services import identity
from tournaments.services.links import Shown
from tournaments.views.explaining import attempt, moment, person_of

NEW, LATER, OTHER = "new", "later", "other"
"""Choices besides the id of a player; "other" is the person in the list of everybody."""


@dataclass(frozen=True, slots=True)
class NamesPage:
    """The names of one version in the three groups of the page, and what this arbiter decided last.

    `opened` is the entry for which `people`, everybody who is free, is shown; None for no entry.
    """

    version: EventVersion
    certain: tuple[EntryProposal, ...]
    doubtful: tuple[EntryProposal, ...]
    decided: tuple[EntryProposal, ...]
    last: tuple[EntryLink, ...]
    book: NameBook
    opened: int | None = None
    people: tuple[FreePerson, ...] = ()

    @property
    def waiting(self) -> int:
        return len(self.certain) + len(self.doubtful)

    @property
    def total(self) -> int:
        return self.waiting + len(self.decided)

    @property
    def new(self) -> int:
        """How many of the certain ones would become new players."""
        return sum(one.is_new_preselected for one in self.certain)

    @property
    def shown(self) -> list[tuple[int, str]]:
        """What is pre-selected, for the form that accepts it: entry and choice."""
        return [(one.entry.pk, NEW if one.is_new_preselected else str(one.preselected)) for one in self.certain]


@require_safe
def names(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """All names of the event's latest version; `?other=` opens the list of everybody for one of them."""
    tenant, found = desk_event_for(request, club, event, Act.CONFIRM_NAMES)
    part = getattr(request, "htmx", False)
    return _show(request, tenant, found, "tournaments/names_list.html" if part else "tournaments/names.html")


@require_POST
def decide_name(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """One name: a player who is proposed or any other of the club, a new one, or later."""
    tenant, found = desk_event_for(request, club, event, Act.CONFIRM_NAMES)
    choice = NEW if NEW in request.POST else request.POST.get("choice", LATER)
    if choice == OTHER:
        choice = request.POST.get("person", "")
    if choice == LATER:
        messages.info(request, gettext("Nothing was decided: the name waits here."))
    elif not choice:
        messages.error(request, gettext("Choose a person from the list first."))
    else:
        attempt(request, lambda: _decide(tenant, found, request.POST.get("entry", ""), choice, person_of(request)))
    return _answer(request, tenant, found)


@require_POST
def accept_names(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """All that were pre-selected when the page was shown."""
    tenant, found = desk_event_for(request, club, event, Act.CONFIRM_NAMES)
    shown = _read_shown(request.POST.getlist("shown"))
    attempt(request, lambda: _accept(tenant, found, shown, person_of(request)))
    return _answer(request, tenant, found)


@require_POST
def undo_names(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """One decision, or all of those made in one go."""
    tenant, found = desk_event_for(request, club, event, Act.CONFIRM_NAMES)
    links = _numbers(request.POST.getlist("link"))
    attempt(request, lambda: _undo(tenant, found, links, person_of(request)))
    return _answer(request, tenant, found)


def _decide(club: Club, event: Event, entry_id: str, choice: str, by: Person) -> str:
    with club_scope(club):
        entry = Entry.objects.filter(club=club, version=event.latest, pk__in=_numbers([entry_id])).first()
        player = Player.objects.filter(club=club, pk__in=_numbers([choice])).first()
    if entry is None or (player is None and choice != NEW):
        raise IdentityRefused("not_here")
    if player is None:
        identity.link_to_new_player(club=club, entry=entry, by=by)
        return gettext("%(name)s is a new player.") % {"name": entry.name}
    identity.link_entry(club=club, entry=entry, player=player, by=by)
    return gettext("%(name)s is %(player)s.") % {"name": entry.name, "player": player.name}


def _accept(club: Club, event: Event, shown: list[Shown], by: Person) -> str:
    if event.latest is None:
        raise IdentityRefused("not_here")
    made = identity.accept_preselected(club=club, version=event.latest, by=by, expected=shown)
    already = _tell_of_others(club, set(dict(shown)) - {link.entry_id for link in made})
    if not made and already:
        return already
    accepted = ngettext("%(count)d name accepted.", "%(count)d names accepted.", len(made)) % {"count": len(made)}
    return f"{accepted} {already}".strip()


def _tell_of_others(club: Club, entries: set[int]) -> str:
    """Who decided these names before, and when; empty if nobody did."""
    if not entries:
        return ""
    with club_scope(club):
        links = list(EntryLink.objects.filter(club=club, entry_id__in=entries, undone_at=None).select_related("by").order_by("at"))
    if not links:
        return ""
    told = {
        "count": len(links),
        "who": ", ".join(dict.fromkeys(name_of_account(link.by) or "—" for link in links)),
        "when": moment(timezone.localtime(links[-1].at, ZoneInfo(club.time_zone))),
    }
    return (
        ngettext(
            "%(count)d name was decided just so before, by %(who)s on %(when)s.",
            "%(count)d names were decided just so before, by %(who)s on %(when)s.",
            len(links),
        )
        % told
    )


def _undo(club: Club, event: Event, link_ids: list[int], by: Person) -> str:
    with club_scope(club):
        links = list(EntryLink.objects.filter(club=club, entry__version__event=event, pk__in=link_ids).select_related("entry", "player"))
    if len(links) < len(link_ids):
        raise IdentityRefused("not_here")
    identity.undo_links(club=club, links=links, by=by)
    if len(links) == 1:
        return gettext("Taken back: %(name)s is %(player)s.") % {"name": links[0].entry.name, "player": links[0].player.name}
    told = {"count": len(links), "names": ", ".join(link.entry.name for link in links)}
    return ngettext("%(count)d decision taken back: %(names)s.", "%(count)d decisions taken back: %(names)s.", len(links)) % told


def _answer(request: HttpRequest, club: Club, event: Event) -> HttpResponse:
    """The page again: its changed part for a script, by way of a redirect for everybody else."""
    if getattr(request, "htmx", False):
        return _show(request, club, event, "tournaments/names_list.html")
    return redirect("tournaments:names", club=club.public_id, event=event.public_id)


def _show(request: HttpRequest, club: Club, event: Event, template: str) -> HttpResponse:
    with snapshot(club):
        event.refresh_from_db()
        page = _read(request, club, event)
        counting = None if page is None else counting_of(page.version, event.rated_version, page.waiting, opened_on(club))
        return render_desk(request, club, template, "", {"event": event, "page": page, "counting": counting})


def _read(request: HttpRequest, club: Club, event: Event) -> NamesPage | None:
    """None while nothing of the event is published."""
    if event.latest is None:
        return None
    proposals = propose_names(club=club, version=event.latest)
    undecided = [one for one in proposals if one.decided is None]
    opened = _opened(request, undecided)
    return NamesPage(
        version=event.latest,
        certain=tuple(one for one in undecided if _is_preselected(one)),
        doubtful=tuple(one for one in undecided if not _is_preselected(one)),
        decided=tuple(one for one in proposals if one.decided is not None),
        last=tuple(find_last_decision(club=club, version=event.latest, by=request.user)),
        book=names_of(club, viewer_of(request, club, at_desk=True)),
        opened=opened,
        people=() if opened is None else tuple(list_free_people(club=club, version=event.latest)),
    )


def _opened(request: HttpRequest, undecided: list[EntryProposal]) -> int | None:
    """The undecided name for which somebody else is looked for."""
    asked = _numbers([request.GET.get("other", "")])
    return next((one.entry.pk for one in undecided if one.entry.pk in asked), None)


def _is_preselected(proposal: EntryProposal) -> bool:
    return proposal.preselected is not None or proposal.is_new_preselected


def _numbers(texts: Iterable[str]) -> list[int]:
    """The ids among them; whatever else a form may hold is left out."""
    return [int(text) for text in texts if text.isascii() and text.isdigit() and len(text) < 19]


def _read_shown(texts: list[str]) -> list[Shown]:
    """Pairs such as 12:34 and 12:new, as the page wrote them; a pair of another form is an entry that is not there."""
    shown: list[Shown] = []
    for text in texts:
        entry, _, choice = text.partition(":")
        player = None if choice == NEW else (_numbers([choice]) or [0])[0]
        shown.append(((_numbers([entry]) or [0])[0], player))
    return shown
