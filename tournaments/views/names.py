"""The arbiter's page for the names of one event: who is meant, decided one by one or all that are certain at once."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_POST, require_safe

from clubs.domain.roles import Act
from clubs.models import Club
from clubs.services import Person
from clubs.tenancy.scope import club_scope, snapshot
from clubs.views.desk_frame import render_desk
from players.models import Player
from tournaments.access import desk_event_for
from tournaments.domain.counting import counting_of
from tournaments.domain.errors import IdentityRefused
from tournaments.models import Entry, EntryLink, Event, NameDifference
from tournaments.selectors.deciding import read_state
from tournaments.selectors.opening import opened_on
from tournaments.services import identity
from tournaments.services.differing import declare_name_different, withdraw_name_difference
from tournaments.services.forgetting import NEW_PLAYER
from tournaments.services.links import Shown
from tournaments.views.explaining import attempt, person_of
from tournaments.views.names_page import LATER, NEW, OTHER, NamesPage, numbers, read_marks, read_names_page, tell_news, when_of, who_of

PAGE, PART = "tournaments/names.html", "tournaments/names_list.html"


@require_safe
def names(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """All names of the event's latest version; `?other=` opens the list of everybody for one of them.

    `?watch=`: a page that is open asks whether anything has changed since `?seen=`, and is answered 204 if not.
    """
    tenant, found = desk_event_for(request, club, event, Act.CONFIRM_NAMES)
    if "watch" in request.GET and _is_as_seen(request, tenant, found):
        return HttpResponse(status=204)
    return _show(request, tenant, found, PART if getattr(request, "htmx", False) else PAGE)


@require_POST
def decide_name(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """One name: a player who is proposed or any other of the club, a new one, or later; or that it is not this player."""
    tenant, found = desk_event_for(request, club, event, Act.CONFIRM_NAMES)
    entry, by = request.POST.get("entry", ""), person_of(request)
    choice = NEW if NEW in request.POST else request.POST.get("choice", LATER)
    if choice == OTHER:
        choice = request.POST.get("person", "")
    if "different" in request.POST:
        if numbers([choice]):
            attempt(request, lambda: _deny(tenant, found, entry, choice, by))
        else:
            messages.error(request, gettext("Choose first who it is not."))
    elif choice == LATER:
        messages.info(request, gettext("Nothing was decided: the name waits at the end of the list."))
        return _answer(request, tenant, found, numbers([entry]))
    elif not choice:
        messages.error(request, gettext("Choose a person from the list first."))
    else:
        attempt(request, lambda: _decide(tenant, found, entry, choice, by))
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
    """One decision, or all of those made in one go; or that a name is not somebody."""
    tenant, found = desk_event_for(request, club, event, Act.CONFIRM_NAMES)
    if "denial" in request.POST:
        attempt(request, lambda: _withdraw(tenant, found, request.POST["denial"], person_of(request)))
    else:
        links = numbers(request.POST.getlist("link"))
        attempt(request, lambda: _undo(tenant, found, links, person_of(request)))
    return _answer(request, tenant, found)


def _decide(club: Club, event: Event, entry_id: str, choice: str, by: Person) -> str:
    entry, player = _find(club, event, entry_id, choice)
    if entry is None or (player is None and choice != NEW):
        raise IdentityRefused("not_here")
    if player is None:
        identity.link_to_new_player(club=club, entry=entry, by=by)
        return gettext("%(name)s is a new player.") % {"name": entry.name}
    identity.link_entry(club=club, entry=entry, player=player, by=by)
    return gettext("%(name)s is %(player)s.") % {"name": entry.name, "player": player.name}


def _deny(club: Club, event: Event, entry_id: str, choice: str, by: Person) -> str:
    entry, player = _find(club, event, entry_id, choice)
    if entry is None or player is None:
        raise IdentityRefused("not_here")
    declare_name_different(club=club, entry=entry, player=player, by=by)
    return gettext("%(name)s is not %(player)s, and will not be suggested to be.") % {"name": entry.name, "player": player.name}


def _find(club: Club, event: Event, entry_id: str, player_id: str) -> tuple[Entry | None, Player | None]:
    with club_scope(club):
        entry = Entry.objects.filter(club=club, version=event.latest, pk__in=numbers([entry_id])).first()
        return entry, Player.objects.filter(club=club, pk__in=numbers([player_id])).first()


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
    sentence = ngettext(
        "%(count)d name was decided just so before, by %(who)s on %(when)s.",
        "%(count)d names were decided just so before, by %(who)s on %(when)s.",
        len(links),
    )
    return sentence % {"count": len(links), "who": who_of(links), "when": when_of(club, links[-1])}


def _undo(club: Club, event: Event, link_ids: list[int], by: Person) -> str:
    with club_scope(club):
        links = list(EntryLink.objects.filter(club=club, entry__version__event=event, pk__in=link_ids).select_related("entry", "player"))
    if len(links) < len(link_ids):
        raise IdentityRefused("not_here")
    identity.undo_links(club=club, links=links, by=by)
    if len(links) == 1 and links[0].reason == NEW_PLAYER:
        return gettext("Taken back: %(name)s is a new player.") % {"name": links[0].entry.name}
    if len(links) == 1:
        return gettext("Taken back: %(name)s is %(player)s.") % {"name": links[0].entry.name, "player": links[0].player.name}
    told = {"count": len(links), "names": ", ".join(link.entry.name for link in links)}
    return ngettext("%(count)d decision taken back: %(names)s.", "%(count)d decisions taken back: %(names)s.", len(links)) % told


def _withdraw(club: Club, event: Event, denial_id: str, by: Person) -> str:
    with club_scope(club):
        held = NameDifference.objects.filter(club=club, entry__version__event=event, pk__in=numbers([denial_id]))
        denial = held.select_related("entry", "player").first()
    if denial is None:
        raise IdentityRefused("not_here")
    withdraw_name_difference(club=club, entry=denial.entry, player=denial.player, by=by)
    return gettext("Taken back: %(name)s is not %(player)s.") % {"name": denial.entry.name, "player": denial.player.name}


def _answer(request: HttpRequest, club: Club, event: Event, put_off: list[int] | None = None) -> HttpResponse:
    """The page again: its changed part for a script, by way of a redirect for everybody else."""
    if getattr(request, "htmx", False):
        return _show(request, club, event, PART)
    later = [pk for pk in read_marks(request, "later") if pk not in (put_off or [])] + (put_off or [])
    marks = {"look": read_marks(request, "look"), "later": later}
    asked = urlencode({name: ".".join(map(str, entries)) for name, entries in marks.items() if entries})
    return redirect(reverse("tournaments:names", args=[club.public_id, event.public_id]) + f"?{asked}".rstrip("?"))


def _show(request: HttpRequest, club: Club, event: Event, template: str) -> HttpResponse:
    with snapshot(club):
        event.refresh_from_db()
        page = read_names_page(request, club, event)
        if page is not None:
            for news in tell_news(request, club, page.version, page.state):
                messages.info(request, news)
        return render_desk(request, club, template, "", {"event": event, "page": page, "counting": _counting(club, event, page)})


def _counting(club: Club, event: Event, page: NamesPage | None) -> object:
    return None if page is None else counting_of(page.version, event.rated_version, page.waiting, opened_on(club))


def _is_as_seen(request: HttpRequest, club: Club, event: Event) -> bool:
    with club_scope(club):
        return event.latest is not None and request.GET.get("seen") == str(read_state(club, event.latest))


def _read_shown(texts: list[str]) -> list[Shown]:
    """Pairs such as 12:34 and 12:new, as the page wrote them; a pair of another form is an entry that is not there."""
    shown: list[Shown] = []
    for text in texts:
        entry, _, choice = text.partition(":")
        player = None if choice == NEW else (numbers([choice]) or [0])[0]
        shown.append(((numbers([entry]) or [0])[0], player))
    return shown
