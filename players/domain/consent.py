"""A parent's consent to a child's full name: what it covers, how long it holds, and which word on it is the last (RULES section 3)."""

from calendar import monthrange
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

MONTHS = 24
"""How long a consent holds; whoever wants it to last is asked again."""


class ConsentTo(StrEnum):
    """What a consent covers: the full name on the club's pages (ladder, profile, history), and on the pages of its events."""

    CLUB_PAGES = "pages"
    EVENTS = "events"


NOTHING: frozenset[ConsentTo] = frozenset()


def covers(*, club_pages: bool, events: bool) -> frozenset[ConsentTo]:
    """What two ticks say."""
    return frozenset(place for place, ticked in ((ConsentTo.CLUB_PAGES, club_pages), (ConsentTo.EVENTS, events)) if ticked)


@dataclass(frozen=True, slots=True)
class LastWord:
    """The last word on one player: a consent given `at` to `covers`, which holds before `until`, unless it was `withdrawn_at`."""

    at: datetime
    until: date
    covers: frozenset[ConsentTo]
    withdrawn_at: datetime | None = None

    def holds_on(self, today: date) -> bool:
        return self.withdrawn_at is None and today < self.until


def words_in_force(words: Iterable[LastWord], today: date) -> list[LastWord]:
    """Those that count for a person, of the last words on each player that was merged into it.

    A withdrawal ends whatever was given before it to any of them: the stricter wins, until somebody asks the parent again. Of what holds
    the latest counts alone, for a parent who agrees to less would not be heard otherwise.
    """
    known = list(words)
    refused = max((word.withdrawn_at for word in known if word.withdrawn_at is not None), default=None)
    holding = [word for word in known if word.holds_on(today) and (refused is None or word.at > refused)]
    latest = max((word.at for word in holding), default=None)
    return [word for word in holding if word.at == latest]


def consent_of_person(words: Iterable[LastWord], today: date) -> frozenset[ConsentTo]:
    """What a person's parent agrees to; of two words of the same moment, to what both cover."""
    counting = words_in_force(words, today)
    return frozenset.intersection(*(word.covers for word in counting)) if counting else NOTHING


def lapses_after(given: date) -> date:
    """The first day on which a consent of that day no longer holds: the same day of the month 24 months on, or the month's last."""
    years, month = divmod(given.month - 1 + MONTHS, 12)
    year, month = given.year + years, month + 1
    return date(year, month, min(given.day, monthrange(year, month)[1]))
