"""What was found is read as things stand now: what has been cleared up since vanishes at once, and comes back when that is undone."""

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from players.models import Player
from ratings.services import replay_ladder
from tests.factories import make_club, make_player
from tests.ratings.builder import WIN
from tests.tournaments.duplicates.searching import found, search
from tests.tournaments.identity.nights import entry_of, event_of, publish
from tournaments.selectors.duplicates import Known, LastEvent, PossiblePair, describe_pairs, list_possible_pairs
from tournaments.services.differing import declare_different, withdraw_difference
from tournaments.services.events import remove_event
from tournaments.services.identity import link_entry, merge_players, undo_link, unmerge_players

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

NADIA, N, TERN = "Nadia Brook", "N. Brook", "Oscar Tern"
PAIR = {NADIA, N}


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def three(club: Club) -> dict[str, Player]:
    people = {name: make_player(club, name) for name in (NADIA, N, TERN)}
    search(club)
    assert found(club) == [PAIR]
    return people


def described(club: Club) -> list[PossiblePair]:
    with club_scope(club):
        return describe_pairs(club, list_possible_pairs(club))


class TestClearedUpSince:
    def test_one_person_and_two_again(self, club: Club, three: dict[str, Player]) -> None:
        merge = merge_players(club=club, absorbed=three[N], into=three[NADIA], by=None)
        assert found(club) == []
        unmerge_players(club=club, merge=merge, by=None)
        assert found(club) == [PAIR]

    def test_declared_different_and_withdrawn(self, club: Club, three: dict[str, Player]) -> None:
        declare_different(club=club, one=three[N], other=three[NADIA], by=None)
        assert found(club) == []
        withdraw_difference(club=club, one=three[N], other=three[NADIA], by=None)
        assert found(club) == [PAIR]

    def test_both_in_one_event_and_one_of_them_taken_out(self, club: Club, three: dict[str, Player]) -> None:
        version = publish(club, ["Anna", "Bea"])
        link_entry(club=club, entry=entry_of(club, version, "Anna"), player=three[NADIA], by=None)
        link = link_entry(club=club, entry=entry_of(club, version, "Bea"), player=three[N], by=None)
        assert found(club) == []
        undo_link(club=club, link=link, by=None)
        assert found(club) == [PAIR]

    def test_somebody_is_gone(self, club: Club, three: dict[str, Player]) -> None:
        with club_scope(club):
            Player.objects.filter(pk=three[N].pk).delete()
        assert found(club) == []

    def test_two_others_who_are_one_person_with_them(self, club: Club, three: dict[str, Player]) -> None:
        """The pair is that of the persons; what of them was in one event, whoever it was, refutes it."""
        merge = merge_players(club=club, absorbed=three[N], into=three[TERN], by=None)
        assert found(club) == [{NADIA, TERN}]
        version = publish(club, ["Anna", "Bea"])
        link_entry(club=club, entry=entry_of(club, version, "Anna"), player=three[NADIA], by=None)
        link_entry(club=club, entry=entry_of(club, version, "Bea"), player=three[N], by=None)
        assert found(club) == []
        unmerge_players(club=club, merge=merge, by=None)
        assert found(club) == []

    def test_both_of_two_pairs_became_the_same_pair(self, club: Club) -> None:
        one, two, three = (make_player(club, name) for name in (NADIA, N, "Nad. Brook"))
        search(club)
        merge_players(club=club, absorbed=two, into=three, by=None)
        assert found(club) == [{NADIA, "Nad. Brook"}]
        assert one.name == NADIA


class TestWhatIsTold:
    def test_the_reason_is_that_of_the_names_now(self, club: Club, three: dict[str, Player]) -> None:
        assert [str(pair.reason) for pair in described(club)] == ["initial of the first name"]
        with club_scope(club):
            Player.objects.filter(pk=three[N].pk).update(name="Nadia Brok")
        assert [str(pair.reason) for pair in described(club)] == ["one letter differs: Brook / Brok"]
        with club_scope(club):
            Player.objects.filter(pk=three[N].pk).update(name="Lena Marsh")
        assert described(club) == []

    def test_what_tells_them_apart(self, club: Club, three: dict[str, Player]) -> None:
        for name, players, on in (
            ("Old cup", [N], date(2025, 1, 1)),
            ("First evening", [NADIA, TERN], date(2026, 3, 3)),
            ("Second evening", [NADIA, TERN], date(2026, 3, 10)),
            ("Removed", [NADIA], date(2026, 3, 17)),
        ):
            version = publish(club, players, boards=[(1, 2, WIN)] if len(players) == 2 else [], name=name, on=on)
            for each in players:
                link_entry(club=club, entry=entry_of(club, version, each), player=three[each], by=None)
        remove_event(club=club, event=event_of(club, version), by=None)
        replay_ladder(club=club)
        [pair] = described(club)
        assert pair.one == Known(three[NADIA], pair.one.rating, 2, 2, LastEvent("Second evening", date(2026, 3, 10)))
        assert pair.one.rating is not None
        assert pair.one.rating > 12000
        assert (pair.other.games, pair.other.events, pair.other.last) == (0, 1, LastEvent("Old cup", date(2025, 1, 1)))

    def test_a_newer_version_of_an_event_is_the_same_event(self, club: Club, three: dict[str, Player]) -> None:
        version = publish(club, [NADIA], external_id="e", name="Evening")
        link_entry(club=club, entry=entry_of(club, version, NADIA), player=three[NADIA], by=None)
        publish(club, [NADIA, "Lena"], external_id="e", name="Evening, corrected")
        [pair] = described(club)
        assert (pair.one.events, pair.one.last) == (1, LastEvent("Evening, corrected", date(2026, 3, 3)))


@pytest.mark.parametrize("pairs", [1, 3])
def test_as_many_statements_for_three_pairs_as_for_one(club: Club, pairs: int) -> None:
    for number in range(pairs):
        surname = "Brook" + "abc"[number] * 4
        make_player(club, f"Nadia {surname}")
        make_player(club, f"N. {surname}")
    search(club)
    with club_scope(club):
        with CaptureQueriesContext(connection) as listing:
            listed = list_possible_pairs(club)
        with CaptureQueriesContext(connection) as describing:
            shown = describe_pairs(club, listed)
    assert (len(listed), len(shown), len(listing), len(describing)) == (pairs, pairs, 7, 5)
