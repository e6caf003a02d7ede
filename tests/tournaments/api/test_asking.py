"""GET …/events/ and …/events/<id>/: what is told, page by page, in how many queries."""

import base64
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubs.tenancy.scope import club_scope
from tests.factories import make_player
from tests.tournaments.programs import Program
from tests.tournaments.sources import NAMES
from tournaments.models import Entry, Event, EventVersion
from tournaments.services.identity import link_entry

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def names_of(answer: Any) -> list[str]:
    return [event["name"] for event in answer.json()["results"]]


def test_where_an_event_stands(program: Program) -> None:
    published = program.publish().json()
    with club_scope(program.club):
        version = EventVersion.objects.get()

    answer = program.get(f"{published['event']}/")

    assert (answer.status_code, answer.json()) == (
        200,
        {
            "event": published["event"],
            "address": published["address"],
            "name": "Club evening",
            "program": "test",
            "external_id": "e1",
            "starts_on": "2026-03-03",
            "ends_on": "2026-03-03",
            "version": 1,
            "rated_version": None,
            "waiting_names": 3,
            "published_at": version.published_at.isoformat().replace("+00:00", "Z"),
            "removed": False,
        },
    )


def test_once_all_names_are_confirmed_the_version_is_rated_and_the_next_waits(program: Program) -> None:
    event = program.publish().json()["event"]
    with club_scope(program.club):
        entries = list(Entry.objects.all())
    for entry in entries:
        link_entry(club=program.club, entry=entry, player=make_player(program.club, entry.name), by=None, reason="exact")

    program.publish(names=(*NAMES, "Dov Ezra"))

    told = program.get(f"{event}/").json()
    assert (told["version"], told["rated_version"], told["waiting_names"]) == (2, 1, 1)


def test_the_list_is_paged_newest_first_and_its_cursor_holds_no_name(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.api.events.Pages.page_size", 2)
    for number in range(3):
        program.publish(external_id=f"e{number}", name=f"Evening {number}")

    first = program.get()
    cursor = first.json()["next"].partition("cursor=")[2]
    second = program.get(first.json()["next"].replace("http://testserver", settings.SITE_URL))

    assert (names_of(first), first.json()["previous"]) == (["Evening 2", "Evening 1"], None)
    assert (names_of(second), second.json()["next"]) == (["Evening 0"], None)
    assert "Evening" not in base64.b64decode(cursor.replace("%3D", "=")).decode()


def test_removed_events_are_not_listed_but_say_so_when_asked(program: Program) -> None:
    event = program.publish().json()["event"]
    with club_scope(program.club):
        Event.objects.update(removed_at=timezone.now())

    assert names_of(program.get()) == []
    assert program.get(f"{event}/").json()["removed"] is True


def test_the_list_takes_as_many_queries_for_three_events_as_for_one(program: Program) -> None:
    def queries() -> list[str]:
        with CaptureQueriesContext(
            connection,
        ) as captured:
            assert program.get().status_code == 200
        return [query["sql"] for query in captured.captured_queries]

    program.publish()
    program.get()  # the token notes its use once a minute
    one = queries()
    for number in range(2, 4):
        program.publish(external_id=f"e{number}", name=f"Evening {number}")
    three = queries()

    # token and club; savepoint, the club is set; events; waiting names; the club is set back, savepoint released
    assert (len(one), len(three)) == (7, 7)
