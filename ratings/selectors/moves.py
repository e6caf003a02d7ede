"""What the names of an event, decided, did to the ladder: whose rating moved. Inside `snapshot` or `club_scope` of the club."""

from dataclasses import dataclass
from datetime import datetime

from clubs.models import Club
from players.models import Standing
from ratings.domain.effects import Effects, compare_ratings
from ratings.models import LadderRevision, RatingChange
from ratings.selectors import LadderState, get_ladder_state
from tournaments.models import EntryLink, Event


@dataclass(frozen=True, slots=True)
class Moves:
    """How the ladder stands with an event. `effects` is None while the ladder is not fresh, and where the event counts for nothing.

    `revised`: later events were counted already, and were computed again with this one.
    """

    state: LadderState
    effects: Effects | None = None
    revised: bool = False


def find_moves(club: Club, event: Event) -> Moves:
    """Whose current rating the event moved, by the last replay that it was decided in.

    Of an event behind all others that is what the event did. Of an earlier one it is everybody whose rating, shown before, is another
    one since, and who came to the ladder by it. Four statements.
    """
    state = get_ladder_state(club)
    changes = RatingChange.objects.filter(club=club, event_id=event.pk).first() if state.fresh else None
    if changes is None:
        return Moves(state)
    revision = _revision_of(club, event)
    if revision is None:
        return Moves(state, Effects(compare_ratings(*_by_the_event(changes))))
    before = dict(zip(revision.players, revision.before, strict=True))
    after = dict(zip(revision.players, revision.after, strict=True)) | _newcomers(club, changes)
    return Moves(state, Effects(compare_ratings(before, after)), revised=True)


def _by_the_event(changes: RatingChange) -> tuple[dict[int, int], dict[int, int]]:
    """The ratings before and after of everybody who is in it; who had none before is not among the first."""
    rows = list(zip(changes.players, changes.before, changes.games_before, changes.change, strict=True))
    before = {player: rating for player, rating, games, _ in rows if games}
    return before, {player: rating + moved for player, rating, _, moved in rows}


def _newcomers(club: Club, changes: RatingChange) -> dict[int, int]:
    """Who is on the ladder by this event alone, with the rating of now."""
    new = [player for player, games in zip(changes.players, changes.games_before, strict=True) if not games]
    standings = Standing.objects.filter(club=club, player__in=new, last_event=changes.event_id)
    return dict(standings.values_list("player_id", "rating"))


def _revision_of(club: Club, event: Event) -> LadderRevision | None:
    decided = _decided_at(club, event)
    revisions = LadderRevision.objects.filter(club=club, events__contains=[event.pk])
    return revisions.filter(at__gte=decided).order_by("-build").first() if decided else None


def _decided_at(club: Club, event: Event) -> datetime | None:
    """When the names of the latest version were decided last."""
    links = EntryLink.objects.filter(club=club, entry__version=event.latest_id, undone_at=None)
    return links.order_by("-at").values_list("at", flat=True).first()
