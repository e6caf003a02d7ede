"""The canaries in a club: players and events of every kind, made by the services that make the real ones."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from clubs.models import Audience, Club, NamePolicy
from clubs.services import change_club
from clubs.tenancy.scope import club_scope
from players.models import Player
from players.services import change_person, create_player, rename_player
from ratings.services import replay_ladder
from tests.access.world import World, make_world
from tests.canary.birds import BIRDS, Bird, Shown, State, birds_of, named_bird
from tests.factories import Board, event_record
from tests.tournaments.sources import trf
from tournaments.domain.record import EventFormat, EventRecord, Reading, Variant
from tournaments.domain.results import ResultKind
from tournaments.models import Event, EventAccess, EventNames
from tournaments.selectors.names import propose_names
from tournaments.services import publish_event
from tournaments.services.events import change_event, remove_event
from tournaments.services.identity import accept_preselected, link_entry, merge_players
from tournaments.services.staging import stage_upload

FIRST = date(2026, 9, 1)
RESULTS = (ResultKind.WHITE_WIN, ResultKind.DRAW, ResultKind.BLACK_WIN)
GROWN = ("an adult", "another adult", "an adult who asked for initials", "an adult who was somebody else")
ADULTS = GROWN[:2]
MINOR, UNLESS_ADULTS_ONLY, NONE = "minor", "unless all are adults", "none"


@dataclass(frozen=True)
class FlockEvent:
    """An event of the canaries. `states` and `roles` are linked, and then come names that nobody has linked, those of `unlinked`.

    `minors`: whether it involves one, in a club with children and in one for adults only.
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

    @property
    def birds(self) -> list[Bird]:
        return [bird for bird in BIRDS if bird.state.name in self.states or bird.state.role in self.roles]


EVENTS = (
    FlockEvent("grown", NONE, GROWN, change=lambda record: replace(record, format=EventFormat.ROUND_ROBIN, time_control="90+30")),
    FlockEvent("mixed", MINOR, roles=("member", "namesake")),
    FlockEvent("decided", MINOR, roles=("member", "namesake"), names=EventNames.ADULTS_IN_FULL),
    FlockEvent(
        "initials", NONE, ADULTS, names=EventNames.INITIALS, change=lambda record: replace(record, finished=False, planned_rounds=7)
    ),
    FlockEvent("before merging", MINOR, roles=("merged into the one before",)),
    FlockEvent("bughouse", NONE, ADULTS, change=lambda record: replace(record, variant=Variant.BUGHOUSE)),
    FlockEvent("waiting", UNLESS_ADULTS_ONLY, ADULTS, unlinked="not linked"),
    FlockEvent("closed", UNLESS_ADULTS_ONLY, ADULTS, unlinked="not linked, closed", access=EventAccess.CLOSED),
    FlockEvent("open", MINOR, ("a minor", "an adult"), access=EventAccess.OPEN),
    FlockEvent("removed", UNLESS_ADULTS_ONLY, ADULTS, unlinked="not linked, removed", removed=True),
)
GUESTS = FlockEvent("guests", NONE, ("another adult",))
EARLIER = FlockEvent("earlier", NONE, ("another adult", "an adult"))


@dataclass
class Flock:
    """Clubs with canaries in them. `players` and `events`: their public ids. `twins`: whoever is `Shown` so goes by the twin's name."""

    world: World
    twins: frozenset[Shown]
    players: dict[Bird, str] = field(default_factory=dict)
    events: dict[str, FlockEvent] = field(default_factory=dict)
    rows: dict[Bird, Player] = field(default_factory=dict)
    upload: str = ""

    @property
    def club(self) -> Club:
        return self.world.ours.club

    def name_of(self, bird: Bird) -> str:
        return bird.twin if bird.state.shown in self.twins else bird.name

    def show(self, visibility: str, policy: str) -> None:
        """Both clubs so open; only a club for adults may show everybody."""
        audience = Audience.ADULTS if policy == NamePolicy.EVERYONE_IN_FULL else Audience.MIXED
        for made in (self.world.ours, self.world.theirs):
            made.club = change_club(club=made.club, by=None, visibility=visibility, audience=audience, name_policy=policy)


def may_be_read(state: State, policy: str, event: FlockEvent | None) -> bool:
    """Whether a stranger may read the names of this state, in an event or outside of events: docs/names-and-privacy.md in other words."""
    if policy == NamePolicy.INITIALS or state.shown is Shown.NEVER:
        return False
    adults_only = policy == NamePolicy.EVERYONE_IN_FULL
    if state.shown is Shown.WHERE_ALL_ARE_ADULTS and not adults_only:
        return False
    if event is None or event.names == EventNames.ADULTS_IN_FULL:
        return True
    if event.names == EventNames.INITIALS:
        return False
    return event.minors == NONE or (event.minors == UNLESS_ADULTS_ONLY and adults_only)


def make_flock(twins: frozenset[Shown] = frozenset()) -> Flock:
    """All of it, with its ladder built."""
    flock = Flock(make_world(), twins)
    _hatch(flock)
    for week, planned in enumerate(EVENTS):
        _hold(flock, planned, FIRST + timedelta(weeks=week))
    _hold_with_guests(flock)
    _hold_with_another_version(flock)
    _merge(flock)
    _send_files(flock)
    _live_elsewhere(flock)
    for made in (flock.world.ours, flock.world.theirs):
        replay_ladder(club=made.club)
    return flock


def _hatch(flock: Flock) -> None:
    """A player for everybody who is one, in an order that tells nothing of the names."""
    for role in ("member", "namesake", "merged into the one before", "former name"):
        for bird in birds_of(role):
            _make_player(flock, flock.club, bird)
    for number, bird in enumerate(birds_of("former name")):
        rename_player(club=flock.club, player=flock.rows[bird], name=f"Renamed Person {number}", by=None)


def _make_player(flock: Flock, club: Club, bird: Bird) -> None:
    state, player = bird.state, create_player(club=club, name=flock.name_of(bird), by=None)
    change_person(
        club=club,
        player=player,
        by=None,
        age_group=state.group,
        age_group_lapses=state.lapses,
        always_initials=state.always_initials,
        inactive=False,
    )
    flock.rows[bird], flock.players[bird] = player, player.public_id


def _hold(flock: Flock, planned: FlockEvent, on: date) -> None:
    """Publish an event and link whoever is a player."""
    unlinked = birds_of(planned.unlinked) if planned.unlinked else []
    names = [flock.name_of(bird) for bird in [*planned.birds, *unlinked]]
    event = _publish(flock, planned.change(event_record(names, _rounds(len(names)), name=f"Evening {on:%j}", on=on)))
    _link(flock, event, planned.birds)
    if planned.names != EventNames.AS_CLUB or planned.access != EventAccess.AS_CLUB:
        change_event(club=flock.club, event=event, names=planned.names, access=planned.access, by=None)
    if planned.removed:
        remove_event(club=flock.club, event=event, by=None)
    flock.events[event.public_id] = planned


def _hold_with_guests(flock: Flock) -> None:
    """Adults who came under another spelling than the club's."""
    spelled = birds_of("spelling")
    names = [flock.name_of(bird) for bird in [*GUESTS.birds, *spelled]]
    event = _publish(flock, event_record(names, _rounds(len(names)), name="Evening of guests", on=date(2026, 8, 1)))
    _link(flock, event, [*GUESTS.birds, *(named_bird("an adult", bird.script) for bird in spelled)])
    flock.events[event.public_id] = GUESTS


def _hold_with_another_version(flock: Flock) -> None:
    """Names that stood in a first version, and are others in the second."""
    adults, wrong = [named_bird("another adult", bird.script) for bird in birds_of("earlier version")], birds_of("earlier version")
    first = [flock.name_of(bird) for bird in [*adults, *wrong]]
    right = [named_bird("an adult", bird.script) for bird in wrong]
    second = [flock.name_of(bird) for bird in [*adults, *right]]
    event = _publish(flock, event_record(first, _rounds(6), name="Evening in two versions", on=date(2026, 8, 8)))
    event = _publish(flock, event_record(second, _rounds(6), name="Evening in two versions", on=date(2026, 8, 8)), event)
    _link(flock, event, [*adults, *right])
    flock.events[event.public_id] = EARLIER


def _merge(flock: Flock) -> None:
    states = list(dict.fromkeys(bird.state.name for bird in BIRDS))
    for bird in birds_of("merged into the one before"):
        root = named_bird(states[states.index(bird.state.name) - 1], bird.script)
        merge_players(club=flock.club, absorbed=flock.rows[bird], into=flock.rows[root], by=None)


def _send_files(flock: Flock) -> None:
    """A file that waits for its sender: with right-to-left marks, which the program takes out where it reads names."""
    names = tuple(f"\u200f{flock.name_of(bird)}\u200e" for bird in birds_of("on its way"))
    content = trf(name="Evening to come", names=names).encode()
    owner = flock.world.ours.people["owner"]
    flock.upload = stage_upload(club=flock.club, content=content, file_name="evening.trf", by=owner).public_id


def _live_elsewhere(flock: Flock) -> None:
    birds, club = birds_of("of another club"), flock.world.theirs.club
    for bird in birds:
        _make_player(flock, club, bird)
    names = [flock.name_of(bird) for bird in birds]
    event = _publish(flock, event_record(names, _rounds(3), name="Evening elsewhere", on=FIRST), club=club)
    _link(flock, event, birds, club)
    flock.events[event.public_id] = FlockEvent("elsewhere", NONE, ("of another club",))


def _publish(flock: Flock, record: EventRecord, event: Event | None = None, *, club: Club | None = None) -> Event:
    return publish_event(club=club or flock.club, reading=Reading(record), by=None, source="upload", event=event).event


def _link(flock: Flock, event: Event, birds: Sequence[Bird], club: Club | None = None) -> None:
    """Say who the first names of the latest version are: at once where the desk would have it pre-selected, else one by one."""
    club = club or flock.club
    with club_scope(club):
        version = Event.objects.select_related("latest").get(club=club, pk=event.pk).latest
        assert version is not None
        proposals = propose_names(club=club, version=version)
    wanted = {number: flock.rows[bird] for number, bird in enumerate(birds, 1)}
    known = [one for one in proposals if one.entry.number in wanted]
    sure = [one for one in known if one.preselected == wanted[one.entry.number].pk]
    accept_preselected(club=club, version=version, by=None, expected=[(one.entry.pk, one.preselected) for one in sure], read=proposals)
    for one in known:
        if one not in sure:
            link_entry(club=club, entry=one.entry, player=wanted[one.entry.number], by=None)


def _rounds(count: int) -> list[list[Board]]:
    """Two rounds; who is left over has a bye."""
    return [_boards([1, *range(2 + shift, count + 1), *range(2, 2 + shift)], shift) for shift in range(2)]


def _boards(order: Sequence[int], shift: int) -> list[Board]:
    pairs = zip(order[::2], order[1::2], strict=False)
    boards: list[Board] = [(white, black, RESULTS[(white + shift) % 3]) for white, black in pairs]
    return boards + ([(order[-1], None, ResultKind.PAIRING_ALLOCATED_BYE)] if len(order) % 2 else [])
