"""People whose names stand wherever a name can, in a club of few others, and what was sent to it: to be erased, and sent again."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from players.domain.names import clean_name
from players.models import Player, RenameKind
from players.selectors.family import token_of
from players.services import (
    ImportRow,
    ask_of_club,
    change_person,
    create_player,
    give_consent,
    import_people,
    issue_family_link,
    rename_player,
    write_note,
)
from players.services.duplicates import ask_for_duplicates
from ratings.services import replay_ladder
from ratings.services.corrections import apply_correction
from ratings.services.corrections.events import OrderEvent
from ratings.services.corrections.starts import SetStartRating
from ratings.services.erasing import erase_person
from tests.access.world import make_world
from tests.canary.birds import BIRDS, SCRIPTS, Bird, named_bird
from tests.canary.families import WORDS
from tests.canary.flock import Flock
from tests.canary.planned import MINOR, FlockEvent
from tests.canary.states import ADULT, BOTH, CHILD, UNKNOWN
from tests.factories import Board, event_record, make_player
from tests.tournaments.programs import Program, make_program
from tests.tournaments.sources import JSON_TYPE
from tournaments.domain.record import EventRecord, Reading, Remark
from tournaments.domain.results import ResultKind
from tournaments.interchange import to_rookery_json
from tournaments.interchange.trf.writing import write_trf
from tournaments.models import Entry, Event
from tournaments.services import publish_event
from tournaments.services.differing import declare_different, declare_name_different
from tournaments.services.duplicates import search_duplicates
from tournaments.services.events import remove_event
from tournaments.services.identity import link_entry, merge_players
from tournaments.services.staging import stage_upload

NAMED, FORMER, OTHER, SPELLED = "a minor", "renamed since", "merged away into that adult", "another spelling of an adult"
EARLIER = "of an earlier version"
"""What each person is called, was called, is called as another player, in another file, and in a version that was mended before anybody
decided who it was: names of canaries in these states."""
GROUPS = dict(zip(SCRIPTS, (ADULT, CHILD, UNKNOWN), strict=True))
OTHERS = ("Steady Opponent", "Constant Rival", "Patient Partner")
FIRST = date(2026, 9, 7)
ROUNDS: list[list[Board]] = [
    [(1, 4, ResultKind.WHITE_WIN), (2, 5, ResultKind.DRAW), (3, 6, ResultKind.BLACK_WIN)],
    [(4, 2, ResultKind.WHITE_WIN), (5, 3, ResultKind.DRAW), (6, 1, ResultKind.BLACK_WIN)],
]


@dataclass
class Nest:
    """A club with those who are to be erased. `sent`: each file with the door by which it came."""

    flock: Flock
    people: dict[str, Player] = field(default_factory=dict)
    tokens: list[str] = field(default_factory=list)
    sent: list[Callable[[], Any]] = field(default_factory=list)

    @property
    def club(self) -> Club:
        return self.flock.club

    @property
    def birds(self) -> list[Bird]:
        return [named_bird(state, script) for state in (NAMED, FORMER, OTHER, SPELLED, EARLIER) for script in SCRIPTS]

    def names(self, state: str) -> list[str]:
        return [self.flock.name_of(named_bird(state, script)) for script in SCRIPTS]

    def erase(self) -> None:
        for person in self.people.values():
            erase_person(club=self.club, player=person, by=None)


class Exchanged(Flock):
    """Where everybody is called otherwise, in another script and with other initials: nothing of them is to be left."""

    def name_of(self, bird: Bird) -> str:
        return BIRDS[(BIRDS.index(bird) + 1) % len(BIRDS)].twin


def make_nest(folder: Path, kind: type[Flock] = Flock) -> Nest:
    nest = Nest(kind(make_world(), frozenset()))
    others = [make_player(nest.club, name, age_group=ADULT) for name in OTHERS]
    _hatch(nest)
    absorbed = [create_player(club=nest.club, name=name, by=None) for name in nest.names(OTHER)]
    _hold(nest, folder, [*nest.people.values(), *others], [*absorbed, *others])
    for person, other, name in zip(nest.people.values(), absorbed, nest.names(NAMED), strict=True):
        merge_players(club=nest.club, absorbed=other, into=person, by=None, reason=f"{other.name} is {name}")
    _write_about(nest, others[0])
    for made in (nest.flock.world.ours, nest.flock.world.theirs):
        replay_ladder(club=made.club)
    return nest


def _hatch(nest: Nest) -> None:
    """Brought by a list under the former names, and renamed since."""
    club, owner = nest.club, nest.flock.world.ours.people["owner"]
    import_people(club=club, rows=[ImportRow(None, name) for name in nest.names(FORMER)], by=owner)
    with club_scope(club):
        known = {player.name: player for player in Player.objects.filter(club=club)}
    for script, former, name in zip(SCRIPTS, nest.names(FORMER), nest.names(NAMED), strict=True):
        person = rename_player(club=club, player=known[clean_name(former)], name=name, by=owner, kind=RenameKind.CHANGE)
        change_person(
            club=club, player=person, by=owner, age_group=GROUPS[script], age_group_lapses=None, always_initials=False, inactive=False
        )
        nest.people[script] = person
        nest.flock.players[named_bird(NAMED, script)] = person.public_id


def _hold(nest: Nest, folder: Path, people: list[Player], with_absorbed: list[Player]) -> None:
    """Five evenings: by the API in two versions, by upload, by the command, one whose first version nobody decided, and one removed."""
    program = make_program(nest.club)
    by_api = _evening(nest.names(NAMED), 0, external_id="by-api")
    longer = replace(by_api, name="Evening by API, mended")
    by_upload = write_trf(_evening(nest.names(SPELLED), 1))
    by_command = folder / "command.json"
    by_command.write_text(to_rookery_json(_evening(nest.names(OTHER), 2)), encoding="utf-8")
    nest.sent += [
        lambda: _by_api(program, by_api),
        lambda: _by_api(program, longer),
        lambda: _by_upload(nest, by_upload),
        lambda: call_command("publish", str(by_command), "--club", nest.club.slug, stdout=StringIO(), stderr=StringIO()),
    ]
    for send, players in zip(nest.sent, (people, people, people, with_absorbed), strict=True):
        send()
        _decide(nest, players)
    versions = [_evening(nest.names(state), 3, external_id="by-hand") for state in (EARLIER, NAMED, SPELLED)]
    remark = Remark("told", f"{nest.names(NAMED)[0]} is here twice.", 1, 1, {"name": nest.names(SPELLED)[0]})
    for record in versions:
        publish_event(club=nest.club, reading=Reading(record, (remark,)), by=None, source="upload")
    _decide(nest, people)
    removed = publish_event(club=nest.club, reading=Reading(_evening(nest.names(NAMED), 4)), by=None, source="upload").event
    _decide(nest, people)
    remove_event(club=nest.club, event=removed, by=None)


def _evening(names: list[str], week: int, **more: Any) -> EventRecord:
    return event_record([*names, *OTHERS], ROUNDS, name=f"Evening {week}", on=FIRST + timedelta(weeks=week), **more)


def _by_api(program: Program, record: EventRecord) -> None:
    answer = program.post(to_rookery_json(record).encode(), content_type=JSON_TYPE, Idempotency_Key=record.name)
    assert answer.status_code in (200, 201), answer.content


def _by_upload(nest: Nest, text: str) -> None:
    client: Client = nest.flock.world.named("owner of ours").client
    desk = f"/desk/{nest.club.public_id}/publish/"
    sent = client.post(desk, {"file": SimpleUploadedFile("evening.trf", text.encode()), "text": ""})
    answer = client.post(sent["Location"], {"target": "new", "name": "Evening by upload"})
    assert answer.status_code == 302, answer.content


def _decide(nest: Nest, players: list[Player]) -> None:
    """Say who everybody of the latest publication is whom nobody has linked yet, one after the other."""
    with club_scope(nest.club):
        event = Event.objects.filter(club=nest.club).order_by("-latest_id").exclude(latest=None).select_related("latest")[0]
        waiting = list(Entry.objects.filter(club=nest.club, version=event.latest).exclude(links__undone_at=None, links__isnull=False))
    for entry in sorted(waiting, key=lambda entry: entry.number):
        link_entry(club=nest.club, entry=entry, player=players[entry.number - 1], by=None)
    nest.flock.events[event.public_id] = FlockEvent(event.public_id, MINOR)


def _write_about(nest: Nest, other: Player) -> None:
    """About each of them, and their names where others are written about."""
    club, owner = nest.club, nest.flock.world.ours.people["owner"]
    for person, name, spelled, former in zip(nest.people.values(), *map(nest.names, (NAMED, SPELLED, FORMER)), strict=True):
        link = issue_family_link(club=club, player=person, by=owner)
        nest.tokens.append(token_of(club, link))
        give_consent(club=club, player=person, covers=BOTH, wording=WORDS, child_asked=True, through=link)
        ask_of_club(club=club, link=link, kind="erasure", text=f"{name}, please.")
        write_note(club=club, player=person, text=f"Is called {former} at school.", by=owner, seen=0)
        declare_different(club=club, one=person, other=other, by=owner, reason=f"{former} is a cousin")
        apply_correction(club=club, action=SetStartRating(person, 15_000), by=owner, reason=f"{spelled} came from elsewhere")
    names = [*nest.names(NAMED), *nest.names(SPELLED)]
    write_note(club=club, player=other, text=f"Friends: {', '.join(names)}.", by=owner, seen=0)
    for name in names:
        link = issue_family_link(club=club, player=other, by=owner)
        ask_of_club(club=club, link=link, kind="other", text=f"Next to {name}?") if name in names[:4] else None
    nest.flock.families = {token_of(club, link): None}
    with club_scope(club):
        event = Event.objects.filter(club=club, public_id__in=nest.flock.events).order_by("pk").select_related("latest")[0]
        entry = Entry.objects.get(club=club, version=event.latest, number=4)
    declare_name_different(club=club, entry=entry, player=nest.people["Latin"], by=owner, reason=f"{names[0]} was ill")
    apply_correction(club=club, action=OrderEvent(event, 2), by=owner, reason=f"{names[1]} came late")
    for content in (names[0].encode("utf-16"), names[1].encode(), "\n".join(names).encode()):
        stage_upload(club=club, content=content, file_name="names.txt", by=owner)
    ask_for_duplicates(club=club, by=owner)
    search_duplicates(club=club)
