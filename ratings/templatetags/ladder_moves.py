"""What deciding names did to the ladder, or undoing it would, for pages of a lower app, which cannot ask this one. The desk alone."""

from collections.abc import Collection

from django import template

from clubs.models import Club
from clubs.services import Person
from clubs.tenancy.scope import club_scope
from players.domain.disclosure import Viewer
from players.selectors import names_of
from ratings.domain.errors import CorrectionRefused
from ratings.services.corrections.undeciding import preview_undeciding
from ratings.views.effects import EffectsShown, describe_effects
from ratings.views.moves import MovesShown, describe_moves
from tournaments.domain.errors import TournamentError
from tournaments.models import Event, EventVersion

register = template.Library()
AT_DESK = Viewer(is_arbiter_of_club=True, at_desk=True)


@register.simple_tag
def moves_of(club: Club, event: Event) -> MovesShown:
    """As of the snapshot in which the page is rendered."""
    return describe_moves(club, event, AT_DESK)


@register.simple_tag
def effects_of_undeciding(club: Club, version: EventVersion, links: Collection[int], by: Person) -> EffectsShown | None:
    """Tried out and rolled back, so in no snapshot; None where somebody has decided something meanwhile."""
    try:
        effects = preview_undeciding(club=club, version=version, links=links, by=by)
    except (TournamentError, CorrectionRefused):
        return None
    with club_scope(club):
        return describe_effects(club, names_of(club, AT_DESK), effects)
