"""Publishing over corrections: what would be undone is asked about; kept on top, dropped, or never at stake."""

from dataclasses import replace
from datetime import date

import pytest

from clubs.models import Club, JournalEntry
from clubs.tenancy.scope import club_scope
from tests.factories import event_record, make_club
from tests.tournaments.corrections.evenings import (
    DRAW,
    FULL,
    LOSS,
    NAMES,
    TWO_ROUNDS,
    WIN,
    ZERO,
    boards,
    correct,
    evening,
    held_evening,
    latest_of,
    numbers_of,
    publish,
    read,
)
from tournaments.domain.corrections import change_dates, change_result, remove_game, replace_by_byes, set_rated, together
from tournaments.domain.errors import EventConflict
from tournaments.domain.record import PairingRecord
from tournaments.domain.stakes import GameAtStake, OverCorrections, SettingAtStake
from tournaments.models import Event, EventVersion
from tournaments.selectors.events import find_published_version, list_versions_in_force
from tournaments.services import AmbiguousEvent, Outcome, Publication, find_candidates, undo_publication
from tournaments.services.weighing import CorrectionsAtStake

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

KEEP, DROP = OverCorrections.KEEP, OverCorrections.DROP


@pytest.fixture
def club(db: None) -> Club:
    return make_club()


@pytest.fixture
def corrected(club: Club) -> Event:
    """The result of the first board is a draw, and the evening does not count."""
    event, first = held_evening(club)
    record = read(club, first)
    correct(club, event, together([change_result(record, 1, 1, DRAW), set_rated(record, False)]))
    return event


def state(club: Club, event: Event) -> tuple[list[list[tuple[int, int, int | None, str]]], bool]:
    version = latest_of(club, event)
    return boards(read(club, version)), version.rated


def codes(done: Publication) -> list[str]:
    return [warning.code for warning in done.warnings]


def test_what_would_be_undone_is_told_and_nothing_is_published(club: Club, corrected: Event) -> None:
    with pytest.raises(CorrectionsAtStake) as asked:
        publish(club, evening(TWO_ROUNDS))

    assert (asked.value.code, asked.value.event) == ("corrections_at_stake", corrected)
    assert asked.value.stakes == (
        SettingAtStake("rated", True, False, True),
        GameAtStake(1, (PairingRecord(1, 1, 2, WIN),), (PairingRecord(1, 1, 2, DRAW),), (PairingRecord(1, 1, 2, WIN),)),
    )
    assert [remark.message for remark in asked.value.remarks] == [
        "This version would undo corrections that were made here: 2. Say whether they stand: the question “Corrections made here”,"
        " the parameter “corrections” of the API, or --corrections.",
        "Corrected to not rated; this version is rated.",
        "Round 1: corrected to 1 – 2: ½-½; this version has 1 – 2: 1-0.",
    ]
    assert numbers_of(club, corrected) == (2, 2, [1, 2])


def test_kept_on_top_as_a_version_of_their_own(club: Club, corrected: Event) -> None:
    done = publish(club, evening(TWO_ROUNDS), corrections=KEEP)

    assert (done.outcome, done.version.number, done.shown.number, done.shown.is_correction) == (Outcome.CHANGED, 3, 4, True)
    assert state(club, corrected) == ([[(1, 1, 2, "½-½"), (2, 3, 4, "½-½")], [(1, 1, 3, "0-1"), (2, 2, 4, "1-0")]], False)
    assert boards(read(club, done.version))[0] == [(1, 1, 2, "1-0"), (2, 3, 4, "½-½")]
    assert numbers_of(club, corrected) == (4, 4, [1, 2, 3, 4])
    assert [warning.message for warning in done.warnings] == [
        "What was corrected here and this version has otherwise was kept: 2. It is version 4."
    ]
    with club_scope(club):
        journal = JournalEntry.objects.filter(action="event.published").latest("pk").detail
    assert journal == {"version": 3, "source": "command", "outcome": "changed", "corrections": "keep", "shown": 4}


def test_dropped(club: Club, corrected: Event) -> None:
    done = publish(club, evening(TWO_ROUNDS), corrections=DROP)

    assert (done.version.number, done.shown, codes(done)) == (3, done.version, ["corrections_dropped"])
    assert state(club, corrected) == ([[(1, 1, 2, "1-0"), (2, 3, 4, "½-½")], [(1, 1, 3, "0-1"), (2, 2, 4, "1-0")]], True)
    publish(club, evening([*TWO_ROUNDS, [(1, 4, WIN)]]))  # nothing is at stake any more


@pytest.mark.parametrize("decision", [None, KEEP, DROP])
def test_a_file_that_has_been_put_right_too_asks_nothing(club: Club, corrected: Event, decision: OverCorrections | None) -> None:
    done = publish(club, evening([[(1, 2, DRAW), (3, 4, DRAW)], *TWO_ROUNDS[1:]], rated=False), corrections=decision)

    assert (done.outcome, done.version.number, done.shown, codes(done)) == (Outcome.CHANGED, 3, done.version, [])


@pytest.mark.parametrize("decision", [None, KEEP, DROP])
def test_the_file_of_before_the_corrections_changes_nothing(club: Club, corrected: Event, decision: OverCorrections | None) -> None:
    done = publish(club, evening(), corrections=decision)

    assert (done.outcome, done.version.number, done.shown.number, codes(done)) == (Outcome.UNCHANGED, 1, 2, ["corrections_stand"])
    assert (numbers_of(club, corrected), state(club, corrected)) == ((2, 2, [1, 2]), ([[(1, 1, 2, "½-½"), (2, 3, 4, "½-½")]], False))


def test_the_same_file_again_after_its_corrections_were_kept(club: Club, corrected: Event) -> None:
    publish(club, evening(TWO_ROUNDS), corrections=KEEP)

    again = publish(club, evening(TWO_ROUNDS))

    assert (again.outcome, again.version.number, again.shown.number) == (Outcome.UNCHANGED, 3, 4)
    with pytest.raises(CorrectionsAtStake) as asked:
        publish(club, evening([*TWO_ROUNDS, [(1, 4, WIN)]]))
    assert len(asked.value.stakes) == 2
    assert publish(club, evening([*TWO_ROUNDS, [(1, 4, WIN)]]), corrections=KEEP).shown.number == 6


def test_exactly_what_is_shown_changes_nothing(club: Club, corrected: Event) -> None:
    done = publish(club, evening([[(1, 2, DRAW), (3, 4, DRAW)]], rated=False))

    assert (done.outcome, done.version.number, codes(done)) == (Outcome.UNCHANGED, 2, [])


def test_a_correction_that_was_taken_back_is_not_at_stake(club: Club) -> None:
    event, first = held_evening(club)
    done = correct(club, event, change_result(read(club, first), 1, 1, DRAW))
    correct(club, event, done.patch.inverse(), on=done.version)

    assert publish(club, evening(TWO_ROUNDS)).version.number == 4


def test_what_was_corrected_since_the_caller_looked_is_not_dropped_unseen(club: Club, corrected: Event) -> None:
    correct(club, corrected, change_result(read(club, latest_of(club, corrected)), 1, 2, LOSS))

    with pytest.raises(EventConflict, match="at version 3, not 2"):
        publish(club, evening(TWO_ROUNDS), corrections=DROP, expected_version=2)


def test_corrections_go_with_the_names_when_numbers_are_given_anew(club: Club, corrected: Event) -> None:
    late = evening([[(1, None, ZERO), (5, 4, WIN), (3, 2, DRAW)]], ["Zoe Adam", *reversed(NAMES)], rated=False)

    publish(club, late, corrections=KEEP)

    assert state(club, corrected)[0] == [[(1, 1, None, "Z"), (2, 5, 4, "½-½"), (3, 3, 2, "½-½")]]
    assert numbers_of(club, corrected) == (4, 2, [1, 2, 3, 4])  # the ladder waits for the new name


def test_what_cannot_be_kept_is_refused_as_a_whole(club: Club, corrected: Event) -> None:
    otherwise = evening([[(1, 3, WIN), (2, 4, DRAW)]])

    with pytest.raises(EventConflict) as refused:
        publish(club, otherwise, corrections=KEEP)

    assert (refused.value.code, [remark.code for remark in refused.value.remarks]) == (
        "corrections_cannot_stay",
        ["corrections_cannot_stay", "correction_correction_lost"],
    )
    assert numbers_of(club, corrected) == (2, 2, [1, 2])
    assert publish(club, otherwise, corrections=DROP).version.number == 3


def test_somebody_who_is_not_found_is_told_without_a_name(club: Club, corrected: Event) -> None:
    with pytest.raises(CorrectionsAtStake) as asked:
        publish(club, evening(names=["Anna B.", *NAMES[1:]], rated=False))

    assert [remark.message for remark in asked.value.remarks[1:]] == [
        "Round 1: 1 – 2: ½-½ was corrected; whose numbers these are in this version is not certain."
    ]


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("remove", "Round 1: a game was taken out; this version has 1 – 2: 1-0."),
        ("byes", "Round 1: corrected to 1: F, 2: Z; this version has 1 – 2: 1-0."),
        ("dates", "First day: corrected to 2026-03-10; this version has 2026-03-03."),
    ],
)
def test_every_kind_is_told_and_can_be_kept(club: Club, kind: str, told: str) -> None:
    event, first = held_evening(club)
    record = read(club, first)
    patch = {
        "remove": remove_game(record, 1, 1),
        "byes": replace_by_byes(record, 1, 1, FULL, ZERO),
        "dates": change_dates(record, date(2026, 3, 10), date(2026, 3, 10)),
    }[kind]
    done = correct(club, event, patch)

    with pytest.raises(CorrectionsAtStake) as asked:
        publish(club, evening(TWO_ROUNDS))
    publish(club, evening(TWO_ROUNDS), corrections=KEEP)

    assert asked.value.remarks[1].message == told
    shown = latest_of(club, event)
    assert (boards(read(club, shown))[0], shown.starts_on) == (boards(read(club, done.version))[0], done.version.starts_on)


def test_undoing_step_by_step_what_was_kept(club: Club, corrected: Event) -> None:
    publish(club, evening(TWO_ROUNDS), corrections=KEEP)

    assert [number for _ in range(3) if (number := _undone(club, corrected)) is not None] == [3, 2, 1]


def _undone(club: Club, event: Event) -> int | None:
    latest = undo_publication(club=club, event=event, by=None).latest
    return None if latest is None else latest.number


def test_what_was_published_last_is_found_past_corrections_and_undone_versions(club: Club, corrected: Event) -> None:
    publish(club, evening(TWO_ROUNDS), corrections=DROP)
    undo_publication(club=club, event=corrected, by=None)

    with club_scope(club):
        event = Event.objects.select_related("latest").get(club=club)
        published = find_published_version(club, event)
        assert published is not None
        assert ([version.number for version in list_versions_in_force(club, event)], published.number) == ([2, 1], 1)


class TestWithoutAnId:
    """Files that do not say which event they are of."""

    def test_a_moved_date_does_not_make_a_second_event(self, club: Club) -> None:
        event, first = held_evening(club, evening(external_id=None, program=""))
        correct(club, event, change_dates(read(club, first), date(2026, 5, 1), date(2026, 5, 1)))

        same = publish(club, evening(external_id=None, program=""), ask=True)
        with pytest.raises(AmbiguousEvent) as asked:
            publish(club, evening(TWO_ROUNDS, external_id=None, program=""), ask=True)

        assert (same.event, same.outcome) == (event, Outcome.UNCHANGED)
        assert [(candidate.event, candidate.near) for candidate in asked.value.candidates] == [(event, True)]

    def test_the_content_of_before_is_known_as_the_same(self, club: Club) -> None:
        event, first = held_evening(club, evening(external_id=None, program=""))
        correct(club, event, change_result(read(club, first), 1, 1, DRAW))

        [candidate] = find_candidates(club=club, record=evening(external_id=None, program=""))

        assert (candidate.event, candidate.score, [reason.code for reason in candidate.reasons]) == (event, 100, ["like_same_content"])


def test_corrections_of_another_club_are_not_at_stake() -> None:
    ours, theirs = make_club("Ours"), make_club("Theirs")
    event, first = held_evening(theirs)
    correct(theirs, event, change_result(read(theirs, first), 1, 1, DRAW))
    publish(ours, evening())

    done = publish(ours, evening(TWO_ROUNDS))

    assert (done.version.number, codes(done)) == (2, [])
    with club_scope(theirs):
        assert EventVersion.objects.count() == 2


def test_a_new_event_with_a_decision_is_just_new(club: Club) -> None:
    done = publish(club, replace(event_record(NAMES, []), external_id="e9"), corrections=KEEP)

    assert (done.outcome, done.version.number, codes(done)) == (Outcome.NEW, 1, [])
