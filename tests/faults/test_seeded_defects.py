"""Defects put into the ladder on purpose: each must be found. Races have theirs in test_corrections_at_once.py; all are listed in
docs/testing.md.
"""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from players.models import Standing
from ratings.domain import replay as domain
from ratings.domain.rating import Sums, sums_of
from ratings.domain.records import GAMES
from ratings.domain.replay import Marks, Replayed
from ratings.domain.rules import RuleBook, Rules
from ratings.domain.tally import Tally
from ratings.domain.timeline import EventChanges, Game, RatedEvent
from ratings.models import LadderCheckpoint
from ratings.selectors.kept import PageState
from ratings.services import audit_ladder, figures, replay_ladder, request_rebuild
from tests.factories import make_club
from tests.ratings import observer
from tests.ratings.builder import DAY, DRAW, LOSS, WIN, new_event, new_players
from tournaments.models import Event
from tournaments.models import Game as GameRow

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

States = Mapping[int, tuple[int, int]]


def make_history(events: int, games: int = 6) -> tuple[Club, list[Event]]:
    """A club of eight people who play six games an evening; its ladder is not built."""
    chance, club = random.Random(7), make_club("Grove")
    players = new_players(club, 8)
    made = []
    for number in range(events):
        boards = [(*chance.sample(players, 2), chance.choice((WIN, DRAW, LOSS))) for _ in range(games)]
        made.append(new_event(club, boards, on=DAY + timedelta(days=number)))  # type: ignore[arg-type]
    return club, made


def faults_of(club: Club) -> list[str]:
    """What the independent observer finds in a ladder that says that it is fresh."""
    with club_scope(club) as cursor:
        assert observer.says_fresh(cursor, club.pk)
        return observer.faults(cursor, club.pk)


def with_float_ratings(
    timeline: Iterable[RatedEvent],
    before: Mapping[int, Tally],
    start_ratings: Mapping[int, int],
    rulebook: RuleBook,
    marks: Marks,
    report: Callable[[int], None],
) -> Replayed:
    """The same rules with ratings that are floats in between and rounded where they are shown, as one would write it first."""
    ratings = {player: float(tally.rating) for player, tally in before.items()}
    played = {player: tally.games for player, tally in before.items()}
    done = []
    for event in sorted(timeline, key=lambda event: event.starts):
        rules, players = rulebook.on(event.starts[0]), sorted(event.players)
        for player in players:
            ratings.setdefault(player, start_ratings.get(player, rules.start))
            played.setdefault(player, 0)
        own = [ratings[player] for player in players]
        games_before = tuple(played[player] for player in players)
        sums = sums_of(event, [round(rating) for rating in own], games_before, rules)
        change = [10 * rules.k_for(games) * _surplus(event.games, row, own) for row, games in enumerate(games_before)]
        for row, player in enumerate(players):
            ratings[player] += change[row]
            played[player] += GAMES[sums.record[row]]
        shown = tuple(round(before + gained) - round(before) for before, gained in zip(own, change, strict=True))
        rounded = tuple(round(rating) for rating in own)
        done.append(EventChanges(event.event_id, event.starts, event.ends, tuple(players), rounded, games_before, shown, *sums[1:]))
    return domain.replay(done, before, {}, rulebook, marks)


def _surplus(games: Sequence[Game], row: int, ratings: Sequence[float]) -> float:
    total = 0.0
    for white, black, points in games:
        if row in (white, black):
            other, score = (black, points / 2) if row == white else (white, 1 - points / 2)
            total += score - 1 / (1 + 10 ** ((ratings[other] - ratings[row]) / 4000))
    return total


def not_frozen(event: RatedEvent, before: Sequence[int], games_before: Sequence[int], rules: Rules) -> Sums:
    """The same sums, with everybody's rating and number of games brought up to date after each game of the event."""
    ratings, played = list(before), list(games_before)
    record, uncounted = [0] * len(before), [0] * len(before)
    for game in event.games:
        part = sums_of(RatedEvent.between(*event[:4], [game]), ratings, played, rules)
        ratings = [rating + change for rating, change in zip(ratings, part.change, strict=True)]
        played = [number + GAMES[counted] for number, counted in zip(played, part.record, strict=True)]
        record = [one + more for one, more in zip(record, part.record, strict=True)]
        uncounted = [one + more for one, more in zip(uncounted, part.uncounted or [0] * len(before), strict=True)]
    change = tuple(rating - was for rating, was in zip(ratings, before, strict=True))
    return Sums(change, tuple(record), tuple(uncounted))


def seed_float_ratings(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(figures, "replay", with_float_ratings)


def seed_no_freezing(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(domain, "sums_of", not_frozen)


def seed_nothing(patch: pytest.MonkeyPatch) -> None:
    """The control of the controls."""


@pytest.mark.parametrize(("seed", "is_found"), [(seed_nothing, False), (seed_float_ratings, True), (seed_no_freezing, True)])
def test_wrong_arithmetic_is_found(seed: Callable[[pytest.MonkeyPatch], None], is_found: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    club, _ = make_history(8)
    with monkeypatch.context() as patched:
        seed(patched)
        replay_ladder(club=club)
    assert bool(faults_of(club)) is is_found
    assert audit_ladder(club=club).passed is not is_found


def damage_rating(checkpoint: LadderCheckpoint) -> None:
    checkpoint.rating = [checkpoint.rating[0] + 10, *checkpoint.rating[1:]]


def damage_games(checkpoint: LadderCheckpoint) -> None:
    checkpoint.games = [max(0, number - 8) for number in checkpoint.games]


def damage_nothing(checkpoint: LadderCheckpoint) -> None:
    """The control of the controls."""


@pytest.mark.parametrize(("damage", "is_found"), [(damage_nothing, False), (damage_rating, True), (damage_games, True)])
def test_a_wrong_checkpoint_is_found_by_the_audit_and_after_the_next_correction(
    damage: Callable[[LadderCheckpoint], None], is_found: bool
) -> None:
    club, events = make_history(32, games=2)
    replay_ladder(club=club)
    with club_scope(club):
        checkpoint = LadderCheckpoint.objects.filter(club=club).order_by("-place")[0]
        damage(checkpoint)
        columns = {"rating": checkpoint.rating, "games": checkpoint.games}
        LadderCheckpoint.objects.filter(club=club, event_id=checkpoint.event_id).update(**columns)
    assert faults_of(club) == []  # nothing that is shown is wrong yet
    assert audit_ladder(club=club).passed is not is_found
    with club_scope(club):
        GameRow.objects.filter(club=club, version=events[-2].rated_version_id, round=1).update(result=DRAW)
        GameRow.objects.filter(club=club, version=events[-2].rated_version_id, round=2).update(result=WIN)
    replay_ladder(club=club)
    assert bool(faults_of(club)) is is_found
    assert audit_ladder(club=club).passed is not is_found
    request_rebuild(club=club, by=None)
    replay_ladder(club=club)
    assert faults_of(club) == []
    assert audit_ladder(club=club).passed


def without_the_ladder(state: PageState) -> tuple[Any, ...]:
    """A key that forgets what the page is made of."""
    return (state.club.pk,)


@pytest.mark.parametrize("is_defective", [False, True])
@pytest.mark.parametrize("asks_again", [False, True], ids=["anew", "with its ETag"])
def test_a_page_that_was_kept_too_long_is_found(is_defective: bool, asks_again: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if is_defective:
        monkeypatch.setattr(PageState, "key", property(without_the_ladder))
    club, events = make_history(2)
    replay_ladder(club=club)
    address, visitor = f"/club/{club.slug}/", Client()
    first = visitor.get(address)
    headers = {"If-None-Match": first["ETag"]} if asks_again else {}
    with club_scope(club):
        GameRow.objects.filter(club=club, version=events[-1].rated_version_id).update(result=DRAW)
    is_right = ["The ladder is being rebuilt" in text_of(visitor.get(address, headers=headers))]
    replay_ladder(club=club)
    page = text_of(visitor.get(address, headers=headers))
    is_right.append(all(f"{rating / 10:.1f}" in page for rating in ratings_of(club)))
    assert is_right == [not is_defective] * 2


def text_of(answer: Any) -> str:
    """The page, or nothing where the browser is told that what it has still holds."""
    if answer.get("Content-Encoding") == "gzip":
        import gzip

        return gzip.decompress(answer.content).decode()
    text: str = answer.content.decode()
    return text


def ratings_of(club: Club) -> list[int]:
    with club_scope(club):
        return list(Standing.objects.filter(club=club).values_list("rating", flat=True))
