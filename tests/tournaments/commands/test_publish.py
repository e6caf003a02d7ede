"""`manage.py publish` and `manage.py issue_token`: what they print, what they keep, how they end."""

import io
import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError

from clubs.models import Club
from clubs.selectors import find_token
from clubs.tenancy.scope import club_scope
from tests.factories import make_club, make_user
from tests.tournaments.sources import rookery_json, trf
from tournaments.models import Event, EventVersion

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    code: int
    out: str
    err: str


def run(name: str, *arguments: str) -> Ended:
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command(name, *arguments, stdout=out, stderr=err)
    except CommandError as error:
        return Ended(error.returncode, out.getvalue(), str(error))
    return Ended(0, out.getvalue(), err.getvalue())


def kept(club: Club) -> tuple[int, int]:
    with club_scope(club):
        return Event.objects.count(), EventVersion.objects.count()


@pytest.fixture
def club(db: None) -> Club:
    return make_club()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "club evening.trf"
    path.write_text(trf())
    return path


def test_a_file_is_published(club: Club, file: Path) -> None:
    by = make_user("arbiter@example.org")

    ended = run("publish", str(file), "--club", club.slug, "--by", "Arbiter@example.org")

    with club_scope(club):
        event = Event.objects.select_related("latest").get()
    assert event.latest is not None
    assert (event.latest.source, event.latest.published_by_id) == ("command", by.pk)
    assert ended == Ended(
        0,
        "new: Club evening, version 1\n"
        f"{settings.SITE_URL}/event/{club.public_id}/{event.public_id}/\n"
        f"event id: {event.public_id}\n"
        "names waiting to be confirmed: 3\n",
        "",
    )


def test_the_same_again_changes_nothing(club: Club, file: Path) -> None:
    run("publish", str(file), "--club", club.slug)

    assert run("publish", str(file), "--club", club.public_id).out.startswith("unchanged: Club evening, version 1\n")
    assert kept(club) == (1, 1)


def test_standard_input(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(rookery_json())))

    assert run("publish", "-", "--club", club.slug).out.startswith("new: Club evening, version 1\n")


def test_warnings_go_to_standard_error_with_their_place(club: Club, file: Path) -> None:
    file.write_text(trf().replace(" 1.5 ", " 2.0 "))

    ended = run("publish", str(file), "--club", club.slug)

    expected = "warning: line 4, column 81: Number 1: the points column says 2.0, the results as read give 1.5.\n"
    assert (ended.code, ended.err) == (0, expected)


def test_a_name_that_stands_twice_is_told(club: Club, file: Path) -> None:
    file.write_text(trf(names=("Anna Berg", "Ben Cohen", "Cohen, Ben")))

    ended = run("publish", str(file), "--club", club.slug)

    expected = (
        "warning: The numbers 2, 3 have the same name, or nearly. If they are two people, all is well; if it is one, correct the file.\n"
    )
    assert (ended.code, ended.err) == (0, expected)


def test_an_ambiguous_event_lists_what_to_type(club: Club, file: Path) -> None:
    run("publish", str(file), "--club", club.slug)
    file.write_text(trf(names=("Anna Berg", "Ben Cohen", "Dov Ezra")))

    ended = run("publish", str(file), "--club", club.slug)

    with club_scope(club):
        event = Event.objects.get()
    typed = f"manage.py publish '{file}' --club {club.slug}"
    assert ended == Ended(
        2,
        "",
        "The file has no event id. Is it a new event, or a new version of one that looks like it?\n"
        "Club evening, 2026-03-03 (the same name, the same date, names in both: 2 of 4):\n"
        f"    {typed} --event {event.public_id}\n"
        "A new event:\n"
        f"    {typed} --new",
    )
    assert run("publish", str(file), "--club", club.slug, "--event", event.public_id).out.startswith("changed: Club evening, version 2")
    assert run("publish", str(file), "--club", club.slug, "--new").out.startswith("new: Club evening, version 1")


def test_an_id_of_ones_own(club: Club, file: Path) -> None:
    arguments = (str(file), "--club", club.slug, "--external-id", "night-7", "--program", "Pairer")
    run("publish", *arguments)
    file.write_text(trf(name="Renamed"))

    assert run("publish", *arguments).out.startswith("changed: Renamed, version 2")


def test_a_date(club: Club, file: Path) -> None:
    file.write_text(trf(starts_on=""))

    refused = run("publish", str(file), "--club", club.slug)
    assert (refused.code, "--date" in refused.err) == (2, True)
    wrong = run("publish", str(file), "--club", club.slug, "--date", "3.3.2026")
    told = "Error: argument --date: “3.3.2026” is no date; write it as YYYY-MM-DD, for example 2026-03-31."
    assert (wrong.code, wrong.err) == (1, told)
    assert run("publish", str(file), "--club", club.slug, "--date", "2026-03-03").code == 0


@pytest.mark.parametrize("given", ["0001-01-01", "1899-12-31", "2101-01-01", "9999-12-31"])
def test_a_date_out_of_all_reason_is_refused(club: Club, file: Path, given: str) -> None:
    file.write_text(trf(starts_on=""))

    ended = run("publish", str(file), "--club", club.slug, "--date", given)

    assert ended == Ended(1, "", f"The start date {given} is not between 1900-01-01 and 2100-12-31.")
    assert kept(club) == (0, 0)


@pytest.mark.parametrize("given", ["1900-01-01", "2100-12-31"])
def test_the_first_and_the_last_date_are_taken(club: Club, file: Path, given: str) -> None:
    file.write_text(trf(starts_on=""))

    assert run("publish", str(file), "--club", club.slug, "--date", given).code == 0


def test_a_name_of_ones_own_is_part_of_the_content(club: Club, file: Path) -> None:
    arguments = (str(file), "--club", club.slug)
    run("publish", *arguments, "--name", "  Summer \t blitz ")

    assert run("publish", *arguments, "--name", "Summer blitz").out.startswith("unchanged: Summer blitz, version 1")
    assert run("publish", *arguments, "--name", " ").err == "The event's name is empty. Give it a name, or leave it as the file has it."


def test_a_new_version_that_nobody_names_keeps_the_events_name(club: Club, file: Path) -> None:
    run("publish", str(file), "--club", club.slug, "--external-id", "night-7")
    with club_scope(club):
        event = Event.objects.get()
    file.write_text(trf(names=("Anna Berg", "Ben Cohen", "Dov Ezra")).partition("\n")[2])

    by_event = run("publish", str(file), "--club", club.slug, "--event", event.public_id)

    assert (by_event.code, by_event.out.splitlines()[0], by_event.err) == (0, "changed: Club evening, version 2", "")
    again = run("publish", str(file), "--club", club.slug, "--external-id", "night-7")
    assert again.out.startswith("unchanged: Club evening, version 2")
    renamed = run("publish", str(file), "--club", club.slug, "--event", event.public_id, "--name", "Summer blitz")
    assert renamed.out.startswith("changed: Summer blitz, version 3")
    assert run("publish", str(file), "--club", club.slug, "--event", event.public_id).out.startswith("unchanged: Summer blitz, version 3")


def test_an_encoding(club: Club, file: Path) -> None:
    file.write_bytes(trf(names=("יוסי כהן", "דנה לוי", "מאיה ברק")).encode("windows-1255"))

    asked = run("publish", str(file), "--club", club.slug)

    assert asked.code == 2
    assert re.search(r"--encoding windows-1255\n    4: .*יוסי כהן", asked.err)
    assert run("publish", str(file), "--club", club.slug, "--encoding", "windows-1255").code == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--club", "nowhere"), "There is no club “nowhere”."),
        (("--by", "nobody@example.org"), "Nobody has an account with the address nobody@example.org."),
        (("--event", "nothing"), "There is no such event in this club."),
        (("--event", "x", "--new"), "Error: argument --new: not allowed with argument --event"),
    ],
)
def test_what_is_refused(club: Club, file: Path, arguments: tuple[str, ...], message: str) -> None:
    ended = run("publish", str(file), "--club", club.slug, *arguments)

    assert (ended.code, ended.err, kept(club)) == (1, message, (0, 0))


def test_a_file_that_is_not_there_or_cannot_be_read(club: Club, tmp_path: Path) -> None:
    missing, broken = tmp_path / "missing.trf", tmp_path / "broken.json"
    broken.write_bytes(b'{"format": "rookery-event",\n "version": 1, "event": }')

    assert run("publish", str(missing), "--club", club.slug) == Ended(1, "", f"{missing}: No such file or directory")
    ended = run("publish", str(broken), "--club", club.slug)
    assert (ended.code, ended.err.startswith("line 2, column 25: This is no valid JSON")) == (1, True)


def test_an_event_of_another_club_is_none(club: Club, file: Path) -> None:
    other = make_club("Theirs")
    run("publish", str(file), "--club", other.slug)
    with club_scope(other):
        event = Event.objects.get()

    assert run("publish", str(file), "--club", club.slug, "--event", event.public_id).err == "There is no such event in this club."
    assert (kept(club), kept(other)) == ((0, 0), (1, 1))


def test_a_token_is_printed_once_and_alone(club: Club) -> None:
    ended = run("issue_token", "--club", club.slug, "--label", "Pairer", "--scope", "publish", "--scope", "read")

    token = find_token(ended.out.strip())
    assert token is not None
    assert (token.club, token.label, token.scopes) == (club, "Pairer", ["publish", "read"])
    assert ended.err == "Copy the token now: it cannot be shown again.\n"
