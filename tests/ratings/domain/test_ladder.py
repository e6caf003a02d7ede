"""The ladder as a table: ranks, what moved, who plays, who climbed, seasons, and the ladder as of a day."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.domain.ladder import (
    Line,
    Opening,
    Place,
    a_year_before,
    active_places,
    arrange,
    climbers,
    months_before,
    places_on,
    season_table,
    sort_lines,
)
from ratings.domain.records import packed
from ratings.domain.replay import tally
from ratings.domain.rules import RuleBook, Rules
from ratings.domain.tally import brought
from ratings.domain.timeline import EventChanges
from tests.ratings.domain.histories import History, days, histories
from tests.ratings.domain.replaying import changes_of

RULES = Rules()
DAY = date(2026, 3, 3)


def place(player: int, rating: int, games: int = 20, *, played: date | None = DAY, provisional: bool = False) -> Place:
    return Place(player, rating, games, games, 0, 0, provisional, played)


def event(
    changes: dict[int, int], *, games: int = 2, ended: date = DAY, number: int = 1, before: tuple[int, ...] | None = None
) -> EventChanges:
    """An event that changed the ratings of these players so much, `before` being what they had; each won `games` games."""
    size = len(changes)
    rows = (before or (12000,) * size, (0,) * size, tuple(changes.values()), (packed(games, 0, 0),) * size)
    return EventChanges(number, (ended, 0, number), (ended, 0, number), tuple(changes), *rows)


def ties(player: int) -> str:
    """Random ids, as it were: 3 before 1 before 2."""
    return {3: "a", 1: "b", 2: "c"}.get(player, f"x{player}")


def ranked(lines: list[Line]) -> list[tuple[int, int | None, int | None, int | None]]:
    return [(line.place.player, line.rank, line.moved, line.change) for line in lines]


def test_equal_ratings_share_a_rank_and_stand_by_games_and_random_ids_and_not_by_who_came_first() -> None:
    places = [place(1, 13000), place(2, 13000), place(3, 13000), place(4, 13000, 21), place(5, 12000), place(6, 14000, 3, provisional=True)]
    lines = arrange(places, None, RULES, ties)
    assert ranked(lines) == [
        (4, 1, 0, None),
        (3, 1, 0, None),
        (1, 1, 0, None),
        (2, 1, 0, None),
        (5, 5, 0, None),
        (6, None, None, None),
    ]
    assert ranked(arrange(reversed(places), None, RULES, ties)) == ranked(lines)


def test_the_last_event_moves_those_who_played_and_those_whom_they_passed() -> None:
    places = [place(1, 13100), place(2, 13000), place(3, 12900)]
    lines = arrange(places, event({1: 300, 3: -200}), RULES, ties)
    assert ranked(lines) == [(1, 1, 2, 300), (2, 2, 0, None), (3, 3, -2, -200)]


def test_whoever_was_provisional_or_absent_before_the_last_event_comes_from_no_place() -> None:
    places = [place(1, 13100, 6), place(2, 13000), place(3, 12900, 2, provisional=True)]
    lines = arrange(places, event({1: 300, 3: 50}), RULES, ties)
    assert ranked(lines) == [(1, 1, None, 300), (2, 2, -1, None), (3, None, None, 50)]


def test_active_is_who_played_within_twelve_months_and_everybody_where_nobody_did() -> None:
    today = date(2026, 3, 3)
    recent, edge, old = place(1, 1, played=today), place(2, 1, played=date(2025, 3, 3)), place(3, 1, played=date(2025, 3, 2))
    assert active_places([recent, edge, old], today, None) == [recent, edge]
    assert active_places([old], today, None) == [old]


def test_a_rating_brought_from_elsewhere_counts_as_played_on_the_day_as_of_which_it_was_brought() -> None:
    came, gone = place(1, 1, played=None), place(2, 1, played=date(2020, 1, 1))
    assert active_places([came, gone], date(2026, 3, 3), date(2025, 6, 1)) == [came]
    plays = place(3, 1, played=date(2026, 1, 1))
    assert active_places([came, gone, plays], date(2026, 7, 3), date(2025, 6, 1)) == [plays]


@pytest.mark.parametrize(
    ("day", "months", "before"),
    [
        (date(2026, 3, 3), 3, date(2025, 12, 3)),
        (date(2026, 5, 31), 3, date(2026, 2, 28)),
        (date(2024, 5, 31), 3, date(2024, 2, 29)),
        (date(2026, 12, 31), 1, date(2026, 11, 30)),
        (date(2026, 1, 1), 13, date(2024, 12, 1)),
    ],
)
def test_months_before(day: date, months: int, before: date) -> None:
    assert months_before(day, months) == before


def test_a_year_before_a_leap_day() -> None:
    assert (a_year_before(date(2024, 2, 29)), a_year_before(date(2025, 2, 28))) == (date(2023, 2, 28), date(2024, 2, 28))


def test_climbers_are_ranked_people_who_gained_in_the_recent_events() -> None:
    lines = arrange([place(1, 13000), place(2, 12900), place(3, 12800), place(4, 12700, 2, provisional=True)], None, RULES, ties)
    recent = [event({1: 50, 2: -20, 3: 100, 4: 900}), event({1: 50, 2: 30}, number=2)]
    assert climbers(lines, recent, ties, 5) == [(3, 100), (1, 100), (2, 10)]
    assert climbers(lines, recent, ties, 1) == [(3, 100)]


def test_sorting_puts_those_without_a_figure_last_either_way() -> None:
    lines = arrange([place(1, 13000, 9), place(2, 12900, 7, played=None), place(3, 12800, 8)], event({3: 40, 1: -40}), RULES, ties)
    for by, expected in {"rating": [1, 2, 3], "change": [3, 1, 2], "games": [1, 3, 2], "played": [1, 3, 2]}.items():
        assert (by, [line.place.player for line in sort_lines(lines, by)]) == (by, expected)
    assert [line.place.player for line in sort_lines(lines, "change", rising=True)] == [1, 3, 2]
    assert [line.place.player for line in sort_lines(lines, "rating", rising=True)] == [3, 2, 1]


def test_a_season_has_what_was_played_in_it_and_the_rating_at_its_end() -> None:
    history = [
        event({1: 100, 2: -100}, ended=date(2025, 12, 31), number=1),
        event({1: 50, 3: -50}, ended=date(2026, 1, 1), number=2, before=(12100, 12000)),
        event({1: -10, 3: 10}, ended=date(2026, 12, 31), number=3, before=(12150, 11950)),
        event({1: 500, 2: -500}, ended=date(2027, 1, 1), number=4, before=(12140, 11900)),
    ]
    lines = season_table(date(2026, 1, 1), date(2026, 12, 31), history, RuleBook(), ties)
    assert [(line.player, line.rank, line.rating, line.change, line.games, line.wins) for line in lines] == [
        (1, 1, 12140, 40, 4, 4),
        (3, None, 11960, -40, 4, 4),
    ]


def test_who_brought_a_rating_is_there_from_its_day_on() -> None:
    opening = Opening(date(2026, 1, 1), {7: brought(15000, 40)})
    assert places_on(date(2025, 12, 31), [], RuleBook(), opening) == []
    assert places_on(date(2026, 1, 1), [], RuleBook(), opening) == [Place(7, 15000, 40, 0, 0, 0, False, None)]


def history_of(history: History) -> list[EventChanges]:
    return changes_of([each.rated() for each in history.events], history.brought, history.start_ratings, history.rulebook)


@given(histories())
def test_the_ladder_as_of_the_last_day_is_the_current_one(history: History) -> None:
    changes = history_of(history)
    opening = Opening(date(2026, 1, 1), {player: brought(*state) for player, state in history.brought.items()})
    now = tally(changes, opening.brought)
    listed = {player: row for player, row in now.items() if row.last_played or row.last_event is None or row.games}
    found = {each.player: each for each in places_on(date(2026, 1, 6), changes, history.rulebook, opening)}
    assert {player: (each.rating, each.games, each.wins, each.draws, each.losses, each.last_played) for player, each in found.items()} == {
        player: (row.rating, row.games, row.wins, row.draws, row.losses, row.last_played) for player, row in listed.items()
    }


@given(histories(), days)
def test_the_ladder_as_of_a_day_is_that_of_a_replay_of_the_events_until_then(history: History, day: date) -> None:
    """Under the same rules all the time: the start rating of somebody who enters in an event that goes on is that of its first day."""
    same = RuleBook(history.rulebook.beginning)
    until = History([each for each in history.events if each.ends[0] <= day], same, history.start_ratings, history.brought)
    whole = History(history.events, same, history.start_ratings, history.brought)
    opening = Opening(date(2026, 1, 1), {player: brought(*state) for player, state in history.brought.items()})
    then, now = (set(places_on(day, history_of(each), same, opening)) for each in (until, whole))
    assert then == now


@given(histories(), st.sampled_from(["rating", "change", "games", "played"]), st.booleans())
def test_sorting_loses_and_invents_nobody(history: History, by: str, rising: bool) -> None:
    changes = history_of(history)
    last = max(changes, key=lambda each: each.ends)
    lines = arrange(places_on(date(2026, 1, 6), changes, history.rulebook), last, history.rulebook.beginning, ties)
    assert sorted(line.place.player for line in sort_lines(lines, by, rising=rising)) == sorted(line.place.player for line in lines)
