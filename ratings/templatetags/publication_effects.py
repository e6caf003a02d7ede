"""What a planned publication would do to the ladder, for the page of a lower app, which cannot ask this one."""

from dataclasses import dataclass

from django import template

from players.domain.disclosure import Viewer
from players.selectors import names_of
from ratings.domain.errors import CorrectionRefused
from ratings.services.corrections.publication import rehearse_publication
from ratings.views.effects import EffectsShown, describe_effects
from ratings.views.version_words import version_sentences
from tournaments.domain.errors import TournamentError
from tournaments.selectors.events import count_waiting_names
from tournaments.services.planning import PlannedPublication

register = template.Library()


@dataclass(frozen=True, slots=True)
class PublicationEffects:
    """What the new version says otherwise, what changes on the ladder, and how many names have to be decided before it does."""

    shown: EffectsShown
    waiting: int
    changes: list[str]


@register.simple_tag
def effects_of_publication(planned: PlannedPublication | None) -> PublicationEffects | None:
    """Tried out and rolled back; None where it cannot be published as it is. For the arbiter's desk alone."""
    if planned is None:
        return None
    try:
        with rehearse_publication(planned) as (publication, effects):
            club = planned.club
            book = names_of(club, Viewer(is_arbiter_of_club=True, at_desk=True))
            waiting = count_waiting_names(club, [publication.shown.pk])
            shown, before = publication.shown, None if planned.event is None else planned.event.latest
            changes = [] if before is None or before == shown else version_sentences(club, book, before, shown)
            return PublicationEffects(describe_effects(club, book, effects), waiting.get(shown.pk, 0), changes)
    except (TournamentError, CorrectionRefused):
        return None
