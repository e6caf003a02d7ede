"""Names that shall not come back with a file, once their person was erased: known by a keyed hash alone."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace

from django.db.models import Q
from django.utils.crypto import salted_hmac

from clubs.models import Club
from players.domain.pseudonyms import is_pseudonym, pseudonym_of, public_id_behind
from players.domain.redacting import name_key, phrases_of, redact
from players.models import Erasure, Player
from players.selectors import roots
from tournaments.domain.record import EntryRecord, EventRecord, Remark
from tournaments.models import Entry, EntryLink, ErasedName, Event, EventVersion


def digest_of_name(club: Club, name: str) -> str:
    """64 hexadecimal digits; the same for every spelling with the same letters, another one in another club or installation."""
    return salted_hmac("tournaments.erased_names", f"{club.public_id}:{name_key(name)}", algorithm="sha256").hexdigest()


def without_erased(club: Club, record: EventRecord, event: Event | None) -> EventRecord:
    """The record with a pseudonym for each name that was erased: in this event, or in every event that begins before the erasure.

    Doing it twice changes nothing. Where a living namesake plays in the same event, or two of one name were erased, the pairing number
    tells who is meant. Inside a scope of the club.
    """
    known = _erased_in(club, record, event)
    if not known:
        return record
    hits: dict[str, list[EntryRecord]] = defaultdict(list)
    for entry in record.entries:
        if (digest := digest_of_name(club, entry.name)) in known:
            hits[digest].append(entry)
    called: dict[int, str] = {}
    for digest, entries in hits.items():
        called |= _called(club, event, known[digest], entries)
    return replace(record, entries=tuple(_renamed(entry, called.get(entry.number)) for entry in record.entries))


def _called(club: Club, event: Event | None, persons: list[str], entries: list[EntryRecord]) -> dict[int, str]:
    """Which of the names, by their numbers, gets which pseudonym: the same number as before first, then one after the other."""
    stored = [] if event is None else list(Entry.objects.filter(club=club, version__event=event).values_list("name", "number"))
    numbers = {number: name for name, number in stored}
    pseudonyms = [pseudonym_of(person) for person in persons]
    called = {entry.number: numbers[entry.number] for entry in entries if numbers.get(entry.number) in pseudonyms}
    keys = {name_key(entry.name) for entry in entries}
    if any(name_key(name) in keys for name, _ in stored):
        return called  # a living namesake plays there
    rest = [entry for entry in entries if entry.number not in called]
    free = [pseudonym for pseudonym in pseudonyms if pseudonym not in called.values()] or pseudonyms
    return called | {entry.number: free[min(at, len(free) - 1)] for at, entry in enumerate(rest)}


def find_erased_rows(club: Club, names: Mapping[int, str], ids: Mapping[int, str]) -> list[int]:
    """Of the rows of a list those that would bring somebody back who was erased: by the name, or by the random id that an older list has.

    `names` and `ids` are by the number of the row. Where somebody living has the name too, the name alone says nothing.
    """
    digests = set(ErasedName.objects.filter(club=club, event=None).values_list("digest", flat=True))
    erased = set(Player.objects.filter(club=club, public_id__in=ids.values()).exclude(erased_at=None).values_list("public_id", flat=True))
    by_id = {row for row, public_id in ids.items() if public_id in erased}
    by_name = {row for row, name in names.items() if digests and digest_of_name(club, name) in digests}
    return sorted(by_id | by_name)


def link_erased(club: Club, version: EventVersion) -> None:
    """Names that are pseudonyms belong to whom they stand for; nobody has to decide that.

    Of an event that begins after the erasure nobody says so: a pseudonym there was typed, and the arbiter asks whoever typed it.
    """
    linked = EntryLink.objects.filter(club=club, entry__version=version, undone_at=None)
    waiting = Entry.objects.filter(club=club, version=version).exclude(pk__in=linked.values("entry")).order_by("number")
    entries = {public_id_behind(entry.name): entry for entry in waiting if is_pseudonym(entry.name)}
    if not entries:
        return
    persons = roots(club)
    there = {persons.root_of(player) for player in linked.values_list("player_id", flat=True)}
    erased = set(Erasure.objects.filter(club=club, person__in=entries).values_list("person", flat=True))
    players = Player.objects.filter(club=club, public_id__in=erased, erased_at__date__gte=version.starts_on).order_by("pk")
    EntryLink.objects.bulk_create(
        EntryLink(club=club, entry=entries[player.public_id], player=player, reason="erased")
        for player in players
        if persons.root_of(player.pk) not in there
    )


def without_their_names(remarks: Iterable[Remark], before: EventRecord, after: EventRecord) -> tuple[Remark, ...]:
    """What was remarked of a file, where `after` has pseudonyms for names of `before`: without these names."""
    phrases = phrases_of(was.name for was, now in zip(before.entries, after.entries, strict=True) if was.name != now.name)
    if not phrases:
        return tuple(remarks)
    return tuple(replace(remark, message=redact(remark.message, phrases), params=redact(remark.params, phrases)) for remark in remarks)


def _renamed(entry: EntryRecord, pseudonym: str | None) -> EntryRecord:
    return entry if pseudonym is None else replace(entry, name=pseudonym, title="")


def _erased_in(club: Club, record: EventRecord, event: Event | None) -> dict[str, list[str]]:
    """By the digest of a name the random ids behind the pseudonyms, as a rule one."""
    here = Q(event=None, before__gt=record.starts_on) if record.starts_on is not None else Q(pk__in=[])
    if event is not None:
        here |= Q(event=event)
    known: dict[str, list[str]] = defaultdict(list)
    for digest, person in ErasedName.objects.filter(here, club=club).order_by("person").values_list("digest", "person").distinct():
        known[digest].append(person)
    return known
