"""A list of members at the desk: sent, looked through, taken in, taken back; and the way there and back of an exported one."""

import csv
import io
from collections.abc import Callable
from typing import Any

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import Club, JournalEntry
from clubs.tenancy.scope import club_scope
from players.models import PeopleImport, Player
from players.services import change_person, create_player, rename_player, set_start
from players.views.exporting import COLUMNS
from tests.factories import join_club, make_club, make_player
from tests.reading import parse, table
from tournaments.models import StagedUpload

TURNED = "changes the direction of the text. Remove it: Hebrew and Latin letters are put in order without it."

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def arbiter(club: Club) -> Client:
    client = Client()
    client.force_login(join_club(club))
    return client


def send(client: Client, club: Club, content: bytes | str) -> str:
    """The address of what was sent."""
    raw = content.encode() if isinstance(content, str) else content
    answer = client.post(f"/desk/{club.public_id}/people/list/", {"file": SimpleUploadedFile("list.csv", raw), "text": ""})
    return str(answer["Location"])


def xlsx(*rows: tuple[str, ...]) -> bytes:
    book = openpyxl.Workbook()
    assert book.active is not None
    for row in rows:
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def people(club: Club) -> list[tuple[str, str]]:
    with club_scope(club):
        return list(Player.objects.filter(club=club).order_by("sort_key", "pk").values_list("name", "age_group"))


def everything(club: Club) -> list[Any]:
    with club_scope(club):
        return list(Player.objects.filter(club=club).order_by("pk").values())


def chosen(page: Any) -> dict[str, str]:
    """What the choosers of the page are set to."""
    selects = parse(page.content).find("select")
    return {
        str(select.attributes["name"]): next((str(o.attributes["value"]) for o in select.find("option") if "selected" in o.attributes), "")
        for select in selects
        if str(select.attributes["name"]).startswith("row")
    }


class TestTakingIn:
    @pytest.mark.parametrize("make", [xlsx, lambda *rows: "\n".join(";".join(map(str, row)) for row in rows).encode()], ids=["XLSX", "CSV"])
    def test_from_the_file_to_the_people_and_back(self, club: Club, arbiter: Client, make: Callable[..., bytes]) -> None:
        nadia = make_player(club, "Nadia Brook")
        before = people(club)
        address = send(
            arbiter,
            club,
            make(
                ("First name", "Surname", "Age group", "Phone"),
                ("Nadia", "Brook", "adult", "1"),
                ("N.", "Brook", "", "2"),
                ("Theo", "Perch", "under 18", "3"),
            ),
        )
        page = arbiter.get(address)
        assert chosen(page) == {"row2": nadia.public_id, "row3": "", "row4": "new"}
        text = parse(page.content).text
        assert "3 rows · 1 new person · 1 known already · 1 for you to decide" in text
        assert "Not read and not kept: Phone" in text
        refused = arbiter.post(address, chosen(page))
        assert (refused.status_code, people(club)) == (422, before)
        taken = arbiter.post(address, {**chosen(page), "row3": "out"})
        assert people(club) == [("Nadia Brook", "adult"), ("Theo Perch", "under18")]
        done = arbiter.get(str(taken["Location"]))
        assert "1 person is added." in parse(done.content).text
        assert table(done.content, "table-stack") == [
            ["Theo Perch", "added", "goes"],
            ["Nadia Brook", "age group Adult, before: Not known", "gets the age group back"],
        ]
        assert arbiter.get(address)["Location"] == f"/desk/{club.public_id}/people/list/", "the file is gone"
        with club_scope(club):
            assert StagedUpload.objects.filter(club=club).count() == 0
        arbiter.post(f"{taken['Location']}undo/")
        assert people(club) == before

    def test_two_rows_are_never_one_person(self, club: Club, arbiter: Client) -> None:
        nadia = make_player(club, "Nadia Brook")
        address = send(arbiter, club, "name\nNadia Brook\nN. Brook\n")
        page = arbiter.post(address, {"row2": nadia.public_id, "row3": nadia.public_id})
        assert "Row 2 is this person already." in parse(page.content).text

    def test_letters_and_twins_are_told_with_their_rows(self, club: Club, arbiter: Client) -> None:
        text = parse(arbiter.get(send(arbiter, club, 'name\nN\u0430dia Brook\nTheo Perch\n"Perch, Theo"\n')).content).text
        assert "“N\u0430dia” mixes letters of different alphabets" in text
        assert "Row 3 may be the same person: same letters; only capitals or punctuation differ." in text

    def test_other_encodings_are_asked_for(self, club: Club, arbiter: Client) -> None:
        address = send(arbiter, club, "שם\nדנה אדלר\n".encode("windows-1255"))
        assert "In which of these do the names look right?" in parse(arbiter.get(address).content).text
        arbiter.post(address, {"encoding": "windows-1255"})
        arbiter.post(address, {"row2": "new"})
        assert people(club) == [("דנה אדלר", "unknown")]

    def test_columns_without_a_known_heading_are_chosen(self, club: Club, arbiter: Client) -> None:
        address = send(arbiter, club, "Perch,Theo,x\nBrook,Nadia,y\n")
        assert "Which column holds the names? Choose it below." in parse(arbiter.get(address).content).text
        so = f"{address}?c=surname&c=given&c="
        assert chosen(arbiter.get(so)) == {"row1": "new", "row2": "new"}
        arbiter.post(so, {"row1": "new", "row2": "new"})
        assert people(club) == [("Nadia Brook", "unknown"), ("Theo Perch", "unknown")]

    def test_faults_stand_with_row_and_column_and_nothing_is_changed(self, club: Club, arbiter: Client) -> None:
        page = arbiter.get(send(arbiter, club, "name,age group\nNadia\u202e,x\n,adult\n"))
        rows = table(page.content, "preview")
        assert rows == [
            ["2", "Whole name", "Nadia�"],
            ["", f"Character 6 of the name (U+202E) {TURNED}"],
            ["2", "Age group", "x"],
            ["", "“x” is no age group. Write adult or under 18, or leave the cell empty."],
            ["3", "Whole name", ""],
            ["", "The name is missing. Write it, or delete the row."],
        ]
        assert people(club) == []

    @pytest.mark.parametrize(
        ("content", "told"),
        [
            (b"", "The submitted file is empty."),
            (b"%PDF-1.7 x", "This is an archive, a document or an image, not a table."),
            (b"\xd0\xcf\x11\xe0 x", "This is an archive, a document or an image, not a table."),
            (b"PK\x03\x04 x", "The workbook is damaged."),
            (b"x" * (1024 * 1024 + 1), "The file has 1048577 bytes; at most 1048576 are read."),
        ],
        ids=["empty", "PDF", "XLS", "no archive", "too large"],
    )
    def test_what_is_no_list_says_what_it_is(self, club: Club, arbiter: Client, content: bytes, told: str) -> None:
        page = arbiter.post(
            f"/desk/{club.public_id}/people/list/", {"file": SimpleUploadedFile("list.csv", content), "text": ""}, follow=True
        )
        assert told in parse(page.content).text

    def test_a_second_press_of_the_button_adds_nobody_twice(self, club: Club, arbiter: Client) -> None:
        address = send(arbiter, club, "name\nTheo Perch\n")
        for _ in range(2):
            arbiter.post(address, {"row2": "new"})
        with club_scope(club):
            assert PeopleImport.objects.filter(club=club).count() == 1
        assert people(club) == [("Theo Perch", "unknown")]

    def test_it_asks_the_same_whatever_the_size(self, club: Club, arbiter: Client) -> None:
        counts = []
        for size in (1, 300):
            address = send(
                arbiter, club, "name\n" + "".join(f"Person {chr(97 + n // 26)}{chr(97 + n % 26)} Perch{n}\n" for n in range(size))
            )
            with CaptureQueriesContext(connection) as queries:
                arbiter.get(address)
            counts.append(len(queries))
        assert counts == [22, 22]


class TestExport:
    @pytest.fixture
    def peopled(self, club: Club) -> Club:
        nadia = create_player(club=club, name="Nadia Brook", by=None)
        change_person(club=club, player=nadia, by=None, age_group="under18", age_group_lapses=2031, always_initials=True, inactive=True)
        set_start(club=club, player=create_player(club=club, name="Jose\u0301 Brook", by=None), rating=14325, games=3, by=None)
        for name in ("=HYPERLINK(1)", "Nadia Brook", "דנה אדלר", "Brook, Theo"):
            create_player(club=club, name=name, by=None)
        return club

    def test_csv_says_everything_but_notes(self, peopled: Club, arbiter: Client) -> None:
        answer = arbiter.get(f"/desk/{peopled.public_id}/people/members.csv")
        rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
        assert rows[0] == list(COLUMNS)
        assert [row[1:] for row in rows[1:]] == [
            ["Brook, Theo", "", "", "", "", "", "", "unknown", "", "0", "0"],
            ["'=HYPERLINK(1)", "", "", "", "", "", "", "unknown", "", "0", "0"],
            ["José Brook", "", "", "", "", "1432.5", "3", "unknown", "", "0", "0"],
            ["Nadia Brook", "", "", "", "", "", "", "under18", "2031", "1", "1"],
            ["Nadia Brook", "", "", "", "", "", "", "unknown", "", "0", "0"],
            ["דנה אדלר", "", "", "", "", "", "", "unknown", "", "0", "0"],
        ]
        assert answer["Content-Disposition"] == 'attachment; filename="members.csv"'

    def test_in_a_workbook_ratings_are_numbers_and_texts_are_text(self, peopled: Club, arbiter: Client) -> None:
        answer = arbiter.get(f"/desk/{peopled.public_id}/people/members.xlsx")
        book = openpyxl.load_workbook(io.BytesIO(answer.content))
        assert book.active is not None
        rows = {str(row[1].value): row for row in book.active.iter_rows(min_row=2)}
        assert (rows["José Brook"][6].value, rows["José Brook"][6].data_type) == (1432.5, "n")
        assert rows["=HYPERLINK(1)"][1].data_type == "s"

    @pytest.mark.parametrize("kind", ["csv", "xlsx"])
    def test_taken_in_again_it_changes_nothing(self, peopled: Club, arbiter: Client, kind: str) -> None:
        before = everything(peopled)
        address = send(arbiter, peopled, arbiter.get(f"/desk/{peopled.public_id}/people/members.{kind}").content)
        page = arbiter.get(address)
        assert "0 new people · 6 known already" in parse(page.content).text
        arbiter.post(address, chosen(page))
        assert everything(peopled) == before
        with club_scope(peopled):
            assert JournalEntry.objects.get(club=peopled, action="people.imported").detail["changed"] == 0

    def test_a_list_changes_no_names(self, peopled: Club, arbiter: Client) -> None:
        with club_scope(peopled):
            dana = Player.objects.get(club=peopled, name="דנה אדלר")
        exported = arbiter.get(f"/desk/{peopled.public_id}/people/members.csv").content
        rename_player(club=peopled, player=dana, name="דנה לב", by=None, kind="change")
        address = send(arbiter, peopled, exported)
        page = arbiter.get(address)
        assert "By the rookery_id this person is known here by another name." in parse(page.content).text
        arbiter.post(address, chosen(page))
        assert ("דנה לב", "unknown") in people(peopled)

    def test_other_kinds_of_files_are_missing(self, club: Club, arbiter: Client) -> None:
        assert arbiter.get(f"/desk/{club.public_id}/people/members.pdf").status_code == 404
