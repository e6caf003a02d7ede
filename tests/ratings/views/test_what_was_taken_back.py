"""When a correction was taken back, or made again, or put several things right: what a member's page says of it."""

import pytest
from django.test import Client

from clubs.tenancy.scope import club_scope
from ratings.domain.rules import Rules
from ratings.models import CorrectionKind
from ratings.services.corrections import apply_correction, undo_correction
from ratings.services.corrections.events import OrderEvent
from ratings.services.corrections.rules import SetRules
from tests.factories import make_user
from tests.ratings.views.test_what_changed import a_club, correct, revise, told

pytestmark = pytest.mark.django_db


def test_a_correction_that_was_undone_is_shown_as_taken_back(client: Client) -> None:
    club, dana, events = a_club()
    made = apply_correction(club=club, action=OrderEvent(events[0], 3), by=None)
    undone = undo_correction(club=club, correction=made, by=None)
    assert made.build is not None
    assert undone.build is not None
    revise(club, dana, made.build, 14_134, events[0])
    revise(club, dana, undone.build, 14_138, events[0], before=14_134)
    assert told(client, club, dana) == [
        "+0.4 A correction of the place of Evening 3 among the events of its day was taken back. 3 Nov 2026 1413.4 , then 1413.8",
        "−0.4 The place of Evening 3 among the events of its day was corrected. 3 Nov 2026 1413.8 , then 1413.4 taken back since",
    ]


def test_what_is_made_again_is_told_as_it_was_at_first(client: Client) -> None:
    club, dana, events = a_club()
    made = apply_correction(club=club, action=OrderEvent(events[0], 3), by=None)
    for _ in range(2):
        made = undo_correction(club=club, correction=made, by=None)
    assert made.build is not None
    revise(club, dana, made.build, 14_134, events[0])
    assert told(client, club, dana)[0].startswith("−0.4 The place of Evening 3 among the events of its day was corrected.")


def test_a_version_that_was_taken_back_is_no_new_one(client: Client) -> None:
    club, dana, events = a_club()
    for build, version in ((100, [2, 1]), (101, [1, 2])):
        made = correct(club, CorrectionKind.PUBLICATION, build, event=events[0])
        with club_scope(club):
            made.detail["version"] = version
            made.save()
        revise(club, dana, build, 14_134, events[0])
    again, back = told(client, club, dana)
    assert again.startswith("−0.4 A new version of Evening 3 was published.")
    assert back.startswith("−0.4 A new version of Evening 3 was taken back.")


@pytest.mark.parametrize(
    ("games", "fields", "corrected", "taken_back"),
    [
        (1, ("starts_on",), "Results and the date of Evening 3 were", "A correction of results and the date of Evening 3 was"),
        (1, ("rated",), "It was corrected what the results of Evening 3 are, and", "A correction of results of Evening 3 , and of"),
        (0, ("ends_on", "finished"), "It was corrected on what date Evening 3 was, and", "A correction of the date of Evening 3 , and of"),
        (2, ("ends_on", "rated"), "Results and the date of Evening 3 were", "A correction of results and the date of Evening 3 , and of"),
    ],
)
def test_several_things_corrected_at_once_are_all_named(
    client: Client, games: int, fields: tuple[str, ...], corrected: str, taken_back: str
) -> None:
    club, dana, events = a_club()
    values = {"starts_on": ["2026-03-03", "2026-03-04"], "ends_on": ["2026-03-03", "2026-03-04"], "rated": [True, False]}
    patch = {
        "games": [{"round": number, "before": [], "after": []} for number in range(1, games + 1)],
        "fields": {name: values.get(name, [True, False]) for name in fields},
    }
    kind = CorrectionKind.RESULTS if games else CorrectionKind.DATES
    made = correct(club, kind, 100, event=events[0])
    undone = correct(club, kind, 101, event=events[0], undoes=made)
    with club_scope(club):
        for each in (made, undone):
            each.detail["patch"] = patch
            each.save()
    revise(club, dana, 100, 14_134, events[0])
    revise(club, dana, 101, 14_138, events[0], before=14_134)
    later, earlier = told(client, club, dana)
    assert (later.removeprefix("+0.4 ")[: len(taken_back)], earlier.removeprefix("−0.4 ")[: len(corrected)]) == (taken_back, corrected)


def test_an_undone_change_of_the_rules_names_no_event(client: Client) -> None:
    club, dana, _ = a_club()
    made = apply_correction(club=club, action=SetRules(None, Rules(k_new=30)), by=make_user())
    undone = undo_correction(club=club, correction=made, by=None)
    assert undone.build is not None
    revise(club, dana, undone.build, 14_138, before=14_134)
    assert told(client, club, dana)[0].startswith("+0.4 A change of the rules of the ladder was taken back.")
