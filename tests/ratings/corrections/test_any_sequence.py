"""Corrections and undoings in any sequence: each does what its preview says, and with all of them undone nothing has happened."""

import random

import pytest

from clubs.models import Club
from ratings.models import Correction
from ratings.services.corrections import CorrectionRefused, Effects, apply_correction, preview_correction, preview_undo, undo_correction
from tests.ratings.corrections.scene import KINDS, make_evenings, rebuilt
from tests.ratings.corrections.test_core import traces
from tests.ratings.stored import stored_ladder
from tournaments.domain.errors import TournamentError
from tournaments.models import Event

pytestmark = pytest.mark.django_db

STEPS = 24


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_everything_undone_is_nothing_done(seed: int) -> None:
    club, events = make_evenings()
    chance = random.Random(seed)
    before = stored_ladder(club)
    made: list[Correction] = []
    refused = 0
    for _ in range(STEPS):
        step = _undo(club, chance.choice(made)) if made and chance.random() < 0.4 else _correct(club, events, chance)
        refused += step is None
        if step is not None:
            made.append(step)
            assert stored_ladder(club) == rebuilt(club)
    assert (len(made) > STEPS // 3, refused > 0) == (True, True)
    for correction in reversed(made):
        if correction.undoes is None:
            _undo_until_gone(club, correction, made)
    assert stored_ladder(club) == before


def _correct(club: Club, events: list[Event], chance: random.Random) -> Correction | None:
    shuffled = chance.sample(events, len(events))
    kept = traces(club)
    try:
        action = KINDS[chance.choice(list(KINDS))](club, shuffled)
        shown = preview_correction(club=club, action=action, by=None)
    except (CorrectionRefused, TournamentError):
        assert traces(club) == kept
        return None
    assert traces(club) == kept
    return apply_correction(club=club, action=action, by=None, expected=shown.digest)


def _undo(club: Club, correction: Correction) -> Correction | None:
    kept = traces(club)
    try:
        shown: Effects = preview_undo(club=club, correction=correction, by=None)
    except (CorrectionRefused, TournamentError):
        assert traces(club) == kept
        return None
    assert traces(club) == kept
    return undo_correction(club=club, correction=correction, by=None, expected=shown.digest)


def _undo_until_gone(club: Club, correction: Correction, made: list[Correction]) -> None:
    """Whether it was undone, and made again, any number of times."""
    chain = _chain(correction, made)
    if len(chain) % 2:
        undo_correction(club=club, correction=chain[-1], by=None)


def _chain(correction: Correction, made: list[Correction]) -> list[Correction]:
    chain = [correction]
    while (later := next((one for one in made if one.undoes == chain[-1]), None)) is not None:
        chain.append(later)
    return chain
