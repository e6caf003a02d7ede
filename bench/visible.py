"""From an arbiter's confirmation to the new ladder on the club's public page, on a running site with a worker that is warm.

A ten-year club. Two ways to the ladder are measured, each as a person goes it, through HTTP: a result is corrected and its preview
confirmed (the correction replays the ladder itself), and a name is decided or undone (a trigger tells the sweeper, which hands it to the
worker). What is timed begins with sending the confirmation and ends when a stranger's page is fresh and has another line for the player.
The stranger asks again and again from when the confirmation is answered; the arbiter's next page, which is not the ladder, comes after.
"""

import os
import re
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bench.browser import Browser, Fields, Form, form_with, forms_of
from bench.clubs import make_club
from bench.evenings import GAMES
from bench.figures import Figure, at_most, percentile
from config.embedded.state import usable_port
from config.processes import stop_group, wait_until
from config.supervise.programs import sweeper, web, worker
from config.supervise.supervisor import start_program

if TYPE_CHECKING:
    from clubs.models import Club
    from players.models import Player

EVENTS = 15_600 // GAMES
CORRECTIONS = 200
BACK = 10  # the event that is corrected, counted from the last one
MEDIAN, LAST_OF_HUNDRED = 0.3, 2.0
_PATIENCE = 30.0
_STALE = "data-pause="


@dataclass(frozen=True, slots=True)
class Stage:
    """An event of the club on the running site, seen by its arbiter and by a stranger, and the name on its first board."""

    arbiter: Browser
    stranger: Browser
    club: "Club"
    desk: str
    entry: int
    player: "Player"

    @property
    def correct(self) -> str:
        return f"{self.desk}/correct/"

    @property
    def names(self) -> str:
        return f"{self.desk}/names/"

    def link(self) -> int:
        """The decision that is in force for the name."""
        from clubs.tenancy.scope import club_scope
        from tournaments.models import EntryLink

        with club_scope(self.club):
            return EntryLink.objects.get(club=self.club, entry=self.entry, undone_at=None).pk

    def line(self) -> str | None:
        """What the front page says of the player; None while it says that it is not the newest."""
        page = self.stranger.get(f"/club/{self.club.slug}/")
        if _STALE in page:
            return None
        found = re.search(rf"players/{re.escape(self.player.public_id)}/(?:(?!<tr).)*", page, re.DOTALL)
        assert found is not None, f"the player is not on the front page:\n{page[:3000]}"
        return found[0]

    def until_changed(self, page: str, form: Form, fields: Fields) -> float:
        """Send the form, and wait for another line; how long both took."""
        before = self.line()
        began = time.perf_counter()
        answer = self.arbiter.post(page, form, fields)
        while (line := self.line()) is None or line == before:
            assert time.perf_counter() - began < _PATIENCE, "the new ladder did not come"
            time.sleep(0.005)
        taken = time.perf_counter() - began
        if answer.leads_to is not None:
            self.arbiter.get(answer.leads_to)
        return taken


def measure(rounds: int) -> Iterable[Figure]:
    """Two hundred corrections, whatever the number of rounds, and as many decisions of names."""
    with _site() as port:
        corrected, decided = _prepare(port)
        ways = (("correction confirmed", _correct_once, corrected), ("name decided or undone", _decide_once, decided))
        for what, once, stage in ways:
            for _ in range(5):
                once(stage)
            times = [once(stage) for _ in range(CORRECTIONS)]
            yield at_most(f"{what} → new ladder visible, p50 of {CORRECTIONS}", percentile(times, 0.5), "s", MEDIAN)
            yield at_most(f"{what} → new ladder visible, p99 of {CORRECTIONS}", percentile(times, 0.99), "s", LAST_OF_HUNDRED)


def _correct_once(stage: Stage) -> float:
    """The first decisive game of the event gets another winner, by form and preview; the confirmation is timed."""
    page = stage.arbiter.get(stage.correct)
    form = form_with(page, "starts_on")
    board, now = next((name, value) for name, value in form.fields if value in ("1-0", "0-1") and {"1-0", "0-1"} <= {*form.choices[name]})
    other = "0-1" if now == "1-0" else "1-0"
    preview = stage.arbiter.send(stage.correct, form, form.filled(**{board: other}))
    confirm = form_with(preview, "expected")
    return stage.until_changed(stage.correct, confirm, confirm.fields)


def _decide_once(stage: Stage) -> float:
    """The player's name in the event is undone, or decided again."""
    page = stage.arbiter.get(stage.names)
    undone = next((form for form in forms_of(page) if ("entry", str(stage.entry)) in form.fields), None)
    if undone is not None:
        fields = [
            *((name, value) for name, value in undone.fields if name in {"csrfmiddlewaretoken", "entry"}),
            ("choice", str(stage.player.pk)),
        ]
        return stage.until_changed(stage.names, undone, fields)
    link = str(stage.link())
    decided = next(form for form in forms_of(page) if [value for name, value in form.fields if name == "link"] == [link])
    return stage.until_changed(stage.names, decided, decided.fields)


def _prepare(port: int) -> list[Stage]:
    """The club with its ladder, an arbiter who is signed in, and an event for each way."""
    from django.contrib.auth import get_user_model
    from django.test import Client

    from clubs.models import Membership, NamePolicy, Role
    from clubs.tenancy.scope import club_scope
    from ratings.services import replay_ladder
    from tournaments.models import EntryLink, Event, Game

    club = make_club("visible", EVENTS)
    replay_ladder(club=club)
    person = get_user_model().objects.create_user(username="arbiter@bench.example", email="arbiter@bench.example")
    Membership.objects.create(club=club, user=person, role=Role.ARBITER)
    client = Client()
    client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    assert club.name_policy == NamePolicy.INITIALS
    browsers = Browser(port, client.cookies["sessionid"].value), Browser(port)
    with club_scope(club):
        places = []
        for event in Event.objects.filter(club=club).order_by("-pk")[BACK - 1 : BACK + 1]:
            game = Game.objects.get(club=club, version=event.rated_version_id, round=1, board=1)
            link = EntryLink.objects.select_related("player").get(club=club, entry=game.white_id, undone_at=None)
            places.append(Stage(*browsers, club, f"/desk/{club.public_id}/events/{event.public_id}", link.entry_id, link.player))
    return places


@contextmanager
def _site() -> Iterator[int]:
    """Web, worker and sweeper on the benchmarks' database; the port at which the site answers."""
    from django.core.management import call_command
    from django.db import connections

    call_command("collectstatic", interactive=False, verbosity=0)
    port = usable_port(0)
    environment = {**os.environ, "PORT": str(port), "TASK_WORKERS": "1", "WEB_WORKERS": "1", "LOG_LEVEL": "WARNING"}
    programs = [start_program(program, environment) for program in (web(), worker(), sweeper())]
    try:
        visitor = Browser(port)
        assert wait_until(lambda: _answers(visitor), 60), "the site did not start"
        yield port
    finally:
        for program in programs:
            stop_group(program)
        connections.close_all()


def _answers(visitor: Browser) -> bool:
    try:
        visitor.get("/healthz")
    except OSError:
        visitor.close()
        return False
    return True
