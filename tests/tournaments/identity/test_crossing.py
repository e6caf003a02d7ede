"""Two arbiters join, part and split the same people at one moment: no circle, no deadlock, and whoever is second is told."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from players.models import Player, PlayerMerge
from players.selectors import roots
from ratings.models import Correction
from ratings.services import replay_ladder
from ratings.services.corrections import EffectsDiffer
from ratings.services.corrections.persons import MergePeople, PartPeople
from ratings.services.identity import apply_identity, rehearse_identity
from tests.factories import make_club, make_player
from tests.tournaments.identity.desk import make_small_club
from tournaments.domain.errors import IdentityRefused
from tournaments.services.identity import merge_players

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


def at_once(*acts: Callable[[], object]) -> list[object]:
    """What each gives back or refuses with, all begun together, each on a connection of its own."""
    barrier = threading.Barrier(len(acts))

    def run(act: Callable[[], object]) -> object:
        barrier.wait()
        try:
            return act()
        except (IdentityRefused, EffectsDiffer) as refused:
            return refused
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def named(made: list[object]) -> list[str]:
    return sorted(getattr(one, "code", type(one).__name__) for one in made)


def players_of(club: Club) -> list[Player]:
    with club_scope(club):
        return list(Player.objects.filter(club=club).order_by("pk"))


def test_crossing_merges_make_no_circle() -> None:
    club = make_club()
    ring = [make_player(club, name) for name in ("Nadia Brook", "N. Brook", "Nadya Brook")]
    acts = [lambda one=one: merge_players(club=club, absorbed=ring[one], into=ring[(one + 1) % 3], by=None) for one in range(3)]
    assert named(at_once(*acts)) == ["PlayerMerge", "PlayerMerge", "already_one_person"]
    with club_scope(club):
        assert len({roots(club).root_of(player.pk) for player in ring}) == 1


def test_of_two_who_confirm_the_same_preview_one_joins() -> None:
    club = make_small_club()
    one, other, *_ = players_of(club)
    action = MergePeople(absorbed=other, into=one)
    digest = digest_of(club, action, one, other)
    act = lambda: apply_identity(club=club, action=action, people=[one.pk, other.pk], by=None, reason="", expected=digest)  # noqa: E731
    assert named(at_once(act, act)) == ["Correction", "already_one_person"]
    with club_scope(club):
        assert PlayerMerge.objects.filter(club=club, undone_at=None).count() == 1


def test_what_was_shown_before_another_merge_is_shown_again() -> None:
    club = make_small_club()
    nadia, brook, *_ = players_of(club)
    late = make_player(club, "Nadya Brook")
    first, second = MergePeople(absorbed=brook, into=nadia), MergePeople(absorbed=late, into=brook)
    shown = digest_of(club, first, brook, nadia), digest_of(club, second, late, brook)
    made = at_once(
        lambda: apply_identity(club=club, action=first, people=[brook.pk, nadia.pk], by=None, reason="", expected=shown[0]),
        lambda: apply_identity(club=club, action=second, people=[late.pk, brook.pk], by=None, reason="", expected=shown[1]),
    )
    assert named(made) == ["Correction", "EffectsDiffer"]


def test_undone_and_undone_at_once_is_undone_once() -> None:
    club = make_small_club()
    one, other, *_ = players_of(club)
    joined = MergePeople(absorbed=other, into=one)
    digest = digest_of(club, joined, one, other)
    made = apply_identity(club=club, action=joined, people=[one.pk, other.pk], by=None, reason="", expected=digest)
    assert isinstance(made, Correction)
    parted = PartPeople(made.detail["merge"])
    seen = digest_of(club, parted, one, other)

    def undo() -> object:
        try:
            return apply_identity(club=club, action=parted, people=[one.pk, other.pk], by=None, reason="", expected=seen, undoes=made)
        except Exception as refused:
            return refused

    assert named(at_once(undo, undo)) == ["Correction", "already_undone"]


def digest_of(club: Club, action: MergePeople | PartPeople, *people: Player) -> str:
    replay_ladder(club=club)
    with rehearse_identity(club=club, action=action, people=[player.pk for player in people], by=None) as rehearsed:
        return rehearsed.digest
