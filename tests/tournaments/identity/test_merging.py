"""Two players become one person only where no event proves that they are two, and come apart again at any time."""

from datetime import date

import pytest

from clubs.models import Club, JournalEntry
from clubs.tenancy.scope import club_scope
from players.domain.persons import Persons
from players.models import Player, PlayerMerge
from players.selectors import roots
from tests.factories import make_club, make_player, make_user
from tests.tournaments.identity.nights import decisions, entry_of, event_of, publish
from tournaments.domain.errors import IdentityRefused, MergeRefused, SharedEvent
from tournaments.domain.results import ResultKind
from tournaments.services.events import remove_event
from tournaments.services.identity import link_entry, merge_players, undo_link, unmerge_players
from tournaments.services.publish import undo_publication

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def four(club: Club) -> list[Player]:
    return [make_player(club, name) for name in ("Nadia Brook", "N. Brook", "Nadya Brook", "Brook Nadia")]


def merges(club: Club) -> dict[int, int]:
    with club_scope(club):
        return dict(roots(club).parents)


def test_a_merge_is_a_pointer_with_who_when_and_why(club: Club, four: list[Player]) -> None:
    arbiter = make_user()
    merge = merge_players(club=club, absorbed=four[1], into=four[0], by=arbiter, reason="told me so")
    assert (merge.by_id, merge.reason, merges(club)) == (arbiter.pk, "told me so", {four[1].pk: four[0].pk})
    with club_scope(club):
        row = JournalEntry.objects.get(club=club, action="players.merged")
    assert (row.by_id, row.subject) == (arbiter.pk, four[1].public_id)


def test_merges_are_undone_in_any_order(club: Club, four: list[Player]) -> None:
    a, b, c, d = (player.pk for player in four)
    first = merge_players(club=club, absorbed=four[0], into=four[1], by=None)
    second = merge_players(club=club, absorbed=four[1], into=four[2], by=None)
    third = merge_players(club=club, absorbed=four[0], into=four[3], by=None)
    assert merges(club) == {a: b, b: c, c: d}
    unmerge_players(club=club, merge=second, by=None)
    assert merges(club) == {a: b, c: d}
    unmerge_players(club=club, merge=first, by=None)
    unmerge_players(club=club, merge=first, by=None)
    assert merges(club) == {c: d}
    unmerge_players(club=club, merge=third, by=None)
    assert merges(club) == {}
    with club_scope(club):
        assert PlayerMerge.objects.filter(club=club, undone_at=None).count() == 0
        assert JournalEntry.objects.filter(club=club, action="players.unmerged").count() == 3


def test_who_is_one_already_is_not_merged_again(club: Club, four: list[Player]) -> None:
    merge_players(club=club, absorbed=four[0], into=four[1], by=None)
    merge_players(club=club, absorbed=four[1], into=four[2], by=None)
    for absorbed, into in ((0, 1), (2, 0), (0, 2), (3, 3)):
        with pytest.raises(IdentityRefused) as refused:
            merge_players(club=club, absorbed=four[absorbed], into=four[into], by=None)
        assert refused.value.code == "already_one_person"


def test_people_of_one_event_are_two_and_the_event_says_so(club: Club, four: list[Player]) -> None:
    early = publish(club, ["Nadia B.", "Nadya B."], boards=[(1, 2, ResultKind.DRAW)], name="Early", on=date(2026, 1, 6))
    late = publish(club, ["Brook", "Brook, N."], name="Late", on=date(2026, 2, 3))
    for version, name, player in ((early, "Nadia B.", 0), (early, "Nadya B.", 2), (late, "Brook", 1), (late, "Brook, N.", 2)):
        link_entry(club=club, entry=entry_of(club, version, name), player=four[player], by=None)
    merge_players(club=club, absorbed=four[1], into=four[0], by=None)
    with pytest.raises(MergeRefused) as refused:
        merge_players(club=club, absorbed=four[0], into=four[2], by=None)
    assert str(refused.value) == "Nadia Brook and Nadya Brook are two people: both played in Late."
    assert refused.value.evidence == (
        SharedEvent(event_of(club, late).public_id, "Late", date(2026, 2, 3), 1, "Brook", "Brook, N."),
        SharedEvent(event_of(club, early).public_id, "Early", date(2026, 1, 6), 1, "Nadia B.", "Nadya B."),
    )


def test_a_removed_event_still_proves_it(club: Club, four: list[Player]) -> None:
    version = publish(club, ["Nadia B.", "Nadya B."])
    links = [
        link_entry(club=club, entry=entry_of(club, version, version_name), player=four[at], by=None)
        for at, version_name in enumerate(["Nadia B.", "Nadya B."])
    ]
    remove_event(club=club, event=event_of(club, version), by=None)
    with pytest.raises(MergeRefused):
        merge_players(club=club, absorbed=four[0], into=four[1], by=None)
    undo_link(club=club, link=links[0], by=None)
    merge_players(club=club, absorbed=four[0], into=four[1], by=None)


def test_an_undone_publication_proves_nothing(club: Club, four: list[Player]) -> None:
    first = publish(club, ["Nadia B."], external_id="1")
    link_entry(club=club, entry=entry_of(club, first, "Nadia B."), player=four[0], by=None)
    second = publish(club, ["Nadia B.", "Nadya B."], external_id="1")
    link_entry(club=club, entry=entry_of(club, second, "Nadya B."), player=four[1], by=None)
    with pytest.raises(MergeRefused):
        merge_players(club=club, absorbed=four[0], into=four[1], by=None)
    undo_publication(club=club, event=event_of(club, second), by=None)
    merge_players(club=club, absorbed=four[0], into=four[1], by=None)


def test_a_merge_changes_no_link(club: Club, four: list[Player]) -> None:
    version = publish(club, ["Nadia B."])
    link_entry(club=club, entry=entry_of(club, version, "Nadia B."), player=four[1], by=None)
    before = decisions(club)
    merge = merge_players(club=club, absorbed=four[1], into=four[0], by=None)
    assert decisions(club) == before
    unmerge_players(club=club, merge=merge, by=None)
    assert decisions(club) == before


def test_people_of_another_club_are_not_there(club: Club, four: list[Player]) -> None:
    other = make_club("Other")
    one, two = make_player(other, "Theo Perch"), make_player(other, "T. Perch")
    theirs = merge_players(club=other, absorbed=two, into=one, by=None)
    with pytest.raises(IdentityRefused):
        merge_players(club=club, absorbed=one, into=four[0], by=None)
    with pytest.raises(IdentityRefused):
        merge_players(club=club, absorbed=four[0], into=one, by=None)
    with pytest.raises(IdentityRefused):
        unmerge_players(club=club, merge=theirs, by=None)
    assert (merges(club), merges(other)) == ({}, {two.pk: one.pk})


def test_persons_are_found_from_any_of_their_players() -> None:
    persons = Persons({1: 2, 2: 3, 4: 3, 6: 5})
    assert [persons.root_of(each) for each in (1, 2, 3, 4, 5, 6, 7)] == [3, 3, 3, 3, 5, 5, 7]
    assert persons.players_of(1) == persons.players_of(3) == frozenset({1, 2, 3, 4})
    assert persons.players_of(7) == frozenset({7})
    assert persons.are_one(1, 4)
    assert not persons.are_one(1, 6)
