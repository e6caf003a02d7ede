"""A club on a running site whose arbiter is about to confirm the names of an event, and a browser of theirs made of plain requests."""

import json
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.client import HTTPConnection
from urllib.parse import urlencode

import psycopg

from tests.live import LiveStack
from tests.ratings import observer

MAKE = """
import json
from django.test import Client
from tests.factories import make_club, make_player, make_user
from tests.ratings.builder import WIN, new_event, publish
from tournaments.models import Event
from clubs.tenancy.scope import club_scope
arbiter = make_user("arbiter-{name}@example.org")
club = make_club("{name}", owner=arbiter)
anna, boris = make_player(club, "Anna Bergström"), make_player(club, "Boris Quilter")
with club_scope(club):
    event = Event.objects.create(club=club)
    publish(club, event, [(anna, boris, WIN)], decided=False)
browser = Client()
browser.force_login(arbiter, backend="django.contrib.auth.backends.ModelBackend")
found = dict(club=club.pk, slug=club.slug, club_public_id=club.public_id, event=event.public_id, session=browser.cookies["sessionid"].value)
print("MADE" + json.dumps(found))
"""


@dataclass
class Scene:
    """The site, the club, and cookies."""

    stack: LiveStack
    club: int
    slug: str
    club_public_id: str
    event: str
    session: str
    cookies: dict[str, str] = field(default_factory=dict)

    @property
    def names_page(self) -> str:
        return f"/desk/{self.club_public_id}/events/{self.event}/names/"

    @property
    def club_page(self) -> str:
        return f"/club/{self.slug}/"

    def get(self, path: str) -> str:
        """The text of a page."""
        return self._ask("GET", path, None)[1]

    def confirm_names(self) -> float:
        """Accept all names as the page shows them; how long the answer took, in seconds."""
        page = self.get(self.names_page)
        shown = re.findall(r'name="shown"\s+value="([^"]+)"', page)
        assert len(shown) == 2, page
        (token,) = set(re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)[:1])
        began = time.monotonic()
        status, _ = self._ask("POST", self.names_page + "accept/", [("csrfmiddlewaretoken", token), *(("shown", one) for one in shown)])
        assert status == 302
        return time.monotonic() - began

    def press(self, page: str, address: str) -> float:
        """Send a form of a page that has nothing to fill in; how long the answer took, in seconds."""
        (token,) = set(re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', self.get(page))[:1])
        began = time.monotonic()
        status, _ = self._ask("POST", address, [("csrfmiddlewaretoken", token)])
        assert status == 302
        return time.monotonic() - began

    def judge(self) -> tuple[bool, list[str]]:
        """Whether the ladder says that it is fresh, and what is wrong with it, by the independent observer."""
        with psycopg.connect(self.stack.owner_url) as connection, connection.cursor() as cursor:
            connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            return observer.says_fresh(cursor, self.club), observer.faults(cursor, self.club)

    def is_right(self) -> bool:
        """Fresh, and nobody is wrong; a ladder that says so and is wrong ends the test."""
        fresh, faults = self.judge()
        assert not (fresh and faults), faults
        return fresh

    def _ask(self, method: str, path: str, form: list[tuple[str, str]] | None) -> tuple[int, str]:
        connection = HTTPConnection("127.0.0.1", self.stack.port, timeout=30)
        cookies = {"sessionid": self.session, **self.cookies}
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()), "Host": f"127.0.0.1:{self.stack.port}"}
        if form is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            connection.request(method, path, urlencode(form) if form is not None else None, headers)
            answer = connection.getresponse()
            for name, value in answer.getheaders():
                if name.lower() == "set-cookie":
                    key, _, rest = value.partition("=")
                    self.cookies[key] = rest.split(";")[0]
            return answer.status, answer.read().decode()
        finally:
            connection.close()


def make_scene(stack: LiveStack, name: str) -> Scene:
    """A new club of this name on the site."""
    answer = stack.manage("shell", "-v0", "-c", MAKE.format(name=name))
    made = json.loads(answer.stdout.rpartition("MADE")[2])
    return Scene(stack, **made)


def within(seconds: float, is_so: Callable[[], bool]) -> float:
    """Wait until it is so; how long that took."""
    began = time.monotonic()
    while not is_so():
        assert time.monotonic() - began < seconds, f"not within {seconds:.0f} s"
        time.sleep(0.05)
    return time.monotonic() - began
