"""Every kind of correction of an event: what was previewed is what happens, and undoing it returns every byte."""

import pytest

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from ratings.models import Correction, CorrectionKind
from ratings.selectors.corrections import effects_of
from ratings.services import replay_ladder
from ratings.services.corrections import CorrectionRefused, apply_correction, preview_correction, preview_undo, undo_correction
from ratings.services.corrections.events import OrderEvent, RemoveEvent, RestoreEvent
from tests.factories import make_club, make_user
from tests.ratings.corrections.scene import DRAW, KINDS, LOSS, latest_of, make_evenings, patched, rebuilt, result, week
from tests.ratings.corrections.test_core import traces
from tests.ratings.stored import stored_ladder
from tournaments.domain.corrections import change_dates, remove_game, set_rated
from tournaments.domain.errors import CorrectionRefused as EventRefused
from tournaments.models import Event

pytestmark = pytest.mark.django_db


def apply(club: Club, kind: str, events: list[Event]) -> Correction:
    return apply_correction(club=club, action=KINDS[kind](club, events), by=None)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_previewed_is_what_happens(scene: tuple[Club, list[Event]], kind: str) -> None:
    club, events = scene
    before, (_, standings) = traces(club), stored_ladder(club)
    effects = preview_correction(club=club, action=KINDS[kind](club, events), by=None)
    assert traces(club) == before, "a preview leaves no trace"
    correction = apply_correction(club=club, action=KINDS[kind](club, events), by=None, expected=effects.digest)
    after = stored_ladder(club)
    assert after == rebuilt(club)
    was, now = ({row[1]: row[2] for row in rows} for rows in (standings, after[1]))
    moved = {player: (was.get(player), now.get(player)) for player in was.keys() | now.keys() if was.get(player) != now.get(player)}
    assert {member.player_id: (member.before, member.after) for member in effects.members} == moved
    assert effects_of(correction) == effects


@pytest.mark.parametrize("kind", KINDS)
def test_undoing_returns_every_byte_and_undoing_that_makes_it_again(scene: tuple[Club, list[Event]], kind: str) -> None:
    club, events = scene
    before = stored_ladder(club)
    correction = apply(club, kind, events)
    corrected = stored_ladder(club)
    shown = preview_undo(club=club, correction=correction, by=None)
    undone = undo_correction(club=club, correction=correction, by=None, expected=shown.digest)
    assert stored_ladder(club) == before
    assert (undone.undoes, effects_of(undone)) == (correction, shown)
    again = undo_correction(club=club, correction=undone, by=None)
    assert stored_ladder(club) == corrected
    assert effects_of(again) == effects_of(correction)
    undo_correction(club=club, correction=again, by=None)
    assert stored_ladder(club) == before == rebuilt(club)


@pytest.mark.parametrize(
    ("kind", "stored"),
    [
        ("result", CorrectionKind.RESULTS),
        ("several at once", CorrectionKind.RESULTS),
        ("dates", CorrectionKind.DATES),
        ("rated", CorrectionKind.RATED),
        ("finished", CorrectionKind.RATED),
        ("removed", CorrectionKind.REMOVED),
        ("order", CorrectionKind.ORDER),
    ],
)
def test_the_heading_in_the_journal(scene: tuple[Club, list[Event]], kind: str, stored: CorrectionKind) -> None:
    assert apply(*scene[:1], kind, scene[1]).kind == stored


def test_the_author_and_the_reason_are_kept(scene: tuple[Club, list[Event]]) -> None:
    club, events = scene
    author = make_user()
    correction = apply_correction(club=club, action=KINDS["result"](club, events), by=author, reason="Wrong way round")
    assert (correction.by_id, correction.reason, correction.event) == (author.pk, "Wrong way round", events[0])
    assert correction.detail["patch"]["games"][0]["before"][0]["result"] == "1-0"


def test_corrections_are_undone_in_any_order(scene: tuple[Club, list[Event]]) -> None:
    club, events = scene
    before = stored_ladder(club)
    made = [apply(club, kind, events) for kind in ("result", "dates", "rated", "removed", "order")]
    made.append(apply_correction(club=club, action=patched(club, events[0], result(2, 3, DRAW)), by=None))
    for place in (1, 4, 0, 3, 5, 2):
        undo_correction(club=club, correction=made[place], by=None)
        assert stored_ladder(club) == rebuilt(club)
    assert stored_ladder(club) == before


def test_undoing_twice_is_refused(scene: tuple[Club, list[Event]]) -> None:
    club, events = scene
    correction = apply(club, "result", events)
    undone = undo_correction(club=club, correction=correction, by=None)
    before = traces(club)
    for attempt in (preview_undo, undo_correction):
        with pytest.raises(CorrectionRefused) as refused:
            attempt(club=club, correction=correction, by=None)
        assert refused.value.code == "already_undone"
    assert traces(club) == before
    undo_correction(club=club, correction=undone, by=None)
    with pytest.raises(CorrectionRefused) as refused:
        undo_correction(club=club, correction=correction, by=None)
    assert refused.value.code == "undone_and_redone"


def test_a_later_correction_of_the_same_game_is_named(scene: tuple[Club, list[Event]]) -> None:
    club, events = scene
    first = apply(club, "result", events)
    later = apply_correction(club=club, action=patched(club, events[0], result(1, 1, DRAW)), by=None)
    apply_correction(club=club, action=patched(club, events[0], result(2, 3, DRAW)), by=None)
    before = traces(club)
    with pytest.raises(CorrectionRefused) as refused:
        undo_correction(club=club, correction=first, by=None)
    assert (refused.value.code, refused.value.later, refused.value.at) == ("later_in_the_way", later.public_id, later.at)
    assert traces(club) == before
    undo_correction(club=club, correction=later, by=None)
    undo_correction(club=club, correction=first, by=None)


def test_what_changed_since_is_told_where_no_correction_is_to_blame(scene: tuple[Club, list[Event]]) -> None:
    club, events = scene
    correction = apply(club, "order", events)
    with club_scope(club):
        Event.objects.filter(pk=events[3].pk).update(order_in_date=5)
    with pytest.raises(CorrectionRefused) as refused:
        undo_correction(club=club, correction=correction, by=None)
    assert refused.value.code == "order_changed_since"


def test_what_would_change_nothing_is_refused(scene: tuple[Club, list[Event]]) -> None:
    club, events = scene
    for action in (RestoreEvent(events[0]), OrderEvent(events[0], 0)):
        with pytest.raises(CorrectionRefused) as refused:
            preview_correction(club=club, action=action, by=None)
        assert refused.value.code == "nothing_changes"
    apply(club, "removed", events)
    with pytest.raises(CorrectionRefused) as refused:
        preview_correction(club=club, action=RemoveEvent(events[0]), by=None)
    assert refused.value.code == "nothing_changes"
    same = patched(club, events[1], lambda record: set_rated(record, False))
    apply_correction(club=club, action=same, by=None)
    with pytest.raises(EventRefused):
        apply_correction(club=club, action=same, by=None)


def test_two_who_began_at_the_same_version_both_prevail(scene: tuple[Club, list[Event]]) -> None:
    club, events = scene
    one = patched(club, events[0], result(1, 1, LOSS))
    other = patched(club, events[0], lambda record: change_dates(record, week(1), week(1)))
    apply_correction(club=club, action=one, by=None)
    apply_correction(club=club, action=other, by=None)
    version, record = latest_of(club, events[0])
    assert (version.number, record.rounds[0].pairings[0].result, record.starts_on) == (3, LOSS, week(1))
    assert stored_ladder(club) == rebuilt(club)


def test_the_second_who_corrects_the_same_game_is_told(scene: tuple[Club, list[Event]]) -> None:
    club, events = scene
    one = patched(club, events[0], result(1, 1, LOSS))
    other = patched(club, events[0], lambda record: remove_game(record, 1, 1))
    apply_correction(club=club, action=one, by=None)
    with pytest.raises(EventRefused) as refused:
        apply_correction(club=club, action=other, by=None)
    assert refused.value.code == "changed_since"


def test_an_event_of_another_club_is_not_here(scene: tuple[Club, list[Event]]) -> None:
    _, events = scene
    other, _ = make_evenings(club=make_club("Other"))
    before = traces(other)
    for action in (RemoveEvent(events[0]), OrderEvent(events[0], 3)):
        with pytest.raises(CorrectionRefused) as refused:
            apply_correction(club=other, action=action, by=None)
        assert refused.value.code == "gone"
    assert traces(other) == before


def test_a_correction_of_one_club_leaves_the_other_as_it_is(scene: tuple[Club, list[Event]]) -> None:
    club, events = scene
    other, _ = make_evenings(club=make_club("Other"))
    before = traces(other)
    apply(club, "removed", events)
    replay_ladder(club=other)
    assert traces(other) == before
