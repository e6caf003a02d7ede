"""Forgetting a name in events: in every version, published, corrected or undone, whoever was known to be whom in it.

Inside the transaction of the erasure; the caller holds the club's lock.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from clubs.models import Club, IdempotentRequest
from players.domain.pseudonyms import is_pseudonym, pseudonym_of
from players.domain.redacting import name_key, redact, without_phrases
from players.models import Player, PlayerRename, RenameKind
from tournaments.interchange import content_digest
from tournaments.models import Entry, EntryLink, ErasedName, Event, EventVersion, NameDifference, StagedUpload
from tournaments.selectors.records import record_of
from tournaments.services.erased_names import digest_of_name, link_erased
from tournaments.services.settling import settle_rated_version


def names_in_events(club: Club, players: Collection[int]) -> set[str]:
    """Every spelling by which they appeared in an event and were confirmed."""
    links = EntryLink.objects.filter(club=club, player__in=players, undone_at=None)
    return set(links.values_list("entry__name", flat=True))


def events_played(club: Club, players: Collection[int]) -> list[Event]:
    """Every event with a name that was confirmed to be theirs, in whatever version."""
    versions = EntryLink.objects.filter(club=club, player__in=players, undone_at=None).values("entry__version__event")
    return list(Event.objects.filter(club=club, pk__in=versions).select_related("latest").order_by("pk"))


def events_with_waiting_name(club: Club, keys: Collection[str]) -> list[Event]:
    """Events whose shown version has a name with one of these keys, and nobody has decided who it is. Latest first."""
    found = _undecided(club, keys).filter(version=F("version__event__latest")).values("version__event")
    return list(Event.objects.filter(club=club, pk__in=found).select_related("latest").order_by("-latest__starts_on", "-pk"))


def _undecided(club: Club, keys: Collection[str]) -> QuerySet[Entry]:
    """Names with one of these keys, in whatever version, of whom nobody has decided who they are."""
    decided = EntryLink.objects.filter(club=club, undone_at=None, entry=OuterRef("pk"))
    undecided = Entry.objects.filter(~Exists(decided), club=club)
    alike = [name for name in undecided.order_by().values_list("name", flat=True).distinct() if name_key(name) in keys]
    return undecided.filter(name__in=alike)


def mended_names(club: Club, players: Collection[int], events: Collection[Event]) -> set[str]:
    """What stood at their number in an earlier version, and was put right before anybody decided who it was.

    No name that stands at another number in that event, or that somebody living has: then a number was given to somebody else.
    """
    links = EntryLink.objects.filter(club=club, entry__version__event__in=events, undone_at=None)
    player_of = dict(links.values_list("entry_id", "player_id"))
    found: set[str] = set()
    living = {name_key(name) for name in Player.objects.filter(club=club, erased_at=None).values_list("name", flat=True)}
    rows = Entry.objects.filter(club=club, version__event__in=events).values_list("version__event", "version", "number", "pk", "name")
    for event in events:
        entries = [row[1:] for row in rows if row[0] == event.pk]
        theirs = {number: version for version, number, pk, _ in sorted(entries) if player_of.get(pk) in players}
        taken = living | {name_key(name) for _, number, _, name in entries if number not in theirs}
        found |= {
            name
            for version, number, pk, name in entries
            if pk not in player_of and version < theirs.get(number, 0) and name_key(name) not in taken
        }
    return found


def keys_of_the_living(club: Club, besides: Collection[int]) -> set[str]:
    """The keys of all spellings of the others: names, names given up at a change, names confirmed in events. Two statements and one."""
    others = Player.objects.filter(club=club, erased_at=None).exclude(pk__in=besides)
    changed = PlayerRename.objects.filter(club=club, kind=RenameKind.CHANGE, undone_at=None, player__in=others)
    confirmed = EntryLink.objects.filter(club=club, undone_at=None, player__in=others)
    spellings = {
        *others.values_list("name", flat=True),
        *changed.values_list("before", flat=True),
        *confirmed.order_by().values_list("entry__name", flat=True).distinct(),
    }
    return set(map(name_key, spellings))


@dataclass(frozen=True, slots=True)
class Spellings:
    """The names of one person by their keys: `own` ones are nobody else's; `shared` ones a living person of the club has too."""

    own: frozenset[str]
    shared: frozenset[str]


def erase_entries(*, club: Club, players: Collection[int], person: str, keys: Spellings, events: Collection[Event]) -> set[int]:
    """Put the pseudonym of `person` in the place of the names, in every version; returns the primary keys of the entries.

    Theirs are the names that were confirmed to be; their own names where nobody has decided who they are, in any event; and of `events`
    names that somebody else has too, undecided, at the same number as theirs.
    """
    links = EntryLink.objects.filter(club=club, entry__version__event__in=events, undone_at=None)
    player_of = dict(links.values_list("entry_id", "player_id"))
    rows = list(Entry.objects.filter(club=club, version__event__in=events).values_list("pk", "version__event", "number", "name"))
    theirs = {(event, number) for pk, event, number, _ in rows if player_of.get(pk) in players}
    found = {pk for pk, *_ in rows if player_of.get(pk) in players}
    found |= {pk for pk, event, number, name in rows if pk not in player_of and (event, number) in theirs and name_key(name) in keys.shared}
    found |= set(_undecided(club, keys.own).values_list("pk", flat=True))
    entries = Entry.objects.filter(club=club, pk__in=found)
    entries.update(name=pseudonym_of(person), title="")
    NameDifference.objects.filter(Q(player__in=players) | Q(entry__in=found), club=club).update(reason="")
    _seal(club, EventVersion.objects.filter(club=club, pk__in=entries.values("version")))
    return found


def _seal(club: Club, versions: Iterable[EventVersion]) -> None:
    """Give versions the digest of what they say now."""
    for version in versions:
        version.digest = content_digest(record_of(club, version))
        version.save(update_fields=["digest"])


def link_erased_entries(*, club: Club, entries: Collection[int]) -> None:
    """What nobody had decided and is shown belongs to the erased person, so that the event waits no longer for a name that is gone."""
    shown = Event.objects.filter(club=club, latest__entries__in=entries).select_related("latest").distinct()
    for event in shown.order_by("pk"):
        if event.latest is not None:
            link_erased(club, event.latest)
            settle_rated_version(club=club, event=event)


def remember_erased(*, club: Club, person: str, names: Iterable[str], events: Iterable[Event], before: date | None) -> list[str]:
    """Know these names by a keyed hash, so that no file brings them back: in these events, and in any that begins before `before`.

    Returns the hashes.
    """
    digests = sorted({digest_of_name(club, name) for name in names if not is_pseudonym(name)})
    rows = [ErasedName(club=club, person=person, event=event, digest=digest) for event in events for digest in digests]
    ErasedName.objects.bulk_create(rows, ignore_conflicts=True)
    remember_digests(club=club, person=person, digests=digests, before=before)
    return digests


def remember_digests(*, club: Club, person: str, digests: Iterable[str], before: date | None) -> None:
    """The same for every event that begins before `before`; None: for no further ones."""
    if before is not None:
        rows = [ErasedName(club=club, person=person, before=before, digest=digest) for digest in digests]
        ErasedName.objects.bulk_create(rows, ignore_conflicts=True)


def redact_events(*, club: Club, phrases: Collection[tuple[str, ...]], events: Collection[Event]) -> None:
    """Take a name out of remarks on files, of answers that are kept for programs, and of reasons; files on their way in are gone.

    And out of the titles of versions that are not shown: what is shown, somebody publishes under another title.
    """
    for version in EventVersion.objects.filter(club=club).exclude(warnings=[]):
        if (kept := redact(version.warnings, phrases)) != version.warnings:
            version.warnings = kept
            version.save(update_fields=["warnings"])
    past = EventVersion.objects.filter(club=club).exclude(pk__in=Event.objects.filter(club=club, latest__isnull=False).values("latest"))
    for version in past:
        if (title := without_phrases(version.name, phrases)) != version.name:
            version.name = title
            version.save(update_fields=["name"])
            _seal(club, [version])
    differences = NameDifference.objects.filter(club=club)
    for pk, reason in differences.exclude(reason="").values_list("pk", "reason"):
        if (left := without_phrases(reason, phrases)) != reason:
            differences.filter(pk=pk).update(reason=left)
    IdempotentRequest.objects.filter(club=club, outcome__event__in=[event.public_id for event in events]).delete()
    StagedUpload.objects.filter(club=club).delete()
