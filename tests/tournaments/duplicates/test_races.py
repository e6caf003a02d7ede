"""Declaring, merging and searching at once, each on a connection of its own: one order or the other, and never half of both."""

import pytest
from django.db import connections

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from players.models import PlayerDifference, PossibleDuplicate
from players.selectors import roots
from players.selectors.duplicates import SearchStage, get_search_state
from players.services.duplicates import ask_for_duplicates, take_search
from tests.factories import make_club, make_player
from tests.tournaments.duplicates.searching import found
from tests.tournaments.identity.nights import entry_of, publish
from tests.tournaments.identity.test_two_arbiters import at_once
from tournaments.domain.errors import IdentityRefused
from tournaments.models import NameDifference
from tournaments.selectors.differing import declared_pairs
from tournaments.services.differing import declare_different, declare_name_different
from tournaments.services.duplicates import search_duplicates
from tournaments.services.identity import link_entry, merge_players

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.mark.parametrize("_round", range(3))
def test_declared_and_merged_at_once(club: Club, _round: int) -> None:
    """Whoever merges second has been able to ask; whoever declares second is told that they are one person."""
    one, other = make_player(club, "Nadia Brook"), make_player(club, "N. Brook")
    ends = at_once(
        lambda: declare_different(club=club, one=one, other=other, by=None),
        lambda: merge_players(club=club, absorbed=one, into=other, by=None),
    )
    with club_scope(club):
        said, merged = PlayerDifference.objects.count(), roots(club).are_one(one.pk, other.pk)
        assert (ends, said, merged, declared_pairs(club)) in [([None, None], 1, True, set()), ([IdentityRefused, None], 0, True, set())]


@pytest.mark.parametrize("_round", range(3))
def test_declared_by_two_at_once_is_declared_once(club: Club, _round: int) -> None:
    one, other = make_player(club, "Nadia Brook"), make_player(club, "N. Brook")
    entry = entry_of(club, publish(club, ["Nad. Brook"]), "Nad. Brook")
    assert (
        at_once(
            lambda: declare_different(club=club, one=one, other=other, by=None),
            lambda: declare_different(club=club, one=other, other=one, by=None),
            lambda: declare_name_different(club=club, entry=entry, player=one, by=None),
            lambda: declare_name_different(club=club, entry=entry, player=one, by=None),
        )
        == [None] * 4
    )
    with club_scope(club):
        assert (PlayerDifference.objects.count(), NameDifference.objects.count()) == (1, 1)


@pytest.mark.parametrize("_round", range(3))
def test_a_name_linked_and_denied_at_once(club: Club, _round: int) -> None:
    player = make_player(club, "Nadia Brook")
    entry = entry_of(club, publish(club, ["N. Brook"]), "N. Brook")
    denied, linked = at_once(
        lambda: declare_name_different(club=club, entry=entry, player=player, by=None),
        lambda: link_entry(club=club, entry=entry, player=player, by=None),
    )
    with club_scope(club):
        assert (denied, linked, NameDifference.objects.count()) in [(None, IdentityRefused, 1), (IdentityRefused, None, 0)]
        assert declared_pairs(club) == set()


@pytest.mark.parametrize("_round", range(3))
def test_one_of_two_workers_searches(club: Club, _round: int) -> None:
    make_player(club, "Nadia Brook")
    make_player(club, "N. Brook")
    ask_for_duplicates(club=club, by=None)
    taken: list[int | None] = []
    assert at_once(*[lambda: taken.append(take_search(club=club))] * 3) == [None] * 3
    assert sorted(taken, key=str) == [1, None, None]


@pytest.mark.parametrize("_round", range(3))
def test_searches_and_people_who_become_one_at_once(club: Club, _round: int) -> None:
    one, other = make_player(club, "Nadia Brook"), make_player(club, "N. Brook")
    ask_for_duplicates(club=club, by=None)

    def search() -> None:
        search_duplicates(club=club)
        connections.close_all()

    at_once(search, search, lambda: merge_players(club=club, absorbed=one, into=other, by=None))
    with club_scope(club):
        assert PossibleDuplicate.objects.count() <= 1
    assert (found(club), get_search_state(club).stage) == ([], SearchStage.DONE)
