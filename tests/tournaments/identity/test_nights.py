"""A whole night of decisions is taken back as one, and exactly what was shown."""

import pytest

from clubs.models import Club, JournalEntry
from clubs.tenancy.scope import club_scope
from tests.factories import make_club, make_player, make_user
from tests.tournaments.identity.nights import decisions, entry_of, players, publish, rated_number
from tournaments.domain.errors import DecisionConflict, IdentityRefused
from tournaments.models import EntryLink, EventVersion
from tournaments.services.identity import link_entry, link_to_new_player, undo_link
from tournaments.services.nights import undo_night

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.fixture
def club() -> Club:
    return make_club()


def held(club: Club, version: EventVersion) -> list[int]:
    with club_scope(club):
        return list(EntryLink.objects.filter(club=club, entry__version=version, undone_at=None).values_list("pk", flat=True))


def night(club: Club) -> EventVersion:
    """Two versions: the first name is taken over from the first one."""
    nadia = make_player(club, "Nadia Brook")
    first = publish(club, ["Nadia Brook"], external_id="1")
    link_entry(club=club, entry=entry_of(club, first, "Nadia Brook"), player=nadia, by=None)
    second = publish(club, ["Nadia Brook", "Oren Vale"], external_id="1")
    link_to_new_player(club=club, entry=entry_of(club, second, "Oren Vale"), by=None)
    return second


def test_all_of_it_goes_and_whoever_was_added_for_it(club: Club) -> None:
    arbiter, version = make_user(), night(club)
    assert rated_number(club, version) == 2
    undone = undo_night(club=club, version=version, expected=held(club, version), by=arbiter)
    assert [link.entry.name for link in undone] == ["Nadia Brook", "Oren Vale"]
    assert (decisions(club), players(club), rated_number(club, version)) == ([], ["Nadia Brook"], None)
    with club_scope(club):
        assert list(JournalEntry.objects.filter(club=club, action="names.undone").values_list("by_id", flat=True)) == [arbiter.pk] * 2
    assert undo_night(club=club, version=version, expected=[], by=arbiter) == []


def test_what_was_not_shown_stops_it(club: Club) -> None:
    version = night(club)
    shown = held(club, version)[:1]
    before = decisions(club)
    with pytest.raises(DecisionConflict) as refused:
        undo_night(club=club, version=version, expected=shown, by=None)
    assert str(refused.value) == "Names were decided since the page was shown (Oren Vale). Nothing was taken back; look again."
    assert decisions(club) == before


def test_what_a_colleague_took_back_meanwhile_is_passed_over(club: Club) -> None:
    version = night(club)
    shown = held(club, version)
    with club_scope(club):
        gone = EntryLink.objects.get(club=club, entry__version=version, entry__name="Oren Vale")
    undo_link(club=club, link=gone, by=None)
    assert len(undo_night(club=club, version=version, expected=shown, by=None)) == 1
    assert decisions(club) == []


def test_a_version_of_another_club_is_not_there(club: Club) -> None:
    other = make_club("Other")
    theirs = night(other)
    with pytest.raises(IdentityRefused) as refused:
        undo_night(club=club, version=theirs, expected=held(other, theirs), by=None)
    assert refused.value.code == "not_here"
    assert len(decisions(other)) == 3
