"""What stands in a message where mostly dates stand may look like one and be none."""

import pytest

from tournaments.interchange.remarks import make_remark
from tournaments.views.explaining import say


@pytest.mark.parametrize("given", ["2026-99-99", "0000-01-01", "2026-02-30"])
def test_an_id_that_looks_like_a_date_and_is_none(given: str) -> None:
    told = say(make_remark("event_id_taken", None, None, given=given))
    assert told == f"Another event is already known as “{given}”. Publish a new version of that one."
