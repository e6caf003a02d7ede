"""The events of the canaries, and which names a stranger may read in them and outside of them."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from clubs.models import NamePolicy
from players.domain.consent import ConsentTo
from tests.canary.birds import BIRDS, Bird, person_of
from tests.canary.states import MERGED, STATES, UNKNOWN, Shown, State
from tournaments.domain.record import EventFormat, EventRecord, Variant
from tournaments.models import EventAccess, EventNames

GROWN = ("an adult", "another adult", "an adult who asked for initials", "an adult who was somebody else")
ADULTS = GROWN[:2]
MINOR, UNLESS_ADULTS_ONLY, NONE = "minor", "unless all are adults", "none"


@dataclass(frozen=True)
class FlockEvent:
    """An event of the canaries. `states` and `roles` are linked, and then come names that nobody has linked, those of `unlinked`.

    `minors`: whether it involves one, in a club with children and in one for adults only. `guests`: states of others who are linked.
    `with_onlooker`: the child plays whose parent looks at everything.
    """

    key: str
    minors: str
    states: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    unlinked: str = ""
    names: EventNames = EventNames.AS_CLUB
    change: Callable[[EventRecord], EventRecord] = lambda record: record
    access: EventAccess = EventAccess.AS_CLUB
    removed: bool = False
    guests: tuple[str, ...] = ()
    with_onlooker: bool = False

    @property
    def birds(self) -> list[Bird]:
        return [bird for bird in BIRDS if bird.state.name in self.states or bird.state.role in self.roles]

    @property
    def persons(self) -> set[Bird]:
        """Whoever stands on its page by a name that somebody has linked."""
        return {person_of(bird) for bird in self.birds} | {bird for bird in BIRDS if bird.state.name in self.guests}


EVENTS = (
    FlockEvent("grown", NONE, GROWN, change=lambda record: replace(record, format=EventFormat.ROUND_ROBIN, time_control="90+30")),
    FlockEvent("mixed", MINOR, roles=("member", "namesake"), with_onlooker=True),
    FlockEvent("decided", MINOR, roles=("member", "namesake"), names=EventNames.ADULTS_IN_FULL, with_onlooker=True),
    FlockEvent(
        "initials", NONE, ADULTS, names=EventNames.INITIALS, change=lambda record: replace(record, finished=False, planned_rounds=7)
    ),
    FlockEvent("before merging", MINOR, roles=(MERGED,)),
    FlockEvent("bughouse", NONE, ADULTS, change=lambda record: replace(record, variant=Variant.BUGHOUSE)),
    FlockEvent("waiting", UNLESS_ADULTS_ONLY, ADULTS, unlinked="not linked"),
    FlockEvent("closed", UNLESS_ADULTS_ONLY, ADULTS, unlinked="not linked, closed", access=EventAccess.CLOSED),
    FlockEvent("open", MINOR, ("a minor", "an adult"), access=EventAccess.OPEN),
    FlockEvent("open, of adults", NONE, ADULTS, access=EventAccess.OPEN),
    FlockEvent("removed", UNLESS_ADULTS_ONLY, ADULTS, unlinked="not linked, removed", removed=True),
)
GUESTS = FlockEvent("guests", NONE, ("another adult",), guests=("an adult",))
EARLIER = FlockEvent("earlier", NONE, ("another adult", "an adult"))
ELSEWHERE = FlockEvent("elsewhere", NONE, ("of another club",))


def may_be_read(state: State, policy: str, event: FlockEvent | None) -> bool:
    """Whether a stranger may read the names of this state, in an event or outside of events: docs/names-and-privacy.md in other words."""
    adults_only = policy == NamePolicy.EVERYONE_IN_FULL
    if policy == NamePolicy.INITIALS or state.shown is Shown.NEVER:
        return False
    if state.shown is Shown.WHERE_ALL_ARE_ADULTS and not adults_only:
        return False
    if (ConsentTo.CLUB_PAGES if event is None else ConsentTo.EVENTS) not in state.agreed and not (adults_only and state.group == UNKNOWN):
        return False
    if event is None or event.names == EventNames.ADULTS_IN_FULL:
        return True
    if event.names == EventNames.INITIALS:
        return False
    return event.minors == NONE or (event.minors == UNLESS_ADULTS_ONLY and adults_only)


def is_open(event: FlockEvent | None, *, in_open_club: bool) -> bool:
    """Whether a stranger who has the address is shown the page."""
    if event is None:
        return in_open_club
    return not event.removed and (event.access == EventAccess.OPEN or (event.access == EventAccess.AS_CLUB and in_open_club))


PAGES = "pages of the club"


def must_be_read(policy: str, *, in_open_club: bool) -> set[tuple[str, str]]:
    """Every name that a stranger finds in such a club, and where: in the event of this key, or on pages outside of events."""
    on_pages = [bird for bird in BIRDS if bird.state.role in ("member", "of another club")]
    listed = [(bird, None) for bird in on_pages] + [
        (bird, event) for event in (*EVENTS, GUESTS, EARLIER, ELSEWHERE) for bird in event.persons if bird.state.role != "namesake"
    ]
    return {
        (str(bird), PAGES if event is None else event.key)
        for bird, event in listed
        if is_open(event, in_open_club=in_open_club) and may_be_read(bird.state, policy, event)
    }


def hidden_states(policy: str, *, in_events: bool = False, on_pages: bool = False) -> frozenset[str]:
    """The states whose names a stranger reads nowhere in such a club: in no event, or not outside of events, or neither."""
    assert in_events or on_pages
    decided = FlockEvent("", NONE, names=EventNames.ADULTS_IN_FULL)
    places = [place for place, counts in ((decided, in_events), (None, on_pages)) if counts]
    return frozenset(state.name for state in STATES if not any(may_be_read(state, policy, place) for place in places))
