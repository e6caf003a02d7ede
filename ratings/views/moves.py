"""How the ladder moved with the names of an event: part of the page of names, asked for again while the ladder is being rebuilt."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from clubs.domain.roles import Act
from clubs.models import Club
from clubs.tenancy.scope import snapshot
from clubs.views.desk_frame import render_desk
from players.domain.disclosure import Viewer
from players.selectors import names_of
from ratings.selectors import LadderState
from ratings.selectors.moves import find_moves
from ratings.views.effects import EffectsShown, describe_effects
from tournaments.access import desk_event_for
from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class MovesShown:
    """Whether the ladder is fresh, and whose rating moved; `effects` is None while it is not, and where the event does not count."""

    state: LadderState
    effects: EffectsShown | None
    revised: bool


def describe_moves(club: Club, event: Event, viewer: Viewer) -> MovesShown:
    """Inside a scope of the club."""
    moves = find_moves(club, event)
    shown = None if moves.effects is None else describe_effects(club, names_of(club, viewer), moves.effects)
    return MovesShown(moves.state, shown, moves.revised)


@require_safe
def event_moves(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """The part alone, for the page of names that is open."""
    tenant, found = desk_event_for(request, club, event, Act.CONFIRM_NAMES)
    with snapshot(tenant):
        return render_desk(request, tenant, "ratings/event_moves.html", "", {"event": found})
