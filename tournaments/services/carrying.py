"""Taking over who is who from one version of an event to the next, so that nobody decides the same name twice.

To a publication a link is carried only for an identical name that is unique in both versions, never by number: pairing
numbers are given anew when somebody joins late. A correction made here changes neither names nor numbers, so all are carried.
"""

from collections import Counter
from collections.abc import Mapping

from clubs.models import Club
from tournaments.models import Entry, EntryLink, EventVersion, NameDifference


def carry_links(*, club: Club, before: EventVersion, after: EventVersion) -> int:
    """Link the entries of `after` as those of `before` are linked; returns how many. Declarations about names go along.

    Each new link names whoever decided the old one. Runs inside the transaction of the publication.
    """
    entries = _unique_entries(club, after)
    same = {pk: entries[name] for name, pk in _unique_entries(club, before).items() if name in entries}
    _carry_differences(club, before, same)
    links = {link.entry_id: link for link in EntryLink.objects.filter(club=club, entry__version=before, undone_at=None)}
    carried = [_carried(club, links[earlier], entry_id) for earlier, entry_id in same.items() if earlier in links]
    return len(EntryLink.objects.bulk_create(carried))


def carry_all_links(*, club: Club, before: EventVersion, after: EventVersion) -> int:
    """Link the entries of a correction as those of the version it corrects: the numbers are the same, also those of namesakes.

    Returns how many. Runs inside the transaction of the correction.
    """
    entries = dict(Entry.objects.filter(club=club, version=after).values_list("number", "pk"))
    earlier = Entry.objects.filter(club=club, version=before).values_list("pk", "number")
    _carry_differences(club, before, {pk: entries[number] for pk, number in earlier})
    links = EntryLink.objects.filter(club=club, entry__version=before, undone_at=None).select_related("entry").order_by("entry__number")
    return len(EntryLink.objects.bulk_create(_carried(club, link, entries[link.entry.number]) for link in links))


def rows_of_decision(carried_from: Mapping[int, int | None], row_id: int) -> set[int]:
    """The row that a person made and all that were carried from it, whichever of them was given; `carried_from` is that of each row."""

    def first_of(at: int) -> int:
        while (earlier := carried_from.get(at)) is not None:
            at = earlier
        return at

    return {at for at in carried_from if first_of(at) == first_of(row_id)}


def _carry_differences(club: Club, before: EventVersion, entries: Mapping[int, int]) -> None:
    """What was declared of names goes to the entries of another version; `entries` leads from those of `before` to them."""
    held = NameDifference.objects.filter(club=club, entry__version=before, withdrawn_at=None).order_by("pk")
    NameDifference.objects.bulk_create(
        NameDifference(
            club=club, entry_id=entries[row.entry_id], player_id=row.player_id, by_id=row.by_id, reason=row.reason, carried_from=row
        )
        for row in held
        if row.entry_id in entries
    )


def _carried(club: Club, link: EntryLink, entry_id: int) -> EntryLink:
    """A link of another entry that names whoever decided this one."""
    return EntryLink(club=club, entry_id=entry_id, player_id=link.player_id, by_id=link.by_id, reason=link.reason, carried_from=link)


def _unique_entries(club: Club, version: EventVersion) -> dict[str, int]:
    """Primary keys of the entries whose name nobody else in the version has."""
    entries = list(Entry.objects.filter(club=club, version=version).order_by("number").values_list("name", "pk"))
    times = Counter(name for name, _ in entries)
    return {name: pk for name, pk in entries if times[name] == 1}
