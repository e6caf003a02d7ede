"""Two arbiters at once, each on a connection of their own: nothing is overwritten, no merge runs in a circle."""

from functools import partial

import pytest

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from players.selectors import roots
from tests.at_once import at_once as acts_at_once
from tests.factories import make_club, make_player, make_user
from tests.tournaments.identity.nights import decisions, entry_of, players, publish, rated_number
from tournaments.domain.errors import DecisionConflict, IdentityRefused
from tournaments.models import NameDifference
from tournaments.selectors.names import propose_names
from tournaments.services.differing import declare_name_different
from tournaments.services.identity import accept_preselected, link_entry, link_to_new_player, merge_players, undo_link
from tournaments.services.nights import undo_night

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])

at_once = partial(acts_at_once, expected=IdentityRefused)


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.mark.parametrize("_round", range(3))
def test_one_of_two_decisions_holds(club: Club, _round: int) -> None:
    chosen = [make_player(club, "Nadia Brook"), make_player(club, "Nora Brook")]
    entry = entry_of(club, version := publish(club, ["N. Brook"]), "N. Brook")
    arbiters = [make_user(), make_user()]
    ends = at_once(*(lambda at=at: link_entry(club=club, entry=entry, player=chosen[at], by=arbiters[at]) for at in (0, 1)))
    assert sorted(map(str, ends)) == sorted([str(None), str(DecisionConflict)])
    winner = chosen[ends.index(None)]
    assert decisions(club) == [(1, "N. Brook", winner.name)]
    assert rated_number(club, version) == 1


def test_two_new_players_are_one(club: Club) -> None:
    entry = entry_of(club, publish(club, ["Nadia Brook"]), "Nadia Brook")
    ends = at_once(*(lambda: link_to_new_player(club=club, entry=entry, by=None) for _ in range(3)))
    assert ends.count(None) == 1
    assert players(club) == ["Nadia Brook"]


def test_one_person_is_not_linked_to_two_names(club: Club) -> None:
    nadia = make_player(club, "Nadia Brook")
    version = publish(club, ["N. Brook", "Nadja Brook"])
    entries = [entry_of(club, version, name) for name in ("N. Brook", "Nadja Brook")]
    ends = at_once(*(lambda entry=entry: link_entry(club=club, entry=entry, player=nadia, by=None) for entry in entries))
    assert sorted(map(str, ends)) == sorted([str(None), str(IdentityRefused)])
    assert len(decisions(club)) == 1


def test_crossing_merges_make_no_circle(club: Club) -> None:
    one, two = make_player(club, "Nadia Brook"), make_player(club, "N. Brook")
    ends = at_once(
        lambda: merge_players(club=club, absorbed=one, into=two, by=None),
        lambda: merge_players(club=club, absorbed=two, into=one, by=None),
    )
    assert sorted(map(str, ends)) == sorted([str(None), str(IdentityRefused)])
    with club_scope(club):
        assert len(roots(club).parents) == 1


def test_a_merge_and_a_link_do_not_put_one_person_twice_into_an_event(club: Club) -> None:
    one, two = make_player(club, "Nadia Brook"), make_player(club, "N. Brook")
    version = publish(club, ["Nadia", "Brook"])
    link_entry(club=club, entry=entry_of(club, version, "Nadia"), player=one, by=None)
    entry = entry_of(club, version, "Brook")
    ends = at_once(
        lambda: merge_players(club=club, absorbed=one, into=two, by=None),
        lambda: link_entry(club=club, entry=entry, player=two, by=None),
    )
    assert ends.count(None) == 1


def test_accepting_all_twice_makes_nobody_twice(club: Club) -> None:
    make_player(club, "Nadia Brook")
    version = publish(club, ["Nadia Brook", "Oren Vale", "Lena Marsh"])
    with club_scope(club):
        shown = [(one.entry.pk, one.preselected) for one in propose_names(club=club, version=version)]
    ends = at_once(*(lambda: accept_preselected(club=club, version=version, by=None, expected=shown) for _ in range(2)))
    assert ends == [None, None]
    assert players(club) == ["Lena Marsh", "Nadia Brook", "Oren Vale"]
    assert len(decisions(club)) == 3


def test_undoing_while_a_colleague_decides_leaves_one_answer(club: Club) -> None:
    nadia = make_player(club, "Nadia Brook")
    version = publish(club, ["Nadia Brook", "Oren Vale"])
    link = link_entry(club=club, entry=entry_of(club, version, "Nadia Brook"), player=nadia, by=None)
    entry = entry_of(club, version, "Oren Vale")
    assert at_once(
        lambda: undo_link(club=club, link=link, by=None),
        lambda: link_to_new_player(club=club, entry=entry, by=None),
    ) == [None, None]
    assert decisions(club) == [(1, "Oren Vale", "Oren Vale")]
    assert rated_number(club, version) is None


@pytest.mark.parametrize("_round", range(3))
def test_a_night_taken_back_while_a_colleague_decides_loses_nothing(club: Club, _round: int) -> None:
    """Either the decision came first and was not shown, so that nothing is taken back; or it came second, and holds."""
    version = publish(club, ["Nadia Brook", "Oren Vale"])
    shown = [link_to_new_player(club=club, entry=entry_of(club, version, "Nadia Brook"), by=None).pk]
    entry = entry_of(club, version, "Oren Vale")
    ends = at_once(
        lambda: undo_night(club=club, version=version, expected=shown, by=None),
        lambda: link_to_new_player(club=club, entry=entry, by=None),
    )
    assert ends[1] is None
    kept = [] if ends[0] is None else [(1, "Nadia Brook", "Nadia Brook")]
    assert decisions(club) == [*kept, (1, "Oren Vale", "Oren Vale")]


@pytest.mark.parametrize("_round", range(3))
def test_who_it_is_not_and_who_it_is_do_not_contradict_each_other(club: Club, _round: int) -> None:
    nadia = make_player(club, "Nadia Brook")
    entry = entry_of(club, publish(club, ["N. Brook"]), "N. Brook")
    at_once(
        lambda: declare_name_different(club=club, entry=entry, player=nadia, by=None),
        lambda: link_entry(club=club, entry=entry, player=nadia, by=None),
    )
    with club_scope(club):
        is_denied = NameDifference.objects.filter(club=club, withdrawn_at=None).exists()
    assert (decisions(club) == [(1, "N. Brook", "Nadia Brook")]) is not is_denied


def test_forty_names_by_two_arbiters_at_once_are_decided_once_each(club: Club) -> None:
    """One accepts all, the other goes through them from the end: none is lost, none is decided twice, nobody is added twice."""
    names = [
        f"{first} {last}"
        for first in ("Nadia", "Oren", "Lena", "Piet")
        for last in ["Abel", "Bolt", "Cole", "Dunn", "Eden", "Frye", "Gray", "Hale", "Ince", "Judd"]
    ]
    version = publish(club, names)
    with club_scope(club):
        shown = [(one.entry.pk, one.preselected) for one in propose_names(club=club, version=version)]
    one_by_one = [lambda name=name: link_to_new_player(club=club, entry=entry_of(club, version, name), by=None) for name in names[:-9:-1]]
    ends = at_once(lambda: accept_preselected(club=club, version=version, by=None, expected=shown), *one_by_one)
    assert ends[0] is None
    assert decisions(club) == [(1, name, name) for name in names]
    assert players(club) == sorted(names)
    assert rated_number(club, version) == 1
