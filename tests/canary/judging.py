"""What is wrong with answers: a name that the visitor may not read, or a header by which somebody else might be given the page."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from clubs.models import NamePolicy, Visibility
from tests.access.declared import DECLARED, KEPT, NO_STORE
from tests.access.routes import FOREIGN
from tests.canary.birds import BIRDS, Bird
from tests.canary.crawl import Answer
from tests.canary.families import events_in, own_names
from tests.canary.flock import Flock
from tests.canary.needles import Net
from tests.canary.planned import PAGES, FlockEvent, is_open, may_be_read
from tests.canary.provoking import BREAKS
from tests.canary.surfaces import Said
from tests.canary.visitors import INSIDERS

Record = Callable[[str, object], None]
BY_NAME = {str(bird): bird for bird in BIRDS}
Piece = tuple[str, bytes | str, tuple[FlockEvent | None, ...]]
"""A part of an answer, what it says, and the events by whose rules names stand in it; None: outside of events."""


@dataclass
class Watch:
    """Looks through answers and whatever else is said, while the club has this policy and visibility.

    `read`: which names were read by whom, and where: in the event of this key, or on pages outside of events.
    """

    flock: Flock
    policy: str = NamePolicy.INITIALS
    visibility: str = Visibility.UNLISTED
    leaks: list[str] = field(default_factory=list)
    leaked: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)
    read: set[tuple[str, str, str]] = field(default_factory=set)
    routes: set[str] = field(default_factory=set)
    surfaces: set[str] = field(default_factory=set)
    visitors: set[str] = field(default_factory=set)
    formats: set[str] = field(default_factory=set)
    statuses: set[str] = field(default_factory=set)
    heard: set[str] = field(default_factory=set)
    addresses: int = 0

    def __post_init__(self) -> None:
        """A namesake's name is that of somebody else, who may be shown."""
        names = {str(bird): [self.flock.name_of(bird)] for bird in BIRDS if bird.state.role != "namesake"}
        self.net = Net(names, {f"key to {bird or 'the onlooker'}": _parts_of(token) for token, bird in self.flock.families.items()})

    def look(self, answers: Iterable[Answer]) -> None:
        for answer in answers:
            self.addresses += 1
            self.routes.add(answer.route)
            kind = answer.header("Content-Type").partition(";")[0]
            self.surfaces.add(f"{kind} {answer.status}")
            self.visitors.add(answer.visitor)
            self.formats.add(kind)
            self.statuses.add(str(answer.status))
            for place, content, events in self._pieces_of(answer):
                self._look_at(place, content, events, answer)
            self.faults += [f"{answer.method} {answer.address}: {fault}" for fault in cache_faults(answer)]

    def read_by(self, visitor: str) -> set[tuple[str, str]]:
        return {(whose, place) for who, whose, place in self.read if who == visitor}

    def listen(self, said: Iterable[Said]) -> None:
        """Where nobody may read any name."""
        for place, content in said:
            self.surfaces.add(place)
            self.heard.add(place.partition(",")[0])
            self.leaks += [f"{whose}: {place}: {content[:200]!r}" for whose in self.net.caught(content)]

    def _pieces_of(self, answer: Answer) -> Iterator[Piece]:
        """An answer's parts; what a family is given for programs is cut into its events, so that each is judged by its own rules."""
        event = next((event for public_id, event in self.flock.events.items() if public_id in answer.address), None)
        events = tuple(self.flock.events.values()) if _is_of_family(answer.address) else (event,)
        for place, content in answer.places:
            if place == "body" and content and answer.route == "ratings:family_json" and answer.status == 200:
                known = {key: (event,) for key, event in self.flock.events.items()}  # in others there is no canary
                yield from ((place, json.dumps(held), known.get(key, ())) for key, held in events_in(json.loads(content)))
            yield place, content, events

    def _look_at(self, place: str, content: bytes | str, events: tuple[FlockEvent | None, ...], answer: Answer) -> None:
        self.surfaces.add(place)
        for whose in self.net.caught(content):
            if self._is_own(whose, answer.address):
                self.read.add((answer.visitor, whose, "page of the family"))
            elif whose in BY_NAME and any(self._may_be_read(BY_NAME[whose], event, answer) for event in events):
                self.read |= {(answer.visitor, whose, PAGES if event is None else event.key) for event in events if len(events) == 1}
            else:
                self.leaked.add(whose)
                self.leaks.append(f"{whose}: {place} of {answer.method} {answer.address} ({answer.status}), for {answer.visitor}")

    def _is_own(self, whose: str, address: str) -> bool:
        """True for the names of a child, and the key, on the page of its family."""
        token = next((token for token in self.flock.families if _is_of_family(address) and token in address), None)
        if token is None:
            return False
        child = self.flock.families[token]
        return whose in own_names(child) or whose == f"key to {child or 'the onlooker'}"

    def _may_be_read(self, bird: Bird, event: FlockEvent | None, answer: Answer) -> bool:
        """On the pages of the club whose player it is, where these are open to the visitor."""
        made = self.flock.world.theirs if bird.state.role == "of another club" else self.flock.world.ours
        is_at_home = made.club.slug in answer.address or made.club.public_id in answer.address
        in_open_club = self.visibility != Visibility.ARBITERS_ONLY
        opened = answer.visitor in INSIDERS or is_open(event, in_open_club=in_open_club)
        return is_at_home and opened and may_be_read(bird.state, self.policy, event)

    def figures(self, **more: int) -> dict[str, object]:
        """Lists of names, of which each counts once in a run, and numbers."""
        names = ("routes", "surfaces", "visitors", "formats", "statuses", "heard")
        figures: dict[str, object] = {name: sorted(getattr(self, name) - {""}) for name in names}
        return figures | {"addresses": self.addresses, "bytes": self.net.searched, "leaks": len(self.leaks)} | more


def cache_faults(answer: Answer) -> list[str]:
    """Only views that are declared to be kept answer with an ETag; nothing else may be stored by anybody."""
    declared = DECLARED.get(answer.route)
    told, etag = answer.header("Cache-Control"), answer.header("ETag")
    kept = declared is not None and declared.cache == KEPT and answer.status in (200, 304)
    faults = [f"has the ETag {etag}"] if etag and not (kept and told == "private, no-cache") else []
    if answer.status >= 500 and answer.visitor not in BREAKS and answer.route != "readyz":
        faults.append("fails")
    usual = NO_STORE if declared is None or declared.cache == KEPT or answer.status >= 400 else declared.cache
    allowed = {usual, *(["private, no-cache"] if kept else ())}
    if told not in allowed and not (answer.route.startswith(FOREIGN) and {"private", "no-store"} <= set(told.split(", "))):
        faults.append(f"Cache-Control is {told!r}")
    return faults


def _is_of_family(address: str) -> bool:
    return urlsplit(address).path.startswith("/family/")


def _parts_of(token: str) -> tuple[str, str]:
    """The id of the link and the signature; the rest of the token is the club's id."""
    link, _, signature = token.partition(".")[2].partition(":")
    return link, signature
