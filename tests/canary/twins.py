"""The same club twice, with every hidden name exchanged for another with the same initials: what strangers are answered."""

import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from urllib.parse import urlencode

import pytest
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound
from django.urls import reverse

from clubs.middleware import PrivateByDefault
from tests.canary.birds import BIRDS, SCRIPTS, Bird, named_bird
from tests.canary.crawl import Answer, Visitor, ask, crawl
from tests.canary.families import pages_of
from tests.canary.flock import Flock
from tests.canary.freezing import Chance
from tests.canary.needles import needles_of
from tests.canary.planned import hidden_states
from tests.canary.provoking import provoke
from tests.canary.states import STATES
from tests.canary.visitors import BRIEF, THOROUGH, events, key_of_onlooker, link_holder, parent, starts

Answers = dict[str, Answer]
ON_PAGES, IN_EVENTS, FRONT = "outside of events", "in events", "on the front page alone"
PLACES = frozenset({ON_PAGES, IN_EVENTS})


@dataclass(frozen=True)
class Exchange:
    """A club with this policy, in which every name is exchanged that a stranger may read nowhere at these places."""

    policy: str
    places: frozenset[str] = PLACES

    @property
    def states(self) -> frozenset[str]:
        return hidden_states(self.policy, in_events=IN_EVENTS in self.places, on_pages=ON_PAGES in self.places)

    def __str__(self) -> str:
        return " ".join([self.policy, *(self.places if self.places != PLACES else ())])


EXCHANGES = (
    Exchange("initials"),
    *(Exchange(policy, frozenset({place})) for policy in ("adults_in_full", "everyone_in_full") for place in (ON_PAGES, IN_EVENTS)),
)
"""A name with a consent for some pages alone may be exchanged where one looks at the others."""


def answers_on_pages(flock: Flock, chance: Chance) -> Answers:
    """What a stranger who knows the club's address is answered everywhere, to searches for parts of names too, and by error pages."""
    stranger = replace(link_holder(), keeps_out=("/event/",))
    provoked = [answer for answer in provoke(flock) if "token of" not in answer.visitor]
    answers = [*crawl(stranger, starts(flock), THOROUGH, chance), *searches(flock, chance), *provoked]
    return _numbered([answer for answer in answers if answer.route not in OF_EVENTS])


def answers_in_events(flock: Flock, chance: Chance) -> Answers:
    """In every event, on pages that tell what it did to somebody's rating, and where a family is told who else was there."""
    explained = [
        reverse("ratings:explanation", args=[flock.club.slug, flock.players[bird], event])
        for event, planned in flock.events.items()
        for bird in planned.birds[:2]
    ]
    told = [ask(link_holder(), address, chance=chance) for address in [*events(flock), *explained]]
    return _numbered([*told, *(ask(parent(), address, chance=chance) for address in pages_of(key_of_onlooker(flock)))])


def front_page(flock: Flock, chance: Chance) -> Answers:
    return _numbered([ask(link_holder(), f"/club/{flock.club.slug}/", chance=chance)])


OF_EVENTS = frozenset({"ratings:event", "ratings:explanation"})


def answers_to_hints(flock: Flock, chance: Chance) -> Answers:
    """The same at some pages of the club."""
    return _numbered([*crawl(link_holder(), [f"/club/{flock.club.slug}/"], BRIEF, chance), *searches(flock, chance)])


def _numbered(answers: list[Answer]) -> Answers:
    """In order: the same address may be asked for more than once."""
    return {f"{number} {answer.method} {answer.address}": answer for number, answer in enumerate(answers)}


def searches(flock: Flock, chance: Chance) -> Iterator[Answer]:
    """For words of some names as they are before they are exchanged, and of those they are exchanged for."""
    visitor = link_holder()
    for bird in [named_bird(state.name, SCRIPTS[place % 3]) for place, state in enumerate(STATES) if state.role == "member"]:
        for name in (bird.name, bird.twin):
            yield from (search(visitor, flock, word, chance) for word in sorted(words_of(name)))


def words_of(name: str) -> set[str]:
    """Real parts of a name, and beginnings of them."""
    return {part for needle in needles_of(name)[:1] for part in (needle.word, needle.beginning, needle.word[:2])}


def search(visitor: Visitor, flock: Flock, word: str, chance: Chance, route: str = "") -> Answer:
    return ask(visitor, f"/club/{flock.club.slug}/{route}?{urlencode({'q': word})}", chance=chance)


def differences(one: Answers, other: Answers) -> dict[str, str]:
    """What is not the same, byte for byte, by method and address."""
    missing = dict.fromkeys(one.keys() ^ other.keys(), "is answered once")
    return missing | {key: _difference(answer, other[key]) for key, answer in one.items() if key in other and answer != other[key]}


def _difference(one: Answer, other: Answer) -> str:
    if (one.status, one.reason) != (other.status, other.reason):
        return f"status {one.status} {one.reason}, {other.status} {other.reason}"
    if one.headers != other.headers:
        return f"headers {sorted({*one.headers} ^ {*other.headers})}"
    if one.cookies != other.cookies:
        return f"cookies {one.cookies}, {other.cookies}"
    at = next((at for at, (a, b) in enumerate(zip(one.body, other.body, strict=False)) if a != b), min(len(one.body), len(other.body)))
    return f"body from byte {at}: {one.body[max(0, at - 80) : at + 80]!r}, {other.body[max(0, at - 80) : at + 80]!r}"


@dataclass(frozen=True)
class Hint:
    """A leak without a name: something that depends on one. `give` changes the answers of a route by the hidden names."""

    where: str
    route: str
    give: Callable[[HttpRequest, HttpResponse, Flock], HttpResponse]

    def __str__(self) -> str:
        return self.where


def _digest(flock: Flock) -> str:
    return hashlib.sha256("".join(flock.name_of(bird) for bird in BIRDS).encode()).hexdigest()[:12]


def _told(flock: Flock) -> Bird:
    """A hidden name by which the two worlds differ."""
    return named_bird("a minor", "Latin")


def _in_order(_request: HttpRequest, response: HttpResponse, flock: Flock) -> HttpResponse:
    names = {flock.players[bird]: flock.name_of(bird) for bird in flock.players}
    said = json.loads(response.content)
    said["players"].sort(key=lambda player: names.get(player["id"], ""))
    response.content = json.dumps(said).encode()
    return response


def _mark(_request: HttpRequest, response: HttpResponse, flock: Flock) -> HttpResponse:
    response.content += f"<p>B. G. {int(_digest(flock), 16) % 900 + 100}</p>".encode()
    return response


def _etag(_request: HttpRequest, response: HttpResponse, flock: Flock) -> HttpResponse:
    response.headers["ETag"] = f'"{_digest(flock)}"'
    return response


def _cookie(_request: HttpRequest, response: HttpResponse, flock: Flock) -> HttpResponse:
    response.set_cookie("seen", _digest(flock))
    return response


def _absent(_request: HttpRequest, response: HttpResponse, flock: Flock) -> HttpResponse:
    return response if flock.name_of(_told(flock)) == _told(flock).name else HttpResponseNotFound(response.content)


def _found(request: HttpRequest, response: HttpResponse, flock: Flock) -> HttpResponse:
    """A search in the names as they are, which shows nothing of them but how many it found."""
    if word := request.GET.get("q", ""):
        count = sum(word in needle.word for bird in BIRDS for needle in needles_of(flock.name_of(bird)))
        response.content += f"<p>{count} found</p>".encode()
    return response


def _length(_request: HttpRequest, response: HttpResponse, flock: Flock) -> HttpResponse:
    response.content += b"\n" * (int(_digest(flock), 16) % 50)
    return response


def _place(_request: HttpRequest, response: HttpResponse, flock: Flock) -> HttpResponse:
    """Who comes first in the alphabet of second letters."""
    first = min(flock.players, key=lambda bird: flock.name_of(bird)[1:])
    response.headers["X-Next"] = flock.players[first]
    return response


HINTS = (
    Hint("order by hidden names", "ratings:ladder_json", _in_order),
    Hint("mark made from the name", "ratings:wall", _mark),
    Hint("ETag made from names", "ratings:how", _etag),
    Hint("cookie made from names", "ratings:opponents", _cookie),
    Hint("missing or not by the name", "ratings:season", _absent),
    Hint("search in hidden names", "ratings:club", _found),
    Hint("length of the answer", "ratings:ladder_csv", _length),
    Hint("first of an alphabetical list", "ratings:events", _place),
)


@contextmanager
def hinting(flock: Flock) -> Iterator[None]:
    """All hints at once."""
    unchanged = PrivateByDefault.__call__
    by_route = {hint.route: hint for hint in HINTS}

    def telling(self: PrivateByDefault, request: HttpRequest) -> HttpResponse:
        response = unchanged(self, request)
        hint = by_route.get(request.resolver_match.view_name) if request.resolver_match else None
        return response if hint is None or response.status_code != 200 else hint.give(request, response, flock)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PrivateByDefault, "__call__", telling)
        yield
