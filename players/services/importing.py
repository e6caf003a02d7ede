"""Taking in a list of members, all of it at once, and taking the whole list back."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models.fields.reverse_related import ForeignObjectRel
from django.utils import timezone

from clubs.models import Club, JournalEntry
from clubs.services import Person, outdate_pages, record_in_journal
from clubs.tenancy.scope import club_scope, lock_ladder
from players.domain.errors import ImportRefused
from players.domain.names import sort_key
from players.domain.pseudonyms import living_name
from players.models import DERIVED, AgeGroupChoice, ImportedPerson, PeopleImport, Player
from players.selectors import roots
from players.services.duplicates import ask_for_duplicates

Protection = tuple[str, int | None]
"""An age group, and the last year for which it holds (None: for good)."""


@dataclass(frozen=True, slots=True)
class ImportRow:
    """One person of a list: `player_id` of somebody who is known, None for somebody new of this name.

    `protection` is what the list says of the age group; None: nothing, and what is known stays.
    """

    player_id: int | None
    name: str
    protection: Protection | None = None


@dataclass(frozen=True, slots=True)
class Undoing:
    """What taking a list back does: who goes, who stays because more is known by now, and whose age group is put back or left."""

    goes: tuple[int, ...]
    stays: tuple[int, ...]
    put_back: tuple[int, ...]
    left: tuple[int, ...]


def import_people(*, club: Club, rows: Sequence[ImportRow], by: Person) -> PeopleImport:
    """Add who is new, and set the age groups that the list gives. Nobody is merged, nobody's name is changed.

    So many come at once that the club is then searched for people who may be one.

    Raises:
        ImportRefused: person_twice, person_gone. NameRefused.
    """
    with club_scope(club) as cursor:
        lock_ladder(cursor, club)
        known = _known(club, [row.player_id for row in rows if row.player_id is not None])
        made = PeopleImport.objects.create(club=club, by_id=None if by is None else by.pk)
        created = _create(club, [row for row in rows if row.player_id is None])
        changed = _change(known, {row.player_id: row.protection for row in rows if row.player_id is not None})
        Player.objects.bulk_update([player for player, _ in changed], ["age_group", "age_group_lapses"], batch_size=500)
        ImportedPerson.objects.bulk_create(
            [_of_new(club, made, player) for player in created] + [_of_changed(club, made, player, was) for player, was in changed]
        )
        outdate_pages(club=club)
        detail = {"import": made.pk, "new": len(created), "changed": len(changed)}
        record_in_journal(club=club, action="people.imported", by=by, subject=made.public_id, detail=detail)
        if created:
            ask_for_duplicates(club=club, by=by)
    return made


def undo_import(*, club: Club, made: PeopleImport, by: Person) -> Undoing:
    """Remove whom the list has added, and put back the age groups that it set, except where more has happened since.

    Undoing twice changes nothing. Returns what was done; `stays` and `left` are to be told.
    """
    with club_scope(club) as cursor:
        lock_ladder(cursor, club)
        held = PeopleImport.objects.select_for_update().get(club=club, pk=made.pk)
        plan = plan_undoing(club, held)
        if held.undone_at is not None:
            return plan
        _put_back(club, held, plan.put_back)
        PeopleImport.objects.filter(club=club, pk=held.pk).update(undone_at=timezone.now(), undone_by_id=None if by is None else by.pk)
        ImportedPerson.objects.filter(club=club, of=held, player__in=(*plan.goes, *plan.put_back)).delete()
        Player.objects.filter(club=club, pk__in=plan.goes).delete()
        outdate_pages(club=club)
        detail = {"import": held.pk, "removed": len(plan.goes), "stayed": len(plan.stays), "put_back": len(plan.put_back)}
        record_in_journal(club=club, action="people.import_undone", by=by, subject=held.public_id, detail=detail)
    return plan


def plan_undoing(club: Club, made: PeopleImport) -> Undoing:
    """What undoing would do now. Read inside a scope of the club; some statements, however many people."""
    rows = list(ImportedPerson.objects.filter(club=club, of=made).select_related("player").order_by("pk"))
    if made.undone_at is not None:
        return Undoing((), tuple(row.player_id for row in rows if row.created), (), tuple(row.player_id for row in rows if not row.created))
    created = [row for row in rows if row.created]
    unused = _unused(club, created)
    changed = [row for row in rows if not row.created]
    back = [row.player_id for row in changed if (row.player.age_group, row.player.age_group_lapses) == _after(row)]
    return Undoing(
        goes=tuple(row.player_id for row in created if row.player_id in unused),
        stays=tuple(row.player_id for row in created if row.player_id not in unused),
        put_back=tuple(back),
        left=tuple(row.player_id for row in changed if row.player_id not in back),
    )


def _known(club: Club, chosen: Sequence[int]) -> dict[int, Player]:
    if len(set(chosen)) < len(chosen):
        raise ImportRefused("person_twice")
    absorbed = roots(club).parents
    found = {player.pk: player for player in Player.objects.filter(club=club, pk__in=chosen).select_for_update()}
    if len(found) < len(chosen) or any(player in absorbed for player in chosen):
        raise ImportRefused("person_gone")
    return found


def _create(club: Club, rows: Iterable[ImportRow]) -> list[Player]:
    made = []
    for row in rows:
        name = living_name(row.name)
        group, lapses = row.protection or (AgeGroupChoice.UNKNOWN, None)
        made.append(Player(club=club, name=name, sort_key=sort_key(name), age_group=group, age_group_lapses=lapses))
    return Player.objects.bulk_create(made)


def _change(known: dict[int, Player], wanted: dict[int, Protection | None]) -> list[tuple[Player, Protection]]:
    """Those whose age group differs, changed, each with what it was."""
    changed = []
    for player_id, protection in wanted.items():
        player = known[player_id]
        was = (player.age_group, player.age_group_lapses)
        if protection is not None and protection != was:
            player.age_group, player.age_group_lapses = protection
            changed.append((player, was))
    return changed


def _of_new(club: Club, made: PeopleImport, player: Player) -> ImportedPerson:
    return ImportedPerson(
        club=club, of=made, player=player, created=True, after_group=player.age_group, after_lapses=player.age_group_lapses
    )


def _of_changed(club: Club, made: PeopleImport, player: Player, was: Protection) -> ImportedPerson:
    row = _of_new(club, made, player)
    row.created, row.before_group, row.before_lapses = False, was[0], was[1]
    return row


def _after(row: ImportedPerson) -> Protection:
    return row.after_group, row.after_lapses


def _put_back(club: Club, made: PeopleImport, players: Iterable[int]) -> None:
    rows = ImportedPerson.objects.filter(club=club, of=made, player__in=list(players)).select_related("player")
    changed = []
    for row in rows:
        row.player.age_group, row.player.age_group_lapses = row.before_group, row.before_lapses
        changed.append(row.player)
    Player.objects.bulk_update(changed, ["age_group", "age_group_lapses"], batch_size=500)


def _unused(club: Club, rows: Sequence[ImportedPerson]) -> set[int]:
    """Those of whom nothing is known but what the list said: nothing refers to them, and nothing was done to them."""
    plain = {row.player_id: row.player.public_id for row in rows if _is_as_made(row)}
    touched = set(JournalEntry.objects.filter(club=club, subject__in=plain.values()).values_list("subject", flat=True))
    unused = {pk for pk, public_id in plain.items() if public_id not in touched}
    for relation in Player._meta.get_fields(include_hidden=True):
        if isinstance(relation, ForeignObjectRel) and relation.related_model not in DERIVED | {ImportedPerson}:
            field = relation.field.name
            naming = relation.related_model._base_manager.filter(**{"club": club, f"{field}__in": unused})
            unused -= set(naming.values_list(f"{field}_id", flat=True))
    later = (
        ImportedPerson.objects.filter(club=club, player__in=unused)
        .exclude(of__in={row.of_id for row in rows})
        .exclude(of__undone_at__isnull=False)
    )
    return unused - set(later.values_list("player_id", flat=True))


def _is_as_made(row: ImportedPerson) -> bool:
    player = row.player
    untouched = (player.start_rating, player.start_games, player.always_initials, player.inactive) == (None, None, False, False)
    return untouched and (player.age_group, player.age_group_lapses) == _after(row)
