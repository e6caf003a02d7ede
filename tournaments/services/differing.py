"""Two people are declared to be two, or a name of an event not to be somebody; and such a declaration is withdrawn.

Nothing of the ladder depends on it. What follows for others is read in `selectors/differing.py`.
"""

from django.utils import timezone

from clubs.models import Club
from clubs.services import Person, record_in_journal
from players.domain.persons import Persons
from players.models import Player, PlayerDifference
from players.selectors import roots
from tournaments.domain.errors import IdentityRefused
from tournaments.models import Entry, EntryLink, Event, NameDifference
from tournaments.selectors.differing import denials_of_linked_names
from tournaments.services.carrying import rows_of_decision
from tournaments.services.settling import identity_scope


def declare_different(*, club: Club, one: Player, other: Player, by: Person, reason: str = "") -> PlayerDifference:
    """From now on these two persons are never suggested to be one. Declaring it again changes nothing and returns the row that holds.

    What is said is said of the roots that the two have now.

    Raises:
        IdentityRefused: not_here; already_one_person.
    """
    with identity_scope(club):
        persons = roots(club)
        first, second = _two_persons(club, persons, one, other)
        for said in PlayerDifference.objects.filter(club=club, withdrawn_at=None).order_by("pk"):
            if {persons.root_of(said.one_id), persons.root_of(said.other_id)} == {first.pk, second.pk}:
                return said
        by_id = None if by is None else by.pk
        made = PlayerDifference.objects.create(club=club, one=first, other=second, by_id=by_id, reason=reason)
        detail = {"difference": made.pk, "one": first.pk, "other": second.pk}
        record_in_journal(club=club, action="players.declared_different", by=by, subject=first.public_id, detail=detail)
    return made


def declare_name_different(*, club: Club, entry: Entry, player: Player, by: Person, reason: str = "") -> NameDifference:
    """This name is not this person. Declaring it again changes nothing and returns the row that holds.

    Raises:
        IdentityRefused: not_here; is_this_player, the name is decided to be this person.
    """
    with identity_scope(club):
        persons = roots(club)
        entry = _get_entry(club, entry)
        denied = _get_player(club, persons.root_of(player.pk))
        link = EntryLink.objects.filter(club=club, entry=entry, undone_at=None).first()
        if link is not None and persons.are_one(link.player_id, denied.pk):
            raise IdentityRefused("is_this_player", {"name": entry.name, "player": denied.name})
        if held := _denials_of(club, persons, entry, denied):
            return held[0]
        by_id = None if by is None else by.pk
        made = NameDifference.objects.create(club=club, entry=entry, player=denied, by_id=by_id, reason=reason)
        detail = {"difference": made.pk, "entry": entry.pk, "player": denied.pk}
        record_in_journal(club=club, action="names.declared_different", by=by, subject=entry.version.event.public_id, detail=detail)
    return made


def withdraw_difference(*, club: Club, one: Player, other: Player, by: Person) -> None:
    """These two may be suggested to be one person again: whatever declares them different is withdrawn, also what was said of a name.

    Withdrawing twice changes nothing.

    Raises:
        IdentityRefused: not_here; already_one_person.
    """
    with identity_scope(club):
        persons = roots(club)
        first, second = _two_persons(club, persons, one, other)
        pair = {first.pk, second.pk}
        said = PlayerDifference.objects.filter(club=club, withdrawn_at=None)
        of_players = [row.pk for row in said if {persons.root_of(row.one_id), persons.root_of(row.other_id)} == pair]
        of_names: set[int] = set()
        for row, linked_id in denials_of_linked_names(club):
            if {persons.root_of(row.player_id), persons.root_of(linked_id)} == pair:
                of_names |= _carried_along(club, row)
        withdrawn = said.filter(pk__in=of_players).update(**_now_by(by))
        withdrawn += NameDifference.objects.filter(club=club, pk__in=of_names, withdrawn_at=None).update(**_now_by(by))
        if withdrawn:
            detail = {"one": first.pk, "other": second.pk, "of_players": of_players, "of_names": sorted(of_names)}
            record_in_journal(club=club, action="players.difference_withdrawn", by=by, subject=first.public_id, detail=detail)


def withdraw_name_difference(*, club: Club, entry: Entry, player: Player, by: Person) -> None:
    """This name may be this person after all, in every version that the declaration was carried to. Withdrawing twice changes nothing.

    Raises:
        IdentityRefused: not_here.
    """
    with identity_scope(club):
        persons = roots(club)
        entry = _get_entry(club, entry)
        denied = _get_player(club, persons.root_of(player.pk))
        rows: set[int] = set()
        for row in _denials_of(club, persons, entry, denied):
            rows |= _carried_along(club, row)
        if NameDifference.objects.filter(club=club, pk__in=rows, withdrawn_at=None).update(**_now_by(by)):
            detail = {"entry": entry.pk, "player": denied.pk, "of_names": sorted(rows)}
            record_in_journal(club=club, action="names.difference_withdrawn", by=by, subject=entry.version.event.public_id, detail=detail)


def _now_by(by: Person) -> dict[str, object]:
    return {"withdrawn_at": timezone.now(), "withdrawn_by_id": None if by is None else by.pk}


def _denials_of(club: Club, persons: Persons, entry: Entry, denied: Player) -> list[NameDifference]:
    held = NameDifference.objects.filter(club=club, entry=entry, withdrawn_at=None).order_by("pk")
    return [row for row in held if persons.are_one(row.player_id, denied.pk)]


def _carried_along(club: Club, row: NameDifference) -> set[int]:
    """The declaration that a person made and all that were carried from it, whichever of them was given."""
    event = Event.objects.filter(club=club, versions__entries=row.entry_id)
    rows = NameDifference.objects.filter(club=club, entry__version__event__in=event)
    return rows_of_decision(dict(rows.values_list("pk", "carried_from_id")), row.pk)


def _two_persons(club: Club, persons: Persons, one: Player, other: Player) -> tuple[Player, Player]:
    """The roots of two players of two persons, the smaller id first."""
    first, second = sorted((persons.root_of(one.pk), persons.root_of(other.pk)))
    if first == second:
        _get_player(club, first)
        raise IdentityRefused("already_one_person")
    return _get_player(club, first), _get_player(club, second)


def _get_player(club: Club, player_id: int) -> Player:
    player = Player.objects.filter(club=club, pk=player_id).first()
    if player is None:
        raise IdentityRefused("not_here")
    return player


def _get_entry(club: Club, entry: Entry) -> Entry:
    found = Entry.objects.filter(club=club, pk=entry.pk).select_related("version__event").first()
    if found is None:
        raise IdentityRefused("not_here")
    return found
