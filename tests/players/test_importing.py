"""A list of members taken in and taken back: who is added, what is set, who stays when more is known by then."""

from collections.abc import Callable

import pytest

from clubs.models import Club, JournalEntry
from clubs.tenancy.scope import club_scope
from players.domain.errors import ImportRefused
from players.domain.members import MemberRow
from players.models import ImportedPerson, PeopleImport, Player
from players.selectors.joining import MemberProposal, propose_members
from players.services import (
    ImportRow,
    Undoing,
    import_people,
    rename_player,
    set_age_group,
    set_start_rating,
    undo_import,
    write_note,
)
from tests.factories import event_record, make_club, make_event, make_player
from tournaments.domain.results import ResultKind
from tournaments.selectors.differing import declared_pairs
from tournaments.services.differing import declare_different
from tournaments.services.identity import merge_players

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.fixture
def club() -> Club:
    return make_club()


def people(club: Club) -> list[tuple[str, str, int | None]]:
    with club_scope(club):
        return list(Player.objects.filter(club=club).order_by("sort_key").values_list("name", "age_group", "age_group_lapses"))


def player(club: Club, name: str) -> Player:
    with club_scope(club):
        return Player.objects.get(club=club, name=name)


class TestTakingIn:
    def test_new_people_are_added_and_known_ones_get_what_the_list_says(self, club: Club) -> None:
        nadia, oren = make_player(club, "Nadia Brook"), make_player(club, "Oren Vale", age_group="adult")
        rows = [
            ImportRow(nadia.pk, "Nadja Brook", ("under18", 2031)),
            ImportRow(oren.pk, "Oren Vale", ("adult", None)),
            ImportRow(None, "Lena Marsh", ("adult", None)),
            ImportRow(None, "Theo Perch"),
        ]
        made = import_people(club=club, rows=rows, by=None)
        assert people(club) == [
            ("Lena Marsh", "adult", None),
            ("Nadia Brook", "under18", 2031),
            ("Oren Vale", "adult", None),
            ("Theo Perch", "unknown", None),
        ]
        with club_scope(club):
            entry = JournalEntry.objects.get(club=club, action="people.imported")
        assert (entry.subject, entry.detail) == (made.public_id, {"import": made.pk, "new": 2, "changed": 1})

    def test_it_is_all_or_nothing(self, club: Club) -> None:
        nadia, gone = make_player(club, "Nadia Brook"), make_player(club, "N. Brook")
        merge_players(club=club, absorbed=gone, into=nadia, by=None)
        theirs = make_player(make_club("Other"), "Theo Perch")
        refusals = []
        for chosen in ([nadia.pk, nadia.pk], [gone.pk], [theirs.pk]):
            with pytest.raises(ImportRefused) as refused:
                import_people(club=club, rows=[ImportRow(None, "Lena Marsh"), *(ImportRow(pk, "x") for pk in chosen)], by=None)
            refusals.append(refused.value.code)
        assert refusals == ["person_twice", "person_gone", "person_gone"]
        assert [name for name, _, _ in people(club)] == ["N. Brook", "Nadia Brook"]


class TestTakingBack:
    def test_everything_is_as_before(self, club: Club) -> None:
        nadia = make_player(club, "Nadia Brook", age_group="adult")
        before = people(club)
        rows = [ImportRow(nadia.pk, "Nadia Brook", ("under18", 2030)), ImportRow(None, "Lena Marsh"), ImportRow(None, "Theo Perch")]
        made = import_people(club=club, rows=rows, by=None)
        done = undo_import(club=club, made=made, by=None)
        assert people(club) == before
        assert (len(done.goes), done.stays, done.put_back, done.left) == (2, (), (nadia.pk,), ())
        assert undo_import(club=club, made=made, by=None) == Undoing((), (), (), ())
        with club_scope(club):
            assert JournalEntry.objects.filter(club=club, action="people.import_undone").count() == 1

    @pytest.mark.parametrize(
        "since",
        [
            lambda club, one: rename_player(club=club, player=one, name="Lena Moor", by=None),
            lambda club, one: write_note(club=club, player=one, text="new", by=None, seen=0),
            lambda club, one: set_age_group(club=club, player=one, age_group="adult", lapses=None, by=None),
            lambda club, one: set_start_rating(club=club, player=one, rating=15000, by=None),
            lambda club, one: make_event(club, event_record(["Lena Marsh", "Someone Else"], [[(1, 2, ResultKind.DRAW)]])),
            lambda club, one: merge_players(club=club, absorbed=one, into=make_player(club, "Lena M."), by=None),
            lambda club, one: import_people(club=club, rows=[ImportRow(one.pk, "Lena Marsh", ("adult", None))], by=None),
        ],
        ids=["renamed", "noted", "age group", "start rating", "played", "merged", "in a later list"],
    )
    def test_of_whom_more_is_known_by_then_stays_and_is_listed(self, club: Club, since: Callable[[Club, Player], object]) -> None:
        made = import_people(club=club, rows=[ImportRow(None, "Lena Marsh"), ImportRow(None, "Theo Perch")], by=None)
        lena = player(club, "Lena Marsh")
        since(club, lena)
        done = undo_import(club=club, made=made, by=None)
        assert done.stays == (lena.pk,)
        with club_scope(club):
            assert Player.objects.filter(club=club, name="Theo Perch").count() == 0
            assert list(ImportedPerson.objects.filter(club=club, of=made).values_list("player_id", flat=True)) == [lena.pk]

    def test_an_age_group_that_was_changed_since_is_left(self, club: Club) -> None:
        nadia = make_player(club, "Nadia Brook")
        made = import_people(club=club, rows=[ImportRow(nadia.pk, "Nadia Brook", ("under18", None))], by=None)
        set_age_group(club=club, player=nadia, age_group="adult", lapses=None, by=None)
        assert undo_import(club=club, made=made, by=None) == Undoing((), (), (), (nadia.pk,))
        assert people(club) == [("Nadia Brook", "adult", None)]

    def test_two_lists_go_back_in_either_order(self, club: Club) -> None:
        first = import_people(club=club, rows=[ImportRow(None, "Lena Marsh")], by=None)
        lena = player(club, "Lena Marsh")
        second = import_people(club=club, rows=[ImportRow(lena.pk, "Lena Marsh", ("adult", None)), ImportRow(None, "Theo Perch")], by=None)
        undo_import(club=club, made=second, by=None)
        undo_import(club=club, made=first, by=None)
        assert people(club) == []

    def test_of_another_club_it_is_missing(self, club: Club) -> None:
        made = import_people(club=club, rows=[ImportRow(None, "Lena Marsh")], by=None)
        with pytest.raises(PeopleImport.DoesNotExist):
            undo_import(club=make_club("Other"), made=made, by=None)


def proposals(club: Club, *rows: MemberRow) -> list[MemberProposal]:
    with club_scope(club):
        return propose_members(club, rows, different=lambda persons: declared_pairs(club, persons))


def told(proposal: MemberProposal) -> tuple[str | None, bool, bool, int | None]:
    person = proposal.person
    return (person.name if person else None, proposal.is_new, proposal.is_open, proposal.twin.row.row if proposal.twin else None)


class TestProposing:
    def test_who_is_known_who_is_new_and_who_is_to_be_decided(self, club: Club) -> None:
        make_player(club, "Nadia Brook")
        make_player(club, "Oren Vale")
        found = proposals(club, MemberRow(2, "BROOK, Nadia"), MemberRow(3, "O. Vale"), MemberRow(4, "Theo Perch"))
        assert [told(one) for one in found] == [("Nadia Brook", False, False, None), (None, False, True, None), (None, True, False, None)]

    def test_a_name_twice_in_the_list_is_to_be_decided(self, club: Club) -> None:
        found = proposals(club, MemberRow(2, "Theo Perch"), MemberRow(3, "Perch Theo"), MemberRow(4, "Lena Marsh"))
        assert [told(one) for one in found] == [(None, True, False, None), (None, False, True, 2), (None, True, False, None)]

    def test_two_rows_that_would_be_one_person_are_both_to_be_decided(self, club: Club) -> None:
        make_player(club, "Nadia Brook")
        found = proposals(club, MemberRow(2, "Nadia Brook"), MemberRow(3, "Nadia Brook"))
        assert [one.is_open for one in found] == [True, True]

    def test_namesakes_are_told_apart_by_the_id_of_an_exported_list(self, club: Club) -> None:
        one, other = make_player(club, "Nadia Brook"), make_player(club, "Nadia Brook")
        found = proposals(club, MemberRow(2, "Nadia Brook", other.public_id), MemberRow(3, "Nadja Brook", one.public_id))
        assert [(each.preselected, each.by_id, each.twin) for each in found] == [(other.pk, True, None), (one.pk, True, None)]

    def test_whoever_was_declared_different_is_not_shown_beside_the_person(self, club: Club) -> None:
        one, other = make_player(club, "Nadia Brook"), make_player(club, "Nadia Brooke")
        before = proposals(club, MemberRow(2, "Nadia Brook"))
        declare_different(club=club, one=one, other=other, by=None)
        after = proposals(club, MemberRow(2, "Nadia Brook"))
        assert [[each.player.name for each in found[0].likely] for found in (before, after)] == [
            ["Nadia Brook", "Nadia Brooke"],
            ["Nadia Brook"],
        ]
