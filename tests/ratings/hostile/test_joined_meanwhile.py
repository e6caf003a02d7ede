"""Two people of a version become one while its publication is undone: it is not shown again with one person twice in it."""

import pytest

from clubs.tenancy.scope import club_scope
from players.models import Player, PlayerMerge
from ratings.models import Correction
from ratings.services import replay_ladder
from ratings.services.corrections import preview_undo, undo_correction
from tests.factories import decide_names, event_record, make_club, make_event
from tests.ratings.corrections.scene import LOSS, WIN, look_up, rebuilt
from tests.ratings.stored import stored_ladder
from tournaments.domain.errors import IdentityRefused
from tournaments.domain.record import Reading
from tournaments.services.identity import merge_players, unmerge_players
from tournaments.services.planning import PlannedPublication, publish_planned

pytestmark = pytest.mark.django_db


def test_a_publication_is_not_made_again_with_one_person_twice() -> None:
    club = make_club()
    event = make_event(club, event_record(["Anna Alder", "Ben Birch", "Cleo Cedar"], [[(1, 2, WIN)], [(1, 3, WIN)]]))
    replay_ladder(club=club)
    other = event_record(["Anna Alder", "Ben Birch", "Dora Dogwood"], [[(1, 2, LOSS)], [(1, 3, WIN)]])
    publish_planned(PlannedPublication(club, Reading(other), by=None, event=event))
    decide_names(club, event)
    replay_ladder(club=club)
    published = stored_ladder(club)
    with club_scope(club):
        correction = Correction.objects.get(club=club)
        anna, dora = (Player.objects.get(club=club, name=name) for name in ("Anna Alder", "Dora Dogwood"))
    undone = undo_correction(club=club, correction=correction, by=None)
    merge_players(club=club, absorbed=dora, into=anna, by=None)
    joined = rebuilt(club)

    for again in (preview_undo, undo_correction):
        with pytest.raises(IdentityRefused) as refused:
            again(club=club, correction=look_up(club, undone), by=None)
        assert (refused.value.code, refused.value.params) == ("joined_since", {"one": "Anna Alder", "other": "Dora Dogwood"})
        assert stored_ladder(club) == joined
    with club_scope(club):
        merge = PlayerMerge.objects.get(club=club)
    unmerge_players(club=club, merge=merge, by=None)
    undo_correction(club=club, correction=look_up(club, undone), by=None)
    assert stored_ladder(club) == published
