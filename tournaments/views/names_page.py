"""What the page of an event's names shows, and its news for an arbiter who is looking at it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from clubs.models import Club
from clubs.selectors import name_of_account
from players.access import viewer_of
from players.selectors import NameBook, names_of
from tournaments.models import EntryLink, Event, EventVersion, NameDifference
from tournaments.selectors.deciding import LastAct, NamesState, find_last_act, list_denials, list_news, read_state
from tournaments.selectors.names import EntryProposal, FreePerson, list_free_people, propose_names
from tournaments.views.explaining import moment

NEW, LATER, OTHER = "new", "later", "other"
"""Choices besides the id of a player; "other" is the person in the list of everybody."""
_TOLD_ONE_BY_ONE = 3


@dataclass(frozen=True, slots=True)
class NamesPage:
    """The names of one version in the three groups of the page, and what this arbiter did last.

    `denials`: whom a name was declared not to be, by the id of the entry; such a name is not certain, even if nobody else is like it.
    `looked_at` are the entries that were taken out of the certain ones, to be decided one by one; `later` those that were put off, in
    that order: they stand last. `opened` is the entry for which `people`, everybody who is free, is shown; None for no entry.
    """

    version: EventVersion
    state: NamesState
    certain: tuple[EntryProposal, ...]
    doubtful: tuple[EntryProposal, ...]
    decided: tuple[EntryProposal, ...]
    denials: Mapping[int, list[NameDifference]]
    last: LastAct
    book: NameBook
    looked_at: tuple[int, ...] = ()
    later: tuple[int, ...] = ()
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

    @property
    def look(self) -> str:
        """`looked_at` as it stands in a form."""
        return ".".join(map(str, self.looked_at))

    @property
    def put_off(self) -> str:
        """`later` as it stands in a form."""
        return ".".join(map(str, self.later))


def read_names_page(request: HttpRequest, club: Club, event: Event) -> NamesPage | None:
    """None while nothing of the event is published. Inside a snapshot of the club."""
    if event.latest is None:
        return None
    proposals = propose_names(club=club, version=event.latest)
    denials = list_denials(club, event.latest)
    later = read_marks(request, "later")
    undecided = sorted((one for one in proposals if one.decided is None), key=lambda one: _place(one, later))
    waiting = {one.entry.pk for one in undecided}
    opened = next((pk for pk in numbers([request.GET.get("other", "")]) if pk in waiting), None)
    asked = numbers([request.GET.get("open", ""), str(opened or "")])
    looked_at = list(dict.fromkeys([*read_marks(request, "look"), *asked]))
    apart = {*denials, *looked_at}
    return NamesPage(
        version=event.latest,
        state=read_state(club, event.latest),
        certain=tuple(one for one in undecided if _is_certain(one) and one.entry.pk not in apart),
        doubtful=tuple(one for one in undecided if not _is_certain(one) or one.entry.pk in apart),
        decided=tuple(one for one in proposals if one.decided is not None),
        denials=denials,
        last=find_last_act(club, event.latest, request.user),
        book=names_of(club, viewer_of(request, club, at_desk=True)),
        looked_at=tuple(pk for pk in looked_at if pk in waiting),
        later=tuple(pk for pk in later if pk in waiting),
        opened=opened,
        people=() if opened is None else tuple(list_free_people(club=club, version=event.latest)),
    )


def read_marks(request: HttpRequest, name: str) -> list[int]:
    """The entries that were put off ("later") or taken out of the certain ones ("look"), as a form or an address names them: 12.15."""
    return list(dict.fromkeys(numbers(request.GET.get(name, "").split(".") + request.POST.get(name, "").split("."))))


def tell_news(request: HttpRequest, club: Club, version: EventVersion, now: NamesState) -> list[str]:
    """What others have done since the page was shown from which this was asked; nothing where nothing was shown."""
    seen = request.GET.get("seen") or request.POST.get("seen")
    if not seen or seen == str(now):
        return []
    shown = [*numbers(seen.split(".")), 0, 0][:2]
    if shown[0] != version.pk:
        return [gettext("The event was published again meanwhile: these are the names of its new version.")]
    return _decided_by_others(club, list_news(club, version, shown[1], request.user))


def _decided_by_others(club: Club, links: list[EntryLink]) -> list[str]:
    if len(links) <= _TOLD_ONE_BY_ONE:
        sentence = gettext("Already decided by %(who)s on %(when)s: %(name)s is %(player)s.")
        return [
            sentence % {"who": who_of([link]), "when": when_of(club, link), "name": link.entry.name, "player": link.player.name}
            for link in links
        ]
    sentence = ngettext("%(who)s decided %(count)d name meanwhile.", "%(who)s decided %(count)d names meanwhile.", len(links))
    return [sentence % {"who": who_of(links), "count": len(links)}]


def who_of(links: Iterable[EntryLink]) -> str:
    """Who made these decisions."""
    return ", ".join(dict.fromkeys(name_of_account(link.by) or "—" for link in links))


def when_of(club: Club, link: EntryLink) -> str:
    """When it was decided, by the club's clock."""
    return moment(timezone.localtime(link.at, ZoneInfo(club.time_zone)))


def numbers(texts: Iterable[str]) -> list[int]:
    """The ids among them; whatever else a form may hold is left out."""
    return [int(text) for text in texts if text.isascii() and text.isdigit() and len(text) < 19]


def _place(proposal: EntryProposal, later: list[int]) -> int:
    return later.index(proposal.entry.pk) + 1 if proposal.entry.pk in later else 0


def _is_certain(proposal: EntryProposal) -> bool:
    return proposal.preselected is not None or proposal.is_new_preselected
