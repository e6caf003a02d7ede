"""The clubs of the soak: many and small, so that each is often fresh and quickly judged."""

import random
import secrets
from datetime import date, timedelta

from django.contrib.auth.models import User

from clubs.models import Club
from ratings.services import replay_ladder
from tests.factories import event_record, make_club, make_event, make_user
from tournaments.domain.record import EventRecord
from tournaments.domain.results import ResultKind

NAMES = ("Ora Nest", "Theo Perch", "Ida Wren", "Lev Rook", "Una Finch", "Max Crane")
FIRST_DAY = date(2026, 1, 5)
DAYS = 30
EVENTS = 3
KINDS = (
    ResultKind.WHITE_WIN,
    ResultKind.DRAW,
    ResultKind.BLACK_WIN,
    ResultKind.WHITE_WIN,
    ResultKind.BLACK_WIN,
    ResultKind.WHITE_FORFEIT_WIN,
)


def make_clubs(number: int) -> list[int]:
    """So many clubs of six people and three events, all of them fresh; their ids."""
    owner = make_user(f"{secrets.token_hex(4)}@soak.example")
    return [_make(f"Soak {index}", owner, random.Random(index)) for index in range(number)]


def _make(name: str, owner: User, chance: random.Random) -> int:
    club: Club = make_club(name, owner=owner)
    for index in range(EVENTS):
        make_event(club, random_record(chance, name=f"Evening {index}"))
    replay_ladder(club=club)
    return club.pk


def random_day(chance: random.Random) -> date:
    return FIRST_DAY + timedelta(days=chance.randrange(DAYS))


def random_record(chance: random.Random, *, name: str) -> EventRecord:
    """Two rounds of two games among four of the people, and somebody with a bye."""
    chosen = chance.sample(NAMES, 5)
    rounds = []
    for _ in range(2):
        one, two, three, four, five = chance.sample(range(1, 6), 5)
        games = [(one, two, chance.choice(KINDS)), (three, four, chance.choice(KINDS))]
        rounds.append([*games, (five, None, ResultKind.PAIRING_ALLOCATED_BYE)])
    return event_record(chosen, rounds, name=name, on=random_day(chance))
