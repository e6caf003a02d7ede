"""What is happening to the names of a version while several arbiters decide them: the state, the last act of one, the news for another.

The arbiter's desk only. Everything here is read inside a scope of the club.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Count, Max, Q
from django.utils import timezone

from clubs.models import Club
from tournaments.models import Entry, EntryLink, EventVersion, NameDifference
from tournaments.selectors.names import STILL_AT_IT, find_last_decision


@dataclass(frozen=True, slots=True)
class NamesState:
    """How far a version's names are. Two that are equal show the same decisions; `link` is the newest decision, 0 for none.

    Counting alone would not do: a decision that is taken back may go with the player who was made for it.
    """

    version: int
    link: int
    held: int
    undone: int
    denial: int
    denied: int

    def __str__(self) -> str:
        """As it stands on the page, and comes back with what is asked from there."""
        return ".".join(map(str, (self.version, self.link, self.held, self.undone, self.denial, self.denied)))


@dataclass(frozen=True, slots=True)
class LastAct:
    """What one arbiter did last and what a single key takes back: the links of one go, or one denial; neither if there is nothing."""

    links: tuple[EntryLink, ...] = ()
    denial: NameDifference | None = None


def read_state(club: Club, version: EventVersion) -> NamesState:
    """Two statements, whatever the size."""
    links = EntryLink.objects.filter(club=club, entry__version=version)
    denials = NameDifference.objects.filter(club=club, entry__version=version)
    of_links = links.aggregate(last=Max("pk"), all=Count("pk"), held=Count("pk", filter=Q(undone_at=None)))
    of_denials = denials.aggregate(last=Max("pk"), held=Count("pk", filter=Q(withdrawn_at=None)))
    return NamesState(
        version=version.pk,
        link=of_links["last"] or 0,
        held=of_links["held"],
        undone=of_links["all"] - of_links["held"],
        denial=of_denials["last"] or 0,
        denied=of_denials["held"],
    )


def list_news(club: Club, version: EventVersion, since: int, reader: AbstractBaseUser | AnonymousUser) -> list[EntryLink]:
    """Decisions of others that hold and are newer than the link `since`, the oldest first. One statement."""
    newer = EntryLink.objects.filter(club=club, entry__version=version, pk__gt=since, undone_at=None, carried_from=None)
    return list(newer.exclude(by__pk=reader.pk or 0).select_related("entry", "player", "by").order_by("pk"))


def names_of_entries(club: Club, ids: Collection[int]) -> dict[int, str]:
    """Names as they stand in events, by the ids of their entries. One statement."""
    return dict(Entry.objects.filter(club=club, pk__in=ids).values_list("pk", "name"))


def list_denials(club: Club, version: EventVersion) -> Mapping[int, list[NameDifference]]:
    """Whom each name was declared not to be, by the id of the entry, in the order in which it was said. One statement."""
    held = NameDifference.objects.filter(club=club, entry__version=version, withdrawn_at=None)
    denials: dict[int, list[NameDifference]] = defaultdict(list)
    for row in held.select_related("player").order_by("pk"):
        denials[row.entry_id].append(row)
    return denials


def find_last_act(club: Club, version: EventVersion, by: AbstractBaseUser | AnonymousUser) -> LastAct:
    """Lately, and of what still holds. Two statements."""
    links = find_last_decision(club=club, version=version, by=by)
    lately = timezone.now() - STILL_AT_IT
    own = NameDifference.objects.filter(
        club=club, entry__version=version, by__pk=by.pk or 0, withdrawn_at=None, carried_from=None, at__gte=lately
    )
    denial = own.select_related("entry", "player").order_by("-at", "-pk").first()
    if denial is not None and (not links or links[0].at < denial.at):
        return LastAct(denial=denial)
    return LastAct(links=tuple(links))
