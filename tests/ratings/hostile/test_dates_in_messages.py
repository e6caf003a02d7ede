"""What stands in a message where mostly dates stand may look like one and be none."""

import pytest

from tournaments.interchange.remarks import make_remark
from tournaments.views.explaining import say


@pytest.mark.parametrize("given", ["2026-11-11", "2026-99-99", "0000-01-01", "2026-02-30"])
def test_an_id_that_looks_like_a_date(given: str) -> None:
    told = say(make_remark("event_id_taken", None, None, given=given))
    assert told == f"Another event is already known as “{given}”. Publish a new version of that one."


def test_two_ids_that_are_days() -> None:
    told = say(make_remark("event_has_other_id", None, None, known="2026-11-04", given="2026-11-11"))
    assert told == "This event is known as “2026-11-04” to the program that published it, and the file says “2026-11-11”."
    told = say(make_remark("id_conflict", None, None, stated="2026-11-04", given="2026-11-11"))
    assert told == "The file has the event id “2026-11-04”, you say “2026-11-11”. Leave the id out, or correct the file."


def test_a_date_is_written_as_the_language_writes_it() -> None:
    told = say(make_remark("end_before_start", None, None, starts_on="2026-11-11", ends_on="2026-02-30"))
    assert told == "The event ends (2026-02-30) before it starts (11 Nov 2026); the end was left out."
