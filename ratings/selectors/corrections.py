"""What was put right: the journal of corrections, which of them hold, and which one a build of the ladder belongs to.

Everything here runs inside `club_scope` or `snapshot` of the club.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import QuerySet

from clubs.models import Club
from ratings.domain.effects import Effects
from ratings.models import Correction, CorrectionKind
from tournaments.models import Entry, EntryLink, EventVersion


@dataclass(frozen=True, slots=True)
class JournalLine:
    """One correction as the journal tells it. `undone_by` is the one that undid it, whether or not that one still holds.

    `in_force`: it holds, because nobody undid it or the undoing was undone.
    """

    correction: Correction
    effects: Effects
    undone_by: Correction | None
    in_force: bool


def list_corrections(club: Club) -> QuerySet[Correction]:
    """Every correction of the club, the latest first, with its event, player, author and what it undoes."""
    return Correction.objects.filter(club=club).select_related("event__latest", "player", "by", "undoes").order_by("-pk")


def get_correction(club: Club, public_id: str) -> Correction:
    """Raises Correction.DoesNotExist."""
    return list_corrections(club).get(public_id=public_id)


def find_correction_of_version(club: Club, version: EventVersion) -> Correction | None:
    """The correction that made this version of an event, or the journal's line of its publication; None where there is neither."""
    number = version.number
    found = list_corrections(club).filter(event=version.event_id)
    published = found.filter(kind=CorrectionKind.PUBLICATION, detail__version__0__lt=number, detail__version__1=number)
    return found.filter(detail__version=number).first() or published.first()


def corrections_of_builds(club: Club, builds: Iterable[int]) -> dict[int, Correction]:
    """The correction that a build was made for, by its number; builds of other origin are left out. One statement.

    `kind`, `event` (with `latest`), `player`, `detail` and `undoes` tell what was corrected.
    """
    return {found.build: found for found in list_corrections(club).filter(build__in=list(builds)) if found.build is not None}


def describe_corrections(club: Club, corrections: Iterable[Correction]) -> list[JournalLine]:
    """The lines of a page, in its order: two statements, however long it is."""
    shown = list(corrections)
    undoers = _undoers(club)
    by_pk = list_corrections(club).in_bulk([undoers[one.pk] for one in shown if one.pk in undoers])
    return [
        JournalLine(one, effects_of(one), by_pk[undoers[one.pk]] if one.pk in undoers else None, _holds(one.pk, undoers)) for one in shown
    ]


def effects_of(correction: Correction) -> Effects:
    """What it did to the ladder when it was made."""
    return Effects.from_json(correction.detail["effects"])


def is_in_force(club: Club, correction: Correction) -> bool:
    """True if nobody undid it, or the undoing was undone. One statement."""
    return _holds(correction.pk, _undoers(club))


def was_undone(club: Club, correction: Correction) -> bool:
    """True if somebody undid it, also if it was made again afterwards."""
    return Correction.objects.filter(club=club, undoes=correction).exists()


def find_correction_in_the_way(club: Club, correction: Correction) -> Correction | None:
    """The newest later correction that holds and touched one of the same things; None if there is none.

    An undoing of something that is later itself is passed over: the two cancel out.
    """
    undoers = _undoers(club)
    later = Correction.objects.filter(club=club, pk__gt=correction.pk, event=correction.event_id, player=correction.player_id)
    for other in later.order_by("-pk"):
        cancels = other.undoes_id is not None and other.undoes_id > correction.pk
        if not cancels and _holds(other.pk, undoers) and _touch_the_same(correction, other):
            return other
    return None


def _undoers(club: Club) -> dict[int, int]:
    """The primary key of the correction that undid one, by that one's own."""
    undoing = Correction.objects.filter(club=club, undoes__isnull=False)
    return {undone: pk for undone, pk in undoing.values_list("undoes_id", "pk") if undone is not None}


def _holds(pk: int, undoers: Mapping[int, int]) -> bool:
    return pk not in undoers or not _holds(undoers[pk], undoers)


def _touch_the_same(one: Correction, other: Correction) -> bool:
    """Where one does not say what it touches, it is all of the event, the player or the ladder."""
    ours, theirs = set(one.detail.get("touches", ())), set(other.detail.get("touches", ()))
    return not (ours and theirs) or bool(ours & theirs)


@dataclass(frozen=True, slots=True)
class Entrants:
    """Who is in one version of an event: entries by their number, and the primary keys of linked players by it."""

    entries: Mapping[int, Entry]
    players: Mapping[int, int]


def find_version(club: Club, event_id: int, number: int) -> EventVersion | None:
    """The version of an event with this number, in force or not."""
    return EventVersion.objects.filter(club=club, event=event_id, number=number).first()


def find_version_before(club: Club, version: EventVersion) -> EventVersion | None:
    """The one that was the latest until this one; None for the first."""
    return None if version.replaces_id is None else EventVersion.objects.get(club=club, pk=version.replaces_id)


def read_entrants(club: Club, version: EventVersion) -> Entrants:
    """Two statements, whatever the size."""
    entries = {entry.number: entry for entry in Entry.objects.filter(club=club, version=version).order_by("number")}
    links = EntryLink.objects.filter(club=club, entry__club=club, entry__version=version, undone_at=None)
    return Entrants(entries, dict(links.values_list("entry__number", "player_id")))
