"""Who comes by, and where each begins: at every address that the list of routes gives, and at those that somebody may have been told."""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from django.test import Client
from django.urls import NoReverseMatch, reverse

from tests.access.declared import DECLARED, Declared
from tests.access.routes import Route, list_routes
from tests.access.world import MISSING, UPLOADS, ClubOfWorld
from tests.canary.crawl import Bounds, Visitor
from tests.canary.families import pages_of
from tests.canary.flock import Flock
from tests.canary.planned import ELSEWHERE

THOROUGH, BRIEF, GLANCE = Bounds(18, 5), Bounds(2, 2), Bounds(1, 1)
PEOPLE = frozenset({"player", "absorbed", "rival"})
EVENTS = frozenset({"main", "open", "closed", "removed", "waiting", "corrected"})


LINK_HOLDER, ARBITER = "link holder", "arbiter of the club, on the pages for everybody"
INSIDERS = frozenset({ARBITER, "token of the club"})
"""Who comes in where strangers do not; names are the same to them."""


def anonymous(name: str, language: str = "en") -> Visitor:
    return Visitor(name, Client(raise_request_exception=False, HTTP_HOST="127.0.0.1"), {"Accept-Language": language})


def link_holder() -> Visitor:
    return anonymous(LINK_HOLDER)


def parent() -> Visitor:
    """Somebody who knows the address of the page of one child's family: see `starts_of_parent`."""
    return anonymous("parent of another child")


def members_of_something(flock: Flock) -> list[Visitor]:
    """People with rights elsewhere, or here where they do not count. Desks of one's own are left out: they are what names are told for."""
    world, own_desk = flock.world, f"/desk/{flock.world.theirs.club.public_id}/"
    return [
        Visitor("owner of another club", world.named("owner of theirs").client, keeps_out=(own_desk,)),
        Visitor(ARBITER, world.named("arbiter of ours").client, keeps_out=("/desk/",)),
    ]


def others(flock: Flock) -> list[Visitor]:
    """Everybody else who may read no more than a stranger does."""
    named = flock.world.named
    return [
        anonymous("link holder, in Hebrew", "he"),
        anonymous("link holder, in Russian", "ru"),
        Visitor("signed in without a club", named("signed in without a club").client),
        Visitor("token of another club", anonymous("").client, named("token of theirs").headers),
        Visitor("token of the club", anonymous("").client, named("token of ours that reads").headers),
    ]


@dataclass(frozen=True)
class Place:
    """An address of a route, and what its form sends."""

    route: str
    declared: Declared
    club: ClubOfWorld
    address: str


def places(flock: Flock, *, most: int = 3) -> Iterator[Place]:
    """Every route with our objects: those of the table of access, `most` canaries or their events, and one that is missing."""
    club, known = flock.world.ours, {route.name: route for route in list_routes()}
    for name in sorted(known.keys() - DECLARED.keys()):
        yield from _undeclared(flock, known[name])
    for route, declared in DECLARED.items():
        if route not in known:
            continue
        for chosen in _objects(flock, declared, most) if declared.kinds else [""]:
            for key in next((key for key in declared.keys.values() if key != "object"), "").split(" or "):
                yield Place(route, declared, club, _address(flock, route, declared, key, chosen))


def _undeclared(flock: Flock, route: Route) -> Iterator[Place]:
    """A route of which nothing is known but its pattern: each part of the address is guessed by what it is called."""
    club, parts = flock.world.ours, re.findall(r"<(?:(\w+):)?(\w+)>", route.pattern)
    guessed = {"slug": club.club.slug, "club": club.club.public_id, "club_public_id": club.club.public_id, "token": club.ids["family"]}
    guessed |= {"event": next(iter(flock.events)), "public_id": next(iter(flock.players.values())), "format": "csv", "kind": "csv"}
    keys = {part: "1" if kind == "int" else guessed.get(part, guessed["public_id"]) for kind, part in parts}
    with suppress(NoReverseMatch):  # "None": it has no name
        yield Place(route.name, Declared({}), club, reverse(route.name, kwargs=keys))


def _objects(flock: Flock, declared: Declared, most: int) -> list[str]:
    known = flock.world.ours.ids
    found = [known.get(kind) or known[f"{UPLOADS} of owner"] for kind in declared.kinds if not kind.startswith(f"{UPLOADS} of")]
    if declared.kinds.keys() & PEOPLE:
        found += _some(list(flock.players.values()), most)
    if declared.kinds.keys() & EVENTS:
        found += _some(list(flock.events), most)
    return [*dict.fromkeys(found), MISSING]


def _some(ids: list[str], most: int) -> list[str]:
    """So many at the most, from the whole of the list."""
    return ids[:: max(1, len(ids) // most)][:most] if most else []


def _address(flock: Flock, route: str, declared: Declared, club_key: str, chosen: str) -> str:
    club, parts = flock.world.ours, {}
    for part, stands in declared.keys.items():
        if stands == "object":
            parts[part] = chosen
        elif stands.startswith("="):
            parts[part] = stands[1:]
        elif stands == "player":
            parts[part] = next(iter(flock.players.values()))
        else:
            parts[part] = club.ids.get(club_key) or club.forms.get(club_key) or str(getattr(club.club, club_key))
    return reverse(route, kwargs=parts)


def events(flock: Flock) -> list[str]:
    """The page of each event, as the club that holds it would tell of it."""
    clubs = {ELSEWHERE.key: flock.world.theirs.club}
    return [reverse("ratings:event", args=[clubs.get(event.key, flock.club).public_id, key]) for key, event in flock.events.items()]


def starts(flock: Flock) -> list[str]:
    """What a visitor may have been told, and every address of the list of routes."""
    told = ["/", "/robots.txt", "/sitemap.xml", "/feed/", f"/club/{flock.club.slug}/", f"/club/{flock.world.theirs.club.slug}/"]
    return list(dict.fromkeys([*told, *events(flock), *(place.address for place in places(flock))]))


def starts_of_parent(flock: Flock) -> list[str]:
    """The page of the family first, and what the child is in."""
    return [*pages_of(key_of_onlooker(flock)), *starts(flock)]


def key_of_onlooker(flock: Flock) -> str:
    return next(token for token, bird in flock.families.items() if bird is None)
