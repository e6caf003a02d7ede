"""The front page of a club of 300: kept, not modified, made afresh, and its size, each against its peer on the same server.

Gunicorn with the settings of production, one process, on this machine; two clients that ask again as soon as they have their answer, so
that the server never waits for one. It closes the connection after every answer (class `sync`), also to the peers.
"""

import gzip
import os
import random
import socket
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
GIVEN_NAMES = """
Adam Alan Alice Amelia Andrew Anna Arthur Barbara Benjamin Brian Caroline Charles Christine Daniel David Deborah Diana Dominic
Edward Eleanor Elizabeth Emma Felix Fiona Frances Frederick George Grace Hannah Harold Helen Henry Hugh Isabel Jack James Jane
Jennifer Jessica John Jonathan Joseph Julia Karen Katherine Kenneth Laura Leonard Linda Louise Lucy Margaret Maria Mark Martin
Matthew Michael Nicholas Nora Oliver Oscar Patricia Paul Peter Philip Rachel Rebecca Richard Robert Roger Rose Ruth Samuel Sarah
Sharon Simon Sophie Stephen Susan Theodore Thomas Timothy Victor Victoria Walter William
"""
SURNAMES = """
Abbott Adams Allen Anderson Armstrong Atkinson Bailey Baker Barnes Bell Bennett Berry Booth Bradley Brooks Brown Burton Butler
Campbell Carter Chambers Chapman Clark Cole Collins Cook Cooper Cox Davies Dawson Dean Dixon Edwards Elliott Ellis Evans Fisher
Fletcher Ford Foster Fox Francis Freeman Gibson Gordon Graham Grant Gray Green Griffiths Hall Hamilton Harris Harrison Hart Harvey
Hill Holmes Howard Hudson Hughes Hunt Hunter Jackson James Jenkins Johnson Jones Kelly Kennedy King Knight Lane Lawrence Lee Lewis
Lloyd Marsh Marshall Martin Mason Matthews Miller Mills Mitchell Moore Morgan Morris Murphy Murray Nelson Newton Owen Palmer
Parker Pearson Perry Phillips Pike Porter Powell Price Reid Reynolds Richards Roberts Robinson Rogers Russell Ryan Saunders Scott
Shaw Simpson Smith Spencer Stevens Stewart Taylor Thomas Thompson Turner Walker Walsh Ward Watson Webb West White Wilkinson
Williams Wilson Wood Wright Young
"""
GZIP = {"Accept-Encoding": "gzip", "Accept-Language": "en"}


def measure(rounds: int) -> Iterable[Figure]:
    """Requests a second in the median of three times as many rounds, for one is short; and bytes."""
    from django.db import connections

    slug = _make_club()
    connections.close_all()
    with _server() as port:
        client, *_ = clients = [_Client(port) for _ in range(CLIENTS)]
        front, plain, fresh = f"/club/{slug}/", f"/bench/plain/{slug}/", f"/bench/afresh/{slug}/"
        page = client.get(front, GZIP)
        again = {**GZIP, "If-None-Match": page.headers["ETag"] or ""}
        rates = alternate(
            3 * rounds,
            lambda: _rate(clients, plain, GZIP, 200),
            lambda: _rate(clients, "/bench/empty/", GZIP, 200),
            lambda: _rate(clients, front, GZIP, 200),
            lambda: _rate(clients, front, again, 304),
            lambda: _rate(clients, fresh, GZIP, 200),
        )
        yield from _speeds(*rates)
        yield from _sizes(client, page.body, client.get(front, {"Accept-Language": "en"}).body)
        _show_full_names(slug)
        full = client.get(front, GZIP).body
        assert gzip.decompress(full).count(b"Eleanor ") > 1
        yield at_most(f"front page of {PLAYERS}, compressed, with full names", len(full) / 1000, "kB", 10)


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


def _show_full_names(slug: str) -> None:
    from clubs.models import Audience, Club, NamePolicy
    from clubs.services import change_club

    change_club(club=Club.objects.get(slug=slug), by=None, audience=Audience.ADULTS, name_policy=NamePolicy.EVERYONE_IN_FULL)


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
        """How many answers came by then, each with this status. Read as bytes: a client that took them apart would be measured too."""
        request = "".join(
            [f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n", *(f"{name}: {value}\r\n" for name, value in headers.items()), "\r\n"]
        )
        sent, expected, answers = request.encode(), b"HTTP/1.1 %d " % status, 0
        while time.perf_counter() < until:
            answer = self._ask(sent)
            assert answer.startswith(expected), f"{path}: {answer[:200]!r}"
            answers += 1
        return answers

    def _ask(self, request: bytes) -> bytes:
        with socket.create_connection(("127.0.0.1", self._connection.port), timeout=30) as connection:
            connection.sendall(request)
            return b"".join(iter(lambda: connection.recv(1 << 16), b""))


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

    pairs = [f"{given} {surname}" for given in GIVEN_NAMES.split() for surname in SURNAMES.split()]
    names = chosen.sample(pairs, PLAYERS)
    with club_scope(club):
        return Player.objects.bulk_create(Player(club=club, name=name, sort_key=name) for name in names)
