"""The path that every correction takes, with an action made for the purpose."""

from dataclasses import dataclass
from typing import ClassVar

import pytest

from clubs.models import Club, JournalEntry
from clubs.services import Person
from clubs.tenancy.scope import club_scope
from players.models import Player
from players.services import set_start_rating
from ratings.models import Correction, CorrectionKind, LadderBuild, LadderEdit
from ratings.selectors.corrections import effects_of
from ratings.services import replay_ladder
from ratings.services.corrections import Applied, Effects, EffectsDiffer, MemberEffect, apply_correction, preview_correction
from tests.ratings.builder import WIN, new_club, new_event, new_players
from tests.ratings.stored import ratings_of, stored_ladder

pytestmark = pytest.mark.django_db


@dataclass(frozen=True)
class Starting:
    """Gives somebody a start rating."""

    player: Player
    rating: int | None
    kind: ClassVar[CorrectionKind] = CorrectionKind.START_RATING

    def apply(self, *, club: Club, by: Person) -> Applied:
        set_start_rating(club=club, player=self.player, rating=self.rating, by=by)
        return Applied({"after": self.rating}, player=self.player)


@pytest.fixture
def club() -> Club:
    return new_club()


@pytest.fixture
def players(club: Club) -> list[Player]:
    players = new_players(club, 3)
    a, b, _ = players
    new_event(club, [(a, b, WIN)] * 5)
    replay_ladder(club=club)
    return players


def traces(club: Club) -> tuple[object, ...]:
    """Everything that a correction leaves behind it."""
    with club_scope(club):
        return (
            list(JournalEntry.objects.filter(club=club).order_by("pk").values_list()),
            list(Correction.objects.filter(club=club).order_by("pk").values_list()),
            list(Player.objects.filter(club=club).order_by("pk").values_list()),
            list(LadderEdit.objects.filter(club=club).order_by("pk").values_list()),
            list(LadderBuild.objects.filter(club=club).values_list()),
            stored_ladder(club),
        )


def test_a_preview_says_who_moves_and_leaves_no_trace(club: Club, players: list[Player]) -> None:
    a, b, _ = players
    before, (first, second) = traces(club), ratings_of(club, a, b)
    effects = preview_correction(club=club, action=Starting(b, 16000), by=None)
    assert traces(club) == before
    assert (first, second) == (13000, 11000)
    assert effects == Effects((MemberEffect(b.pk, 11000, 14182), MemberEffect(a.pk, 13000, 13818)), a.pk, b.pk)


def test_what_is_applied_is_what_was_previewed(club: Club, players: list[Player]) -> None:
    a, b, _ = players
    effects = preview_correction(club=club, action=Starting(b, 16000), by=None)
    correction = apply_correction(club=club, action=Starting(b, 16000), by=None, reason="Known elsewhere", expected=effects.digest)
    assert effects_of(correction) == effects
    assert ratings_of(club, b, a) == [member.after for member in effects.members]
    with club_scope(club):
        build = LadderBuild.objects.get(club=club)
        entry = JournalEntry.objects.filter(club=club, action="ladder.corrected").values_list("subject", "detail").get()
    assert (correction.kind, correction.player_id, correction.reason) == ("start_rating", b.pk, "Known elsewhere")
    assert (correction.build, build.version) == (2, 2)
    assert entry == (correction.public_id, {"kind": "start_rating", "undoes": None})


def test_other_effects_than_those_shown_are_not_applied(club: Club, players: list[Player]) -> None:
    shown = preview_correction(club=club, action=Starting(players[1], 16000), by=None)
    apply_correction(club=club, action=Starting(players[0], 14000), by=None)
    before = traces(club)
    with pytest.raises(EffectsDiffer) as differ:
        apply_correction(club=club, action=Starting(players[1], 16000), by=None, expected=shown.digest)
    assert traces(club) == before
    assert differ.value.effects == preview_correction(club=club, action=Starting(players[1], 16000), by=None) != shown


def test_what_was_queued_before_is_no_work_of_the_correction(club: Club, players: list[Player]) -> None:
    a, _, c = players
    new_event(club, [(c, a, WIN)] * 2)
    effects = preview_correction(club=club, action=Starting(c, 12100), by=None)
    with club_scope(club):
        assert LadderEdit.objects.filter(club=club).count() > 0, "a preview takes nothing from the queue"
    correction = apply_correction(club=club, action=Starting(c, 12100), by=None)
    assert effects_of(correction) == effects
    assert {member.player_id for member in effects.members} == {c.pk}, "a was established and is not moved by a newcomer"
    assert correction.build == 3


def test_a_correction_that_needs_no_replay_belongs_to_no_build(club: Club, players: list[Player]) -> None:
    correction = apply_correction(club=club, action=Starting(players[0], None), by=None)
    assert (correction.build, effects_of(correction).members) == (None, ())


def test_a_new_member_comes_last_and_has_no_difference() -> None:
    entering, moving = MemberEffect(1, None, 12000), MemberEffect(2, 12000, 11990)
    effects = Effects((moving, entering))
    assert (effects.largest, entering.difference, moving.difference) == (moving, None, -10)
