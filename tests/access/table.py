"""The table: every route, method, principal and object, asked and judged."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from django.db import connection, connections, transaction
from django.urls import reverse

from clubs.domain.invitations import SECRET_LENGTH
from clubs.models import Visibility
from clubs.tenancy.scope import club_scope
from tests.access.asking import Answer, Body, ask
from tests.access.declared import KEPT, NO_STORE, Declared, object_id
from tests.access.headers import header_faults
from tests.access.rows import Digests, changed_tables, digest_tables
from tests.access.rules import Place
from tests.access.world import MISSING, OPEN_INVITATION, ClubOfWorld, Principal, World

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
_MISSING_KEYS = {
    "slug": "no-such-slug",
    "public_id": "M1ssing0M1ssing0M1sCLB",
    "family": "M1ssing0M1ssing0M1sCLB.M1ssing0M1ssing0M1ssin:x",
    "invitation": "M1ssing0M1ssing0M1ssing0M1ssing0M1ssing0M1s",
    OPEN_INVITATION: "M1ssing0M1ssing0M1sCLB",
}
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_LEAD_TO_THE_PERSON = ("ratings:player", "ratings:history_csv", "ratings:opponents", "ratings:head_to_head")
_LEAD_ELSEWHERE = frozenset({*((route, "absorbed") for route in _LEAD_TO_THE_PERSON), ("ratings:explanation", "waiting")})
"""Routes and kinds of objects with another page: that of the person who has absorbed a player, that of an event which does not count."""
Figures = dict[str, float]


@dataclass(frozen=True)
class Target:
    """An address of the route: a club or none, an object or none. `kind` is "" where the object is not there for anybody."""

    called: str
    club: ClubOfWorld | None
    club_key: str = ""
    kind: str = ""
    foreign: ClubOfWorld | None = None  # whose object is asked for under this club's address
    is_wrong_key: bool = False
    is_usual: bool = True


@dataclass(frozen=True)
class Cell:
    route: str
    declared: Declared
    method: str
    who: Principal
    target: Target
    place: Place

    def __str__(self) -> str:
        return f"{self.method} {self.route}, {self.who.name}, {self.target.called}, club is {self.place.visibility}"

    @property
    def enters(self) -> bool:
        """True if this method on this club is open to the principal, whatever the object."""
        rule = self.declared.methods.get(self.method)
        return rule is not None and not self.target.is_wrong_key and self._club_exists and rule(self.who, self.place)

    @property
    def is_open(self) -> bool:
        if not self.enters or self.target.foreign is not None:
            return False
        if not self.declared.kinds:
            return True
        rule = self.declared.kinds.get(self.target.kind)
        return rule is not None and rule(self.who, self.place)

    @property
    def cache(self) -> str:
        if self.declared.cache != KEPT:
            return self.declared.cache
        return NO_STORE if self.who.is_signed_in else "private, no-cache"

    @property
    def _club_exists(self) -> bool:
        return self.target.club is not None or not self.declared.keys


@dataclass
class Tally:
    """What was asked and what was wrong. `elsewhere`: refusals to a member of the first club at an address of the second."""

    cells: int = 0
    denied: int = 0
    elsewhere: int = 0
    succeeded: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)

    def figures(self, routes: int, principals: int, seconds: float) -> Figures:
        """Of one group of routes."""
        counted = {"groups": 1, "principals": principals, "faults": len(self.faults)}
        return {
            **counted,
            "routes": routes,
            "cells": self.cells,
            "denied": self.denied,
            "elsewhere": self.elsewhere,
            "seconds": round(seconds, 1),
        }


def targets_of(declared: Declared, world: World) -> list[Target]:
    """Every object of both clubs, those that are missing, and those of one club under the address of the other."""
    if not declared.keys:
        return [Target("no club", None)]
    key = next(key for key in declared.keys.values() if key != "object")
    found = [target for club_key in key.split(" or ") for target in _targets_by(declared, world, club_key)]
    other_key = {"slug": "public_id", "public_id": "slug"}.get(key)
    if other_key:
        found += [
            _unusual(f"{club.mark} by its {other_key}", club, other_key, _usual(declared), is_wrong_key=True) for club in _clubs(world)
        ]
    return found


def _targets_by(declared: Declared, world: World, key: str) -> Iterator[Target]:
    yield Target(f"missing club ({key})", None, key)
    usual = _usual(declared)
    for club, other in ((world.ours, world.theirs), (world.theirs, world.ours)):
        yield Target(f"{usual or 'club'} of {club.mark} ({key})", club, key, usual)
        if usual:
            yield from (_unusual(f"{kind} of {club.mark} ({key})", club, key, kind) for kind in list(declared.kinds)[1:])
            yield _unusual(f"missing object of {club.mark} ({key})", club, key)
            yield _unusual(f"object of {other.mark} under {club.mark} ({key})", club, key, usual, other)
            yield _unusual(f"object of {club.mark} under a missing club ({key})", None, key, usual, club)


def _unusual(
    called: str, club: ClubOfWorld | None, key: str, kind: str = "", foreign: ClubOfWorld | None = None, *, is_wrong_key: bool = False
) -> Target:
    return Target(called, club, key, kind, foreign, is_wrong_key, is_usual=False)


def _usual(declared: Declared) -> str:
    return next(iter(declared.kinds), "")


def _clubs(world: World) -> tuple[ClubOfWorld, ClubOfWorld]:
    return world.ours, world.theirs


class Table:
    """Asks every cell of a route, then looks once whether anything was written; only if so it asks again, one by one."""

    def __init__(self, world: World, visibility: str, tally: Tally, *, is_thorough: bool) -> None:
        """Thorough: every object of every route, and every method; otherwise only where the visibility of a club matters."""
        self.world, self.visibility, self.tally, self.is_thorough = world, visibility, tally, is_thorough
        world.show(visibility)
        self._answers: dict[tuple[str, str, str, str], Answer] = {}
        self._rows = self._digest()

    def ask_route(self, route: str, declared: Declared) -> None:
        """Every cell of one route."""
        cells = list(self.cells(route, declared))
        for cell in cells:
            self.tally.cells += 1
            self.tally.faults += [f"{cell}: {fault}" for fault in self.judge(cell)]
        rows = self._digest()
        if rows != self._rows:
            self.tally.faults += self._find_writers(cells) or [f"{route}: something was written: {changed_tables(self._rows, rows)}"]
            self._rows = self._digest()

    def cells(self, route: str, declared: Declared) -> Iterator[Cell]:
        """Every object with the methods that the route offers; with the others, which are refused unseen, the usual ones alone."""
        targets = targets_of(declared, self.world)
        usual = [target for target in targets if target.is_usual]
        for method in METHODS:
            is_offered = method in declared.methods
            if self.is_thorough or (is_offered and (method != "HEAD" or declared.depends_on_visibility)):
                for target in targets if is_offered and (self.is_thorough or declared.depends_on_visibility) else usual:
                    place = Place(target.club.mark if target.club else "", self.visibility)
                    yield from (Cell(route, declared, method, who, target, place) for who in self.world.principals)

    def judge(self, cell: Cell) -> list[str]:
        """What is wrong with the answer to one cell; empty if nothing is."""
        if cell.is_open and cell.method not in SAFE:
            answer, written = self._ask_and_roll_back(cell)
            faults = [] if bool(written) == cell.declared.writes else [f"wrote {written or 'nothing'}"]
        else:
            answer, faults = self._ask(cell), []
        listed = not cell.declared.keys or self.visibility == Visibility.PUBLIC
        indexable = cell.declared.indexable and cell.is_open and listed and answer.status == 200
        faults += header_faults(answer, cache=cell.cache if cell.is_open else None, indexable=indexable)
        return faults + (self._judge_open(cell, answer) if cell.is_open else self._judge_denied(cell, answer))

    def _judge_open(self, cell: Cell, answer: Answer) -> list[str]:
        expected = {200} if cell.method in SAFE else {cell.declared.done}
        if (cell.route, cell.target.kind) in _LEAD_ELSEWHERE:
            expected = {302}
        faults = [] if answer.status in expected else [f"{answer.status} instead of {expected}"]
        if not faults:
            self.tally.succeeded.add(cell.route)
        own = cell.target.club
        if (
            cell.method == "GET"
            and own is not None
            and 200 in expected
            and cell.declared.names_club
            and not answer.mentions(own.secrets[:1])
        ):
            faults.append("the page does not show the club")
        for club in _clubs(self.world):
            is_own = club is own or (club.mark in cell.who.roles and own is None)
            if not is_own and (told := answer.mentions(sorted({*club.secrets} - _known_to(cell, club)))):
                faults.append(f"tells of {club.mark}: {told}")
        return faults

    def _judge_denied(self, cell: Cell, answer: Answer) -> list[str]:
        self.tally.denied += 1
        own = cell.target.club
        if own is self.world.theirs and self.world.ours.mark in cell.who.roles:
            self.tally.elsewhere += 1
        expected = self._expected_when_denied(cell)
        faults = [] if answer.status in expected else [f"{answer.status} instead of {set(expected)}"]
        members = cell.who.roles
        for club in _clubs(self.world):
            if club.mark not in members and (told := answer.mentions(club.secrets)):
                faults.append(f"tells of {club.mark}: {told}")
        if answer != (missing := self._missing(cell)):
            faults.append(f"differs from what is missing: {_difference(answer, missing)}")
        return faults

    def _expected_when_denied(self, cell: Cell) -> frozenset[int]:
        if cell.declared.is_desk and not cell.who.is_signed_in:
            return frozenset({302})
        if cell.method not in cell.declared.methods:
            return cell.declared.not_offered
        if cell.enters:
            return frozenset({cell.declared.absent})
        return cell.declared.refuses(cell.who, cell.method)

    def _missing(self, cell: Cell) -> Answer:
        """The answer for what does not exist: an object of the same club for who may use it, else a club."""
        if not cell.declared.keys:
            return self._answer_of(cell, cell.target)
        club = cell.target.club if cell.enters else None
        return self._answer_of(cell, Target("missing", club, cell.target.club_key))

    def _answer_of(self, cell: Cell, target: Target) -> Answer:
        key = (cell.route, cell.method, cell.who.name, f"{target.club.mark if target.club else ''} {target.club_key}")
        if key not in self._answers:
            self._answers[key] = self._ask(Cell(cell.route, cell.declared, cell.method, cell.who, target, cell.place))
        return self._answers[key]

    def _ask(self, cell: Cell) -> Answer:
        path, masks = self._address(cell)
        return ask(cell.who, cell.method, path, self.body_of(cell), masks)

    def _ask_and_roll_back(self, cell: Cell) -> tuple[Answer, list[str]]:
        """The answer to a request that may write, and the tables that it wrote to, which are then as before."""
        with transaction.atomic():
            before = self._digest_inside(cell)
            answer = self._ask(cell)
            written = changed_tables(before, self._digest_inside(cell))
            transaction.set_rollback(True)
        return answer, written

    def _digest_inside(self, cell: Cell) -> Digests:
        with club_scope((cell.target.club or self.world.ours).club), connection.cursor() as cursor:
            return digest_tables(cursor)

    def _digest(self) -> Digests:
        with connections["owner"].cursor() as cursor:
            return digest_tables(cursor)

    def _find_writers(self, cells: list[Cell]) -> list[str]:
        found = []
        for cell in cells:
            if cell.is_open and cell.method not in SAFE:
                continue
            before = self._digest()
            self._ask(cell)
            if written := changed_tables(before, self._digest()):
                found.append(f"{cell}: wrote to {written}")
        return found

    def address_of(self, cell: Cell) -> str:
        return self._address(cell)[0]

    def body_of(self, cell: Cell) -> Body:
        """What the form of the cell's route sends about its object."""
        return cell.declared.post(cell.target.foreign or cell.target.club or self.world.ours)

    def _address(self, cell: Cell) -> tuple[str, dict[str, str]]:
        target, masks, parts = cell.target, {}, {}
        for part, stands in cell.declared.keys.items():
            if stands == "object":
                whose = target.foreign or target.club
                parts[part] = object_id(whose, target.kind, cell.who) if whose and target.kind else MISSING
                masks[parts[part]] = "OBJECT"
            elif stands.startswith("="):
                parts[part] = stands[1:]
            elif stands == "player":
                parts[part] = target.club.ids["player"] if target.club else MISSING[::-1]
                masks[parts[part]] = "PLAYER"
            else:
                parts[part] = _club_part(target.club, target.club_key) if target.club else _MISSING_KEYS[target.club_key]
                masks[parts[part]] = "CLUB"
        return _address_with(cell.route, parts), {} if cell.is_open else masks


def _club_part(club: ClubOfWorld, key: str) -> str:
    """The link of a family, or an invitation, stands for the club as a whole: whoever has it may come."""
    parts = {"family": club.ids["family"], "invitation": club.forms["invitation"], OPEN_INVITATION: club.ids[OPEN_INVITATION]}
    return parts.get(key) or str(getattr(club.club, key))


def _known_to(cell: Cell, club: ClubOfWorld) -> set[str]:
    """What the reader's own list of clubs says of one that asks them back: its name and that invitation, and no id of the club."""
    if cell.declared.lists_clubs and cell.who.invited_to == club.mark:
        return {club.mark.lower(), club.ids[OPEN_INVITATION].lower()}
    return set()


def _address_with(route: str, parts: dict[str, str]) -> str:
    """The address of a route, also with parts of another form than it takes: a club by its slug where its id belongs."""
    stand_ins = {part: f"{number:0{SECRET_LENGTH if part == 'secret' else 22}}" for number, part in enumerate(parts)}
    address = reverse(route, kwargs=stand_ins)
    for part, stand_in in stand_ins.items():
        address = address.replace(stand_in, parts[part])
    return address


def _difference(answer: Answer, missing: Answer) -> str:
    """The first thing that differs."""
    if answer.status != missing.status:
        return f"status {answer.status}, not {missing.status}"
    if headers := sorted(set(answer.headers) ^ set(missing.headers)):
        return f"headers {headers}"
    if answer.cookies != missing.cookies:
        return f"cookies {answer.cookies}, not {missing.cookies}"
    return f"bodies of {len(answer.body)} and {len(missing.body)} bytes"
