"""What an arbiter does to a whole event: take it away and back, order it within its date, say who sees what of it."""

from typing import Any

from django.utils import timezone

from clubs.models import Club
from clubs.services import Person, changed_from, outdate_pages, record_in_journal
from tournaments.domain.errors import IdentityRefused
from tournaments.models import Event, EventAccess, EventNames
from tournaments.services.settling import identity_scope


def remove_event(*, club: Club, event: Event, by: Person) -> Event:
    """Take an event out of pages and ladder; nothing of it is lost. Removing twice changes nothing.

    Raises:
        IdentityRefused: not_here.
    """
    with identity_scope(club):
        found = _get(club, event)
        return found if found.removed_at else _change(club, found, by, "event.removed", removed_at=timezone.now())


def restore_event(*, club: Club, event: Event, by: Person) -> Event:
    """Bring a removed event back as it was. Restoring twice changes nothing.

    Raises:
        IdentityRefused: not_here; nothing_to_restore, its only publication was undone.
    """
    with identity_scope(club):
        found = _get(club, event)
        if found.latest_id is None:
            raise IdentityRefused("nothing_to_restore")
        return _change(club, found, by, "event.restored", removed_at=None) if found.removed_at else found


def order_event(*, club: Club, event: Event, order: int, by: Person) -> Event:
    """The place among the events of its date: lower comes first on the ladder, equal ones in the order of publication.

    Raises:
        IdentityRefused: not_here.
    """
    return change_event(club=club, event=event, order=order, by=by)


def change_event(
    *,
    club: Club,
    event: Event,
    by: Person,
    access: EventAccess | None = None,
    names: EventNames | None = None,
    order: int | None = None,
) -> Event:
    """Who may open the event's page, the names on it, its place within its date; None leaves a setting as it is.

    Where access or names change, pages of the club that were rendered before are out of date at once.

    Raises:
        IdentityRefused: not_here.
    """
    given = {"access": access, "names": names, "order_in_date": order}
    with identity_scope(club):
        found = _get(club, event)
        changes = {name: value for name, value in given.items() if value is not None and getattr(found, name) != value}
        if not changes:
            return found
        if changes.keys() & {"access", "names"}:
            outdate_pages(club=club)
        return _change(club, found, by, "event.changed", **changes)


def _get(club: Club, event: Event) -> Event:
    found = Event.objects.filter(club=club, pk=event.pk).select_for_update().first()
    if found is None:
        raise IdentityRefused("not_here")
    return found


def _change(club: Club, event: Event, by: Person, action: str, **changes: Any) -> Event:
    detail = changed_from(event, changes)
    for name, value in changes.items():
        setattr(event, name, value)
    event.save(update_fields=list(changes))
    record_in_journal(club=club, action=action, by=by, subject=event.public_id, detail=detail)
    return event
