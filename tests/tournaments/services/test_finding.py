"""Which published events a file without an id may belong to."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from django.utils import timezone

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from tests.factories import event_record, make_club
from tests.tournaments.sources import BOARDS, NAMES
from tournaments.domain.record import EventRecord, Reading
from tournaments.models import Event
from tournaments.services import find_candidates, publish_event

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def record(name: str = "Monday blitz", on: date = date(2026, 3, 2), names: tuple[str, ...] = NAMES) -> EventRecord:
    return event_record(list(names), BOARDS, name=name, on=on)


def publish(club: Club, published: EventRecord) -> Event:
    return publish_event(club=club, reading=Reading(published), by=None, source="command").event


def found(club: Club, searched: EventRecord) -> list[tuple[Event, int, bool, list[str]]]:
    return [
        (candidate.event, candidate.score, candidate.near, [reason.message for reason in candidate.reasons])
        for candidate in find_candidates(club=club, record=searched)
    ]


def test_the_same_content_is_certain_even_where_only_publishing_adds_the_end() -> None:
    club = make_club()
    event = publish(club, record())

    assert found(club, replace(record(), ends_on=None)) == [(event, 100, True, ["the same content"])]


def test_next_weeks_evening_with_the_same_people_is_a_new_event() -> None:
    club = make_club()
    event = publish(club, record())

    assert found(club, record(on=date(2026, 3, 9))) == [(event, 65, False, ["the same name", "names in both: 3 of 3"])]


def test_a_corrected_date_and_a_new_name_are_asked_about() -> None:
    club = make_club()
    event = publish(club, record())

    assert found(club, record(on=date(2026, 3, 3))) == [
        (event, 91, True, ["the same name", "days between the dates: 1", "names in both: 3 of 3"])
    ]
    [(renamed, score, near, _)] = found(club, record("Blitz of March, Monday"))
    assert (renamed, score >= 70, near) == (event, True, True)


def test_another_group_of_the_same_day_is_another_event() -> None:
    club = make_club()
    publish(club, record("Open A"))

    [(_, score, near, reasons)] = found(club, record("Open B", names=("Xenia", "Yves", "Zoe")))

    assert (score < 70, near, reasons) == (True, False, ["a similar name", "the same date"])


def test_without_a_date_the_name_counts_for_it() -> None:
    club = make_club()
    event = publish(club, record())

    undated = replace(record(), starts_on=None, ends_on=None)

    assert found(club, undated) == [(event, 100, True, ["the same name", "names in both: 3 of 3"])]


def test_the_nearest_come_first_and_removed_ones_and_other_clubs_do_not_come() -> None:
    club, other = make_club(), make_club("Theirs")
    publish(other, record())
    events = [publish(club, record(on=date(2026, 3, 2) + timedelta(weeks=week))) for week in range(8)]
    with club_scope(club):
        Event.objects.filter(pk=events[3].pk).update(removed_at=timezone.now())

    nearest = [event for event, _, _, _ in found(club, record(on=date(2026, 3, 17)))]

    assert nearest[0] == events[2]
    assert len(nearest) == 5
    assert set(nearest) < set(events) - {events[3]}
