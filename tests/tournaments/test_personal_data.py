"""Every door takes files with all that is known of people elsewhere: none of it is kept, and the sender is told what was left out."""

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client

from clubs.models import Club, Role
from clubs.tenancy.scope import club_scope
from players.models import Player
from tests.factories import join_club, make_club
from tests.ratings.views.confirming import press
from tests.reading import notices, parse
from tests.searching import tables_holding
from tests.tournaments.interchange.trf_builder import row
from tests.tournaments.programs import Program, make_program
from tests.tournaments.sources import rookery_json
from tournaments.models import Entry, EventVersion

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

SECRETS = {
    "birth_date": ("1987/06/05", "05.06.1987", "1987-06-05"),
    "fide_id": ("98712345", "98754321"),
    "national_id": ("031998712", "77100998"),
    "email": ("canary.adler@secret.example",),
    "phone": ("054-998-7123", "+972 54 9987124"),
    "address": ("Canary Street 17",),
    "parents": ("Petronella Canary",),
    "arbiters": ("Chief Canary", "Deputy Canary"),
}
"""What the files below hold, by its kind; a letter for the sex and three for a federation can be searched for nowhere."""
FOUND = "Found in the file and left out: {}."
ALL_IN_TRF = "addresses, arbiters' names, dates of birth, e-mail addresses, federations, FIDE ids, id numbers, phone numbers, sex"
KINDS_IN_TRF = ["address", "arbiters", "birth_date", "email", "federation", "fide_id", "national_id", "phone", "sex"]
ALL_IN_LIST = "addresses, dates of birth, e-mail addresses, federations, FIDE ids, id numbers, parents, phone numbers, sex"


def trf() -> str:
    """A file as dirty as they come: extra lines of some programs, national records, and rows that fit nowhere."""
    personal = {"sex": "w", "federation": "ZZQ", "birth": "1987/06/05"}
    tail = "1400 ZZQ    98754321 1987/06/05  0.5    3     1 b =     2 w 0"
    return "\n".join(
        [
            "012 Evening Swiss",
            "042 2026/03/18",
            "092 Individual: Swiss-System",
            "102 Chief Canary",
            "112 Deputy Canary",
            row(1, "2w1", "3w=", points="1.5", fide_id="98712345", **personal),
            "DAT 0001 EMAIL canary.adler@secret.example",
            "DAT 0001 PHONE 054-998-7123",
            "DAT 0001 ADDRESS Canary Street 17",
            row(2, "1b0", "3b1", points="1.0", fide_id="98754321", **personal),
            "ZZQ" + row(1, fide_id="77100998", birth="1987/06/05")[3:],
            f"001    3      Cohen, Uri  {tail}",
            f"001    4      Dvir, Maya{'':48}{tail}",
        ]
    )


def json_text() -> str:
    document = json.loads(rookery_json())
    document["event"]["arbiter"] = "Chief Canary"
    document["players"][0] |= {
        "fideId": "98712345",
        "birth_date": "1987-06-05",
        "federation": "ZZQ",
        "sex": "w",
        "email": "canary.adler@secret.example",
        "phone": "054-998-7123",
        "home_address": "Canary Street 17",
        "national_id": "031998712",
        "mother": "Petronella Canary",
    }
    return json.dumps(document)


HEADING = ("Name", "Age group", "Birth date", "FIDE ID", "ID number", "E-mail", "Phone", "Address", "Mother", "Fed", "Sex")
PERSON = (
    *("Adler, Noa", "adult", "05.06.1987", "98712345", "031998712", "canary.adler@secret.example"),
    *("054-998-7123", "Canary Street 17", "Petronella Canary", "ZZQ", "w"),
)


def csv_text(heading: tuple[str, ...], *rows: tuple[str, ...]) -> bytes:
    return "\n".join(";".join(cells) for cells in (heading, *rows)).encode()


def workbook(*rows: tuple[str, ...]) -> bytes:
    book = openpyxl.Workbook()
    assert book.active is not None
    for cells in rows:
        book.active.append(cells)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def admin(club: Club) -> Client:
    client = Client()
    client.force_login(join_club(club, Role.ADMIN))
    return client


@pytest.fixture
def program(club: Club) -> Program:
    return make_program(club)


@pytest.fixture(autouse=True)
def nothing_is_kept(club: Club, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]) -> Iterator[None]:
    """After each test nothing of it stands in any table or log line."""
    caplog.set_level(logging.DEBUG)
    yield
    assert kept(club) == {}
    logged = caplog.text + "".join(capsys.readouterr())
    assert [secret for secret in secrets() if secret in logged] == []


def secrets() -> list[str]:
    return [secret for kind in SECRETS.values() for secret in kind]


def kept(club: Club) -> dict[str, set[str]]:
    with club_scope(club) as cursor:
        return tables_holding(cursor, secrets())


def upload(client: Client, club: Club, address: str, content: bytes, name: str) -> tuple[str, str]:
    """Send a file; where it is shown, and how. While it waits it is held whole, and the search must find it."""
    sent = client.post(address, {"file": SimpleUploadedFile(name, content), "text": ""})
    assert sent.status_code == 302, sent.content.decode()
    if not content.startswith(b"PK"):  # what a workbook packs is not searched
        assert set(kept(club)) == {"tournaments_stagedupload"}
    return sent["Location"], client.get(sent["Location"]).content.decode()


def versions(club: Club) -> list[tuple[list[str], list[str]]]:
    with club_scope(club):
        names = list(Entry.objects.filter(club=club).order_by("number").values_list("name", flat=True))
        return [(version.dropped, names) for version in EventVersion.objects.filter(club=club)]


@pytest.mark.parametrize(
    ("text", "kinds", "words"),
    [
        (trf(), KINDS_IN_TRF, ALL_IN_TRF),
        (
            json_text(),
            ["address", "arbiters", "birth_date", "email", "federation", "fide_id", "national_id", "parents", "phone", "sex"],
            "addresses, arbiters' names, dates of birth, e-mail addresses, federations, FIDE ids, id numbers, parents, phone numbers, sex",
        ),
    ],
    ids=["trf", "json"],
)
class TestEvents:
    def test_at_the_desk(self, club: Club, admin: Client, text: str, kinds: list[str], words: str) -> None:
        address, page = upload(admin, club, f"/desk/{club.public_id}/publish/", text.encode(), "evening.txt")
        assert FOUND.format(words) in parse(page).text
        after = admin.post(address, {"target": "new", "name": "Evening"}, follow=True).content
        assert notices(after)[:2] == ["The event is published.", FOUND.format(words)]
        assert [dropped for dropped, _ in versions(club)] == [kinds]
        assert FOUND.format(words) in parse(after).find("ul", "events")[0].text

    def test_through_the_api(self, club: Club, program: Program, text: str, kinds: list[str], words: str) -> None:
        kind = {"content_type": "text/plain" if text.startswith("012") else "application/json"}
        for _ in range(2):
            answer = program.post(
                text.encode(), query="?new=1&date=2026-03-18" if text.startswith("012") else "", Idempotency_Key="k", **kind
            )
            assert answer.status_code == 201, answer.content
            assert answer.json()["left_out"] == kinds
            assert [secret for secret in secrets() if secret in answer.content.decode()] == []
        assert [dropped for dropped, _ in versions(club)] == [kinds]

    def test_by_the_command(self, club: Club, tmp_path: Any, text: str, kinds: list[str], words: str) -> None:
        (tmp_path / "evening").write_text(text)
        out, err = io.StringIO(), io.StringIO()
        call_command("publish", str(tmp_path / "evening"), "--club", club.slug, stdout=out, stderr=err)
        assert f"found in the file and left out: {words}\n" in out.getvalue()
        assert [secret for secret in secrets() if secret in out.getvalue() + err.getvalue()] == []
        assert [dropped for dropped, _ in versions(club)] == [kinds]


def test_rows_that_fit_nowhere_give_nothing_away(club: Club, program: Program) -> None:
    """A name ends where it ends, and remarks, which are kept, quote no figure."""
    assert program.post_trf(trf(), "?new=1").status_code == 201
    ((_, names),) = versions(club)
    assert names == ["Adler, Noa", "Brook, Tal", "Cohen, Uri", "Dvir, Maya"]
    with club_scope(club):
        warnings = EventVersion.objects.get(club=club).warnings
    assert [warning["code"] for warning in warnings if "•" in warning["message"]] != []
    assert not [warning for warning in warnings if "1987" in json.dumps(warning) or "9875" in json.dumps(warning)]


def test_a_refused_file_is_not_kept_either(club: Club, program: Program) -> None:
    text = json_text().replace('"number": 2', '"number": 1')
    answer = program.post(text.encode())
    assert answer.status_code == 422
    assert [secret for secret in secrets() if secret in answer.content.decode()] == []


@pytest.mark.parametrize(
    ("content", "name"), [(csv_text(HEADING, PERSON), "list.csv"), (workbook(HEADING, PERSON), "list.xlsx")], ids=["csv", "xlsx"]
)
def test_a_list_of_members(club: Club, admin: Client, content: bytes, name: str) -> None:
    address, page = upload(admin, club, f"/desk/{club.public_id}/people/list/", content, name)
    assert FOUND.format(ALL_IN_LIST) in parse(page).text
    after = press(admin, address, page, "Take the list in")
    assert FOUND.format(ALL_IN_LIST) in notices(after)
    with club_scope(club):
        assert list(Player.objects.filter(club=club).values_list("name", "age_group")) == [("Adler, Noa", "adult")]


def test_a_list_without_a_heading(club: Club, admin: Client) -> None:
    rows = [("Adler, Noa", "canary.adler@secret.example", "05.06.1987", "054-998-7123", "031998712")] * 2
    address, _ = upload(admin, club, f"/desk/{club.public_id}/people/list/", csv_text(*rows), "list.csv")
    page = admin.get(f"{address}?c=name&c=&c=&c=&c=").content
    assert FOUND.format("dates of birth, e-mail addresses, id numbers, phone numbers") in parse(page).text
    admin.post(f"{address}abandon/")


def test_a_personal_column_cannot_be_taken_for_another(club: Club, admin: Client) -> None:
    """A year of birth would be kept as the last year of the age group."""
    content = csv_text(("Name", "Year of birth"), ("Adler, Noa", "2011"))
    address = admin.post(f"/desk/{club.public_id}/people/list/", {"file": SimpleUploadedFile("list.csv", content), "text": ""})["Location"]
    page = admin.get(f"{address}?head=1&c=name&c=age_group_until").content
    told = "The column “Year of birth” holds what is never kept here, so it cannot be “Last year of the age group”. Choose another one."
    assert told in parse(page).text
    admin.post(f"{address}abandon/")


def test_a_table_of_opening_ratings(club: Club, admin: Client) -> None:
    content = csv_text(("Name", "Rating", *HEADING[2:]), ("Adler, Noa", "1500", *PERSON[2:]))
    address, page = upload(admin, club, f"/desk/{club.public_id}/opening/", content, "ratings.csv")
    assert FOUND.format(ALL_IN_LIST) in parse(page).text
    page = press(admin, address, page, "Show what the ladder will look like", as_of="2026-03-10")
    after = press(admin, address, page, "Apply")
    assert FOUND.format(ALL_IN_LIST) in notices(after)
    with club_scope(club):
        assert list(Player.objects.filter(club=club).values_list("name", flat=True)) == ["Adler, Noa"]


def test_the_search_finds_what_is_there(club: Club) -> None:
    """The control: what stands in a table, in JSON or in bytes, is found."""
    with club_scope(club):
        player = Player.objects.create(club=club, name="x CANARY STREET 17", sort_key="")
        found = kept(club)
        player.delete()
    assert found == {"players_player": {"Canary Street 17"}}
