"""Names that shall not come back with a file, once their person was erased: known by a keyed hash alone."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace

from django.db.models import Q
from django.utils.crypto import salted_hmac

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from players.domain.pseudonyms import is_pseudonym, pseudonym_of, public_id_behind
from players.domain.redacting import name_key, phrases_of, redact
from players.models import Player
from tournaments.domain.record import EntryRecord, EventRecord, Remark
from tournaments.models import Entry, EntryLink, ErasedName, Event, EventVersion


def digest_of_name(club: Club, name: str) -> str:
    """64 hexadecimal digits; the same for every spelling with the same letters, another one in another club or installation."""
    return salted_hmac("tournaments.erased_names", f"{club.public_id}:{name_key(name)}", algorithm="sha256").hexdigest()


def without_erased(club: Club, record: EventRecord, event: Event | None) -> EventRecord:
    """The record with a pseudonym for each name that was erased: in this event, or in every event that begins before the erasure.

    Doing it twice changes nothing. Where a living namesake plays in the same event, the pairing number tells which of the two is meant.
    """
    with club_scope(club):
        known = _erased_in(club, record, event)
        if not known:
            return record
        there = {entry.name for entry in record.entries}
        hits: dict[str, list[EntryRecord]] = defaultdict(list)
        for entry in record.entries:
            person = known.get(digest_of_name(club, entry.name))
            if person is not None and pseudonym_of(person) not in there:
                hits[person].append(entry)
        called = {entry.number: pseudonym_of(person) for person, entries in hits.items() for entry in _meant(club, event, person, entries)}
    return replace(record, entries=tuple(_renamed(entry, called.get(entry.number)) for entry in record.entries))


def _meant(club: Club, event: Event | None, person: str, entries: list[EntryRecord]) -> list[EntryRecord]:
    """Of the names that are like the erased one: the one with the same pairing number, or all, unless a namesake is in the event."""
    if event is None:
        return entries
    stored = list(Entry.objects.filter(club=club, version__event=event).values_list("name", "number"))
    numbers = {number for name, number in stored if name == pseudonym_of(person)}
    if numbered := [entry for entry in entries if entry.number in numbers]:
        return numbered
    keys = {name_key(entry.name) for entry in entries}
    return [] if any(name_key(name) in keys for name, _ in stored) else entries


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
    """Names of a new version that are pseudonyms belong to whom they stand for; nobody has to decide that."""
    linked = EntryLink.objects.filter(club=club, entry__version=version, undone_at=None).values("entry")
    waiting = Entry.objects.filter(club=club, version=version).exclude(pk__in=linked)
    persons = {public_id_behind(entry.name): entry for entry in waiting if is_pseudonym(entry.name)}
    players = Player.objects.filter(club=club, public_id__in=persons).exclude(erased_at=None).exclude(links__entry__version=version)
    EntryLink.objects.bulk_create(
        EntryLink(club=club, entry=persons[player.public_id], player=player, reason="erased") for player in players.order_by("pk")
    )


def without_their_names(remarks: Iterable[Remark], before: EventRecord, after: EventRecord) -> tuple[Remark, ...]:
    """What was remarked of a file, where `after` has pseudonyms for names of `before`: without these names."""
    phrases = phrases_of(was.name for was, now in zip(before.entries, after.entries, strict=True) if was.name != now.name)
    if not phrases:
        return tuple(remarks)
    return tuple(replace(remark, message=redact(remark.message, phrases), params=redact(remark.params, phrases)) for remark in remarks)


def _renamed(entry: EntryRecord, pseudonym: str | None) -> EntryRecord:
    return entry if pseudonym is None else replace(entry, name=pseudonym, title="")


def _erased_in(club: Club, record: EventRecord, event: Event | None) -> dict[str, str]:
    """By the digest of a name the random id behind the pseudonym."""
    here = Q(event=None, before__gt=record.starts_on) if record.starts_on is not None else Q(pk__in=[])
    if event is not None:
        here |= Q(event=event)
    return dict(ErasedName.objects.filter(here, club=club).values_list("digest", "person"))
