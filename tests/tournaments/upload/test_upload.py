"""Publishing at the desk: choose, look, confirm, undo; what is asked, what is refused, what is forgotten."""

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from clubs.models import Club, Role
from clubs.tenancy.scope import club_scope
from config.refusals import TAKE_LARGE_TEXTS
from tests.factories import join_club, make_club
from tests.ratings.views.confirming import fields_with
from tests.tournaments.sources import rookery_json, trf
from tournaments.interchange.limits import MAX_BYTES
from tournaments.models import Event, EventVersion, StagedUpload
from tournaments.services.staging import KEPT_FOR

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


class Arbiter:
    """Somebody with a browser at the desk of one club."""

    def __init__(self, club: Club | None = None, role: str = Role.ARBITER) -> None:
        self.club = club or make_club()
        self.client = Client()
        self.client.force_login(join_club(self.club, role))

    @property
    def address(self) -> str:
        return f"/desk/{self.club.public_id}/publish/"

    def send(self, content: bytes, name: str = "evening.trf") -> str:
        """Send a file; the address of the page that shows it."""
        answer = self.client.post(self.address, {"file": SimpleUploadedFile(name, content), "text": ""})
        assert answer.status_code == 302, answer.content.decode()
        return str(answer["Location"])

    def look(self, address: str) -> str:
        return self.client.get(address).content.decode()

    def confirm(self, address: str, **answers: str) -> Any:
        """Press the button; what is not given stays as the page has it."""
        page = self.look(address)
        named = re.search(r'name="name"[^>]*value="([^"]*)"|value="([^"]*)"[^>]*name="name"', page)
        shown = {"name": unescape(named[1] or named[2])} if named else {}
        return self.client.post(address, shown | {"asked_about": re.findall(r'name="asked_about" value="([^"]*)"', page)} | answers)

    def publish(self, content: bytes, **answers: str) -> None:
        assert self.confirm(self.send(content), **answers).status_code == 302

    def kept(self) -> tuple[int, int, int]:
        """Events, versions and files that wait."""
        with club_scope(self.club):
            return Event.objects.count(), EventVersion.objects.count(), StagedUpload.objects.count()


@pytest.fixture
def arbiter(db: None) -> Arbiter:
    return Arbiter()


def test_a_file_is_shown_confirmed_and_forgotten(arbiter: Arbiter) -> None:
    address = arbiter.send(trf().encode())
    page = arbiter.look(address)

    assert all(text in page for text in ("Club evening", "3 Mar 2026", "3 players", "2 rounds", "Anna Berg", "Chaya Dror"))
    assert arbiter.kept() == (0, 0, 1)
    answer = arbiter.confirm(address, target="new")
    with club_scope(arbiter.club):
        event = Event.objects.select_related("latest").get()
        assert event.latest is not None
        assert (event.latest.source, event.latest.name, event.latest.published_by_id is None) == ("upload", "Club evening", False)
    assert answer["Location"] == f"/desk/{arbiter.club.public_id}/events/{event.public_id}/"
    assert arbiter.kept() == (1, 1, 0)
    page = arbiter.look(answer["Location"])
    assert "The event is published." in page
    assert "Undo version 1" in page


def test_pasted_text_is_as_good_as_a_file(arbiter: Arbiter) -> None:
    answer = arbiter.client.post(arbiter.address, {"text": trf(names=("יוסי כהן", "דנה לוי", "מאיה ברק"))})

    assert "יוסי כהן" in arbiter.look(answer["Location"])


@pytest.mark.parametrize("both", [False, True])
def test_a_file_or_its_text_and_not_both(arbiter: Arbiter, both: bool) -> None:
    sent = {"file": SimpleUploadedFile("e.trf", trf().encode()), "text": trf()} if both else {"text": "  "}
    answer = arbiter.client.post(arbiter.address, sent)

    assert (answer.status_code, "Choose a file, or paste its text." in answer.content.decode()) == (422, True)
    assert arbiter.kept() == (0, 0, 0)


def test_a_second_press_of_the_button_publishes_nothing_more(arbiter: Arbiter) -> None:
    address = arbiter.send(trf().encode())
    arbiter.confirm(address, target="new")

    again = arbiter.confirm(address, target="new")

    assert (again.status_code, again["Location"]) == (302, arbiter.address)
    assert "not here any more" in arbiter.look(arbiter.address)
    assert arbiter.kept() == (1, 1, 0)


def test_an_encoding_is_asked_for_with_previews_side_by_side_and_can_be_changed(arbiter: Arbiter) -> None:
    address = arbiter.send(trf(names=("יוסי כהן", "דנה לוי", "מאיה ברק")).encode("windows-1255"))
    page = arbiter.look(address)
    assert "יוסי כהן" in page
    assert page.count('name="encoding"') > 2

    assert arbiter.client.post(address, {}).status_code == 422
    assert arbiter.client.post(address, {"encoding": "klingon"}).status_code == 422
    arbiter.client.post(address, {"encoding": "windows-1251"})
    assert "יוסי" not in arbiter.look(address)
    arbiter.client.post(f"{address}encoding/")
    arbiter.client.post(address, {"encoding": "windows-1255"})

    arbiter.confirm(address, target="new")
    with club_scope(arbiter.club):
        version = EventVersion.objects.get()
        assert list(version.entries.order_by("number").values_list("name", flat=True)) == ["יוסי כהן", "דנה לוי", "מאיה ברק"]


def test_warnings_stand_beside_the_line_they_are_about(arbiter: Arbiter) -> None:
    page = arbiter.look(arbiter.send(trf().replace(" 1.5 ", " 2.0 ").encode()))

    assert "the points column says 2.0, the results as read give 1.5" in page
    assert re.search(r'<td class="n">4</td>\s*<td><bdi translate="no">81</bdi></td>\s*<td><bdi translate="no">2.0          2 w 1', page)


def test_what_is_left_out_of_the_file_is_said(arbiter: Arbiter) -> None:
    row = f"001    1 w    {'Anna Berg':<33} 1800 NOR {123456789:>11} 2001/05/06"
    text = trf().replace(f"{'001    1      Anna Berg':<80}", f"{row:<80}")

    page = arbiter.look(arbiter.send(text.encode()))

    assert "Found in the file and left out: dates of birth, federations, FIDE ids, sex." in page
    assert "2001/05/06" not in page


def test_a_name_that_stands_twice_is_flagged(arbiter: Arbiter) -> None:
    page = arbiter.look(arbiter.send(trf(names=("Anna Berg", "Ben Cohen", "Ben Cohen")).encode()))

    assert "The same name twice" in page
    assert re.search(r"<bdi>Ben Cohen</bdi> – numbers 2, 3", page)


def test_a_file_that_cannot_be_read_is_explained_row_by_row(arbiter: Arbiter) -> None:
    address = arbiter.send(b'{"format": "rookery-event",\n "version": 1, "event": }', "e.json")
    page = arbiter.client.get(address)

    text = page.content.decode()
    assert (page.status_code, arbiter.confirm(address).status_code, arbiter.kept()) == (200, 422, (0, 0, 1))
    assert "The file cannot be read" in text
    assert escape('"version": 1, "event": }') in text
    assert re.search(r'<td class="n">2</td>\s*<td><bdi translate="no">25</bdi></td>', text)


def test_names_that_cannot_be_kept_stop_the_publication_before_it_is_confirmed(arbiter: Arbiter) -> None:
    address = arbiter.send(trf(names=("Anna\u3164Berg", "Ben Cohen", "Chaya Dror")).encode())

    page = arbiter.look(address)

    assert "Number 1: character 5 of the name (U+3164) cannot be seen." in page
    assert 'name="target"' not in page
    assert arbiter.confirm(address, target="new").status_code == 422
    assert arbiter.kept() == (0, 0, 1)


def test_a_missing_date_is_asked_for(arbiter: Arbiter) -> None:
    address = arbiter.send(trf(starts_on="").encode())

    assert 'type="date"' in arbiter.look(address)
    assert arbiter.confirm(address, target="new").status_code == 422
    assert arbiter.confirm(address, target="new", starts_on="2026-03-03").status_code == 302
    with club_scope(arbiter.club):
        version = EventVersion.objects.get()
    assert (str(version.starts_on), version.warnings) == ("2026-03-03", [])


def test_the_nearest_event_is_offered_first_and_nothing_is_chosen_beforehand(arbiter: Arbiter) -> None:
    arbiter.publish(trf().encode(), target="new")
    arbiter.publish(trf(name="Winter cup", starts_on="2025/12/01", names=("Xenia", "Yves", "Zoe")).encode(), target="new")
    address = arbiter.send(trf(names=("Anna Berg", "Ben Cohen", "Dov Ezra")).encode())

    page = arbiter.look(address)

    choices = re.findall(r'value="([^"]*)"[^>]*id="id_target_\d"', page)
    with club_scope(arbiter.club):
        evening, _unlike = Event.objects.order_by("pk")
    assert choices == [f"{evening.public_id}:1", "new"]
    assert "checked" not in page
    assert "the same name, the same date, names in both: 2 of 4" in page
    assert arbiter.confirm(address).status_code == 422
    arbiter.confirm(address, target=choices[0])
    with club_scope(arbiter.club):
        assert EventVersion.objects.filter(event=evening).count() == 2
    assert arbiter.kept() == (2, 3, 0)


def test_where_nothing_is_near_it_is_new_unless_somebody_says_otherwise(arbiter: Arbiter) -> None:
    arbiter.publish(trf().encode(), target="new")
    page = arbiter.look(arbiter.send(trf(starts_on="2026/03/10").encode()))

    assert re.search(r'value="new"[^>]*checked', page)
    assert page.count("checked") == 1


def test_events_with_nothing_in_common_are_not_listed(arbiter: Arbiter) -> None:
    arbiter.publish(trf().encode(), target="new")
    address = arbiter.send(trf(name="Winter cup", starts_on="2025/12/01", names=("Xenia", "Yves", "Zoe")).encode())

    page = arbiter.look(address)

    assert ("This will be a new event." in page, 'name="target"' in page) == (True, False)
    arbiter.confirm(address)
    assert arbiter.kept() == (2, 2, 0)


def test_the_same_night_under_another_name_is_asked_about(arbiter: Arbiter) -> None:
    arbiter.publish(trf().encode(), target="new")
    address = arbiter.send(trf(name="Summer special", names=("Anna Berg", "Ben Cohen", "Dov Ezra")).encode())

    page = arbiter.look(address)

    assert ("checked" in page, "the same date, names in both: 2 of 4" in page) == (False, True)
    assert arbiter.confirm(address).status_code == 422
    arbiter.confirm(address, target="new")
    assert arbiter.kept() == (2, 2, 0)


def test_a_date_that_makes_it_look_like_a_published_event_is_asked_about_before_anything_is_kept(arbiter: Arbiter) -> None:
    arbiter.publish(trf().encode(), target="new")
    address = arbiter.send(trf(name="Summer special", starts_on="", names=("Anna Berg", "Ben Cohen", "Dov Ezra")).encode())
    answers = {"name": "Summer special", "starts_on": "2026-03-03", "target": "new"}

    asked = arbiter.client.post(address, answers)

    page = asked.content.decode()
    assert (asked.status_code, arbiter.kept()) == (422, (1, 1, 1))
    assert ("Events like it are published already." in page, "checked" in page) == (True, False)
    seen = re.findall(r'name="asked_about" value="([^"]*)"', page)
    assert arbiter.client.post(address, answers | {"asked_about": seen}).status_code == 302
    assert arbiter.kept() == (2, 2, 0)


def test_an_event_is_called_what_its_arbiter_calls_it(arbiter: Arbiter) -> None:
    nameless = trf().partition("\n")[2].encode()
    address = arbiter.send(nameless, "night 7.trf")

    page = arbiter.look(address)

    assert 'value="night 7"' in page
    assert "<li>The file does not name the event (record 012); it is called “night 7”.</li>" in page
    assert arbiter.confirm(address, name=" ", target="new").status_code == 422
    arbiter.confirm(address, name="Summer  blitz", target="new")
    with club_scope(arbiter.club):
        version = EventVersion.objects.select_related("event").get()
    assert (version.name, version.warnings) == ("Summer blitz", [])
    again = {"name": "Summer blitz", "target": f"{version.event.public_id}:1"}
    assert "Nothing has changed." in arbiter.client.post(arbiter.send(nameless), again, follow=True).content.decode()


def test_a_file_that_knows_its_event_asks_nothing(arbiter: Arbiter) -> None:
    arbiter.publish(rookery_json())
    address = arbiter.send(rookery_json(name="Corrected"), "e.json")

    page = arbiter.look(address)

    assert "This will be a new version of “Club evening”." in page
    assert 'name="target"' not in page
    arbiter.confirm(address, shown_version="1")
    assert arbiter.kept() == (1, 2, 0)


def test_the_same_content_again_is_said_to_change_nothing(arbiter: Arbiter) -> None:
    arbiter.publish(rookery_json())
    address = arbiter.send(rookery_json(), "e.json")

    assert "Publishing it again changes nothing." in arbiter.look(address)
    answer = arbiter.confirm(address, shown_version="1")
    assert "Nothing has changed." in arbiter.look(answer["Location"])
    assert arbiter.kept() == (1, 1, 0)


def test_an_event_that_moved_on_meanwhile_is_not_overwritten_unseen(arbiter: Arbiter) -> None:
    arbiter.publish(rookery_json())
    address = arbiter.send(rookery_json(name="Mine"), "e.json")
    arbiter.publish(rookery_json(name="A program's"))

    answer = arbiter.confirm(address, shown_version="1")

    assert (answer.status_code, "it is at version 2, not 1" in answer.content.decode()) == (422, True)
    assert arbiter.kept() == (1, 2, 1)


def test_a_file_can_be_given_up(arbiter: Arbiter) -> None:
    address = arbiter.send(trf().encode())

    answer = arbiter.client.post(f"{address}abandon/")

    assert (answer["Location"], arbiter.kept()) == (arbiter.address, (0, 0, 0))


def test_a_day_old_file_is_neither_shown_nor_kept(arbiter: Arbiter) -> None:
    address = arbiter.send(trf().encode())
    with club_scope(arbiter.club):
        sent = StagedUpload.objects.get()
        StagedUpload.objects.update(at=sent.at - KEPT_FOR - timedelta(minutes=1))

    assert arbiter.client.get(address)["Location"] == arbiter.address
    arbiter.send(trf().encode())
    with club_scope(arbiter.club):
        assert not StagedUpload.objects.filter(pk=sent.pk).exists()


def test_a_file_is_seen_by_nobody_but_its_sender(arbiter: Arbiter) -> None:
    address = arbiter.send(trf().encode())
    colleague, stranger = Arbiter(arbiter.club), Arbiter()

    assert colleague.client.get(address)["Location"] == arbiter.address
    assert "Anna Berg" not in colleague.look(arbiter.address)
    missing = stranger.client.get(f"/desk/no-such-club/publish/{address.split('/')[-2]}/")
    assert (stranger.client.get(address).status_code, missing.status_code) == (404, 404)
    assert stranger.client.get(f"/desk/{stranger.club.public_id}/publish/{address.split('/')[-2]}/").status_code == 302
    assert stranger.client.post(f"{address}abandon/").status_code == 404
    assert arbiter.kept() == (0, 0, 1)


def test_a_file_that_is_too_large_is_refused_with_the_limit(arbiter: Arbiter) -> None:
    for size in (MAX_BYTES + 1, 3 * MAX_BYTES):
        answer = arbiter.client.post(arbiter.address, {"file": SimpleUploadedFile("e.trf", b"0" * size), "text": ""})

        assert (answer.status_code, f"at most {MAX_BYTES} are read" in answer.content.decode()) == (422, True)
    assert arbiter.kept() == (0, 0, 0)


@pytest.mark.parametrize("size", [MAX_BYTES + 100_000, 3 * MAX_BYTES])
@pytest.mark.parametrize("content_type", ["multipart", "application/x-www-form-urlencoded"])
def test_a_text_that_is_too_large_is_answered_by_the_form(arbiter: Arbiter, size: int, content_type: str) -> None:
    waiting = arbiter.send(trf().encode())
    if content_type == "multipart":
        answer = arbiter.client.post(arbiter.address, {"text": "0" * size})
    else:
        answer = arbiter.client.post(arbiter.address, b"text=" + b"0" * size, content_type=content_type)

    page = answer.content.decode()
    assert (answer.status_code, f"at most {MAX_BYTES} are read" in page) == (422, True)
    assert [f'name="{name}"' in page for name in ("csrfmiddlewaretoken", "file", "text")] == [True] * 3
    assert "Anna Berg" in arbiter.look(waiting)
    assert arbiter.kept() == (0, 0, 1)


@pytest.mark.parametrize("name", sorted(TAKE_LARGE_TEXTS))
def test_every_page_that_takes_a_large_text_says_that_it_is_too_large(name: str) -> None:
    arbiter = Arbiter(role=Role.OWNER)
    answer = arbiter.client.post(reverse(name, args=[arbiter.club.public_id]), {"text": "0" * (3 * MAX_BYTES)})
    assert (answer.status_code, 'name="text"' in answer.content.decode(), answer.context["form"].errors.keys()) == (422, True, {"file"})
    assert arbiter.kept() == (0, 0, 0)


def test_a_text_that_is_too_large_tells_a_stranger_nothing(arbiter: Arbiter) -> None:
    stranger, nobody = Arbiter(), Client()
    text = {"text": "0" * (3 * MAX_BYTES)}

    answers = [stranger.client.post(path, text) for path in (arbiter.address, "/desk/missing/publish/")]

    assert [answer.status_code for answer in answers] == [404, 404]
    assert answers[0].content == answers[1].content
    assert nobody.post(arbiter.address, text)["Location"].startswith("/accounts/login/")


def test_elsewhere_a_request_that_is_too_large_is_a_bad_one(arbiter: Arbiter) -> None:
    answer = arbiter.client.post(f"/desk/{arbiter.club.public_id}/people/", {"name": "0" * (3 * MAX_BYTES)})
    assert (answer.status_code, "The request was not understood" in answer.content.decode()) == (400, True)


def test_forms_of_other_sites_are_refused(arbiter: Arbiter) -> None:
    address = arbiter.send(trf().encode())
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = arbiter.client.cookies

    answers = [strict.post(path, {"target": "new", "text": trf()}) for path in (arbiter.address, address, f"{address}abandon/")]

    assert [answer.status_code for answer in answers] == [403] * 3
    assert arbiter.kept() == (0, 0, 1)


def test_an_event_is_undone_from_its_page_on_the_desk(arbiter: Arbiter) -> None:
    arbiter.publish(rookery_json())
    arbiter.publish(rookery_json(name="Wrong"), shown_version="1")
    with club_scope(arbiter.club):
        event = Event.objects.get()
    address = f"/desk/{arbiter.club.public_id}/events/{event.public_id}/"

    preview = arbiter.client.post(f"{address}undo/", {"version": "2"}).content.decode()
    for _ in range(2):  # the second press is of a page that is out of date
        arbiter.client.post(f"{address}undo/", fields_with(preview, "expected"))

    with club_scope(arbiter.club):
        latest = Event.objects.select_related("latest").get().latest
    assert latest is not None
    assert (latest.number, latest.name) == (1, "Club evening")
    assert "Undo version 1" in arbiter.look(address)
