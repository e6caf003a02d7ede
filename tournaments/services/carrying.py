"""Taking over who is who from one version of an event to the next, so that nobody decides the same name twice.

To a publication a link is carried only for an identical name that is unique in both versions, never by number: pairing
numbers are given anew when somebody joins late. A correction made here changes neither names nor numbers, so all are carried.
"""

from collections import Counter

from clubs.models import Club
from tournaments.models import Entry, EntryLink, EventVersion


def carry_links(*, club: Club, before: EventVersion, after: EventVersion) -> int:
    """Link the entries of `after` as those of `before` are linked; returns how many.

    Each new link names whoever decided the old one. Runs inside the transaction of the publication.
    """
    links = _links_by_unique_name(club, before)
    entries = _unique_entries(club, after)
    carried = [_carried(club, links[name], entry_id) for name, entry_id in entries.items() if name in links]
    return len(EntryLink.objects.bulk_create(carried))


def carry_all_links(*, club: Club, before: EventVersion, after: EventVersion) -> int:
    """Link the entries of a correction as those of the version it corrects: the numbers are the same, also those of namesakes.

    Returns how many. Runs inside the transaction of the correction.
    """
    entries = dict(Entry.objects.filter(club=club, version=after).values_list("number", "pk"))
    links = EntryLink.objects.filter(club=club, entry__version=before, undone_at=None).select_related("entry").order_by("entry__number")
    return len(EntryLink.objects.bulk_create(_carried(club, link, entries[link.entry.number]) for link in links))


def _carried(club: Club, link: EntryLink, entry_id: int) -> EntryLink:
    """A link of another entry that names whoever decided this one."""
    return EntryLink(club=club, entry_id=entry_id, player_id=link.player_id, by_id=link.by_id, reason=link.reason, carried_from=link)


def _links_by_unique_name(club: Club, version: EventVersion) -> dict[str, EntryLink]:
    unique = _unique_entries(club, version)
    links = {link.entry_id: link for link in EntryLink.objects.filter(club=club, entry__version=version, undone_at=None)}
    return {name: links[entry_id] for name, entry_id in unique.items() if entry_id in links}


def _unique_entries(club: Club, version: EventVersion) -> dict[str, int]:
    """Primary keys of the entries whose name nobody else in the version has."""
    entries = list(Entry.objects.filter(club=club, version=version).order_by("number").values_list("name", "pk"))
    times = Counter(name for name, _ in entries)
    return {name: pk for name, pk in entries if times[name] == 1}
