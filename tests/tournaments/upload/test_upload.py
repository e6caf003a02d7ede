"""Publishing at the desk: choose, look, confirm, undo."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from clubs.tenancy.scope import club_scope
from tests.ratings.views.confirming import fields_with
from tests.tournaments.sources import rookery_json, trf
from tests.tournaments.upload.arbiter import Arbiter
from tournaments.models import Event, EventVersion

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


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


def test_a_missing_date_is_asked_for(arbiter: Arbiter) -> None:
    address = arbiter.send(trf(starts_on="").encode())

    assert 'type="date"' in arbiter.look(address)
    assert arbiter.confirm(address, target="new").status_code == 422
    assert arbiter.confirm(address, target="new", starts_on="2026-03-03").status_code == 302
    with club_scope(arbiter.club):
        version = EventVersion.objects.get()
    assert (str(version.starts_on), version.warnings) == ("2026-03-03", [])


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
