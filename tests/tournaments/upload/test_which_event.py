"""Which event a file is a version of: asked where it does not say so itself, and never guessed."""

import re

import pytest

from clubs.tenancy.scope import club_scope
from tests.tournaments.sources import rookery_json, trf
from tests.tournaments.upload.arbiter import Arbiter
from tournaments.models import Event, EventVersion

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


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
