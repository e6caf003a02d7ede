"""An event taken away as a file by its arbiter: whole, with real names, and nothing that a browser keeps."""

from dataclasses import replace
from datetime import date

import pytest
from django.test import Client

from clubs.models import Club, Role
from clubs.tenancy.scope import club_scope
from tests.factories import event_record, join_club, make_club, make_event
from tests.reading import parse
from tournaments.domain.record import EventRecord
from tournaments.domain.results import ResultKind
from tournaments.interchange import read_event, to_rookery_json, write_trf
from tournaments.models import Event, EventVersion

pytestmark = pytest.mark.django_db

NAMES = ("Ulrika Vanderhoef", "תמר אוקון", "Бертиль Ясенев")


@pytest.fixture
def club() -> Club:
    return make_club("Old Fort")


@pytest.fixture
def record() -> EventRecord:
    boards = [(2, 1, ResultKind.WHITE_FORFEIT_WIN), (3, None, ResultKind.PAIRING_ALLOCATED_BYE)]
    return replace(event_record(NAMES, [boards], name="Vanderhoef Memorial", external_id="night"), planned_rounds=3, time_control="15+10")


@pytest.fixture
def event(club: Club, record: EventRecord) -> Event:
    return make_event(club, record)


@pytest.fixture
def arbiter(club: Club) -> Client:
    client = Client()
    client.force_login(join_club(club, Role.ARBITER))
    return client


def address(club: Club, event: Event, kind: str) -> str:
    return f"/desk/{club.public_id}/events/{event.public_id}/event.{kind}"


def test_the_files(arbiter: Client, club: Club, event: Event, record: EventRecord) -> None:
    written = {"trf": write_trf(record), "json": to_rookery_json(record)}
    types = {"trf": "text/plain; charset=utf-8", "json": "application/vnd.rookery.event+json"}
    for kind, text in written.items():
        answer = arbiter.get(address(club, event, kind))
        assert answer.content == text.encode()
        assert answer["Content-Type"] == types[kind]
        assert answer["Content-Disposition"] == f'attachment; filename="event-2026-03-03.{kind}"'
        assert answer["Cache-Control"] == "private, no-store"
        assert [entry.name for entry in read_event(answer.content).record.entries] == list(NAMES)


def test_the_links_stand_on_the_page_of_the_event(arbiter: Client, club: Club, event: Event) -> None:
    page = parse(arbiter.get(f"/desk/{club.public_id}/events/{event.public_id}/").content)
    files = {link.text: link.attributes["href"] for link in page.find("a") if "download" in link.attributes}
    assert files == {"TRF": address(club, event, "trf"), "JSON": address(club, event, "json")}


def test_the_version_that_is_shown(arbiter: Client, club: Club, event: Event, record: EventRecord) -> None:
    make_event(club, replace(record, name="Corrected", starts_on=date(2026, 3, 4), ends_on=date(2026, 3, 4)), event=event)
    answer = arbiter.get(address(club, event, "json"))
    assert read_event(answer.content).record.name == "Corrected"
    assert answer["Content-Disposition"] == 'attachment; filename="event-2026-03-04.json"'


def test_publishing_the_json_again_changes_nothing(arbiter: Client, club: Club, event: Event) -> None:
    content = arbiter.get(address(club, event, "json")).content
    check = arbiter.post(f"/desk/{club.public_id}/publish/", {"text": content.decode()}, follow=True)
    assert "changes nothing" in parse(check.content).text
    with club_scope(club):
        assert EventVersion.objects.filter(club=club).count() == 1


def test_no_other_kind_and_no_other_club(arbiter: Client, club: Club, event: Event) -> None:
    assert arbiter.get(address(club, event, "pdf")).status_code == 404
    stranger = Client()
    stranger.force_login(join_club(make_club("Far Rook")))
    for kind in ("trf", "json"):
        refused = stranger.get(address(club, event, kind))
        assert refused.status_code == 404
        assert not any(name.encode() in refused.content for name in NAMES)
