"""What is played in the clubs that are measured, without a database.

The evenings are those of RULES section 5: two rounds, here of 13 boards, by 26 of the club's players. Results follow a hidden strength.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from tournaments.domain.results import ResultKind

FIRST_DAY = date(2016, 9, 1)
YEARS = 10
PLAYERS = 300
BOARDS = 13
ROUNDS = 2
GAMES = BOARDS * ROUNDS  # in one event

Board = tuple[int, int, ResultKind]
"""White and Black as places in the list of players, and the result."""


@dataclass(frozen=True, slots=True)
class Evening:
    """One event: who is present, and what is played in each round."""

    day: date
    present: tuple[int, ...]
    rounds: tuple[tuple[Board, ...], ...]


def evenings(number: int, players: int = PLAYERS, seed: int = 1, *, boards: int = BOARDS, rounds: int = ROUNDS) -> Iterator[Evening]:
    """So many events spread over ten years; always the same ones."""
    dice = Random(seed)
    strength = [dice.gauss(1200, 250) for _ in range(players)]
    for place in range(number):
        present = dice.sample(range(players), 2 * boards)
        played = []
        for _ in range(rounds):
            dice.shuffle(present)
            pairs = zip(present[::2], present[1::2], strict=True)
            played.append(tuple((white, black, _result(dice, strength[white] - strength[black])) for white, black in pairs))
        yield Evening(FIRST_DAY + timedelta(days=place * 365 * YEARS // number), tuple(present), tuple(played))


def _result(dice: Random, ahead: float) -> ResultKind:
    expected = 1 / (1 + 10 ** (-ahead / 400))
    fall = dice.random()
    if fall < expected - 0.1:
        return ResultKind.WHITE_WIN
    return ResultKind.DRAW if fall < expected + 0.1 else ResultKind.BLACK_WIN
