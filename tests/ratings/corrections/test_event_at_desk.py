"""An event at the desk: its versions, and its place among those that share a day with it."""

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from ratings.services.corrections import apply_correction
from ratings.services.corrections.events import OrderEvent, RemoveEvent
from tests.factories import join_club
from tests.ratings.corrections.confirming import confirm, previewed
from tests.ratings.corrections.scene import DRAW, LOSS, WIN, patched, result
from tests.reading import parse
from tournaments.models import Event

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.fixture
def arbiter(club: Club) -> Client:
    client = Client()
    client.force_login(join_club(club))
    return client


def desk_page(club: Club, event: Event) -> str:
    return reverse("tournaments:desk_event", args=[club.public_id, event.public_id])


def test_events_that_share_a_day_are_told_in_their_order(club: Club, scene: tuple[Club, list[Event]], arbiter: Client) -> None:
    """The fourth evening was on the day of the third: put before it, it stands before it."""
    third, fourth = scene[1][2:]
    apply_correction(club=club, action=OrderEvent(fourth, -1), by=None)
    (listed,) = parse(arbiter.get(desk_page(club, third)).content).find("ol", "beside")
    assert [line.text for line in listed.find("li")] == [
        "Evening 4 17 Mar 2026 · Order within the date: -1",
        "Evening 3 17 Mar 2026 · Order within the date: 0",
    ]
    assert [line.text for line in listed.find("a")] == ["Evening 4"]
    apply_correction(club=club, action=RemoveEvent(fourth), by=None)
    for event in (third, fourth, scene[1][0]):
        assert parse(arbiter.get(desk_page(club, event)).content).find("ol", "beside") == []


def test_earlier_versions_are_folded(club: Club, event: Event, arbiter: Client) -> None:
    for kind in (LOSS, DRAW, WIN, LOSS, DRAW, WIN):
        apply_correction(club=club, action=patched(club, event, result(1, 1, kind)), by=None)
    page = parse(arbiter.get(desk_page(club, event)).content)
    folded = [details for details in page.find("details") if details.find("li", "event")]
    assert [each.find("summary")[0].text for each in folded] == ["2 earlier versions"]
    assert [line.find("span", "event-name")[0].text for line in page.find("li", "event")] == [f"Version {n}" for n in range(7, 0, -1)]
    assert [line.find("span", "event-name")[0].text for line in folded[0].find("li", "event")] == ["Version 2", "Version 1"]


def test_undoing_a_version_says_what_holds_afterwards(club: Club, event: Event, arbiter: Client) -> None:
    address = reverse("ratings:undo_version", args=[club.public_id, event.public_id])
    page = previewed(arbiter, address, {"version": "1"})
    assert [heading.text for heading in page.find("h2")] == ["What holds afterwards", "What it does to the ladder", "Who changes"]
    assert [item.text for item in page.find("ul", "changes-list")[0].find("li")] == [
        "Undoing removes the event. To bring it back, undo that in the journal of corrections, or publish its file."
    ]
    assert "Leave it as it is" in page.text
    assert "It is undone, and the ladder is up to date." in parse(confirm(arbiter, address, page).content).text
