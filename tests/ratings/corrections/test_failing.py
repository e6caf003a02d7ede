"""A correction that is made while the ladder cannot be computed: it is kept, the old ladder stays, and everybody is told."""

from dataclasses import dataclass
from typing import ClassVar

import pytest
from django.test import Client

from clubs.models import Club
from clubs.services import Person
from clubs.tenancy.scope import club_scope
from players.models import Player, PlayerMerge
from ratings.models import Correction, CorrectionKind, LadderEdit
from ratings.selectors import get_ladder_state
from ratings.selectors.corrections import effects_of
from ratings.services import replay_ladder
from ratings.services.corrections import Applied, Effects, apply_correction, preview_correction, undo_correction
from tests.factories import join_club
from tests.ratings.builder import merge
from tests.ratings.corrections.confirming import confirm, previewed
from tests.ratings.corrections.scene import KINDS, rebuilt
from tests.ratings.corrections.test_core import traces
from tests.ratings.stored import stored_ladder
from tests.reading import parse
from tournaments.models import Event

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.fixture
def scene(evenings: tuple[Club, list[Event]]) -> tuple[Club, list[Event]]:
    """Two people of it are merged into each other, which no service does: nobody is any person."""
    club, events = evenings
    with club_scope(club):
        one, other, *_ = Player.objects.filter(club=club).order_by("pk")
    merge(club, one, other)
    merge(club, other, one)
    return club, events


def cure(club: Club) -> None:
    with club_scope(club):
        PlayerMerge.objects.filter(club=club).delete()
    replay_ladder(club=club)


def test_it_is_kept_and_the_ladder_stays(scene: tuple[Club, list[Event]]) -> None:
    club, events = scene
    before = stored_ladder(club)
    correction = apply_correction(club=club, action=KINDS["removed"](club, events), by=None)
    leader = effects_of(correction).leader_before
    assert leader is not None
    assert effects_of(correction) == Effects((), leader, leader, "broken_merges")
    assert (stored_ladder(club), correction.build) == (before, None)
    with club_scope(club):
        assert Event.objects.get(pk=events[0].pk).removed_at is not None
        assert LadderEdit.objects.filter(club=club, event_id=events[0].pk).exists()
    state = get_ladder_state(club)
    assert (state.fresh, state.failures, state.failure.split(":")[0]) == (False, 1, "broken_merges")
    cure(club)
    assert get_ladder_state(club).fresh
    assert len(stored_ladder(club)[0]) == 3
    assert stored_ladder(club) == rebuilt(club)


def test_it_can_be_undone_all_the_same(scene: tuple[Club, list[Event]]) -> None:
    club, events = scene
    before = stored_ladder(club)
    correction = apply_correction(club=club, action=KINDS["result"](club, events), by=None)
    undo_correction(club=club, correction=correction, by=None)
    cure(club)
    assert stored_ladder(club) == before


def test_a_preview_of_it_leaves_no_trace(scene: tuple[Club, list[Event]]) -> None:
    club, events = scene
    before = traces(club)
    effects = preview_correction(club=club, action=KINDS["dates"](club, events), by=None)
    assert effects.ladder_failed == "broken_merges"
    assert traces(club) == before


def test_the_pages_say_so(scene: tuple[Club, list[Event]]) -> None:
    club, events = scene
    arbiter = Client()
    arbiter.force_login(join_club(club))
    url = f"/desk/{club.public_id}/events/{events[0].public_id}/remove/"
    page = previewed(arbiter, url)
    assert "With this the ladder cannot be computed" in page.find("p", "effects-sentence")[0].text
    answer = parse(confirm(arbiter, url, page).content)
    assert "The correction is kept, but the ladder could not be computed with it." in answer.find("div", "notice-warn")[0].text
    with club_scope(club):
        assert Correction.objects.get(club=club).kind == "removed"


@dataclass(frozen=True)
class Unmerging:
    """Takes every merge back, which is the cure."""

    kind: ClassVar[CorrectionKind] = CorrectionKind.RESULTS

    def apply(self, *, club: Club, by: Person) -> Applied:
        PlayerMerge.objects.filter(club=club).delete()
        return Applied()


def test_a_correction_that_is_the_cure_is_measured_against_the_ladder_that_was_shown(scene: tuple[Club, list[Event]]) -> None:
    club, events = scene
    shown = stored_ladder(club)
    apply_correction(club=club, action=KINDS["removed"](club, events), by=None)
    effects = preview_correction(club=club, action=Unmerging(), by=None)
    correction = apply_correction(club=club, action=Unmerging(), by=None, expected=effects.digest)
    assert effects_of(correction) == effects
    was, now = ({row[1]: row[2] for row in rows} for rows in (shown[1], stored_ladder(club)[1]))
    assert {member.player_id: (member.before, member.after) for member in effects.members} == {
        player: (was[player], now[player]) for player in was if was[player] != now[player]
    }
    assert (get_ladder_state(club).failures, stored_ladder(club)) == (0, rebuilt(club))
