"""The search over a whole club: asked for, made once, ended by a newer one, put off when it fails; and what it leaves out."""

from datetime import date, timedelta

import pytest
from django.db import DatabaseError
from django.utils import timezone

from clubs.models import Club, JournalEntry
from clubs.tenancy.scope import club_scope
from players.domain.errors import SearchEnded
from players.domain.matching.duplicates import Duplicate
from players.domain.matching.reasons import Reason, ReasonCode
from players.models import DuplicateSearch, Player, PossibleDuplicate
from players.selectors.duplicates import AskedSearch, SearchStage, count_added_since, get_search_state, list_asked_searches
from players.services import ImportRow, import_people, undo_import
from players.services.duplicates import ask_for_duplicates, finish_search, put_off_search, take_search, tell_search
from ratings.services.opening import OpeningRow, put_back, set_opening
from tests.factories import make_club, make_player, make_user
from tests.tournaments.duplicates.searching import found, search
from tests.tournaments.identity.nights import entry_of, event_of, publish
from tournaments.services import duplicates as service
from tournaments.services.differing import declare_different, declare_name_different
from tournaments.services.duplicates import search_duplicates
from tournaments.services.events import remove_event
from tournaments.services.identity import link_entry, link_to_new_player, merge_players, undo_link
from tournaments.services.publish import undo_publication
from tournaments.tasks import search_club

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

NADIA, N, TERN = "Nadia Brook", "N. Brook", "Oscar Tern"


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def three(club: Club) -> dict[str, Player]:
    return {name: make_player(club, name) for name in (NADIA, N, TERN)}


def play(club: Club, players: dict[str, Player], event: str) -> None:
    """An event with these people, each under the name given; `event` is its id."""
    version = publish(club, list(players), external_id=event)
    for name, player in players.items():
        link_entry(club=club, entry=entry_of(club, version, name), player=player, by=None)


def test_what_is_alike_is_kept_with_ids_score_and_code_alone(club: Club, three: dict[str, Player]) -> None:
    assert search(club)
    one, other = sorted((three[NADIA].pk, three[N].pk))
    with club_scope(club):
        rows = list(PossibleDuplicate.objects.values("club_id", "one_id", "other_id", "score", "code"))
    assert rows == [{"club_id": club.pk, "one_id": one, "other_id": other, "score": 86, "code": "initial_of_first_name"}]
    state = get_search_state(club)
    assert (state.stage, state.members, state.is_open) == (SearchStage.DONE, 3, False)
    assert state.made_at is not None


def test_asking_is_journalled_and_says_what_waits(club: Club) -> None:
    assert get_search_state(club).stage is SearchStage.NEVER
    arbiter = make_user()
    ask_for_duplicates(club=club, by=arbiter)
    assert get_search_state(club).stage is SearchStage.WAITING
    assert AskedSearch(club.pk, 1) in list_asked_searches()
    with club_scope(club):
        assert JournalEntry.objects.get(action="duplicates.asked").by_id == arbiter.pk


def test_nothing_is_done_that_was_not_asked_for_and_nothing_twice(club: Club, three: dict[str, Player]) -> None:
    assert not search_duplicates(club=club)
    assert search(club)
    before = get_search_state(club)
    search_club(club.pk)  # a task that comes twice
    search_club(0)  # and one for a club that is gone
    assert get_search_state(club) == before


def test_what_was_found_before_is_replaced(club: Club, three: dict[str, Player]) -> None:
    search(club)
    with club_scope(club):
        Player.objects.filter(pk=three[N].pk).update(name="Lena Marsh")
    make_player(club, "Oskar Tern")
    search(club)
    assert found(club) == [{TERN, "Oskar Tern"}]


def test_the_other_club_is_not_looked_at(club: Club, three: dict[str, Player]) -> None:
    other = make_club()
    make_player(other, "Nadia Brook-Stone")
    search(club)
    assert search(other)
    assert (found(club), found(other)) == ([{NADIA, N}], [])


class TestWhoIsLeftOut:
    def test_one_person_already(self, club: Club, three: dict[str, Player]) -> None:
        merge_players(club=club, absorbed=three[N], into=three[NADIA], by=None)
        search(club)
        assert found(club) == []

    def test_declared_different(self, club: Club, three: dict[str, Player]) -> None:
        declare_different(club=club, one=three[N], other=three[NADIA], by=None)
        search(club)
        with club_scope(club):
            assert not PossibleDuplicate.objects.exists()

    def test_a_name_that_was_declared_not_to_be_the_other_and_is_somebody_now(self, club: Club, three: dict[str, Player]) -> None:
        entry = entry_of(club, publish(club, ["Nad. Brook"]), "Nad. Brook")
        declare_name_different(club=club, entry=entry, player=three[NADIA], by=None)
        link_entry(club=club, entry=entry, player=three[N], by=None)
        search(club)
        with club_scope(club):
            assert not PossibleDuplicate.objects.exists()

    def test_two_of_one_event_even_if_it_is_removed(self, club: Club, three: dict[str, Player]) -> None:
        version = publish(club, ["Anna", "Bea"])
        for name, player in (("Anna", three[NADIA]), ("Bea", three[N])):
            link_entry(club=club, entry=entry_of(club, version, name), player=player, by=None)
        remove_event(club=club, event=event_of(club, version), by=None)
        search(club)
        with club_scope(club):
            assert not PossibleDuplicate.objects.exists()

    def test_two_of_an_earlier_version_that_is_still_in_force(self, club: Club, three: dict[str, Player]) -> None:
        play(club, {"Anna": three[NADIA], "Bea": three[N]}, "e")
        publish(club, ["Anna", "Lena"], external_id="e")
        search(club)
        assert found(club) == []

    def test_two_of_what_was_published_and_undone_are_not(self, club: Club, three: dict[str, Player]) -> None:
        version = publish(club, ["Anna", "Bea"])
        for name, player in (("Anna", three[NADIA]), ("Bea", three[N])):
            link_entry(club=club, entry=entry_of(club, version, name), player=player, by=None)
        undo_publication(club=club, event=event_of(club, version), by=None)
        search(club)
        assert found(club) == [{NADIA, N}]

    def test_two_who_played_in_different_events_are_not(self, club: Club, three: dict[str, Player]) -> None:
        play(club, {"Anna": three[NADIA]}, "one")
        play(club, {"Bea": three[N]}, "two")
        search(club)
        assert found(club) == [{NADIA, N}]


class TestOneAtATime:
    def test_what_somebody_is_at_is_not_taken(self, club: Club) -> None:
        ask_for_duplicates(club=club, by=None)
        assert take_search(club=club) == 1
        assert take_search(club=club) is None
        assert AskedSearch(club.pk, 1) not in list_asked_searches()
        assert not search_duplicates(club=club)

    def test_who_has_said_nothing_for_long_counts_as_gone(self, club: Club) -> None:
        ask_for_duplicates(club=club, by=None)
        take_search(club=club)
        DuplicateSearch.objects.filter(club=club).update(alive_at=timezone.now() - timedelta(seconds=90))
        assert AskedSearch(club.pk, 1) in list_asked_searches()
        assert search_duplicates(club=club)

    def test_progress_is_told_and_counts_as_a_sign_of_life(self, club: Club) -> None:
        ask_for_duplicates(club=club, by=None)
        take_search(club=club)
        DuplicateSearch.objects.filter(club=club).update(alive_at=timezone.now() - timedelta(seconds=90))
        tell_search(club=club, number=1, progress=7, total=40)
        state = get_search_state(club)
        assert (state.stage, state.done, state.total) == (SearchStage.RUNNING, 7, 40)
        assert take_search(club=club) is None

    def test_a_newer_request_ends_the_one_under_way(self, club: Club, three: dict[str, Player]) -> None:
        ask_for_duplicates(club=club, by=None)
        assert take_search(club=club) == 1
        ask_for_duplicates(club=club, by=None)
        with pytest.raises(SearchEnded):
            tell_search(club=club, number=1, progress=1, total=3)
        with pytest.raises(SearchEnded):
            finish_search(club=club, number=1, found=[], members=3)
        assert take_search(club=club) == 2
        finish_search(club=club, number=2, found=[], members=3)
        with pytest.raises(SearchEnded):
            finish_search(club=club, number=2, found=[], members=3)
        assert get_search_state(club).stage is SearchStage.DONE

    def test_a_search_asked_for_again_in_its_middle_stops_and_is_made_anew(
        self, club: Club, three: dict[str, Player], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(service, "PAUSE", 0.0)
        make_player(club, "Oskar Tern")
        again = iter([True])

        def ask_once() -> None:
            if next(again, False):
                ask_for_duplicates(club=club, by=None)

        ask_for_duplicates(club=club, by=None)
        assert not search_duplicates(club=club, besides=ask_once)
        assert (found(club), get_search_state(club).stage) == ([], SearchStage.WAITING)
        assert search_duplicates(club=club, besides=ask_once)
        assert len(found(club)) == 2

    def test_it_ends_when_the_program_does(self, club: Club, three: dict[str, Player], monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(service, "PAUSE", 0.0)

        def stop() -> None:
            raise SearchEnded

        ask_for_duplicates(club=club, by=None)
        assert not search_duplicates(club=club, besides=stop)
        assert get_search_state(club).stage is SearchStage.RUNNING  # until its silence is noticed


class TestFailing:
    @pytest.mark.parametrize("error", [ZeroDivisionError, DatabaseError])
    def test_a_failure_is_put_off_and_what_was_found_before_stays(
        self, club: Club, three: dict[str, Player], monkeypatch: pytest.MonkeyPatch, error: type[Exception]
    ) -> None:
        search(club)
        monkeypatch.setattr(service, "PAUSE", 0.0)

        def fail() -> None:
            raise error

        ask_for_duplicates(club=club, by=None)
        assert not search_duplicates(club=club, besides=fail)
        assert (get_search_state(club).stage, found(club)) == (SearchStage.FAILED, [{NADIA, N}])
        assert AskedSearch(club.pk, 2) not in list_asked_searches()
        DuplicateSearch.objects.filter(club=club).update(retry_at=timezone.now())
        assert AskedSearch(club.pk, 2) in list_asked_searches()
        assert search_duplicates(club=club)
        assert get_search_state(club).stage is SearchStage.DONE

    def test_each_failure_waits_twice_as_long_up_to_ten_minutes(self, club: Club) -> None:
        ask_for_duplicates(club=club, by=None)
        pauses = []
        for _ in range(10):
            put_off_search(club=club, number=1)
            row = DuplicateSearch.objects.get(club=club)
            assert row.retry_at is not None
            pauses.append(round((row.retry_at - timezone.now()).total_seconds()))
        assert pauses == [4, 8, 16, 32, 64, 128, 256, 512, 600, 600]

    def test_asking_again_does_not_wait(self, club: Club) -> None:
        ask_for_duplicates(club=club, by=None)
        put_off_search(club=club, number=1)
        ask_for_duplicates(club=club, by=None)
        assert take_search(club=club) == 2

    def test_somebody_who_is_gone_since_is_left_out(self, club: Club, three: dict[str, Player]) -> None:
        ask_for_duplicates(club=club, by=None)
        take_search(club=club)
        one, other = sorted((three[NADIA].pk, three[N].pk))
        pairs = [Duplicate(one, other, 86, Reason(ReasonCode.EXACT)), Duplicate(one, 10**12, 86, Reason(ReasonCode.EXACT))]
        finish_search(club=club, number=1, found=pairs, members=3)
        assert found(club) == [{NADIA, N}]


class TestAskedByALongList:
    """A list of members and a table of ratings bring so many at once that they ask for a search themselves."""

    def test_a_list_of_members(self, club: Club, three: dict[str, Player]) -> None:
        made = import_people(club=club, rows=[ImportRow(None, "Nadia Brok")], by=None)
        assert search_duplicates(club=club)
        assert {NADIA, "Nadia Brok"} in found(club)
        assert len(undo_import(club=club, made=made, by=None).goes) == 1  # to be found keeps nobody here
        assert found(club) == [{NADIA, N}]

    def test_one_that_adds_nobody_asks_for_nothing(self, club: Club, three: dict[str, Player]) -> None:
        import_people(club=club, rows=[ImportRow(three[NADIA].pk, NADIA, ("adult", None))], by=None)
        assert get_search_state(club).stage is SearchStage.NEVER

    def test_a_table_of_ratings(self, club: Club, three: dict[str, Player]) -> None:
        change = set_opening(club=club, as_of=date(2020, 1, 1), rows=[OpeningRow(None, "Nadia Brok", 14_000, 10)], by=None)
        assert search_duplicates(club=club)
        assert {NADIA, "Nadia Brok"} in found(club)
        put_back(club=club, change=change, by=None)
        assert found(club) == [{NADIA, N}]

    def test_a_name_taken_back(self, club: Club, three: dict[str, Player]) -> None:
        link = link_to_new_player(club=club, entry=entry_of(club, publish(club, ["Nadia Brok"]), "Nadia Brok"), by=None)
        search(club)
        assert {NADIA, "Nadia Brok"} in found(club)
        undo_link(club=club, link=link, by=None)
        with club_scope(club):
            assert not Player.objects.filter(pk=link.player_id).exists()


def test_people_added_since_are_counted(club: Club, three: dict[str, Player]) -> None:
    moment = timezone.now()
    make_player(club, "Oskar Tern")
    with club_scope(club):
        assert (count_added_since(club, moment), count_added_since(club, timezone.now())) == (1, 0)
