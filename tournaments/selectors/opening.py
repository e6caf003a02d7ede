"""Since when the ladder counts. The ladder stands above this app and tells it here, so that no list of events can forget to ask.

What is asked runs inside `snapshot` or `club_scope` of the club.
"""

from collections.abc import Callable
from datetime import date

from clubs.models import Club

Asked = Callable[[Club], date | None]
_asked: list[Asked] = []


def tell_opening(ask: Asked) -> None:
    """Called once, when the app that keeps the ladder starts."""
    _asked[:] = [ask]


def opened_on(club: Club) -> date | None:
    """The date of the ratings that the club brought from elsewhere, as `counting_of` takes it; None if it brought none. One statement."""
    return _asked[0](club) if _asked else None
