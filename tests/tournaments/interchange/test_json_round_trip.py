"""What is written as Rookery JSON is read back as it was, and follows the published schema."""

import json

from hypothesis import HealthCheck, given, settings
from jsonschema import Draft202012Validator

from tests.tournaments.interchange.records import events
from tournaments.domain.record import EventRecord
from tournaments.interchange import content_digest, read_event, to_rookery_json
from tournaments.interchange.json_words import load_schema

few = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@given(events())
@few
def test_reading_what_was_written(event: EventRecord) -> None:
    reading = read_event(to_rookery_json(event).encode())
    assert reading.record == event
    assert (reading.source_format, reading.dropped) == ("rookery-json", ())
    assert content_digest(reading.record) == content_digest(event)


@given(events())
@few
def test_what_is_written_follows_the_schema(event: EventRecord) -> None:
    written = json.loads(to_rookery_json(event))
    assert list(Draft202012Validator(load_schema()).iter_errors(written)) == []


@given(events())
@few
def test_writing_is_the_same_every_time(event: EventRecord) -> None:
    again = read_event(to_rookery_json(event).encode("utf-8-sig")).record
    assert to_rookery_json(again) == to_rookery_json(event)
