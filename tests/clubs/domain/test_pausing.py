"""Until when pages are open."""

from datetime import UTC, datetime, timedelta

import pytest

from clubs.domain.pausing import FOREVER, is_paused, open_until

TRIAL = datetime(2026, 10, 1, 12, tzinfo=UTC)
LATER, EARLIER = TRIAL + timedelta(days=3), TRIAL - timedelta(days=3)
MOMENT = timedelta(microseconds=1)


@pytest.mark.parametrize(("paid_until", "ends"), [(None, TRIAL), (EARLIER, TRIAL), (TRIAL, TRIAL), (LATER, LATER), (FOREVER, FOREVER)])
def test_the_later_end_counts_and_counts_to_the_moment(paid_until: datetime | None, ends: datetime) -> None:
    assert open_until(TRIAL, paid_until) == ends
    assert [is_paused(TRIAL, paid_until, ends + by) for by in (-MOMENT, timedelta(0), MOMENT)] == [False, True, True]
