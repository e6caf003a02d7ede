"""What the pages read, and in how many statements."""

from datetime import timedelta

import pytest
from pytest_django.fixtures import DjangoAssertNumQueries

from clubs.models import Club
from clubs.tenancy.scope import club_scope, snapshot
from ratings.domain.rules import RuleBook, Rules
from ratings.models import LadderEdit, LadderRules
from ratings.selectors import (
    LadderState,
    PlayerChange,
    get_ladder_state,
    history_of_player,
    ladder_rules_of,
    list_changes_of_event,
    list_stale_clubs,
    sweeper_seen_at,
)
from ratings.services import replay_ladder, request_rebuild
from ratings.services.queue import drop_orphaned_edits, note_sweeper
from tests.ratings.builder import DAY, LOSS, WIN, merge, new_club, new_event, new_players, one_game
from tournaments.domain.results import ResultKind

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return new_club()


def test_a_club_that_nothing_ever_happened_in_is_fresh(club: Club) -> None:
    assert get_ladder_state(club) == LadderState(0, True, None, 0, None, 0, None, "")
    assert list_stale_clubs() == []


def test_freshness_takes_one_statement(club: Club, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    new_event(club, one_game(club, WIN))
    with django_assert_num_queries(1):
        state = get_ladder_state(club)
    assert (state.fresh, state.version) == (False, 0)
    assert state.waiting > 0
    assert state.waiting_since is not None
    replay_ladder(club=club)
    state = get_ladder_state(club)
    assert (state.fresh, state.version, state.waiting, state.waiting_since) == (True, 1, 0, None)


def test_another_club_s_edits_make_nobody_else_stale(club: Club) -> None:
    other = new_club()
    request_rebuild(club=other, by=None)
    assert get_ladder_state(club).fresh
    assert not get_ladder_state(other).fresh
    assert [stale.club_id for stale in list_stale_clubs()] == [other.pk]


def test_the_changes_of_an_event(club: Club, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    a, b, c = new_players(club, 3)
    event = new_event(club, [(a, b, WIN), (c, None, ResultKind.PAIRING_ALLOCATED_BYE)])
    replay_ladder(club=club)
    with club_scope(club), django_assert_num_queries(1):
        changes = list_changes_of_event(club, event.pk)
    assert changes == [
        PlayerChange(event.pk, a.pk, DAY, DAY, 12000, 0, 200, 1, 2, 1, 0, 0),
        PlayerChange(event.pk, b.pk, DAY, DAY, 12000, 0, -200, 1, 0, 0, 0, 1),
        PlayerChange(event.pk, c.pk, DAY, DAY, 12000, 0, 0, 0, 0, 0, 0, 0),
    ]
    assert [change.after for change in changes] == [12200, 11800, 12000]


def test_an_event_that_does_not_count_has_no_changes(club: Club) -> None:
    event = new_event(club, one_game(club, WIN), finished=False)
    replay_ladder(club=club)
    with club_scope(club):
        assert list_changes_of_event(club, event.pk) == []


def test_the_history_of_a_person_has_the_games_of_all_their_names(club: Club, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    a, b, other_name_of_a = new_players(club, 3)
    later = new_event(club, [(a, b, WIN)], on=DAY + timedelta(days=7))
    earlier = new_event(club, [(other_name_of_a, b, LOSS)])
    merge(club, other_name_of_a, a)
    replay_ladder(club=club)
    with club_scope(club), django_assert_num_queries(1):
        history = history_of_player(club, a.pk)
    assert [(change.event_id, change.before, change.change) for change in history] == [(earlier.pk, 12000, -200), (later.pk, 11800, 223)]
    with club_scope(club):
        assert history_of_player(club, other_name_of_a.pk) == []


def test_rules_are_the_defaults_until_the_club_sets_its_own(club: Club) -> None:
    with club_scope(club):
        assert ladder_rules_of(club) == RuleBook()
        LadderRules.objects.create(club=club, k_new=30)
        LadderRules.objects.create(club=club, since=DAY, start=15000)
        assert ladder_rules_of(club) == RuleBook(Rules(k_new=30), {DAY: Rules(start=15000)})


def test_everything_can_be_read_in_a_snapshot(club: Club) -> None:
    event = new_event(club, one_game(club, WIN))
    replay_ladder(club=club)
    with snapshot(club):
        assert get_ladder_state(club).fresh
        assert len(list_changes_of_event(club, event.pk)) == 2


def test_the_sweeper_is_seen_when_it_says_so() -> None:
    assert sweeper_seen_at() is None
    note_sweeper()
    first = sweeper_seen_at()
    note_sweeper()
    second = sweeper_seen_at()
    assert first is not None
    assert second is not None
    assert second > first


def test_edits_of_clubs_that_are_gone_are_dropped_and_never_swept(club: Club) -> None:
    LadderEdit.objects.create(club_id=2**40)
    request_rebuild(club=club, by=None)
    assert [stale.club_id for stale in list_stale_clubs()] == [club.pk]
    assert drop_orphaned_edits() == 1
    assert not get_ladder_state(club).fresh
