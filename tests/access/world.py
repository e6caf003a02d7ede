"""Two clubs with a row in every table, and everybody who may come by.

Every name of a club's own holds its mark, so that a page which shows anything of it is found by looking for one word.
"""

from dataclasses import dataclass, field
from datetime import date

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from clubs.models import ApiToken, Club, Membership, Role
from clubs.services import change_club, invite, issue_token, remove_member, revoke_token
from clubs.tenancy.scope import club_scope
from players.domain.consent import ConsentTo
from players.domain.wording import Wording
from players.models import Player, PlayerRename
from players.selectors.family import token_of
from players.services import ImportRow, ask_of_club, give_consent, import_people, issue_family_link, rename_player, write_note
from players.services.duplicates import ask_for_duplicates
from ratings.domain.rules import Rules
from ratings.services import replay_ladder
from ratings.services.audit import Audit
from ratings.services.corrections import apply_correction, undo_correction
from ratings.services.corrections.events import CorrectEvent
from ratings.services.corrections.persons import MergePeople
from ratings.services.erasing import erase_person
from ratings.services.findings import note_audit
from ratings.services.opening import OpeningRow, set_opening
from ratings.services.rules import set_rules
from tests.factories import Board, event_record, join_club, make_club, make_event, make_player, make_user
from tests.signing_in import note_sign_in
from tests.tournaments.programs import Program
from tests.tournaments.sources import rookery_json, trf
from tournaments.domain.corrections import change_result
from tournaments.domain.results import ResultKind
from tournaments.models import Entry, Event, EventAccess, EventVersion, StagedUpload
from tournaments.selectors.names import propose_names
from tournaments.selectors.records import record_of
from tournaments.services.differing import declare_different, declare_name_different
from tournaments.services.duplicates import search_duplicates
from tournaments.services.events import change_event, remove_event
from tournaments.services.identity import link_entry, merge_players

ARBITER, ADMIN, OWNER = str(Role.ARBITER), str(Role.ADMIN), str(Role.OWNER)
MISSING = "M1ssing0M1ssing0M1ssin"
BOARDS: list[list[Board]] = [[(1, 2, ResultKind.WHITE_WIN), (3, None, ResultKind.HALF_POINT_BYE)]]
UPLOADS = "uploads"
OPEN_INVITATION = "open invitation"
WORDS = Wording("0", "en", "I agree.")


@dataclass
class ClubOfWorld:
    """A club, and what addresses and forms name of it. `ids` gives the address part of each kind of object."""

    club: Club
    mark: str
    people: dict[str, User]
    ids: dict[str, str] = field(default_factory=dict)
    forms: dict[str, str] = field(default_factory=dict)

    @property
    def secrets(self) -> list[str]:
        """What tells that the club exists: its mark, the ids of its objects, its own id and address name."""
        return [self.mark.lower(), *(each.lower() for each in self.ids.values()), self.club.public_id.lower(), self.club.slug.lower()]


@dataclass(frozen=True)
class Principal:
    """Somebody who asks: with a session, a token, both or neither. `roles` by the mark of the club.

    `invited_to`: the mark of a club that has removed them and asks them back; their own list of clubs says both.
    """

    name: str
    client: Client
    roles: dict[str, str] = field(default_factory=dict)
    is_signed_in: bool = False
    headers: dict[str, str] = field(default_factory=dict)
    token_of: str = ""
    scopes: tuple[str, ...] = ()
    invited_to: str = ""


@dataclass(frozen=True)
class World:
    """`ours` is the club of most principals, `theirs` the other one."""

    ours: ClubOfWorld
    theirs: ClubOfWorld
    principals: tuple[Principal, ...]

    def named(self, name: str) -> Principal:
        return next(principal for principal in self.principals if principal.name == name)

    def show(self, visibility: str) -> None:
        """Give both clubs this visibility."""
        for each in (self.ours, self.theirs):
            change_club(club=each.club, by=None, visibility=visibility)


def make_world() -> World:
    ours, theirs = _make_club("Amberley", "Quill"), _make_club("Brackley", "Xyst")
    return World(ours, theirs, tuple(_make_principals(ours, theirs)))


def _make_club(mark: str, first_name: str) -> ClubOfWorld:
    owner = make_user(f"owner@{mark.lower()}.example")
    club = make_club(f"{mark} Chess Circle", owner=owner)
    people = {OWNER: owner, ADMIN: make_user(f"admin@{mark.lower()}.example"), ARBITER: make_user(f"arbiter@{mark.lower()}.example")}
    for role in (ADMIN, ARBITER):
        join_club(club, role, people[role])
    made = ClubOfWorld(club, mark, people)
    names = [f"{first_name} {mark}{ending}" for ending in ("wood", "hill", "ford")]
    _publish_events(made, names)
    _erase(made)  # takes files that wait away
    _stage_uploads(made, names)
    _know_people(made, names)
    _invite(made)
    set_rules(club=club, since=date(2020, 1, 1), rules=Rules(k_new=30), by=owner)
    made.forms["rules since"] = "2020-01-01"
    set_opening(club=club, as_of=date(2019, 1, 1), rows=[OpeningRow(None, f"Opened {mark}", 14_000, 10)], by=owner)
    _build_ladder(made)
    return made


def _invite(made: ClubOfWorld) -> None:
    """An arbiter and a second owner to deal with, and an invitation of an arbiter and of an administrator; the link of the first one."""
    for role in (ARBITER, OWNER):
        person = join_club(made.club, role, make_user(f"another.{role}@{made.mark.lower()}.example"))
        made.ids[f"member {role}"] = Membership.objects.get(club=made.club, user=person).public_id
    for role in (ARBITER, ADMIN):
        invited, secret = invite(club=made.club, email=f"invited.{role}@{made.mark.lower()}.example", role=role, by=made.people[OWNER])
        made.ids[f"invitation {role}"] = invited.public_id
        made.forms.setdefault("invitation", secret)
    invited, _ = invite(club=made.club, email=_returning(made), role=ARBITER, by=made.people[OWNER])
    made.ids[OPEN_INVITATION] = invited.public_id


def _returning(made: ClubOfWorld) -> str:
    """The address of whoever is invited again after having been removed. It does not tell of the club."""
    return f"returning.{made.mark[0].lower()}@example.org"


def _erase(made: ClubOfWorld) -> None:
    """Somebody who has played and was erased."""
    names = [f"Gone {made.mark}", f"Stays {made.mark}"]
    make_event(made.club, event_record(names, [[(1, 2, ResultKind.DRAW)]], name=f"{made.mark} before", on=date(2025, 2, 1)))
    with club_scope(made.club):
        gone = Player.objects.get(club=made.club, name=names[0])
    erase_person(club=made.club, player=gone, by=made.people[OWNER])


def _build_ladder(made: ClubOfWorld) -> None:
    """Replayed with a checkpoint before every event, however few there are; corrected; audited."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ratings.domain.places.EVERY", 1)
        replay_ladder(club=made.club)
        _correct(made)
    note_audit(club=made.club, audit=Audit(made.club.pk, compared=True))


def _publish_events(made: ClubOfWorld, names: list[str]) -> None:
    """`main` with two versions, one of them by a program; one event of each access, one removed, one whose names wait."""
    program = _issue(made, ("publish", "read"))
    body = rookery_json(external_id="main", name=f"{made.mark} evening", names=tuple(names))
    made.ids["main"] = program.post(body, idempotency_key="once").json()["event"]
    with club_scope(made.club):
        main = Event.objects.get(club=made.club, public_id=made.ids["main"])
    make_event(made.club, event_record(names, BOARDS, name=f"{made.mark} evening, corrected"), event=main)
    made.forms["version"] = "2"
    for number, kind in enumerate(("open", "closed", "removed"), 2):
        event = make_event(made.club, event_record(names, BOARDS, name=f"{made.mark} {kind}", on=date(2026, number, 1)))
        made.ids[kind] = event.public_id
        if kind == "removed":
            remove_event(club=made.club, event=event, by=None)
        else:
            change_event(club=made.club, event=event, access=EventAccess(kind), by=None)
    _wait_for_names(made, names)


def _wait_for_names(made: ClubOfWorld, names: list[str]) -> None:
    """An event of which one name is decided, and what the forms of its names' page send."""
    record = event_record([f"Newcomer {made.mark}", *names[1:]], BOARDS, name=f"{made.mark} waits", on=date(2026, 5, 1))
    event = make_event(made.club, record, decided=False)
    made.ids["waiting"] = event.public_id
    with club_scope(made.club):
        version = EventVersion.objects.get(club=made.club, event=event)
        known, other = Player.objects.get(club=made.club, name=names[1]), Player.objects.get(club=made.club, name=names[2])
        entry = Entry.objects.get(club=made.club, version=version, name=names[1])
    link = link_entry(club=made.club, entry=entry, player=known, by=None)
    with club_scope(made.club):
        chosen = next(one for one in propose_names(club=made.club, version=version) if one.is_new_preselected or one.preselected)
    accepted = "new" if chosen.is_new_preselected else chosen.preselected
    made.forms |= {"entry": str(chosen.entry.pk), "shown": f"{chosen.entry.pk}:{accepted}", "link": str(link.pk), "player": str(other.pk)}


def _stage_uploads(made: ClubOfWorld, names: list[str]) -> None:
    """A file of each member, and of a colleague whom nobody acts for."""
    colleague = join_club(made.club)
    for who, person in [*made.people.items(), ("colleague", colleague)]:
        content = trf(name=f"{made.mark} upload", starts_on="2026/05/05", names=tuple(names)).encode()
        with club_scope(made.club):
            upload = StagedUpload.objects.create(club=made.club, content=content, encoding="utf-8", by=person)
        made.ids[f"{UPLOADS} of {who}"] = upload.public_id


def _know_people(made: ClubOfWorld, names: list[str]) -> None:
    """Two players merged into one person, and the token that forms name."""
    with club_scope(made.club):
        player = Player.objects.get(club=made.club, name=names[0])
        rival = Player.objects.get(club=made.club, name=names[1])
    absorbed = make_player(made.club, f"Old {made.mark}")
    merge_players(club=made.club, absorbed=absorbed, into=player, by=None)
    made.ids |= {"player": player.public_id, "absorbed": absorbed.public_id, "rival": rival.public_id}
    rename_player(club=made.club, player=player, name=f"{player.name}er", by=None, kind="change")
    brought = import_people(club=made.club, rows=[ImportRow(None, f"Listed {made.mark}")], by=made.people[OWNER])
    write_note(club=made.club, player=rival, text=f"{made.mark} note", by=None, seen=0)
    with club_scope(made.club):
        made.forms["rename"] = str(PlayerRename.objects.get(club=made.club).pk)
    made.ids["list"] = brought.public_id
    made.forms["token"] = _issue(made, ("read",)).token.prefix
    _tell_people_apart(made, player, rival)


def _tell_people_apart(made: ClubOfWorld, player: Player, rival: Player) -> None:
    """Two people declared different, a name declared not to be somebody, and two namesakes whom a search has found."""
    declare_different(club=made.club, one=player, other=rival, by=None)
    with club_scope(made.club):
        entry = Entry.objects.get(club=made.club, pk=made.forms["entry"])
    declare_name_different(club=made.club, entry=entry, player=rival, by=None)
    twins = [make_player(made.club, f"Twin {made.mark}") for _ in range(2)]
    ask_for_duplicates(club=made.club, by=None)
    search_duplicates(club=made.club)
    made.forms |= {"twin": twins[0].public_id, "other twin": twins[1].public_id}
    _hear_family(made, player)


def _hear_family(made: ClubOfWorld, player: Player) -> None:
    """A link, a consent given through it, and a request that waits."""
    link = issue_family_link(club=made.club, player=player, by=None)
    asked = ask_of_club(club=made.club, link=link, kind="other", text="")
    give_consent(club=made.club, player=player, covers=frozenset(ConsentTo), wording=WORDS, child_asked=True, through=link)
    made.ids["family"] = token_of(made.club, link)
    made.forms |= {"family link": link.public_id, "request": str(asked.pk)}


def _correct(made: ClubOfWorld) -> None:
    """An event of which a result was corrected, so that a correction made its latest version."""
    event = make_event(
        made.club, event_record([f"Slip {made.mark}", f"Slap {made.mark}"], [[(1, 2, ResultKind.WHITE_WIN)]], on=date(2026, 6, 1))
    )
    with club_scope(made.club):
        version = EventVersion.objects.get(club=made.club, event=event)
        patch = change_result(record_of(made.club, version), 1, 1, ResultKind.DRAW)
    action = CorrectEvent(event, version, patch)
    correction = apply_correction(club=made.club, action=action, by=made.people[OWNER], reason=f"{made.mark} slip")
    made.ids |= {"correction": correction.public_id, "corrected": event.public_id}
    _join_and_part(made)


def _join_and_part(made: ClubOfWorld) -> None:
    """Somebody who was merged with another and is two people again; and somebody in no event, who may be merged with anybody."""
    one, other = (make_player(made.club, f"{which} {made.mark}") for which in ("Once", "Twice"))
    joined = apply_correction(club=made.club, action=MergePeople(absorbed=one, into=other), by=made.people[OWNER])
    parted = undo_correction(club=made.club, correction=joined, by=made.people[OWNER])
    made.ids |= {"parted": parted.public_id, "opened": one.public_id}


def _make_principals(ours: ClubOfWorld, theirs: ClubOfWorld) -> list[Principal]:
    revoked = _issue(ours, ("publish", "read"))
    revoke_token(club=ours.club, token=revoked.token, by=None)
    expired = _issue(ours, ("publish", "read"))
    ApiToken.objects.filter(pk=expired.token.pk).update(expires_at=timezone.now())
    removed, key_of_removed = _remove_somebody(ours)
    return [
        Principal("stranger", _client()),
        Principal("signed in without a club", _client(make_user()), is_signed_in=True),
        *(Principal(f"{role} of ours", _client(ours.people[role]), {ours.mark: role}, True) for role in (ARBITER, ADMIN, OWNER)),
        Principal("owner of theirs", _client(theirs.people[OWNER]), {theirs.mark: OWNER}, True),
        _token("token of ours that reads", ours, _issue(ours, ("read",))),
        _token("token of ours that publishes", ours, _issue(ours, ("publish",))),
        _token("token of theirs", theirs, _issue(theirs, ("publish", "read"))),
        Principal("revoked token", _client(), headers=revoked.headers({})),
        Principal("expired token", _client(), headers=expired.headers({})),
        Principal("removed member", removed, is_signed_in=True, invited_to=ours.mark),
        Principal("token of a removed member", _client(), headers=key_of_removed.headers({})),
    ]


def _remove_somebody(made: ClubOfWorld) -> tuple[Client, Program]:
    """Who was an administrator, has a browser that is still open, and a program that still runs."""
    person = join_club(made.club, ADMIN, make_user(_returning(made)))
    browser = _client(person)
    token, secret = issue_token(club=made.club, label=f"{made.mark} program", scopes=["publish", "read"], by=person)
    remove_member(club=made.club, member=Membership.objects.get(club=made.club, user=person), by=made.people[OWNER])
    return browser, Program(made.club, token, secret)


def _issue(made: ClubOfWorld, scopes: tuple[str, ...]) -> Program:
    token, secret = issue_token(club=made.club, label=f"{made.mark} program", scopes=list(scopes), by=made.people[OWNER])
    return Program(made.club, token, secret)


def _token(name: str, made: ClubOfWorld, program: Program) -> Principal:
    return Principal(name, _client(), headers=program.headers({}), token_of=made.mark, scopes=tuple(program.token.scopes))


def _client(user: User | None = None) -> Client:
    client = Client(raise_request_exception=False, HTTP_HOST="127.0.0.1")
    if user is not None:
        client.force_login(user)
        note_sign_in(client, user)
    return client
