"""Bringing a ladder from elsewhere: a table is sent, who is who is decided, the ladder is shown as it will be, applied and taken back."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import Club, Role
from clubs.tenancy.scope import club_scope
from players.models import Player
from ratings.interchange.openings import MAX_BYTES, read_opening
from ratings.models import Correction, LadderOpening, LadderRules
from ratings.selectors import get_ladder_state
from ratings.selectors.opening import Opening, opening_of
from ratings.services import replay_ladder
from tests.factories import join_club, make_club, make_player
from tests.ratings.corrections.scene import week
from tests.ratings.stored import Stored, stored_ladder
from tests.ratings.views.confirming import form_of, press
from tests.reading import headings, notices, parse, table
from tournaments.models import Event, StagedUpload

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

TABLE = "name;rating;games\nAnna Alder;1500,5;40\nB. Birch;1450;12\nGil Gorse;1600;3\n"


@pytest.fixture
def club(evenings: tuple[Club, list[Event]]) -> Club:
    """Anna Alder, Ben Birch and four others, with four evenings."""
    return evenings[0]


@pytest.fixture
def admin(club: Club) -> Client:
    return signed_in(club)


def signed_in(club: Club, role: str = Role.ADMIN) -> Client:
    client = Client()
    client.force_login(join_club(club, role))
    return client


def opening_page(club: Club) -> str:
    return f"/desk/{club.public_id}/opening/"


def send(client: Client, club: Club, content: str | bytes = TABLE) -> tuple[str, str]:
    """The address and the page to which sending a table leads."""
    file = SimpleUploadedFile("ratings.csv", content.encode() if isinstance(content, str) else content)
    answer = client.post(opening_page(club), {"file": file, "text": ""}, follow=True)
    assert answer.status_code == 200
    return answer.request["PATH_INFO"], answer.content.decode()


def everything(club: Club) -> tuple[Stored, Opening, list[tuple[str, int | None, int | None]]]:
    with club_scope(club):
        people = list(Player.objects.filter(club=club).order_by("pk").values_list("name", "start_rating", "start_games"))
        return stored_ladder(club), opening_of(club), people


def person(club: Club, name: str) -> Player:
    with club_scope(club):
        return Player.objects.get(club=club, name=name)


def test_the_whole_way_there_and_back(club: Club, admin: Client) -> None:
    before = everything(club)
    url, page = send(admin, club)
    assert headings(page) == ["Who is who?"]
    _, fields = form_of(page, "Show what the ladder will look like")
    ben, anna = person(club, "Ben Birch"), person(club, "Anna Alder")
    assert (fields["row2"], fields["row3"], "row4" in fields) == ([anna.public_id], [""], False), "known, to be chosen, new"
    assert "initial of the first name" in page

    preview = press(admin, url, page, "Show what the ladder will look like", as_of="2026-03-10", row3=ben.public_id)
    assert everything(club) == before
    sentences = [item.text for item in parse(preview).find("ul", "changes-list")[0].find("li")]
    assert sentences == [
        "Events that start before 10 Mar 2026 do not count.",
        "3 people bring ratings.",
        "1 of them is new in the club.",
    ]
    ladder = parse(preview).find("table")[0]
    names = [row.find("th")[0].text for row in ladder.find("tr")[1:]]
    assert names[:2] == ["Anna Alder", "Ben Birch"]
    assert "Gil Gorse provisional" in names
    assert "new on the ladder" in preview

    applied = press(admin, url, preview, "Apply", reason="From the old site")
    assert "The correction is made, and the ladder is up to date." in applied
    gil = person(club, "Gil Gorse")
    with club_scope(club):
        assert opening_of(club) == Opening(week(1), {anna.pk: (15_005, 40), ben.pk: (14_500, 12), gil.pk: (16_000, 3)})
        assert not StagedUpload.objects.filter(club=club).exists()
        correction = Correction.objects.get(club=club)
    assert get_ladder_state(club).fresh
    listed = admin.get(opening_page(club)).content.decode()
    assert "As of 10 Mar 2026" in listed
    assert [row.find("th")[0].text for row in parse(listed).find("tbody")[0].find("tr")] == ["Gil Gorse", "Anna Alder", "Ben Birch"]

    address = f"/desk/{club.public_id}/corrections/{correction.public_id}/"
    undo = press(admin, address, admin.get(address).content.decode(), "Undo…")
    press(admin, f"{address}undo/", undo, "Undo it")
    assert everything(club) == before


def test_a_new_club_begins_with_its_ratings() -> None:
    club = make_club("New")
    admin = signed_in(club)
    assert opening_page(club) in admin.get(f"/desk/{club.public_id}/").content.decode()
    url, page = send(admin, club)
    preview = press(admin, url, page, "Show what the ladder will look like", as_of="2026-01-01")
    press(admin, url, preview, "Apply")
    with club_scope(club):
        assert LadderOpening.objects.get(club=club).as_of.isoformat() == "2026-01-01"
        assert dict(Player.objects.filter(club=club).values_list("name", "start_rating")) == {
            "Anna Alder": 15_005,
            "B. Birch": 14_500,
            "Gil Gorse": 16_000,
        }
    assert sorted(row[2:4] for row in stored_ladder(club)[1]) == [(14_500, 12), (15_005, 40), (16_000, 3)]
    assert "Anna Alder" not in admin.get(f"/club/{club.slug}/").content.decode(), "initials, as of everybody"


def test_it_is_forgotten_with_a_preview(club: Club, admin: Client) -> None:
    url, page = send(admin, club, "name,rating,games\nAnna Alder,1500,40\n")
    before = everything(club)
    press(admin, url, press(admin, url, page, "Show what the ladder will look like", as_of="2026-03-10"), "Apply")
    preview = press(admin, opening_page(club), admin.get(opening_page(club)).content.decode(), "Forget the opening ratings")
    press(admin, f"{opening_page(club)}forget/", preview, "Apply")
    assert everything(club) == before


def test_faults_are_told_by_row_and_column_and_nothing_is_kept(club: Club, admin: Client) -> None:
    before = everything(club)
    _, page = send(admin, club, "name,rating,games\nAnna Alder,1500,40\nBen Birch,strong,-1\n,1200,1\n")
    assert headings(page) == ["The table cannot be read"]
    assert table(page, "preview") == [
        ["3", "Rating", "strong"],
        ["", "“strong” is no rating. Write a number like 1432 or 1432.5."],
        ["3", "Games", "-1"],
        ["", "“-1” is no number of games. Write a whole number like 24, or leave the cell empty."],
        ["4", "Name", ""],
        ["", "The name is missing. Write it, or delete the row."],
    ]
    assert everything(club) == before


def test_what_is_open_has_to_be_decided_and_nobody_is_two_rows(club: Club, admin: Client) -> None:
    anna = person(club, "Anna Alder")
    url, _page = send(admin, club, "name,rating\nAnna Alder,1500\nA. Alder,1400\n")
    answer = admin.post(url, {"as_of": "2026-03-10", "row2": anna.public_id, "row3": ""})
    assert answer.status_code == 422
    assert "This field is required." in answer.content.decode()
    answer = admin.post(url, {"as_of": "2026-03-10", "row2": anna.public_id, "row3": anna.public_id})
    assert answer.status_code == 422
    assert "Row 2 is this person already." in answer.content.decode()
    stranger = make_player(make_club("Other"), "Anna Alder")
    answer = admin.post(url, {"as_of": "2026-03-10", "row2": stranger.public_id, "row3": "new"})
    assert (answer.status_code, "is not one of the available choices" in answer.content.decode()) == (422, True)


@pytest.mark.parametrize("as_of", ["", "soon", "0001-01-01", "9999-12-31"])
def test_a_date_that_cannot_be_is_refused(club: Club, admin: Client, as_of: str) -> None:
    url, _page = send(admin, club, "name,rating\nGil Gorse,1500\n")
    answer = admin.post(url, {"as_of": as_of})
    assert (answer.status_code, 'class="errorlist"' in answer.content.decode()) == (422, True)


def test_the_answers_come_back_as_they_were_given(club: Club, admin: Client) -> None:
    ben = person(club, "Ben Birch")
    url, page = send(admin, club)
    preview = press(admin, url, page, "Show what the ladder will look like", as_of="2026-03-10", row3=ben.public_id)
    again = press(admin, url, preview, "Back to the form")
    _, fields = form_of(again, "Show what the ladder will look like")
    assert (fields["as_of"], fields["row3"]) == (["2026-03-10"], [ben.public_id])


def test_another_ladder_than_was_shown_is_shown_again(club: Club, admin: Client) -> None:
    ben = person(club, "Ben Birch")
    url, page = send(admin, club)
    preview = press(admin, url, page, "Show what the ladder will look like", as_of="2026-03-10", row3=ben.public_id)
    with club_scope(club):
        LadderRules.objects.create(club=club, k_new=100)
    again = press(admin, url, preview, "Apply")
    assert any("the ladder has moved since you looked" in notice for notice in notices(again))
    with club_scope(club):
        assert opening_of(club) == Opening()
    press(admin, url, again, "Apply")
    with club_scope(club):
        assert opening_of(club).as_of == week(1)
    assert "That table is not here any more" in press(admin, url, again, "Apply"), "a second press comes too late"


def test_the_encoding_is_asked_for(club: Club, admin: Client) -> None:
    url, page = send(admin, club, "שם,דירוג\nיוסי כהן,1200\nדנה לוי,1300\n".encode("windows-1255"))
    assert headings(page) == ["Which encoding is it?"]
    assert "יוסי כהן" in page
    page = admin.post(url, {"encoding": "windows-1255"}, follow=True).content.decode()
    assert (headings(page), "יוסי כהן" in page) == (["Who is who?"], True)
    asked = press(admin, url, page, "Choose another encoding")
    assert headings(asked) == ["Which encoding is it?"]
    page = admin.post(url, {"encoding": "iso-8859-5"}, follow=True).content.decode()
    assert headings(page) == ["The table cannot be read"]


def test_a_table_is_pasted_or_deleted(club: Club, admin: Client) -> None:
    answer = admin.post(opening_page(club), {"text": "name\trating\nGil Gorse\t1500\n"}, follow=True)
    url, page = answer.request["PATH_INFO"], answer.content.decode()
    assert headings(page) == ["Who is who?"]
    assert "The table is deleted. Nothing was changed." in press(admin, url, page, "Delete this table")
    assert "That table is not here any more" in admin.get(url, follow=True).content.decode()


@pytest.mark.parametrize("size", [MAX_BYTES + 1, 3 * 1024 * 1024])
def test_what_is_too_large_is_refused_as_such(club: Club, admin: Client, size: int) -> None:
    answer = admin.post(opening_page(club), {"file": SimpleUploadedFile("ratings.csv", b"x" * size), "text": ""})
    assert (answer.status_code, "at most 524288 are read" in answer.content.decode()) == (422, True)
    with club_scope(club):
        assert not StagedUpload.objects.filter(club=club).exists()


@pytest.mark.parametrize("language", ["en", "he", "ru"])
def test_the_example_can_be_read(club: Club, admin: Client, language: str) -> None:
    answer = admin.get(f"{opening_page(club)}example.csv", headers={"accept-language": language})
    assert answer["Content-Disposition"] == 'attachment; filename="opening-ratings.csv"'
    read = read_opening(answer.content)
    assert ([(row.rating, row.games) for row in read.rows], read.remarks) == ([(14_325, 24), (12_850, 8), (12_000, 0)], ())


def test_a_table_is_its_senders_alone_and_nobody_elses_club(club: Club, admin: Client) -> None:
    url, _ = send(admin, club)
    colleague = signed_in(club)
    assert "That table is not here any more" in colleague.get(url, follow=True).content.decode()
    for client in (signed_in(club, Role.ARBITER), signed_in(make_club("Other"))):
        for address in (url, opening_page(club), f"{opening_page(club)}example.csv"):
            assert client.get(address).status_code == 404
        assert client.post(f"{opening_page(club)}forget/").status_code == 404


def test_hostile_names_are_text_and_nothing_else(club: Club, admin: Client) -> None:
    hostile = ['<script>alert("1")</script>', "=HYPERLINK(1)", "{{ club }}{% now %}", "'; DROP TABLE x; --"]
    cells = "\n".join('"{}",1500,3'.format(name.replace('"', '""')) for name in hostile)
    url, page = send(admin, club, f"name,rating,games\n{cells}\n")
    preview = press(admin, url, page, "Show what the ladder will look like", as_of="2026-03-10")
    for shown in (page, preview):
        assert "<script>alert" not in shown
        assert "&lt;script&gt;alert" in shown
    press(admin, url, preview, "Apply")
    with club_scope(club):
        assert set(Player.objects.filter(club=club, start_games=3).values_list("name", flat=True)) == set(hostile)


@pytest.mark.parametrize("field", ["expected", "row2", "row3", "as_of", "reason"])
def test_hostile_answers_change_nothing(club: Club, admin: Client, field: str) -> None:
    url, page = send(admin, club)
    before = everything(club)
    _, fields = form_of(page, "Show what the ladder will look like")
    sent = {**fields, "as_of": ["2026-03-10"], "row3": ["new"], "expected": ["0" * 32], "reason": ["x"]}
    for value in ("\x00", "' OR 1=1", "9" * 5_000, "‮", "new\nnew"):
        assert admin.post(url, {**sent, field: [value]}).status_code in (200, 400, 422)
    assert everything(club) == before


def test_the_pages_ask_the_same_whatever_their_size(club: Club, admin: Client) -> None:
    replay_ladder(club=club)
    counts = []
    for people in (["Gil Gorse"], ["Gil Gorse", "Hope Holly", "Ivy Iris"]):
        url, _page = send(admin, club, "name,rating\n" + "".join(f"{name},1500\n" for name in people))
        asked = []
        for method, address, body in (
            ("get", opening_page(club), None),
            ("get", url, None),
            ("post", url, {"as_of": "2026-03-10"}),
        ):
            with CaptureQueriesContext(connection) as queries:
                assert getattr(admin, method)(address, body).status_code == 200
            asked.append(len(queries))
        counts.append(asked)
    assert counts == [[12, 22, 70], [12, 22, 70]]
