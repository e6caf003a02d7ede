"""Names leave the program through one door: no view, serializer, form, API or template reads the name of a player or entry itself.

Two nets. Read as text, the code must not say `player.name` or the like outside of the files below. Run, every public page is rendered
with alarms on the two columns, so that a name read in a way that no search finds is seen too.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Engine
from django.test import Client

from players.models import Player
from tests.browser.pages import PAGES
from tests.browser.show_club import make_show_club
from tournaments.models import Entry

ROOT = Path(settings.BASE_DIR)
PEOPLE = frozenset(
    {"player", "players", "entry", "entries", "person", "root", "absorbed", "into", "kept", "made", "white", "black", "opponent", "winner"}
)
EDGES = ("views", "api", "serializers", "forms", "admin", "templatetags", "management", "urls", "tasks")
"""The outermost modules of an app: what is read there goes out."""

AT_THE_DESK = {
    "players/views/people.py": "the people of the club, for its arbiters: everything behind desk_for",
    "players/views/person.py": "one person, for arbiters, behind player_at_desk",
    "players/views/exporting.py": "the list of members, for arbiters, behind desk_for: a file that may be taken in again",
    "tournaments/views/member_list.py": "a list of members, back to the arbiter who sent it",
    "templates/players/imported.html": "whom a list has added: by the name of the desk",
    "templates/players/person.html": "one person at the desk",
    "templates/players/person_names.html": "one person at the desk",
    "templates/players/person_notes.html": "one person at the desk",
    "ratings/views/identity_words.py": "who is who: names as they were typed, on the pages that join and part people",
    "tournaments/views/names.py": "who is who, for arbiters: the name as it was typed, behind desk_event_for",
    "tournaments/views/names_page.py": "who is who: what was decided, for arbiters, behind desk_event_for",
    "tournaments/views/checking.py": "a file before it is published, back to the arbiter who sent it",
    "tournaments/views/upload_results.py": "what a file holds before it is published, back to the arbiter who sent it",
    "tournaments/views/at_stake.py": "corrections that a file would undo, shown with it before it is published",
    "templates/tournaments/names_form.html": "who is who",
    "templates/tournaments/names_list.html": "who is who",
    "templates/tournaments/names_decided.html": "who is who: what is decided",
    "templates/tournaments/names_last.html": "who is who: what was decided last",
    "templates/tournaments/names_undo_all.html": "who is who: what undoing a whole night takes back",
}
"""Where an arbiter at the desk reads real names, and why. A public page never stands here."""

FOR_THE_FAMILY = {
    "templates/ratings/family_data.html": "what is held of one child, for whoever has the link of the family",
}
"""What is read out of what is held; the selector behind it reads the child's own rows alone."""
HELD = {"what is held": "ratings/selectors/held.py"}
"""The one page without an account that reads the columns, and from where."""


def names_read(source: str) -> list[str]:
    """Each place in Python code that takes the name of a person: `player.name`, `values("name")` or `"player__name"`."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and node.attr == "name" and _last_word(node.value) in PEOPLE:
            found.append(ast.unparse(node))
        elif (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and re.search(r"(?:player|entry|absorbed|into)__name\b", node.value)
        ):
            found.append(node.value)
        elif isinstance(node, ast.Call) and _last_word(node.func) in {"values", "values_list", "only", "getattr", "attrgetter"}:
            given = [argument.value for argument in node.args if isinstance(argument, ast.Constant)]
            whose = " ".join(ast.unparse(part) for part in (node.func, *node.args[:1]))
            if "name" in given and re.search(r"\b(?:Player|Entry|player|entry|players|entries)\b", whose):
                found.append(ast.unparse(node))
    return found


def _last_word(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def names_shown(source: str) -> list[str]:
    """Each place in a template that takes the name of a person."""
    return [found.group() for found in re.finditer(r"\b[\w.]+\.name\b", source) if found.group().split(".")[-2] in PEOPLE]


def _edges() -> Iterator[tuple[str, list[str]]]:
    for app in ("archives", "clubs", "billing", "players", "tournaments", "ratings"):
        for path in sorted((ROOT / app).rglob("*.py")):
            inside = path.relative_to(ROOT / app)
            if inside.parts[0].removesuffix(".py") in EDGES:
                yield str(path.relative_to(ROOT)), names_read(path.read_text())
    for path in sorted((ROOT / "templates").rglob("*.*")):
        yield str(path.relative_to(ROOT)), names_shown(path.read_text())


def test_no_edge_of_the_program_takes_a_name_itself() -> None:
    assert {path: found for path, found in _edges() if found and path not in AT_THE_DESK | FOR_THE_FAMILY} == {}


def test_every_exception_is_still_one() -> None:
    reading = {path for path, found in _edges() if found}
    assert sorted(set(AT_THE_DESK | FOR_THE_FAMILY) - reading) == []


@pytest.mark.parametrize(
    "planted",
    [
        "title = player.name",
        "row = {'name': change.player.name}",
        "name = f'{entry.name}'",
        "Player.objects.filter(club=club).values_list('pk', 'name')",
        "links.values('player__name')",
        "getattr(player, 'name')",
    ],
)
def test_a_planted_leak_in_code_is_found(planted: str) -> None:
    assert len(names_read(planted)) == 1


@pytest.mark.parametrize(
    "planted", ["{{ player.name }}", "{% if row.entry.name %}", "{% include 'x' with name=one.player.name|upper only %}"]
)
def test_a_planted_leak_in_a_template_is_found(planted: str) -> None:
    assert len(names_shown(planted)) == 1


@pytest.mark.parametrize(
    "innocent", ["club.name", "event.latest.name", "version.name", "path.name", "book.display_name(player)", "names = 3"]
)
def test_other_names_are_nobodys(innocent: str) -> None:
    assert (names_read(innocent), names_shown("{{ " + innocent + " }}")) == ([], [])


class Alarm:
    """Stands in for a column: gives the value, and notes the file of whoever asked, unless the door or Django's own fields did."""

    quiet = (str(ROOT / "players" / "selectors" / "door.py"), "db/models/base.py", "db/models/query.py", "db/models/fields/__init__.py")

    def __init__(self, field: str) -> None:
        self.field = field
        self.heard: list[str] = []

    def __get__(self, instance: object, owner: type) -> object:
        if instance is None:
            return self
        asked_by = sys._getframe(1).f_code.co_filename
        if not asked_by.endswith(self.quiet):
            self.heard.append(asked_by.removeprefix(f"{ROOT}/"))
        return instance.__dict__[self.field]

    def __set__(self, instance: object, value: object) -> None:
        instance.__dict__[self.field] = value


@pytest.fixture
def alarms(monkeypatch: pytest.MonkeyPatch) -> tuple[Alarm, Alarm]:
    player, entry = Alarm("name"), Alarm("name")
    monkeypatch.setattr(Player, "name", player)
    monkeypatch.setattr(Entry, "name", entry)
    return player, entry


@pytest.mark.django_db
def test_no_public_page_reads_a_name_but_through_the_door(alarms: tuple[Alarm, Alarm]) -> None:
    show = make_show_club("en")
    for alarm in alarms:
        alarm.heard.clear()
    read = []
    for page in PAGES:
        if not page.member:
            html = Client().get(page.address(show)).content.decode()
            read.append("D. A." in html)
            assert {asked_by for alarm in alarms for asked_by in alarm.heard} <= {HELD.get(page.name, "")}, page.name
            for alarm in alarms:
                alarm.heard.clear()
    assert sum(read) >= 6, "the pages must have shown people, or the alarms guarded nothing"


def test_the_alarm_hears_a_template_and_a_view(alarms: tuple[Alarm, Alarm]) -> None:
    player = Player(name="Dana Adler")
    assert Engine().from_string("{{ person.name }}").render(Context({"person": player})) == "Dana Adler"
    assert player.name == "Dana Adler"
    assert [Path(heard).name for heard in alarms[0].heard] == ["base.py", "test_one_door.py"]
