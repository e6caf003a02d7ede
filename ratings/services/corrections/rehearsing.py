"""Showing a correction as it would be, and applying it as it was shown, also where it makes people.

A person whom a preview makes exists nowhere else and has another key when the correction is applied: what is shown is read while the
rehearsal lasts, and who enters the ladder is compared by the rating alone.
"""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from clubs.models import Club
from clubs.services import Person
from ratings.domain.effects import Effects
from ratings.models import Correction
from ratings.selectors.corrections import effects_of
from ratings.services.corrections.actions import Action
from ratings.services.corrections.applying import EffectsDiffer, apply_correction, perform, rehearsal


@contextmanager
def rehearse_correction(*, club: Club, action: Action, by: Person) -> Iterator[Effects]:
    """Inside, the correction is made and the ladder replayed; at the end nothing of it is kept. Raises as `preview_correction`."""
    with rehearsal(club) as cursor:
        yield perform(cursor, club, action, by).effects


def apply_as_shown(*, club: Club, action: Action, by: Person, reason: str, shown: str) -> Correction:
    """As `apply_correction`; `shown` is the `digest_of` the effects that were shown.

    Raises:
        EffectsDiffer; otherwise as `preview_correction`.
    """
    with transaction.atomic():
        correction = apply_correction(club=club, action=action, by=by, reason=reason)
        effects = effects_of(correction)
        if digest_of(effects) != shown:
            raise EffectsDiffer(effects)
    return correction


def digest_of(effects: Effects) -> str:
    """Stands in a form for what was shown."""
    entering = {member.player_id: member.after or 0 for member in effects.members if member.before is None}
    moved = tuple(member for member in effects.members if member.before is not None)
    leader = None if effects.leader_after in entering else effects.leader_after
    known = Effects(moved, effects.leader_before, leader, effects.ladder_failed)
    told = f"{known.digest} {sorted(entering.values())}"
    return hashlib.sha256(told.encode()).hexdigest()[:32]
