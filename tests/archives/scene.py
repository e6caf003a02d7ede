"""A club with a row in every table that a file holds, and with everything that was ever decided, undone and made again in it."""

from collections.abc import Sequence
from datetime import date

from clubs.models import Club
from clubs.services import Person, issue_token
from clubs.tenancy.scope import club_scope
from players.models import Player
from players.services import withdraw_consent
from ratings.domain.rules import Rules
from ratings.models import Correction
from ratings.selectors.corrections import get_correction
from ratings.services import replay_ladder
from ratings.services.corrections import Action, apply_correction, undo_correction
from ratings.services.corrections.events import OrderEvent, RemoveEvent
from ratings.services.corrections.opening import DropOpening, SetOpening
from ratings.services.corrections.persons import MergePeople
from ratings.services.corrections.rules import SetRules
from ratings.services.corrections.splits import SplitEvents
from ratings.services.corrections.starts import SetStartRating
from ratings.services.erasing import erase_person
from ratings.services.opening import OpeningRow
from tests.access.world import OWNER, ClubOfWorld, World, make_world
from tests.factories import Board, event_record, make_event, make_player
from tests.tournaments.programs import Program
from tests.tournaments.sources import JSON_TYPE
from tournaments.domain.results import ResultKind
from tournaments.interchange import to_rookery_json
from tournaments.models import EntryLink, Event
from tournaments.services.differing import withdraw_difference
from tournaments.services.identity import undo_link
from tournaments.services.publish import undo_publication

NAMES = ("Ada Ash", "Bo Birch", "Cy Cedar", "Di Dogwood", "Eli Elm", "Fay Fir")
WIN, DRAW, LOSS = ResultKind.WHITE_WIN, ResultKind.DRAW, ResultKind.BLACK_WIN
ROUNDS: list[list[Board]] = [[(1, 2, WIN), (3, 4, DRAW), (5, 6, LOSS)], [(2, 3, WIN), (4, 5, WIN), (6, 1, LOSS)]]


def make_full_world() -> World:
    """The clubs of the access tests; `ours` has a long history besides."""
    world = make_world()
    _live_on(world.ours)
    return world


def _live_on(made: ClubOfWorld) -> None:
    club, by = made.club, made.people[OWNER]
    events = [
        make_event(club, event_record(NAMES, ROUNDS, name=f"Evening {each}", on=date(2026, 7, each), external_id=f"seven-{each}"))
        for each in range(1, 6)
    ]
    make_event(club, event_record(NAMES, [*ROUNDS, [(1, 3, DRAW)]], name="Evening 1, longer", on=date(2026, 7, 1)), event=events[0])
    people = _people(club)
    _and_back(club, MergePeople(absorbed=make_player(club, "Ada Asch"), into=people[0]), by, times=2)
    _and_back(club, SplitEvents(people[1], events[1:3], None), by, times=3)
    _and_back(club, SplitEvents(people[2], events[2:4], make_player(club, "Cy Cider")), by, times=0)
    _and_back(club, SetStartRating(people[3], 15_500), by, times=1)
    _and_back(club, SetRules(date(2026, 7, 3), Rules(k_new=50, start=13_000)), by, times=2)
    _and_back(club, OrderEvent(events[3], 4), by, times=1)
    _and_back(club, RemoveEvent(events[4]), by, times=2)
    _and_back(
        club, SetOpening(date(2026, 1, 1), [OpeningRow(people[4].pk, "", 14_000, 12), OpeningRow(None, "Gus Gum", 11_000, 3)]), by, times=0
    )
    _and_back(club, DropOpening(), by, times=1)
    _publish_and_undo(made, events)
    _change_minds(made)
    erase_person(club=club, player=people[5], by=by)
    replay_ladder(club=club)


def _and_back(club: Club, action: Action, by: Person, *, times: int) -> Correction:
    """Applied, and so often undone and made again."""
    said = apply_correction(club=club, action=action, by=by, reason="As agreed")
    for _ in range(times):
        with club_scope(club):
            said = get_correction(club, said.public_id)
        said = undo_correction(club=club, correction=said, by=by)
    return said


def _publish_and_undo(made: ClubOfWorld, events: Sequence[Event]) -> None:
    """A version by a program that corrects another one; one that was undone; a name whose decision was taken back."""
    club = made.club
    token, secret = issue_token(club=club, label="Pairing program", scopes=["publish"], by=made.people[OWNER])
    turned: list[list[Board]] = [[(1, 2, LOSS), *ROUNDS[0][1:]], ROUNDS[1]]
    record = event_record(NAMES, turned, name="Evening 2", on=date(2026, 7, 2), external_id="seven-2")
    answer = Program(club, token, secret).post(to_rookery_json(record).encode(), content_type=JSON_TYPE)
    assert answer.status_code == 201, answer.content
    again = make_event(club, event_record(NAMES, ROUNDS, name="Evening 3, again", on=date(2026, 7, 3)), event=events[2])
    undo_publication(club=club, event=again, by=made.people[OWNER])
    last = make_event(
        club, event_record([*NAMES[:2], "Hal Hazel"], [[(1, 2, WIN), (3, None, ResultKind.FULL_POINT_BYE)]], on=date(2026, 8, 1))
    )
    with club_scope(club):
        link = EntryLink.objects.get(club=club, entry__version__event=last, entry__name="Hal Hazel")
    undo_link(club=club, link=link, by=made.people[OWNER])


def _change_minds(made: ClubOfWorld) -> None:
    """A consent that was given is withdrawn, and two who were said to be different may be one again."""
    club = made.club
    with club_scope(club):
        player, rival = (Player.objects.get(club=club, public_id=made.ids[which]) for which in ("player", "rival"))
    withdraw_consent(club=club, player=player, by=made.people[OWNER])
    withdraw_difference(club=club, one=player, other=rival, by=made.people[OWNER])


def _people(club: Club) -> list[Player]:
    with club_scope(club):
        return [Player.objects.get(club=club, name=name) for name in NAMES]
