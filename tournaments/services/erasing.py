"""Forgetting a name in events: in every version, published, corrected or undone, whoever was known to be whom in it.

Inside the transaction of the erasure; the caller holds the club's lock.
"""

from collections.abc import Collection, Iterable
from datetime import date

from django.db.models import Q

from clubs.models import Club, IdempotentRequest
from players.domain.pseudonyms import is_pseudonym, pseudonym_of
from players.domain.redacting import name_key, redact, without_phrases
from players.models import Player
from tournaments.interchange import content_digest
from tournaments.models import Entry, EntryLink, ErasedName, Event, EventVersion, NameDifference, StagedUpload
from tournaments.selectors.records import record_of
from tournaments.services.erased_names import digest_of_name


def names_in_events(club: Club, players: Collection[int]) -> set[str]:
    """Every spelling by which they appeared in an event and were confirmed."""
    links = EntryLink.objects.filter(club=club, player__in=players, undone_at=None)
    return set(links.values_list("entry__name", flat=True))


def events_played(club: Club, players: Collection[int]) -> list[Event]:
    """Every event with a name that was confirmed to be theirs, in whatever version."""
    versions = EntryLink.objects.filter(club=club, player__in=players, undone_at=None).values("entry__version__event")
    return list(Event.objects.filter(club=club, pk__in=versions).select_related("latest").order_by("pk"))


def events_with_waiting_name(club: Club, names: Iterable[str]) -> list[Event]:
    """Events whose shown version has one of these names, and nobody has decided who it is. Latest first."""
    keys = {name_key(name) for name in names}
    waiting = Entry.objects.filter(club=club, version__event__latest__isnull=False).exclude(links__undone_at=None, links__isnull=False)
    found = {
        event
        for event, latest, version, name in waiting.values_list("version__event", "version__event__latest", "version", "name")
        if latest == version and name_key(name) in keys
    }
    return list(Event.objects.filter(club=club, pk__in=found).select_related("latest").order_by("-latest__starts_on", "-pk"))


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


def is_shared_name(club: Club, names: Iterable[str], besides: Collection[int]) -> bool:
    """True if a living person of the club has one of these names too."""
    keys = {name_key(name) for name in names}
    others = Player.objects.filter(club=club, erased_at=None).exclude(pk__in=besides)
    return any(name_key(name) in keys for name in others.values_list("name", flat=True))


def erase_entries(*, club: Club, players: Collection[int], person: str, names: Collection[str], events: Collection[Event]) -> int:
    """Put the pseudonym of `person` in the place of the names in all versions of these events; returns how many.

    Theirs are the names that were confirmed to be, and the same names where nobody has decided who they are.
    """
    keys = {name_key(name) for name in names}
    links = EntryLink.objects.filter(club=club, entry__version__event__in=events, undone_at=None)
    player_of = dict(links.values_list("entry_id", "player_id"))
    own = [
        pk
        for pk, name in Entry.objects.filter(club=club, version__event__in=events).values_list("pk", "name")
        if (player_of[pk] in players if pk in player_of else name_key(name) in keys)
    ]
    Entry.objects.filter(club=club, pk__in=own).update(name=pseudonym_of(person), title="")
    NameDifference.objects.filter(Q(player__in=players) | Q(entry__in=own), club=club).update(reason="")
    for version in EventVersion.objects.filter(club=club, event__in=events):
        version.digest = content_digest(record_of(club, version))
        version.save(update_fields=["digest"])
    return len(own)


def remember_erased(*, club: Club, person: str, names: Iterable[str], events: Iterable[Event], before: date | None) -> None:
    """Know these names by a keyed hash, so that no file brings them back: in these events, and in any that begins before `before`."""
    digests = {digest_of_name(club, name) for name in names if not is_pseudonym(name)}
    scopes: list[tuple[Event | None, date | None]] = [(event, None) for event in events]
    if before is not None:
        scopes.append((None, before))
    ErasedName.objects.bulk_create(
        (
            ErasedName(club=club, person=person, event=event, before=until, digest=digest)
            for event, until in scopes
            for digest in sorted(digests)
        ),
        ignore_conflicts=True,
    )


def redact_events(*, club: Club, phrases: Collection[tuple[str, ...]], events: Collection[Event]) -> None:
    """Take a name out of remarks on files, of answers that are kept for programs, and of reasons; files on their way in are gone."""
    for version in EventVersion.objects.filter(club=club).exclude(warnings=[]):
        if (kept := redact(version.warnings, phrases)) != version.warnings:
            version.warnings = kept
            version.save(update_fields=["warnings"])
    differences = NameDifference.objects.filter(club=club)
    for pk, reason in differences.exclude(reason="").values_list("pk", "reason"):
        if (left := without_phrases(reason, phrases)) != reason:
            differences.filter(pk=pk).update(reason=left)
    IdempotentRequest.objects.filter(club=club, outcome__event__in=[event.public_id for event in events]).delete()
    StagedUpload.objects.filter(club=club).delete()
