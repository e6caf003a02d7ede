"""A new version published at the desk: a correction if it moved ratings that were shown, and undone from the journal."""

from dataclasses import replace

import pytest

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from ratings.domain.errors import CorrectionRefused
from ratings.models import Correction, CorrectionKind
from ratings.selectors import get_ladder_state
from ratings.selectors.corrections import effects_of
from ratings.services.corrections import apply_correction, preview_undo, undo_correction
from ratings.services.corrections.publication import rehearse_publication
from ratings.services.corrections.rules import SetRules
from tests.factories import event_record
from tests.ratings.corrections.scene import EVENING, LOSS, NAMES, latest_of, look_up, make_evenings, patched, rebuilt, result, week
from tests.ratings.corrections.test_beyond_events import LIVELY
from tests.ratings.stored import stored_ladder
from tournaments.domain.errors import EventConflict
from tournaments.domain.record import EventRecord, Reading
from tournaments.domain.stakes import OverCorrections
from tournaments.models import Event, EventVersion
from tournaments.services.planning import PlannedPublication, publish_planned
from tournaments.services.publish import Outcome

pytestmark = pytest.mark.django_db

OTHER_EVENING = [[(1, 2, LOSS), *EVENING[0][1:]], *EVENING[1:]]


@pytest.fixture
def evenings() -> tuple[Club, list[Event]]:
    return make_evenings()


def record(**changes: object) -> EventRecord:
    """The first evening with another result on its first board."""
    return replace(event_record(NAMES, OTHER_EVENING, name="Evening 1", on=week(0)), **changes)  # type: ignore[arg-type]


def planned(club: Club, event: Event | None, sent: EventRecord | None = None, **more: object) -> PlannedPublication:
    return PlannedPublication(club, Reading(sent or record()), by=None, event=event, **more)  # type: ignore[arg-type]


def corrections(club: Club) -> list[Correction]:
    with club_scope(club):
        return list(Correction.objects.filter(club=club).order_by("pk"))


def versions(club: Club) -> int:
    with club_scope(club):
        return EventVersion.objects.filter(club=club).count()


def test_what_it_moves_is_shown_kept_and_undone(evenings: tuple[Club, list[Event]]) -> None:
    club, events = evenings
    before, count = stored_ladder(club), versions(club)
    with rehearse_publication(planned(club, events[0])) as (tried, effects):
        assert (tried.outcome, tried.version.number) == (Outcome.CHANGED, 2)
    assert (stored_ladder(club), versions(club), corrections(club)) == (before, count, []), "trying leaves nothing behind"
    assert len(effects.members) > 2

    assert publish_planned(planned(club, events[0])).version.number == 2
    after = stored_ladder(club)
    assert get_ladder_state(club).fresh
    assert after == rebuilt(club) != before
    (correction,) = corrections(club)
    assert (correction.kind, correction.event_id, correction.detail["version"]) == (CorrectionKind.PUBLICATION, events[0].pk, [1, 2])
    assert effects_of(correction) == effects
    assert correction.build is not None

    back = preview_undo(club=club, correction=look_up(club, correction), by=None)
    undone = undo_correction(club=club, correction=look_up(club, correction), by=None, expected=back.digest)
    assert stored_ladder(club) == before
    assert latest_of(club, events[0])[0].number == 1
    with pytest.raises(CorrectionRefused) as refused:
        undo_correction(club=club, correction=look_up(club, undone), by=None)
    assert refused.value.code == "publish_again"


@pytest.mark.parametrize(
    "kind", ["a new event", "the same content", "another name of the event", "names that wait", "the last event of all"]
)
def test_what_moves_nothing_that_was_shown_is_no_correction(evenings: tuple[Club, list[Event]], kind: str) -> None:
    club, events = evenings
    sent = {
        "a new event": planned(club, None, record(name="Another evening", starts_on=week(8), ends_on=week(8))),
        "the same content": planned(club, events[0], event_record(NAMES, EVENING, name="Evening 1", on=week(0))),
        "another name of the event": planned(club, events[0], event_record(NAMES, EVENING, name="First evening", on=week(0))),
        "names that wait": planned(
            club, events[0], event_record(["Nobody Known", *NAMES[1:]], OTHER_EVENING, name="Evening 1", on=week(0))
        ),
        "the last event of all": planned(club, None, event_record(NAMES, OTHER_EVENING, name="Later evening", on=week(9))),
    }[kind]
    before = stored_ladder(club)
    publish_planned(sent)
    assert (corrections(club), stored_ladder(club)) == ([], before)


def test_a_refusal_leaves_everything_as_it_was(evenings: tuple[Club, list[Event]]) -> None:
    club, events = evenings
    before, count = stored_ladder(club), versions(club)
    with pytest.raises(EventConflict):
        publish_planned(planned(club, events[0], expected_version=7))
    assert (stored_ladder(club), versions(club), corrections(club)) == (before, count, [])


def test_corrections_that_were_kept_on_top_go_with_it(evenings: tuple[Club, list[Event]]) -> None:
    club, events = evenings
    apply_correction(club=club, action=patched(club, events[0], result(2, 2, LOSS)), by=None)
    before = stored_ladder(club)
    publish_planned(planned(club, events[0], corrections=OverCorrections.KEEP))
    correction = corrections(club)[-1]
    assert correction.detail["version"] == [2, 4], "version 3 as it was sent, 4 with what was corrected here"
    undo_correction(club=club, correction=look_up(club, correction), by=None)
    assert stored_ladder(club) == before
    assert latest_of(club, events[0])[0].number == 2


def test_it_is_undone_out_of_order_unless_the_event_was_changed_again(evenings: tuple[Club, list[Event]]) -> None:
    club, events = evenings
    publish_planned(planned(club, events[0]))
    (publication,) = corrections(club)
    rules = apply_correction(club=club, action=SetRules(None, LIVELY), by=None)
    later = apply_correction(club=club, action=patched(club, events[0], result(2, 2, LOSS)), by=None)
    with pytest.raises(CorrectionRefused) as refused:
        undo_correction(club=club, correction=look_up(club, publication), by=None)
    assert (refused.value.code, refused.value.later) == ("later_in_the_way", later.public_id)
    undo_correction(club=club, correction=look_up(club, later), by=None)
    undo_correction(club=club, correction=look_up(club, publication), by=None)
    assert latest_of(club, events[0])[0].number == 1
    undo_correction(club=club, correction=look_up(club, rules), by=None)


def test_another_club_is_not_touched(evenings: tuple[Club, list[Event]]) -> None:
    club, events = evenings
    other, _ = make_evenings()
    before = stored_ladder(other)
    publish_planned(planned(club, events[0]))
    assert (stored_ladder(other), corrections(other)) == (before, [])
