"""The matching sees the club as it is: members, merged persons, spellings confirmed before, the ladder."""

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from players.domain.matching import ReasonCode
from players.models import Player, Standing
from tests.factories import make_club, make_player, make_user
from tests.tournaments.identity.nights import entry_of, publish
from tournaments.models import EventVersion
from tournaments.selectors.names import EntryProposal, propose_names
from tournaments.services.identity import link_entry, link_to_new_player, merge_players

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.fixture
def club() -> Club:
    return make_club()


def proposals(club: Club, version: EventVersion) -> list[EntryProposal]:
    with club_scope(club):
        return propose_names(club=club, version=version)


def stand(club: Club, player: Player, *, rating: int, games: int, last_played: date) -> None:
    with club_scope(club):
        Standing.objects.create(
            club=club,
            player=player,
            rating=rating,
            games=games,
            wins=0,
            draws=games,
            losses=0,
            provisional=False,
            peak=rating,
            last_change=0,
            last_event=0,
            last_played=last_played,
        )


def test_candidates_come_with_what_tells_them_apart(club: Club) -> None:
    weekly, long_gone = make_player(club, "Nadia Brook"), make_player(club, "Nora Brook")
    stand(club, weekly, rating=14138, games=34, last_played=date(2026, 2, 24))
    stand(club, long_gone, rating=11000, games=3, last_played=date(2023, 2, 24))
    [one] = proposals(club, publish(club, ["N. Brook"]))
    told = [(each.player, each.rating, each.games, each.last_played, each.reason.code) for each in one.suggestions]
    assert told == [
        (weekly, 14138, 34, date(2026, 2, 24), ReasonCode.INITIAL_OF_FIRST_NAME),
        (long_gone, 11000, 3, date(2023, 2, 24), ReasonCode.INITIAL_OF_FIRST_NAME),
    ]
    assert one.preselected is None


def test_whoever_has_a_name_in_the_event_is_not_proposed_again(club: Club) -> None:
    nadia = make_player(club, "Nadia Brook")
    version = publish(club, ["Nadia Brook", "N. Brook"])
    link_entry(club=club, entry=entry_of(club, version, "Nadia Brook"), player=nadia, by=make_user("a@example.org"))
    decided, other = proposals(club, version)
    assert decided.decided is not None
    assert (decided.decided.player, decided.decided.by, decided.decided.carried) == (nadia, "a@example.org", False)
    assert (other.suggestions, other.others) == ((), ())
    assert (other.is_taken, other.is_new_preselected) == (True, False), "confirming the one makes the other no certain new player"


def test_a_spelling_confirmed_once_is_known(club: Club) -> None:
    nadia = make_player(club, "Nadia Brook")
    link_entry(club=club, entry=entry_of(club, first := publish(club, ["Dina B"], name="First"), "Dina B"), player=nadia, by=None)
    assert first.number == 1
    [one] = proposals(club, publish(club, ["Dina B"], name="Second"))
    assert [(each.player, each.reason.code) for each in one.suggestions] == [(nadia, ReasonCode.KNOWN_SPELLING)]
    assert one.preselected == nadia.pk


def test_a_merged_person_is_proposed_once_under_either_name(club: Club) -> None:
    nadia, married = make_player(club, "Nadia Brook"), make_player(club, "Nadia Marsh")
    merge_players(club=club, absorbed=married, into=nadia, by=None)
    one, _ = proposals(club, publish(club, ["Nadia Marsh", "Oren Vale"]))
    assert [(each.player, each.reason.code) for each in one.suggestions] == [(nadia, ReasonCode.KNOWN_SPELLING)]


def test_a_name_that_nobody_knows_suggests_a_new_player(club: Club) -> None:
    make_player(club, "Nadia Brook")
    one, twin, other_twin = proposals(club, publish(club, ["Oren Vale", "Dan Twin", "DAN TWIN"]))
    assert (one.is_new_preselected, twin.is_new_preselected, other_twin.is_new_preselected) == (True, False, False)
    assert (one.doubtful, twin.doubtful, other_twin.doubtful) == (False, True, True)
    assert not one.is_taken


def test_names_that_are_alike_are_no_certain_new_players_in_whatever_order_they_are_decided(club: Club) -> None:
    """The first event of a club, whose names nobody knows."""
    names = ["Gil Ron", "Gil Ronn", "גיל רון", "Tal Or", "Or Tal", "Uri Gahl", "Dan Cohen", "Don Cohen"]
    version = publish(club, names)
    assert [one.entry.name for one in proposals(club, version) if one.is_new_preselected] == ["Uri Gahl", "Dan Cohen", "Don Cohen"]
    link_to_new_player(club=club, entry=entry_of(club, version, "Gil Ron"), by=None)
    link_to_new_player(club=club, entry=entry_of(club, version, "Or Tal"), by=None)
    assert [one.entry.name for one in proposals(club, version) if one.is_new_preselected] == ["Uri Gahl", "Dan Cohen", "Don Cohen"]


def test_members_of_another_club_are_never_proposed(club: Club) -> None:
    other = make_club("Other")
    make_player(other, "Nadia Brook")
    link_to_new_player(club=other, entry=entry_of(other, publish(other, ["N. Brook"]), "N. Brook"), by=None)
    [one] = proposals(club, publish(club, ["Nadia Brook"]))
    assert (one.suggestions, one.others) == ((), ())


@pytest.mark.parametrize("size", [1, 3])
def test_eight_queries_whatever_the_size(club: Club, size: int) -> None:
    names = ["Nadia Brook", "Oren Vale", "Lena Marsh"][:size]
    for name in names:
        make_player(club, name)
    version = publish(club, names)
    with club_scope(club), CaptureQueriesContext(connection) as queries:
        assert len(propose_names(club=club, version=version)) == size
    assert len(queries) == 9
