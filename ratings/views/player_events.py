"""Every event of a person, as the table of their page and its file have it: what it did to the rating, or why nothing."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from ratings.domain.history import Record, rating_points
from ratings.selectors import PlayerChange
from ratings.selectors.history import is_public
from ratings.views.frame import event_url, explanation_url
from ratings.views.person import Person
from tournaments.selectors.pages import ListedEvent, describe_events, list_events_of_players
from tournaments.views.words import state_word


def event_rows(person: Person, changes: Sequence[PlayerChange]) -> list[dict[str, Any]]:
    """The lines of `components/rating_changes.html`, the latest first; `changes` in the order in which the events ended.

    Each has also the `obstacle` that its note puts in words.
    """
    club, root = person.club, person.player.pk
    events = list_events_of_players(club, person.book.players_of(root), (change.event_id for change in changes))
    by_event = {change.event_id: change for change in changes}
    after = {point.event_id: point.rating for point in rating_points(changes)}
    return [_row(person, each, by_event.get(each.event.pk), after) for each in describe_events(club, events)]


def _row(person: Person, listed: ListedEvent, change: PlayerChange | None, after: Mapping[int, int]) -> dict[str, Any]:
    """One line. Of an event for arbiters only nothing is told but its date and change."""
    club, public = person.club, is_public(listed.event)
    explained = public and change is not None
    return {
        "name": listed.version.name if public else gettext("An event that is not public"),
        "url": event_url(club, listed.event.public_id) if public else None,
        "date": listed.version.starts_on,
        "note": state_word(listed.version, listed.counting) if public else "",
        "obstacle": listed.counting.obstacle if public else None,
        "games": change and change.counted,
        "score": change and change.score,
        "record": change and Record(change.wins, change.draws, change.losses),
        "before": change and change.before,
        "change": change and change.change,
        "change_url": explanation_url(club, person.book, person.player.pk, listed.event.public_id) if explained else None,
        "after": change and after[change.event_id],
    }
