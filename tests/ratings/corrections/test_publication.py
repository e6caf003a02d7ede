"""A new version published at the desk: a correction if it moved ratings that were shown, and undone from the journal."""

from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from players.domain.disclosure import Viewer
from players.selectors import names_of
from ratings.domain.errors import CorrectionRefused
from ratings.models import Correction, CorrectionKind
from ratings.selectors import get_ladder_state
from ratings.selectors.corrections import effects_of, list_corrections
from ratings.services import replay_ladder
from ratings.services.corrections import apply_correction, preview_undo, undo_correction
from ratings.services.corrections.publication import Unpublish, rehearse_publication
from ratings.services.corrections.rules import SetRules
from ratings.views.correction_words import describe_change, describe_undoing
from tests.factories import Board, decide_names, event_record, join_club
from tests.ratings.corrections.scene import (
    DRAW,
    EVENING,
    LOSS,
    NAMES,
    WIN,
    latest_of,
    look_up,
    make_evenings,
    patched,
    rebuilt,
    result,
    week,
)
from tests.ratings.corrections.test_beyond_events import LIVELY
from tests.ratings.stored import stored_ladder
from tests.reading import parse
from tests.tournaments.programs import make_program
from tournaments.domain.errors import EventConflict
from tournaments.domain.record import EventRecord, Reading
from tournaments.domain.stakes import OverCorrections
from tournaments.interchange import to_rookery_json
from tournaments.models import Event, EventVersion
from tournaments.services.planning import PlannedPublication, publish_planned
from tournaments.services.publish import Outcome

pytestmark = pytest.mark.django_db

OTHER_EVENING = [[(1, 2, LOSS), *EVENING[0][1:]], *EVENING[1:]]


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
    undo_correction(club=club, correction=look_up(club, undone), by=None)
    assert stored_ladder(club) == after == rebuilt(club)
    assert latest_of(club, events[0])[0].number == 2


def test_an_undone_publication_is_not_made_again_over_another_one(evenings: tuple[Club, list[Event]]) -> None:
    club, events = evenings
    publish_planned(planned(club, events[0]))
    undone = undo_correction(club=club, correction=look_up(club, corrections(club)[0]), by=None)
    publish_planned(planned(club, events[0], event_record(NAMES, EVENING[:2], name="Evening 1", on=week(0))))
    other = corrections(club)[-1]
    before = stored_ladder(club)
    with pytest.raises(CorrectionRefused) as refused:
        undo_correction(club=club, correction=look_up(club, undone), by=None)
    assert (refused.value.code, refused.value.later) == ("later_in_the_way", other.public_id)
    assert stored_ladder(club) == before
    undo_correction(club=club, correction=look_up(club, other), by=None)
    undo_correction(club=club, correction=look_up(club, undone), by=None)
    assert latest_of(club, events[0])[0].number == 2


def test_an_event_whose_only_publication_was_undone_comes_back_with_it(evenings: tuple[Club, list[Event]]) -> None:
    club, events = evenings
    before = stored_ladder(club)
    undone = apply_correction(club=club, action=Unpublish(events[0], version=1, back_to=0), by=None)
    assert stored_ladder(club) != before
    undo_correction(club=club, correction=look_up(club, undone), by=None)
    assert stored_ladder(club) == before == rebuilt(club)


@pytest.mark.parametrize("kind", ["a new event", "the same content", "another time control", "the last event of all"])
def test_what_corrects_nothing_that_was_shown_is_no_correction(evenings: tuple[Club, list[Event]], kind: str) -> None:
    club, events = evenings
    same = event_record(NAMES, EVENING, name="Evening 1", on=week(0))
    sent = {
        "a new event": planned(club, None, record(name="Another evening", starts_on=week(8), ends_on=week(8))),
        "the same content": planned(club, events[0], same),
        "another time control": planned(club, events[0], replace(same, time_control="15+10")),
        "the last event of all": planned(club, None, event_record(NAMES, OTHER_EVENING, name="Later evening", on=week(9))),
    }[kind]
    before = stored_ladder(club)
    publish_planned(sent)
    assert (corrections(club), stored_ladder(club)) == ([], before)


def test_another_result_stands_in_the_journal_also_while_names_wait(evenings: tuple[Club, list[Event]]) -> None:
    club, events = evenings
    before = stored_ladder(club)
    sent = event_record(["Nobody Known", *NAMES[1:]], OTHER_EVENING, name="Evening 1", on=week(0))
    publish_planned(planned(club, events[0], sent, reason="Wrong way round"))
    assert [(each.kind, each.reason, effects_of(each).members) for each in corrections(club)] == [("publication", "Wrong way round", ())]
    assert stored_ladder(club) == before


def test_a_version_with_a_reason_stands_in_the_journal_whatever_it_changes(evenings: tuple[Club, list[Event]]) -> None:
    club, events = evenings
    slower = replace(event_record(NAMES, EVENING, name="Evening 1", on=week(0)), time_control="15+10")
    publish_planned(planned(club, events[0], slower, reason="Asked the arbiter"))
    assert [each.reason for each in corrections(club)] == ["Asked the arbiter"]


def test_another_name_of_the_event_stands_in_the_journal(evenings: tuple[Club, list[Event]]) -> None:
    club, events = evenings
    renamed = event_record(NAMES, EVENING, name="First evening", on=week(0))
    publish_planned(planned(club, events[0], renamed))
    with club_scope(club):
        book = names_of(club, Viewer(is_arbiter_of_club=True, at_desk=True))
        told = describe_change(club, book, list_corrections(club)[0])
    assert [parse(each.encode()).text for each in told] == [
        "Version that is shown: 2 instead of 1",
        "Name of the event: First evening instead of Evening 1",
    ]


def test_everything_that_a_version_says_otherwise_is_told(evenings: tuple[Club, list[Event]]) -> None:
    club, events = evenings
    rounds: list[list[Board]] = [
        [(1, 2, LOSS), (3, 4, DRAW), (6, 7, LOSS)],
        [(2, 3, WIN), (4, 6, WIN), (7, 1, LOSS)],
        [(1, 3, DRAW), (2, 6, WIN), (4, 7, WIN)],
        [(7, 2, WIN)],
        [(1, 4, WIN)],
    ]
    names = ["Anna Alder", "Ben Birch", "Cleo Cedar", "Dora Dogwod", "Gil Gorse", "Emil Elm", "Finn Fir"]
    publish_planned(planned(club, events[0], event_record(names, rounds, name="Evening 1", on=week(1), rated=False)))
    with club_scope(club):
        book = names_of(club, Viewer(is_arbiter_of_club=True, at_desk=True))
        correction = list_corrections(club)[0]
        told, undone = describe_change(club, book, correction), describe_undoing(club, book, correction)
    assert [parse(each.encode()).text for each in told] == [
        "Version that is shown: 2 instead of 1",
        "New among the players: Gil Gorse",
        "Name of number 4: Dora Dogwod instead of Dora Dogwood",
        "First day: 10 Mar 2026 instead of 3 Mar 2026",
        "Last day: 10 Mar 2026 instead of 3 Mar 2026",
        "Counts for the ladder: no instead of yes",
        "Round 1, board 1: Anna Alder – Ben Birch : 0–1 instead of 1–0",
        "Round 5: 1 pairing or bye instead of no games",
    ]
    assert [parse(each.encode()).text for each in undone][:3] == [
        "Version that is shown: 1 instead of 2",
        "No longer among the players: Gil Gorse",
        "Name of number 4: Dora Dogwood instead of Dora Dogwod",
    ]


def test_every_door_leads_to_the_journal(evenings: tuple[Club, list[Event]], tmp_path: Path) -> None:
    club, _ = evenings
    program = make_program(club)
    sent = record(name="Evening 1", program="test", external_id="one")
    first = replace(event_record(NAMES, EVENING, name="By program", on=week(5)), program="test", external_id="one")
    assert program.post(to_rookery_json(first).encode()).status_code == 201
    with club_scope(club):
        event = Event.objects.get(club=club, external_id="one")
    decide_names(club, event)
    replay_ladder(club=club)
    assert corrections(club) == []
    changed = replace(sent, name="By program", starts_on=week(5), ends_on=week(5))
    for _ in range(2):
        assert program.post(to_rookery_json(changed).encode()).status_code in (200, 201)
    file = tmp_path / "evening.json"
    file.write_text(to_rookery_json(first), encoding="utf-8")
    call_command("publish", str(file), club=club.slug, reason="As it was", stdout=StringIO(), stderr=StringIO())
    made = corrections(club)
    assert [(each.kind, each.detail["version"], each.detail["door"], each.reason) for each in made] == [
        ("publication", [1, 2], "api", ""),
        ("publication", [2, 3], "command", "As it was"),
    ]
    assert all(effects_of(each).members for each in made)
    assert get_ladder_state(club).fresh
    client = Client()
    client.force_login(join_club(club))
    lines = [line.text for line in parse(client.get(f"/desk/{club.public_id}/corrections/").content).find("li", "event")]
    assert "by the command line" in lines[0]
    assert "by the key “ Pairing program ”" in lines[1]
    assert "by the key “ Pairing program ”" in parse(client.get(f"/desk/{club.public_id}/corrections/{made[0].public_id}/").content).text


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
