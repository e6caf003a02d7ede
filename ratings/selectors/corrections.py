"""What was put right: the journal of corrections, which of them hold, and which one a build of the ladder belongs to.

Everything here runs inside `club_scope` or `snapshot` of the club.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from clubs.models import Club
from ratings.domain.effects import Effects
from ratings.models import Correction, CorrectionKind
from tournaments.models import Entry, EntryLink, Event, EventVersion

_STARTS = {CorrectionKind.OPENING, CorrectionKind.START_RATING}


@dataclass(frozen=True, slots=True)
class JournalLine:
    """One correction as the journal tells it. `undone_by` is the one that undid it, whether or not that one still holds.

    `in_force`: it holds, because nobody undid it or the undoing was undone. `makes_again`: it undid the undoing of another one.
    `overtaken`: nobody undid it, and yet the event is back, or away again, by other means.
    """

    correction: Correction
    effects: Effects
    undone_by: Correction | None
    in_force: bool
    makes_again: bool = False
    overtaken: bool = False


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
    undone = {undoer: pk for pk, undoer in undoers.items()}
    return [_line(one, by_pk, undoers, undone) for one in shown]


def _line(correction: Correction, by_pk: Mapping[int, Correction], undoers: Mapping[int, int], undone: Mapping[int, int]) -> JournalLine:
    pk = correction.pk
    undone_by = by_pk[undoers[pk]] if pk in undoers else None
    overtaken = _holds(pk, undoers) and is_overtaken(correction)
    return JournalLine(
        correction,
        effects_of(correction),
        undone_by,
        in_force=_holds(pk, undoers) and not overtaken,
        makes_again=pk in undone and not _takes_back(pk, undone),
        overtaken=overtaken,
    )


def is_overtaken(correction: Correction) -> bool:
    """True if a removed event is there again, or a restored one is away again (`event` must be loaded)."""
    if correction.event is None:
        return False
    kind, is_away = correction.kind, correction.event.removed_at is not None
    return (kind == CorrectionKind.REMOVED and not is_away) or (kind == CorrectionKind.RESTORED and is_away)


def effects_of(correction: Correction) -> Effects:
    """What it did to the ladder when it was made."""
    return Effects.from_json(correction.detail["effects"])


def is_in_force(club: Club, correction: Correction) -> bool:
    """True if nobody undid it, or the undoing was undone. One statement."""
    return _holds(correction.pk, _undoers(club))


def find_undoing(club: Club, correction: Correction) -> Correction | None:
    """The correction that undid it, also if it was made again afterwards."""
    return Correction.objects.filter(club=club, undoes=correction).first()


def find_last_word(club: Club, correction: Correction) -> Correction:
    """The end of the chain of undoing and making again that begins with it: what has to be undone instead of it. Two statements."""
    undoers, last = _undoers(club), correction.pk
    while last in undoers:
        last = undoers[last]
    return correction if last == correction.pk else Correction.objects.get(club=club, pk=last)


def find_correction_in_the_way(club: Club, correction: Correction) -> Correction | None:
    """The newest later correction that holds and touched one of the same things; None if there is none.

    An undoing of something that is later itself is passed over: the two cancel out. An opening sets starting ratings too.
    """
    undoers = _undoers(club)
    same = Q(event=correction.event_id, player=correction.player_id)
    if correction.kind in _STARTS:
        same = Q(kind__in=_STARTS)
    for other in Correction.objects.filter(same, club=club, pk__gt=correction.pk).order_by("-pk"):
        cancels = other.undoes_id is not None and other.undoes_id > correction.pk
        if not cancels and _holds(other.pk, undoers) and _touch_the_same(correction, other):
            return other
    return None


def find_removal(club: Club, event: Event) -> Correction | None:
    """The newest correction that removed the event and that nobody has undone; None if there is none, or it was restored since."""
    undoers = _undoers(club)
    kinds = (CorrectionKind.REMOVED, CorrectionKind.RESTORED)
    last = Correction.objects.filter(club=club, event=event, kind__in=kinds).order_by("-pk").first()
    return None if last is None or last.kind != CorrectionKind.REMOVED or last.pk in undoers else last


def _undoers(club: Club) -> dict[int, int]:
    """The primary key of the correction that undid one, by that one's own."""
    undoing = Correction.objects.filter(club=club, undoes__isnull=False)
    return {undone: pk for undone, pk in undoing.values_list("undoes_id", "pk") if undone is not None}


def _holds(pk: int, undoers: Mapping[int, int]) -> bool:
    """Step by step: somebody may have undone and made again any number of times."""
    holds = True
    while pk in undoers:
        pk, holds = undoers[pk], not holds
    return holds


def _takes_back(pk: int, undone: Mapping[int, int]) -> bool:
    """False for what undoes an undoing; `undone` gives what a correction undid."""
    return not _holds(pk, undone)


def _touch_the_same(one: Correction, other: Correction) -> bool:
    """Where one does not say what it touches, it is all of the event, the player or the ladder."""
    if {one.kind, other.kind} == _STARTS:
        opening, start = (one, other) if one.kind == CorrectionKind.OPENING else (other, one)
        return str(start.player_id) in opening.detail["after"]
    if one.player_id != other.player_id:
        return False
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
