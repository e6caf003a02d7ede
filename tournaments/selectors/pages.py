"""What the public pages show of events. Everything here runs inside `snapshot` or `club_scope` of the club."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from clubs.models import Club
from players.selectors import EventPeople
from tournaments.domain.counting import Counting, counting_of
from tournaments.domain.crosstable import CrosstableRow, crosstable
from tournaments.domain.record import EntryRecord, EventFormat, RoundRecord
from tournaments.domain.standings import Standings, standings
from tournaments.models import Entry, EntryLink, Event, EventAccess, EventNames, EventVersion, Round
from tournaments.selectors.events import count_waiting_names, list_events, list_kept_events
from tournaments.selectors.opening import opened_on
from tournaments.selectors.records import read_rounds


@dataclass(frozen=True, slots=True)
class EventSheet:
    """The latest version of an event as it is shown.

    `entries` by pairing number; `players` gives the primary key of the linked player by pairing number, without those
    that nobody has linked. Table and crosstable are in the order of places.
    """

    event: Event
    version: EventVersion
    entries: Mapping[int, Entry]
    players: Mapping[int, int]
    rounds: tuple[RoundRecord, ...]
    table: Standings
    crosstable: tuple[CrosstableRow, ...]
    opened_on: date | None

    @property
    def counting(self) -> Counting:
        """Whether the ladder counts it."""
        return counting_of(self.version, self.event.rated_version, len(self.entries) - len(self.players), self.opened_on)

    @property
    def people(self) -> EventPeople:
        """Who plays, for the door of names."""
        return EventPeople(
            players=frozenset(self.players.values()),
            unlinked=tuple(entry for number, entry in self.entries.items() if number not in self.players),
            initials_for_all=self.event.names == EventNames.INITIALS,
            full_names_decided=self.event.names == EventNames.ADULTS_IN_FULL,
        )


@dataclass(frozen=True, slots=True)
class ListedEvent:
    """One line of a list of events: how many entries and rounds the latest version has, and how it counts."""

    event: Event
    version: EventVersion
    players: int
    rounds: int
    counting: Counting


def read_event(club: Club, event: Event) -> EventSheet:
    """The latest version with its table: five statements, whatever the size.

    Raises:
        EventVersion.DoesNotExist: nothing is published.
    """
    version = event.latest
    if version is None:
        raise EventVersion.DoesNotExist
    entries = {entry.number: entry for entry in Entry.objects.filter(club=club, version=version).order_by("number")}
    numbers = {entry.pk: entry.number for entry in entries.values()}
    links = EntryLink.objects.filter(club=club, entry__club=club, entry__version=version, undone_at=None)
    players = {numbers[entry_id]: player_id for entry_id, player_id in links.values_list("entry_id", "player_id")}
    rounds = read_rounds(club, version, numbers)
    records = [EntryRecord(number=entry.number, name="", rank=entry.rank) for entry in entries.values()]
    table = standings(records, rounds, EventFormat(version.format))
    return EventSheet(event, version, entries, players, rounds, table, crosstable(table.rows, rounds), opened_on(club))


def list_public_events(club: Club) -> QuerySet[Event]:
    """What the club's pages list, the latest first: an event for arbiters only is left to the desk."""
    return list_events(club).exclude(access=EventAccess.CLOSED)


def list_events_of_players(club: Club, players: Iterable[int], also: Iterable[int], *, with_removed: bool = False) -> QuerySet[Event]:
    """The events whose latest version has one of the players, and those with the primary keys `also`; closed ones too."""
    entered = EntryLink.objects.filter(
        club=club, player__in=list(players), undone_at=None, entry__club=club, entry__version=OuterRef("latest_id")
    )
    events = list_kept_events(club) if with_removed else list_events(club)
    return events.filter(Exists(entered) | Q(pk__in=list(also)))


def describe_events(club: Club, events: Iterable[Event]) -> list[ListedEvent]:
    """The lines of a list, in its order: four statements more, however long it is."""
    shown = [(event, event.latest) for event in events if event.latest is not None]
    versions = [version.pk for _, version in shown]
    waiting = count_waiting_names(club, versions)
    players = _count(Entry.objects.filter(club=club, version__in=versions))
    rounds = _count(Round.objects.filter(club=club, version__in=versions))
    opened = opened_on(club) if shown else None
    return [
        ListedEvent(
            event,
            version,
            players.get(version.pk, 0),
            rounds.get(version.pk, 0),
            counting_of(version, event.rated_version, waiting.get(version.pk, 0), opened),
        )
        for event, version in shown
    ]


def _count(rows: "QuerySet[Entry] | QuerySet[Round]") -> dict[int, int]:
    """Rows by version."""
    return dict(rows.order_by().values_list("version").annotate(Count("pk")))
