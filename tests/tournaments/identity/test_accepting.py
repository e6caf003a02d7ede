"""Everything that was pre-selected is accepted at once, and nothing that was not shown."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.models import Club, JournalEntry
from clubs.tenancy.scope import club_scope
from tests.factories import make_club, make_player, make_user
from tests.tournaments.identity.nights import decisions, entry_of, players, publish, rated_number
from tournaments.domain.errors import DecisionConflict, IdentityRefused
from tournaments.models import EventVersion
from tournaments.selectors.names import propose_names
from tournaments.services.identity import Shown, accept_preselected, link_entry

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.fixture
def club() -> Club:
    club = make_club()
    for name in ("Nadia Brook", "Oren Vale", "Lena Marsh"):
        make_player(club, name)
    return club


def shown(club: Club, version: EventVersion) -> list[Shown]:
    """What a page would show as pre-selected now."""
    with club_scope(club):
        proposals = propose_names(club=club, version=version)
    return [(one.entry.pk, one.preselected) for one in proposals if one.preselected is not None or one.is_new_preselected]


def test_all_that_is_certain_in_one_go(club: Club) -> None:
    version = publish(club, ["Nadia Brook", "VALE, Oren", "Lena Mash", "Piet Newcomer"])
    links = accept_preselected(club=club, version=version, by=None, expected=shown(club, version))
    assert decisions(club) == [
        (1, "Nadia Brook", "Nadia Brook"),
        (1, "VALE, Oren", "Oren Vale"),
        (1, "Piet Newcomer", "Piet Newcomer"),
    ]
    assert [link.reason for link in links] == ["exact", "same_letters", "new_player"]
    assert rated_number(club, version) is None
    with club_scope(club):
        assert JournalEntry.objects.filter(club=club, action="names.decided").count() == 1


def test_proposals_that_were_read_already_are_not_read_again() -> None:
    taken = []
    for is_read in (False, True):
        club = make_club()
        make_player(club, "Nadia Brook")
        version = publish(club, ["Nadia Brook"])
        with club_scope(club):
            proposals = propose_names(club=club, version=version)
        page = shown(club, version)
        with CaptureQueriesContext(connection) as queries:
            accept_preselected(club=club, version=version, by=None, expected=page, read=proposals if is_read else None)
        assert decisions(club) == [(1, "Nadia Brook", "Nadia Brook")]
        taken.append(len(queries))
    assert taken[0] - taken[1] == 9  # those of `propose_names`


def test_nothing_that_was_not_shown(club: Club) -> None:
    version = publish(club, ["Nadia Brook", "Oren Vale"])
    accept_preselected(club=club, version=version, by=None, expected=shown(club, version)[:1])
    assert decisions(club) == [(1, "Nadia Brook", "Nadia Brook")]
    assert accept_preselected(club=club, version=version, by=None, expected=[]) == []


@pytest.mark.parametrize("choice", ["another player", "new player"])
def test_what_was_never_pre_selected_is_refused(club: Club, choice: str) -> None:
    other = make_player(club, "Somebody Else")
    version = publish(club, ["Nadia Brook", "Oren Vale"])
    first, second = shown(club, version)
    planted = (second[0], other.pk if choice == "another player" else None)
    with pytest.raises(DecisionConflict) as refused:
        accept_preselected(club=club, version=version, by=None, expected=[first, planted])
    assert (refused.value.code, refused.value.params) == ("proposals_changed", {"names": "Oren Vale"})
    assert decisions(club) == []


def test_a_namesake_who_joined_meanwhile_stops_it(club: Club) -> None:
    version = publish(club, ["Nadia Brook", "Oren Vale"])
    page = shown(club, version)
    make_player(club, "Nadia Brook")
    with pytest.raises(DecisionConflict):
        accept_preselected(club=club, version=version, by=None, expected=page)
    assert decisions(club) == []


def test_what_a_colleague_decided_alike_is_passed_over(club: Club) -> None:
    version = publish(club, ["Nadia Brook", "Oren Vale"])
    page = shown(club, version)
    nadia = page[0][1]
    assert nadia is not None
    with club_scope(club):
        [player] = [one.suggestions[0].player for one in propose_names(club=club, version=version) if one.preselected == nadia]
    colleague = link_entry(club=club, entry=entry_of(club, version, "Nadia Brook"), player=player, by=make_user())
    accept_preselected(club=club, version=version, by=make_user(), expected=page)
    assert decisions(club) == [(1, "Nadia Brook", "Nadia Brook"), (1, "Oren Vale", "Oren Vale")]
    with club_scope(club):
        colleague.refresh_from_db()
    assert colleague.undone_at is None


def test_what_a_colleague_decided_otherwise_stops_it(club: Club) -> None:
    version = publish(club, ["Nadia Brook", "Oren Vale"])
    page = shown(club, version)
    another, colleague = make_player(club, "Another Brook"), make_user("colleague@example.org")
    link_entry(club=club, entry=entry_of(club, version, "Nadia Brook"), player=another, by=colleague)
    with pytest.raises(DecisionConflict) as refused:
        accept_preselected(club=club, version=version, by=None, expected=page)
    assert refused.value.code == "already_decided"
    assert str(refused.value).startswith("“Nadia Brook” was decided by colleague@example.org on ")
    assert str(refused.value).endswith(": it is Another Brook. Nothing was changed.")
    assert decisions(club) == [(1, "Nadia Brook", "Another Brook")]


def test_new_players_appear_once(club: Club) -> None:
    version = publish(club, ["Piet Newcomer", "Ada Fresh"])
    page = shown(club, version)
    accept_preselected(club=club, version=version, by=None, expected=page)
    before = players(club)
    assert accept_preselected(club=club, version=version, by=None, expected=page) == []
    assert players(club) == before == ["Ada Fresh", "Lena Marsh", "Nadia Brook", "Oren Vale", "Piet Newcomer"]


def test_a_version_of_another_club_is_not_there(club: Club) -> None:
    other = make_club("Other")
    theirs = publish(other, ["Nadia Brook"])
    with pytest.raises(IdentityRefused) as refused:
        accept_preselected(club=club, version=theirs, by=None, expected=shown(other, theirs))
    assert refused.value.code == "not_here"
    assert decisions(other) == []
