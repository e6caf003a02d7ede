"""The replay from database to database, against the plain one: whole, and after a correction so many events back.

A correction is one result put right by an UPDATE and committed; what is timed is the replay that follows, to its commit.
"""

from collections.abc import Callable, Iterator
from functools import partial
from time import perf_counter

from django.db import connections

from bench import plain
from bench.clubs import analyze, make_club
from bench.evenings import GAMES
from bench.figures import Figure, alternate, at_least, at_most
from clubs.models import Club
from clubs.tenancy.scope import club_scope
from ratings.services import replay_ladder, request_rebuild
from tournaments.domain.results import ResultKind
from tournaments.models import Event, Game

EVENTS = (600, 3847)  # 15,600 and 100,022 games
BACK = {1: 60, 10: 60, 100: 35}  # events, and how many times faster than the plain replay
GROWTH = 1.6  # so much slower at most in the longer history


def measure(rounds: int) -> Iterator[Figure]:
    """Both sizes of the club."""
    plain.create_tables()
    clubs = [make_club(f"replaying-{events}", events) for events in EVENTS]
    for club in clubs:
        replay_ladder(club=club)
    analyze()
    corrected: list[dict[int, float]] = []
    for events, club in zip(EVENTS, clubs, strict=True):
        taken = alternate(
            rounds,
            partial(timed, plain.replay_plainly, club),
            partial(timed, _rebuild, club, before=partial(request_rebuild, club=club, by=None)),
            partial(timed, _rebuild, club, before=partial(_forget, club)),
            *(partial(timed, _replay, club, before=partial(_correct, club, back)) for back in BACK),
        )
        peer, differing, writing, *corrections = taken
        size = f"{events * GAMES:,} games"
        yield at_least(f"full replay, {size}, writing what differs", differing, "s", 25, peer=peer, ratio=peer / differing)
        yield at_least(f"full replay, {size}, writing every row", writing, "s", 10, peer=peer, ratio=peer / writing)
        corrected.append(dict(zip(BACK, corrections, strict=True)))
        for back, seconds in corrected[-1].items():
            yield at_least(f"correction {back} events back, {size}", seconds, "s", BACK[back], peer=peer, ratio=peer / seconds)
    for back in (1, 10):
        short, long = (seconds[back] for seconds in corrected)
        yield at_most(f"correction {back} events back, long history to short", long, "s", GROWTH, peer=short, ratio=long / short)


def timed(action: Callable[[Club], object], club: Club, before: Callable[[], object] = lambda: None) -> float:
    """Seconds that the action takes, after what must come first."""
    before()
    began = perf_counter()
    action(club)
    return perf_counter() - began


def _rebuild(club: Club) -> None:
    build = replay_ladder(club=club)
    assert build.whole


def _replay(club: Club) -> None:
    build = replay_ladder(club=club)
    assert build.edits
    assert not build.whole


def _forget(club: Club) -> None:
    """As in a club whose ladder was never built: every row is to be written."""
    request_rebuild(club=club, by=None)
    with club_scope(club) as cursor:
        for table in ("ratings_ratingchange", "players_standing", "ratings_laddercheckpoint"):
            cursor.execute(f"DELETE FROM {table} WHERE club_id = %s", [club.pk])
    with connections["owner"].cursor() as cursor:
        cursor.execute("VACUUM ratings_ratingchange, players_standing, ratings_laddercheckpoint")


def _correct(club: Club, back: int) -> None:
    """Turn the result of the first board of the event so many from the end."""
    with club_scope(club):
        event = Event.objects.filter(club=club).order_by("-rated_version__starts_on", "-pk")[back - 1]
        game = Game.objects.get(club=club, version=event.rated_version_id or 0, round=1, board=1)
        game.result = ResultKind.BLACK_WIN if game.result == ResultKind.WHITE_WIN else ResultKind.WHITE_WIN
        game.save()
