"""The replay on small evenings with literal figures: every sentence of RULES section 1 about an event."""

from datetime import date

import pytest

from ratings.domain.errors import InvalidGame, InvalidTimeline
from ratings.domain.records import packed
from ratings.domain.replay import Marks, replay
from ratings.domain.rules import RuleBook, Rules
from ratings.domain.tally import Checkpoint
from ratings.domain.timeline import EventChanges, Position, RatedEvent
from tests.ratings.domain.replaying import changes_of

ANNE, BORIS, CLARA, DAVID, EVA = 1, 2, 3, 4, 5
BOOK = RuleBook()


def on(day: int, order: int = 0, number: int = 1) -> Position:
    return date(2026, 3, day), order, number


def evening(event_id: int, day: int, games: list[tuple[int, int, int]], *, until: int | None = None) -> RatedEvent:
    return RatedEvent.of(event_id, on(day, 0, event_id), on(until or day, 0, event_id), games)


def test_anne_ends_at_1413_8() -> None:
    states = {ANNE: (14_000, 30), BORIS: (15_000, 30), CLARA: (13_000, 30), DAVID: (16_000, 30), EVA: (13_500, 30)}
    games = [(ANNE, BORIS, 0), (CLARA, ANNE, 0), (ANNE, DAVID, 1), (EVA, ANNE, 0)]
    changes = changes_of([evening(7, 3, games)], states, {}, BOOK)
    assert changes == [
        EventChanges(
            event_id=7,
            starts=on(3, 0, 7),
            ends=on(3, 0, 7),
            players=(1, 2, 3, 4, 5),
            before=(14_000, 15_000, 13_000, 16_000, 13_500),
            games_before=(30, 30, 30, 30, 30),
            change=(138, 72, -72, -52, -86),
            record=(packed(2, 1, 1), packed(1, 0, 0), packed(0, 0, 1), packed(0, 1, 0), packed(0, 0, 1)),
        )
    ]
    assert (changes[0].counted_games, changes[0].score) == ((4, 1, 1, 1, 1), (5, 2, 0, 1, 0))
    assert changes[0].before[0] + changes[0].change[0] == 14_138


def test_an_evening_against_newcomers_leaves_the_established_player_alone() -> None:
    changes = changes_of([evening(1, 1, [(ANNE, BORIS, 0), (CLARA, ANNE, 1)])], {ANNE: (14_000, 5)}, {}, BOOK)[0]
    assert changes.change == (0, 304, 104)
    assert changes.counted_games == (0, 1, 1)
    assert changes.played == (packed(0, 1, 1), packed(1, 0, 0), packed(0, 1, 0))
    assert changes.uncounted == (packed(0, 1, 1), 0, 0)


def test_a_brand_new_club_starts_normally() -> None:
    changes = changes_of([evening(1, 1, [(ANNE, BORIS, 2)])], {}, {}, BOOK)[0]
    assert (changes.before, changes.change, changes.counted_games) == ((12_000, 12_000), (200, -200), (1, 1))


def test_the_same_pair_counts_every_time() -> None:
    changes = changes_of([evening(1, 1, [(ANNE, BORIS, 2), (BORIS, ANNE, 0), (ANNE, BORIS, 1)])], {}, {}, BOOK)[0]
    assert (changes.change, changes.counted_games, changes.score) == ((400, -400), (3, 3), (5, 1))


def test_status_and_k_are_frozen_for_the_whole_event() -> None:
    states = {ANNE: (14_000, 4), BORIS: (14_000, 19), CLARA: (14_000, 20)}
    games = [(ANNE, BORIS, 2)] * 2 + [(BORIS, CLARA, 2)] * 2
    changes = changes_of([evening(1, 1, games)], states, {}, BOOK)[0]
    assert (changes.change, changes.counted_games) == ((400, 400, -200), (2, 2, 2))


def test_the_crossing_of_a_threshold_holds_from_the_next_event() -> None:
    events = [evening(1, 1, [(ANNE, BORIS, 2)]), evening(2, 2, [(ANNE, CLARA, 1)])]
    first, second = changes_of(events, {ANNE: (14_000, 4), BORIS: (14_000, 3)}, {}, BOOK)
    assert (first.counted_games, second.games_before, second.counted_games) == ((1, 1), (5, 0), (0, 1))


def test_a_known_starting_rating_is_still_provisional() -> None:
    changes = changes_of([evening(1, 1, [(ANNE, BORIS, 0)])], {ANNE: (18_000, 50)}, {BORIS: 18_000}, BOOK)[0]
    assert (changes.before, changes.change, changes.counted_games) == ((18_000, 18_000), (0, 200), (0, 1))


def test_byes_only_gives_a_row_without_change() -> None:
    event = RatedEvent.of(1, on(1), on(1), [(ANNE, BORIS, 1)], players=[CLARA, ANNE])
    changes = changes_of([event], {}, {}, BOOK)[0]
    assert (changes.players, changes.change, changes.counted_games) == ((1, 2, 3), (0, 0, 0), (1, 1, 0))


def test_overlapping_events_do_not_see_each_other() -> None:
    league = evening(1, 1, [(ANNE, BORIS, 2)], until=20)
    blitz, late = evening(2, 10, [(ANNE, BORIS, 2)]), evening(3, 21, [(ANNE, BORIS, 1)])
    changes = {c.event_id: c for c in changes_of([late, blitz, league], {}, {}, BOOK)}
    assert [changes[n].before for n in (1, 2, 3)] == [(12_000, 12_000), (12_000, 12_000), (12_400, 11_600)]
    assert [changes[n].games_before for n in (1, 2, 3)] == [(0, 0), (0, 0), (2, 2)]


def test_the_order_within_a_date_decides() -> None:
    early = RatedEvent.of(1, on(1, 0, 9), on(1, 0, 9), [(ANNE, BORIS, 2)])
    later = RatedEvent.of(2, on(1, 1, 3), on(1, 1, 3), [(ANNE, BORIS, 1)])
    first, second = changes_of([later, early], {}, {}, BOOK)
    assert (first.event_id, second.event_id, second.before) == (1, 2, (12_200, 11_800))


def test_a_newcomer_of_overlapping_events_enters_once() -> None:
    book = RuleBook(Rules(), {date(2026, 3, 5): Rules(start=10_000)})
    league, blitz = evening(1, 1, [(ANNE, BORIS, 1)], until=20), evening(2, 10, [(ANNE, CLARA, 1)])
    changes = changes_of([league, blitz], {}, {}, book)
    assert [c.before for c in changes] == [(12_000, 12_000), (12_000, 10_000)]


def test_rules_are_those_of_the_day_on_which_the_event_starts() -> None:
    book = RuleBook(Rules(), {date(2026, 3, 5): Rules(k_new=10)})
    before, after = evening(1, 4, [(ANNE, BORIS, 2)], until=9), evening(2, 5, [(CLARA, DAVID, 2)])
    assert [c.change for c in changes_of([before, after], {}, {}, book)] == [(200, -200), (50, -50)]


def test_incremental_replay_adds_what_is_in_flight_at_its_end() -> None:
    league = evening(1, 1, [(ANNE, BORIS, 2)], until=20)
    rest = [evening(2, 10, [(ANNE, BORIS, 1)]), evening(3, 21, [(ANNE, BORIS, 1)])]
    whole = changes_of([league, *rest], {}, {}, BOOK)
    assert changes_of([whole[0], *rest], {}, {}, BOOK) == whole
    assert whole[1].before == (12_000, 12_000)
    assert whole[2].before == (12_200, 11_800)


def test_a_checkpoint_holds_what_is_in_flight_and_those_who_only_appear_in_it() -> None:
    first, league = evening(1, 1, [(ANNE, BORIS, 2)]), evening(2, 2, [(ANNE, CLARA, 2)], until=20)
    after = evening(3, 10, [(ANNE, BORIS, 1)])
    done = replay([first, league, after], {}, {}, BOOK, Marks([2]))
    assert done.checkpoints == [
        Checkpoint(
            position=on(10, 0, 3),
            place=2,
            ended_on=date(2026, 3, 1),
            in_flight=(2,),
            players=(ANNE, BORIS, CLARA),
            rating=(12_200, 11_800, 12_000),
            games=(1, 1, 0),
            record=(packed(1, 0, 0), packed(0, 0, 1), 0),
            last_change=(200, -200, 0),
            last_event=(1, 1, None),
            last_played=(date(2026, 3, 1), date(2026, 3, 1), None),
            peak=(12_200, 11_800, None),
        )
    ]
    again = replay([done.changes[1], after], done.checkpoints[0].tallies(), {}, BOOK)
    assert (again.changes, again.tallies) == (done.changes[1:], done.tallies)


def test_what_ends_at_the_very_position_is_still_in_flight() -> None:
    league = evening(1, 1, [(ANNE, BORIS, 2)], until=20)
    same = RatedEvent.of(2, on(20, 0, 1), on(20, 0, 1), [(ANNE, BORIS, 1)])
    later = RatedEvent.of(2, on(20, 0, 2), on(20, 0, 2), [(ANNE, BORIS, 1)])
    assert changes_of([league, same], {}, {}, BOOK)[1].before == (12_000, 12_000)
    assert changes_of([league, later], {}, {}, BOOK)[1].before == (12_200, 11_800)


@pytest.mark.parametrize("game", [(ANNE, ANNE, 1), (ANNE, BORIS, 3), (ANNE, BORIS, -1)])
def test_a_game_that_cannot_be_rated(game: tuple[int, int, int]) -> None:
    with pytest.raises(InvalidGame):
        evening(1, 1, [game])


def test_an_impossible_timeline() -> None:
    with pytest.raises(InvalidTimeline, match="Event 1 ends before it starts"):
        changes_of([RatedEvent.of(1, on(2), on(1), [])], {}, {}, BOOK)
    with pytest.raises(InvalidTimeline, match="Event 1 stands in the timeline twice"):
        changes_of([evening(1, 1, []), evening(1, 2, [])], {}, {}, BOOK)
