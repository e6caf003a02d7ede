"""The front page of a club of 300: kept, not modified, made afresh, and its size, each against its peer on the same server.

Gunicorn with the settings of production, one process, on this machine; two clients that ask again as soon as they have their answer, so
that the server never waits for one. It closes the connection after every answer (class `sync`), also to the peers.
"""

import gzip
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import date, timedelta
from http.client import HTTPConnection, HTTPResponse
from typing import TYPE_CHECKING

from bench.database import PROJECT
from bench.figures import Figure, alternate, at_least, at_most, told

if TYPE_CHECKING:
    from clubs.models import Club
    from players.models import Player

PLAYERS, EVENINGS, BOARDS = 300, 60, 45
CLIENTS = 2
SECONDS = 1.0
"""How long a server is asked in one round."""
GZIP = {"Accept-Encoding": "gzip", "Accept-Language": "en"}


def measure(rounds: int) -> Iterable[Figure]:
    """Requests a second in the median of `rounds`, and bytes."""
    from django.db import connections

    slug = _make_club()
    connections.close_all()
    with _server() as port:
        client, *_ = clients = [_Client(port) for _ in range(CLIENTS)]
        front, plain, fresh = f"/club/{slug}/", f"/bench/plain/{slug}/", f"/bench/afresh/{slug}/"
        page = client.get(front, GZIP)
        again = {**GZIP, "If-None-Match": page.headers["ETag"] or ""}
        rates = alternate(
            rounds,
            lambda: _rate(clients, plain, GZIP, 200),
            lambda: _rate(clients, "/bench/empty/", GZIP, 200),
            lambda: _rate(clients, front, GZIP, 200),
            lambda: _rate(clients, front, again, 304),
            lambda: _rate(clients, fresh, GZIP, 200),
        )
        yield from _speeds(*rates)
        yield from _sizes(client, page.body, client.get(front, {"Accept-Language": "en"}).body)


def _speeds(plain: float, empty: float, kept: float, unmodified: float, fresh: float) -> Iterator[Figure]:
    unit, what = "requests/s", f"front page of {PLAYERS}"
    yield at_least(f"{what}, kept, against a default localised template", kept, unit, 30, peer=plain, ratio=kept / plain)
    yield at_least(f"{what}, not modified (304), against an empty view", unmodified, unit, 0.25, peer=empty, ratio=unmodified / empty)
    yield at_least(f"{what}, made afresh, against a default localised template", fresh, unit, 3, peer=plain, ratio=fresh / plain)


def _sizes(client: "_Client", compressed: bytes, page: bytes) -> Iterator[Figure]:
    assert gzip.decompress(compressed) == page
    assert page.count(b"<tr>") >= PLAYERS
    yield at_most(f"front page of {PLAYERS}, compressed, all rows", len(compressed) / 1000, "kB", 10)
    yield told("the same, not compressed", len(page) / 1000, "kB")
    sheet = page.split(b'rel="stylesheet" href="')[1].split(b'"')[0].decode()
    sent = client.get(sheet, {"Accept-Encoding": "gzip"}).body
    yield told("page and style sheet together, compressed", (len(compressed) + len(sent)) / 1000, "kB")


class _Answer:
    def __init__(self, response: HTTPResponse) -> None:
        self.status, self.headers, self.body = response.status, response.headers, response.read()


class _Client:
    """One connection, opened again by itself whenever the server has closed it."""

    def __init__(self, port: int) -> None:
        self._connection = HTTPConnection("127.0.0.1", port, timeout=30)

    def get(self, path: str, headers: dict[str, str]) -> _Answer:
        self._connection.request("GET", path, headers=headers)
        return _Answer(self._connection.getresponse())

    def count(self, path: str, headers: dict[str, str], status: int, until: float) -> int:
        """How many answers came by then, each with this status."""
        answers = 0
        while time.perf_counter() < until:
            answer = self.get(path, headers)
            assert answer.status == status, f"{path}: {answer.status}"
            answers += 1
        return answers


def _rate(clients: "list[_Client]", path: str, headers: dict[str, str], status: int) -> float:
    """Answers a second to all clients together."""
    began = time.perf_counter()
    with ThreadPoolExecutor(len(clients)) as threads:
        counted = [threads.submit(client.count, path, headers, status, began + SECONDS) for client in clients]
        answers = sum(each.result() for each in counted)
    return answers / (time.perf_counter() - began)


@contextmanager
def _server() -> Iterator[int]:
    from django.core.management import call_command

    from config.embedded.state import usable_port
    from config.processes import bound_to_parent, stop_group, wait_until

    call_command("collectstatic", interactive=False, verbosity=0)
    port = usable_port(0)
    command = [sys.executable, "-m", "gunicorn", "--config", "python:config.gunicorn", "bench.site:application"]
    environment = {**os.environ, "PORT": str(port), "WEB_WORKERS": "1"}
    process = subprocess.Popen(command, cwd=PROJECT, env=environment, start_new_session=True, preexec_fn=bound_to_parent())
    try:
        if not wait_until(lambda: _answers(port), 30):
            raise RuntimeError("the web server did not start")
        yield port
    finally:
        stop_group(process)


def _answers(port: int) -> bool:
    try:
        return _Client(port).get("/bench/empty/", {}).status == 200
    except OSError:
        return False


def _make_club() -> str:
    """A club of 300 members, a year of its evenings, and the address of its page. Who plays how often is as uneven as in a real club."""
    from django.db import connections

    from clubs.models import Club
    from ratings.services import replay_ladder
    from tests.ratings.builder import DRAW, LOSS, WIN, new_event

    chosen = random.Random(3)
    club = Club.objects.create(name="Riverside Nest", slug=f"riverside-nest-{'0f' * 16}", visibility="unlisted")
    players = _make_players(club, chosen)
    zeal = [chosen.paretovariate(1.2) for _ in players]
    today = date.today()
    for evening in range(EVENINGS):
        boards = []
        come = {player.pk: player for player in chosen.choices(players, zeal, k=BOARDS)}
        if evening == 0:
            come = {player.pk: player for player in players}
        here = list(come.values())
        for _ in range(4):
            chosen.shuffle(here)
            boards += [(here[at], here[at + 1], chosen.choice((WIN, WIN, DRAW, LOSS, LOSS))) for at in range(0, len(here) - 1, 2)]
        new_event(club, boards, on=today - timedelta(days=6 * (EVENINGS - evening) - 3))
    replay_ladder(club=club)
    with connections["owner"].cursor() as cursor:
        cursor.execute("ANALYZE")  # as autovacuum has done long ago where a club has played for a year
    return club.slug


def _make_players(club: "Club", chosen: random.Random) -> "list[Player]":
    from clubs.tenancy.scope import club_scope
    from players.models import Player

    letters = "AAABBCDDEEFGGHHIJJKKLLMMMMNNOPRRSSSTTVWYZ"
    names = [f"{chosen.choice(letters)}ohn{number} {chosen.choice(letters)}mith" for number in range(PLAYERS)]
    with club_scope(club):
        return Player.objects.bulk_create(Player(club=club, name=name, sort_key=name) for name in names)
