"""What is wrong with answers: a name that the visitor may not read, or a header by which somebody else might be given the page."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from clubs.models import NamePolicy
from tests.access.declared import DECLARED, KEPT, NO_STORE
from tests.canary.birds import BIRDS, State
from tests.canary.crawl import Answer
from tests.canary.flock import Flock, FlockEvent, may_be_read
from tests.canary.needles import Net
from tests.canary.provoking import BREAKS
from tests.canary.surfaces import Said

Record = Callable[[str, object], None]
STATES = {str(bird): bird.state for bird in BIRDS}


@dataclass
class Watch:
    """Looks through answers and whatever else is said, while the club's policy is `policy`."""

    flock: Flock
    policy: str = NamePolicy.INITIALS
    leaks: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    read: set[str] = field(default_factory=set)
    routes: set[str] = field(default_factory=set)
    surfaces: set[str] = field(default_factory=set)
    addresses: int = 0

    def __post_init__(self) -> None:
        """A namesake's name is that of somebody else, who may be shown."""
        self.net = Net({str(bird): [self.flock.name_of(bird)] for bird in BIRDS if bird.state.role != "namesake"})

    def look(self, answers: Iterable[Answer]) -> None:
        for answer in answers:
            self.addresses += 1
            self.routes.add(answer.route)
            self.surfaces.add(f"{answer.header('Content-Type').partition(';')[0]} {answer.status}")
            event = next((event for public_id, event in self.flock.events.items() if public_id in answer.address), None)
            for place, content in answer.places:
                self._look_at(place, content, event, answer)
            self.faults += [f"{answer.method} {answer.address}: {fault}" for fault in cache_faults(answer)]

    def listen(self, said: Iterable[Said]) -> None:
        """Where nobody may read any name."""
        for place, content in said:
            self.surfaces.add(place)
            self.leaks += [f"{whose}: {place}: {content[:200]!r}" for whose in self.net.caught(content)]

    def _look_at(self, place: str, content: bytes | str, event: FlockEvent | None, answer: Answer) -> None:
        self.surfaces.add(place)
        for whose in self.net.caught(content):
            if self._is_at_home(STATES[whose], answer.address) and may_be_read(STATES[whose], self.policy, event):
                self.read.add(whose)
            else:
                self.leaks.append(f"{whose}: {place} of {answer.method} {answer.address} ({answer.status}), for {answer.visitor}")

    def _is_at_home(self, state: State, address: str) -> bool:
        """True on the pages of the club whose player it is."""
        made = self.flock.world.theirs if state.role == "of another club" else self.flock.world.ours
        return made.club.slug in address or made.club.public_id in address

    def figures(self, **more: int) -> dict[str, object]:
        figures = {"routes": sorted(self.routes - {""}), "surfaces": sorted(self.surfaces), "addresses": self.addresses}
        return figures | {"bytes": self.net.searched, "leaks": len(self.leaks)} | more


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
    if told not in allowed and not (answer.route.startswith("account_") and {"private", "no-store"} <= set(told.split(", "))):
        faults.append(f"Cache-Control is {told!r}")
    return faults
