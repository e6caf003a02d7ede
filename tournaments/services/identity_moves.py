"""Decisions about names go from one player to another, and back: the links that hold are closed and others made in their stead.

A link that was made instead of another is carried from it, so that all of them are one decision wherever it went: whoever takes the
decision back takes it back from there. Which player it is was decided by the first link on the way back that names that player.
"""

from collections.abc import Collection, Iterable, Sequence

from django.utils import timezone

from clubs.models import Club
from clubs.services import Person
from players.selectors import roots
from tournaments.domain.errors import IdentityRefused
from tournaments.domain.held import held_since
from tournaments.models import EntryLink
from tournaments.selectors.events import list_versions_in_force

MOVED = "moved"
"""The reason of a link that was made instead of another one."""

Pair = tuple[int, int]
"""The keys of a link that was closed and of the one that was made in its stead."""


def move_links(*, club: Club, links: Iterable[EntryLink], player_id: int, by: Person, reason: str = MOVED) -> list[Pair]:
    """These links, which hold, name another player from now on; in the order of versions. Inside `identity_scope`."""
    moving = sorted(links, key=lambda link: (link.entry.version_id, link.pk))
    close_links(club, moving, by)
    by_id = None if by is None else by.pk
    made = EntryLink.objects.bulk_create(
        EntryLink(club=club, entry_id=link.entry_id, player_id=player_id, by_id=by_id, reason=reason, carried_from=link) for link in moving
    )
    return [(link.pk, new.pk) for link, new in zip(moving, made, strict=True)]


def put_back(*, club: Club, pairs: Sequence[Pair], by: Person) -> None:
    """As before `move_links`, also where a version was published since. What somebody has decided otherwise since is left alone.

    Raises:
        IdentityRefused: already_in_event, the former player has another name in one of these versions by now; moved_on, the name was
            given to yet another player since.
    """
    persons = roots(club)
    rows = EntryLink.objects.filter(club=club).select_related("entry").in_bulk([pk for pair in pairs for pk in pair])
    for closed_pk, made_pk in pairs:
        closed, made = rows.get(closed_pk), rows.get(made_pk)
        if closed is None or made is None:
            continue
        held = find_held(club, made)
        if not held and goes_on(club, [made.pk]):
            raise IdentityRefused("moved_on", {"name": made.entry.name})
        refuse_second_names(club, held, persons.players_of(closed.player_id) - persons.players_of(made.player_id))
        close_links(club, held, by)
        for link in held:
            if link.entry_id == closed.entry_id:
                EntryLink.objects.filter(club=club, pk=closed.pk).update(undone_at=None, undone_by=None)
        EntryLink.objects.bulk_create(
            EntryLink(
                club=club, entry_id=link.entry_id, player_id=closed.player_id, by_id=closed.by_id, reason=closed.reason, carried_from=closed
            )
            for link in held
            if link.entry_id != closed.entry_id
        )


def find_held(club: Club, link: EntryLink) -> list[EntryLink]:
    """The links that hold because of this one and name its player: itself, and what was carried from it to other versions."""
    same_event = EntryLink.objects.filter(club=club, player=link.player_id, entry__version__event__versions__entries=link.entry_id)
    rows = {row.pk: row for row in same_event.select_related("entry__version__event").order_by("pk")}
    parents = {pk: row.carried_from_id for pk, row in rows.items()}
    return [row for pk, row in rows.items() if row.undone_at is None and link.pk in held_since(parents, pk)]


def goes_on(club: Club, links: Iterable[int]) -> bool:
    """True if a link that holds was made instead of one of these, or was carried from what was."""
    rows = set(links)
    while rows:
        later = dict(EntryLink.objects.filter(club=club, carried_from__in=rows).values_list("pk", "undone_at"))
        if None in later.values():
            return True
        rows = set(later)
    return False


def moved_on(club: Club, players: Collection[int]) -> set[int]:
    """Those of whom a name was given to somebody else and is that one's: undoing it gives the name back. Two statements for a move."""
    rows = dict(EntryLink.objects.filter(club=club, player__in=players).values_list("pk", "player_id"))
    found: set[int] = set()
    while rows:
        later = list(EntryLink.objects.filter(club=club, carried_from__in=rows).values_list("pk", "carried_from_id", "undone_at"))
        found |= {rows[earlier] for _, earlier, undone_at in later if undone_at is None and earlier is not None}
        rows = {pk: rows[earlier] for pk, earlier, _ in later if earlier is not None}
    return found


def refuse_second_names(club: Club, links: Iterable[EntryLink], players: Iterable[int]) -> None:
    """Raises IdentityRefused (already_in_event) where one of these players has another name in a version in force of such a link."""
    moving = list(links)
    others = EntryLink.objects.filter(club=club, undone_at=None, player__in=list(players)).exclude(pk__in=[link.pk for link in moving])
    of_versions = others.filter(entry__version__in={link.entry.version_id for link in moving}).select_related("entry", "player")
    taken = {other.entry.version_id: other for other in of_versions.order_by("pk")}
    for link in moving:
        other = taken.get(link.entry.version_id)
        if other is not None and link.entry.version in list_versions_in_force(club, link.entry.version.event):
            raise IdentityRefused("already_in_event", {"name": link.entry.name, "player": other.player.name, "other": other.entry.name})


def close_links(club: Club, links: Iterable[EntryLink], by: Person) -> None:
    """They hold no more."""
    held = EntryLink.objects.filter(club=club, pk__in=[link.pk for link in links])
    held.update(undone_at=timezone.now(), undone_by_id=None if by is None else by.pk)
