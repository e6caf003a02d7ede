"""Undoing a correction, at any time and in any order: another correction that puts back what the first one changed.

Undoing an undo makes the correction again. What has been changed again since is never overwritten.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from clubs.models import Club
from clubs.services import Person
from players.domain.errors import PlayerError
from ratings.domain.effects import Effects
from ratings.domain.errors import CorrectionRefused
from ratings.models import Correction, CorrectionKind
from ratings.selectors.corrections import (
    find_correction_in_the_way,
    find_last_word,
    find_undoing,
    get_correction,
    is_in_force,
    is_overtaken,
)
from ratings.services.corrections.actions import Action
from ratings.services.corrections.applying import keep_correction, ladder_scope, perform, rehearsal
from ratings.services.corrections.inverses import INVERSES
from tournaments.domain.errors import TournamentError


def preview_undo(*, club: Club, correction: Correction, by: Person) -> Effects:
    """What undoing it would do to the ladder. Nothing is kept of it.

    Raises:
        CorrectionRefused: says why it cannot be undone, and names the later correction that stands in the way.
        TournamentError, PlayerError: the event or the player refuses, and no correction is to blame.
    """
    with rehearsal(club) as cursor, _blaming_the_later(club, correction):
        return perform(cursor, club, _inverse_of(club, correction), by).effects


def undo_correction(*, club: Club, correction: Correction, by: Person, reason: str = "", expected: str | None = None) -> Correction:
    """Take it back; the new correction names it in `undoes`. `expected` as in `apply_correction`.

    Raises:
        EffectsDiffer; otherwise as `preview_undo`.
    """
    with ladder_scope(club) as cursor, _blaming_the_later(club, correction):
        return keep_correction(cursor, club, _inverse_of(club, correction), by, reason, expected, undoes=correction)


def _inverse_of(club: Club, correction: Correction) -> Action:
    if find_undoing(club, correction) is not None:
        last = find_last_word(club, correction)
        code = "undone_and_redone" if is_in_force(club, correction) else "already_undone"
        raise CorrectionRefused(code, later=last.public_id, at=last.at)
    if is_overtaken(get_correction(club, correction.public_id)):
        raise CorrectionRefused("there_again" if correction.kind == CorrectionKind.REMOVED else "away_again")
    return INVERSES[CorrectionKind(correction.kind)](club, correction)


@contextmanager
def _blaming_the_later(club: Club, correction: Correction) -> Iterator[None]:
    """A refusal that a later correction is to blame for names that one instead of its own reason."""
    try:
        yield
    except (CorrectionRefused, TournamentError, PlayerError) as refused:
        later = None if find_undoing(club, correction) else find_correction_in_the_way(club, correction)
        if later is None:
            raise
        raise CorrectionRefused("later_in_the_way", later=later.public_id, at=later.at) from refused
