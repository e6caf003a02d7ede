"""The canaries in a club: players and events of every kind, made by the services that make the real ones."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from clubs.models import Audience, Club, NamePolicy
from clubs.services import change_club
from clubs.tenancy.scope import club_scope
from players.models import Player
from players.services import change_person, create_player, rename_player
from ratings.services import replay_ladder
from tests.access.world import World, make_world
from tests.canary.birds import Bird, birds_of, named_bird, person_of
from tests.canary.families import give_keys, hear_families
from tests.canary.planned import EARLIER, ELSEWHERE, EVENTS, GUESTS, FlockEvent
from tests.canary.states import CHILD, MERGED, TODAY, UNKNOWN
from tests.factories import Board, event_record, make_player
from tests.tournaments.sources import trf
from tournaments.domain.record import EventRecord, Reading
from tournaments.domain.results import ResultKind
from tournaments.models import Event, EventAccess, EventNames
from tournaments.selectors.names import propose_names
from tournaments.services import publish_event
from tournaments.services.events import change_event, remove_event
from tournaments.services.identity import accept_preselected, link_entry, merge_players
from tournaments.services.staging import stage_upload

FIRST = date(2026, 9, 1)
RESULTS = (ResultKind.WHITE_WIN, ResultKind.DRAW, ResultKind.BLACK_WIN)
ONLOOKER = "Curious Onlooker"
"""A child that is no canary, for all may read what its parent is shown; it plays with them all the same."""


@dataclass
class Flock:
    """Clubs with canaries in them. `players` and `events`: their public ids. `twins`: whoever is in such a state goes by the twin's name.

    `families`: who is meant by the key in the address of a family's page; None is the child that is no canary.
    """

    world: World
    twins: frozenset[str]
    players: dict[Bird, str] = field(default_factory=dict)
    events: dict[str, FlockEvent] = field(default_factory=dict)
    rows: dict[Bird, Player] = field(default_factory=dict)
    families: dict[str, Bird | None] = field(default_factory=dict)
    upload: str = ""

    @property
    def club(self) -> Club:
        return self.world.ours.club

    def name_of(self, bird: Bird) -> str:
        return bird.twin if bird.state.name in self.twins else bird.name

    def show(self, visibility: str, policy: str) -> None:
        """Both clubs so open; only a club for adults may show everybody."""
        audience = Audience.ADULTS if policy == NamePolicy.EVERYONE_IN_FULL else Audience.MIXED
        for made in (self.world.ours, self.world.theirs):
            made.club = change_club(club=made.club, by=None, visibility=visibility, audience=audience, name_policy=policy)


def make_flock(twins: frozenset[str] = frozenset()) -> Flock:
    """All of it, with its ladder built."""
    flock = Flock(make_world(), twins)
    onlooker = _hatch(flock)
    for week, planned in enumerate(EVENTS):
        _hold(flock, planned, FIRST + timedelta(weeks=week), [onlooker] if planned.with_onlooker else [])
    _hold_with_guests(flock)
    _hold_with_another_version(flock)
    hear_families(flock.club, flock.rows, before=TODAY)
    _merge(flock)
    hear_families(flock.club, flock.rows, since=TODAY)
    flock.families = give_keys(flock.club, flock.rows, onlooker)
    _send_files(flock)
    _live_elsewhere(flock)
    for made in (flock.world.ours, flock.world.theirs):
        replay_ladder(club=made.club)
    return flock


def _hatch(flock: Flock) -> Player:
    """A player for everybody who is one, in an order that tells nothing of the names; returns the onlooker."""
    for role in ("member", "namesake", MERGED, "former name"):
        for bird in birds_of(role):
            _make_player(flock, flock.club, bird)
    for number, bird in enumerate(birds_of("former name")):
        rename_player(club=flock.club, player=flock.rows[bird], name=f"Renamed Person {number}", by=None)
    return make_player(flock.club, ONLOOKER, age_group=CHILD)


def _make_player(flock: Flock, club: Club, bird: Bird) -> None:
    state, player = bird.state, create_player(club=club, name=flock.name_of(bird), by=None)
    if state.group != UNKNOWN or state.always_initials:
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


def _hold(flock: Flock, planned: FlockEvent, on: date, more: Sequence[Player]) -> None:
    """Publish an event, of `more` too, and link whoever is a player."""
    unlinked = birds_of(planned.unlinked) if planned.unlinked else []
    players = [*(flock.rows[bird] for bird in planned.birds), *more]
    names = [*map(flock.name_of, planned.birds), *(player.name for player in more), *map(flock.name_of, unlinked)]
    event = _publish(flock, planned.change(event_record(names, _rounds(len(names)), name=f"Evening {on:%j}", on=on)))
    _link(flock.club, event, players)
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
    _link(flock.club, event, [flock.rows[bird] for bird in [*GUESTS.birds, *(named_bird("an adult", bird.script) for bird in spelled)]])
    flock.events[event.public_id] = GUESTS


def _hold_with_another_version(flock: Flock) -> None:
    """Names that stood in a first version, and are others in the second."""
    adults, wrong = [named_bird("another adult", bird.script) for bird in birds_of("earlier version")], birds_of("earlier version")
    first = [flock.name_of(bird) for bird in [*adults, *wrong]]
    right = [named_bird("an adult", bird.script) for bird in wrong]
    second = [flock.name_of(bird) for bird in [*adults, *right]]
    event = _publish(flock, event_record(first, _rounds(6), name="Evening in two versions", on=date(2026, 8, 8)))
    event = _publish(flock, event_record(second, _rounds(6), name="Evening in two versions", on=date(2026, 8, 8)), event)
    _link(flock.club, event, [flock.rows[bird] for bird in [*adults, *right]])
    flock.events[event.public_id] = EARLIER


def _merge(flock: Flock) -> None:
    for bird in birds_of(MERGED):
        merge_players(club=flock.club, absorbed=flock.rows[bird], into=flock.rows[person_of(bird)], by=None)


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
    _link(club, event, [flock.rows[bird] for bird in birds])
    flock.events[event.public_id] = ELSEWHERE


def _publish(flock: Flock, record: EventRecord, event: Event | None = None, *, club: Club | None = None) -> Event:
    return publish_event(club=club or flock.club, reading=Reading(record), by=None, source="upload", event=event).event


def _link(club: Club, event: Event, players: Sequence[Player]) -> None:
    """Say who the first names of the latest version are: at once where the desk would have it pre-selected, else one by one."""
    with club_scope(club):
        version = Event.objects.select_related("latest").get(club=club, pk=event.pk).latest
        assert version is not None
        proposals = propose_names(club=club, version=version)
    wanted = dict(enumerate(players, 1))
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
