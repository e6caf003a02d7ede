"""Merges, splits and the undoing of them: shown by the real path, and applied only if that is still what it would do.

Besides the ladder, what is known of the people concerned is part of what was shown: a name confirmed meanwhile, another merge, another
age group. Where any of it has changed, nothing is done, and it is shown again.
"""

import hashlib
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from clubs.models import Club
from clubs.services import Person
from clubs.tenancy.scope import club_scope
from players.models import Player
from players.selectors import roots
from ratings.domain.effects import Effects
from ratings.domain.errors import CorrectionRefused
from ratings.models import Correction
from ratings.selectors.corrections import find_undoing
from ratings.services.corrections.actions import Action, Applied
from ratings.services.corrections.applying import EffectsDiffer, ladder_scope, perform, rehearsal, write_down
from ratings.services.corrections.rehearsing import digest_of
from tournaments.models import EntryLink


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """What it would do, and the digest by which it is confirmed."""

    effects: Effects
    applied: Applied
    digest: str


@contextmanager
def rehearse_identity(*, club: Club, action: Action, people: Collection[int], by: Person) -> Iterator[Rehearsed]:
    """Inside, it is done and the ladder replayed; at the end nothing of it is kept. `people` are the players concerned.

    Raises:
        CorrectionRefused, or what the action's own service refuses with.
    """
    with rehearsal(club) as cursor:
        known = _fingerprint(club, people)
        done = perform(cursor, club, action, by)
        yield Rehearsed(done.effects, done.applied, _seal(known, done.effects))


def apply_identity(
    *, club: Club, action: Action, people: Collection[int], by: Person, reason: str, expected: str, undoes: Correction | None = None
) -> Correction:
    """Do it and write it down, if `expected` is still the digest of what it does.

    Raises:
        EffectsDiffer; otherwise as `rehearse_identity`.
    """
    with ladder_scope(club) as cursor:
        if undoes is not None and (later := find_undoing(club, undoes)) is not None:
            raise CorrectionRefused("already_undone", later=later.public_id, at=later.at)
        known = _fingerprint(club, people)
        done = perform(cursor, club, action, by)
        if _seal(known, done.effects) != expected:
            raise EffectsDiffer(done.effects)
        return write_down(club, action.kind, done, by, reason, undoes)


def _seal(known: str, effects: Effects) -> str:
    return hashlib.sha256(f"{known} {digest_of(effects)}".encode()).hexdigest()[:32]


def _fingerprint(club: Club, people: Collection[int]) -> str:
    """Stands for everything that is known of the persons of these players."""
    with club_scope(club):
        persons = roots(club)
        everyone = sorted({player for one in people for player in persons.players_of(one)})
        links = EntryLink.objects.filter(club=club, player__in=everyone, undone_at=None).order_by("pk").values_list("pk", "player_id")
        known = Player.objects.filter(club=club, pk__in=everyone).order_by("pk")
        facts = known.values_list("pk", "name", "age_group", "age_group_lapses", "always_initials", "start_rating", "start_games")
        parents = [(player, persons.parents.get(player)) for player in everyone]
        return hashlib.sha256(repr((list(links), list(facts), parents)).encode()).hexdigest()
