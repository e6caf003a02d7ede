"""Which version of an event the ladder counts, and the lock under which anything about identity is decided."""

from collections.abc import Iterator
from contextlib import contextmanager

from clubs.models import Club
from clubs.tenancy.scope import club_scope, lock_ladder
from players.models import Player
from tournaments.domain.errors import IdentityRefused
from tournaments.models import Event, EventVersion
from tournaments.selectors.events import count_waiting_names, list_versions_in_force


@contextmanager
def identity_scope(club: Club) -> Iterator[None]:
    """A transaction of the club in which nobody else decides who is who (two merges crossing would make a cycle)."""
    with club_scope(club) as cursor:
        lock_ladder(cursor, club)
        yield


def refuse_erased(club: Club, *players: int) -> None:
    """Raises IdentityRefused (erased) if one of these players was erased: who that was is known to nobody."""
    if Player.objects.filter(club=club, pk__in=players).exclude(erased_at=None).exists():
        raise IdentityRefused("erased")


def refuse_if_all_erased(club: Club, *players: int) -> None:
    """The same if they all were. Somebody living and somebody erased are one person where an older copy of the database came back."""
    if not Player.objects.filter(club=club, pk__in=players, erased_at=None).exists():
        raise IdentityRefused("erased")


def settle_rated_version(*, club: Club, event: Event) -> EventVersion | None:
    """Point `event.rated_version` to the newest version in force whose names are all decided; None if there is none.

    In force are `latest` and what it replaces, not what was undone. Row and instance are both set. A version without entries
    has nothing to decide.
    """
    with identity_scope(club):
        current = Event.objects.select_related("latest").select_for_update(of=("self",)).get(club=club, pk=event.pk)
        settled = _newest_decided(club, current)
        if (settled.pk if settled else None) != current.rated_version_id:
            Event.objects.filter(club=club, pk=event.pk).update(rated_version=settled)
    event.rated_version = settled
    return settled


def _newest_decided(club: Club, event: Event) -> EventVersion | None:
    """Mostly the latest, so the others are looked at only where it is not: an event may have been corrected many times."""
    if event.latest is None or not count_waiting_names(club, [event.latest.pk]):
        return event.latest
    in_force = list_versions_in_force(club, event)
    waiting = count_waiting_names(club, [version.pk for version in in_force])
    return next((version for version in in_force if version.pk not in waiting), None)
