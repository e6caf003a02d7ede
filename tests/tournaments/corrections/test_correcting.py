"""Correcting a stored event: a new version, all links with it, all or nothing; undoing in any order."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import HealthCheck, given, settings
from pytest_django import DjangoAssertNumQueries

from clubs.models import Club, JournalEntry
from clubs.tenancy.scope import club_scope
from tests.factories import decide_names, make_club, make_event, make_player, make_user
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
from tests.tournaments.corrections.records import patched_records, records
from tournaments.domain.corrections import (
    EventPatch,
    apply_patch,
    change_dates,
    change_result,
    remove_game,
    replace_by_byes,
    set_finished,
    set_rated,
    together,
)
from tournaments.domain.errors import CorrectionRefused
from tournaments.domain.record import EventRecord, PairingRecord
from tournaments.domain.results import ResultKind
from tournaments.domain.stakes import OverCorrections
from tournaments.interchange import content_digest
from tournaments.models import Entry, EntryLink, Event, EventVersion, Game, Round
from tournaments.selectors.records import record_of
from tournaments.services import undo_publication
from tournaments.services.correcting import correct_event
from tournaments.services.events import remove_event

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.fixture
def club(db: None) -> Club:
    return make_club()


def links(club: Club, version: EventVersion) -> list[tuple[int, str, str, int | None]]:
    with club_scope(club):
        held = EntryLink.objects.filter(club=club, entry__version=version, undone_at=None).order_by("entry__number")
        return list(held.values_list("entry__number", "entry__name", "player__name", "carried_from__entry__version__number"))


def counts(club: Club) -> tuple[int, ...]:
    with club_scope(club):
        return tuple(model.objects.count() for model in (Event, EventVersion, Entry, Round, Game, EntryLink, JournalEntry))


def test_a_correction_is_a_version_with_everything_else_as_it_was(club: Club) -> None:
    by = make_user()
    event, first = held_evening(club, evening(time_control="10+5", planned_rounds=3))
    patch = change_result(read(club, first), 1, 1, DRAW)

    done = correct(club, event, patch, by=by)

    assert read(club, done.version) == apply_patch(read(club, first), patch)
    assert (done.version.number, done.version.source, done.version.is_correction, done.version.published_by_id) == (
        2,
        "correction",
        True,
        by.pk,
    )
    assert (done.version.replaces, done.version.digest) == (first, content_digest(read(club, done.version)))
    assert (done.event, done.event.latest, done.event.rated_version, done.patch) == (event, done.version, done.version, patch)
    assert links(club, done.version) == [(number, name, name, 1) for number, name in enumerate(NAMES, 1)]
    assert boards(read(club, first)) == [[(1, 1, 2, "1-0"), (2, 3, 4, "½-½")]]
    with club_scope(club):
        journal = JournalEntry.objects.get(action="event.corrected")
    assert (journal.by_id, journal.subject) == (by.pk, event.public_id)
    assert journal.detail == {"version": 2, "on": 1, "patch": patch.as_json()}


def test_who_decided_a_name_still_has(club: Club) -> None:
    arbiter, corrector = make_user(), make_user()
    event, first = held_evening(club)
    with club_scope(club):
        EntryLink.objects.filter(club=club).update(by=arbiter, reason="chosen")

    done = correct(club, event, set_rated(read(club, first), False), by=corrector)

    with club_scope(club):
        held = EntryLink.objects.filter(club=club, entry__version=done.version)
        assert {(link.by_id, link.reason) for link in held} == {(arbiter.pk, "chosen")}


def test_namesakes_stay_who_they_are(club: Club) -> None:
    event = publish(club, evening([[(1, 2, WIN)]], ["Ben Cohen", "Ben Cohen"])).event
    first = latest_of(club, event)
    players = [make_player(club, "Ben the elder"), make_player(club, "Ben the younger")]
    with club_scope(club):
        for entry, player in zip(Entry.objects.filter(version=first).order_by("number"), players, strict=True):
            EntryLink.objects.create(club=club, entry=entry, player=player)

    done = correct(club, event, change_result(read(club, first), 1, 1, LOSS))

    assert links(club, done.version) == [(1, "Ben Cohen", "Ben the elder", 1), (2, "Ben Cohen", "Ben the younger", 1)]
    assert done.event.rated_version == done.version


def test_an_event_that_waits_for_names_is_corrected_and_waits_on(club: Club) -> None:
    event = make_event(club, evening(), decided=False)
    first = latest_of(club, event)

    correct(club, event, change_result(read(club, first), 1, 1, DRAW))
    assert numbers_of(club, event) == (2, None, [1, 2])

    decide_names(club, event)
    assert numbers_of(club, event) == (2, 2, [1, 2])


def test_a_link_that_was_undone_is_not_carried(club: Club) -> None:
    event, first = held_evening(club)
    with club_scope(club):
        EntryLink.objects.filter(club=club, entry__number=2).update(undone_at=first.published_at)

    done = correct(club, event, change_result(read(club, first), 1, 1, DRAW))

    assert [number for number, *_ in links(club, done.version)] == [1, 3, 4]


def test_a_removed_event_is_corrected_and_stays_removed(club: Club) -> None:
    event, first = held_evening(club)
    remove_event(club=club, event=event, by=None)

    done = correct(club, event, set_rated(read(club, first), False))

    assert (done.event.removed_at is None, done.event.latest) == (False, done.version)


@pytest.mark.parametrize("code", ["same_content", "date_out_of_range", "changed_since", "nothing_published"])
def test_what_is_refused_leaves_nothing_behind(club: Club, code: str) -> None:
    event, first = held_evening(club)
    record = read(club, first)
    patch = {
        "same_content": change_result(record, 1, 1, DRAW).inverse(),
        "date_out_of_range": change_dates(record, date(1200, 1, 1), date(2026, 3, 3)),
        "changed_since": change_result(apply_patch(record, change_result(record, 1, 1, LOSS)), 1, 1, DRAW),
        "nothing_published": set_rated(record, False),
    }[code]
    if code == "nothing_published":
        undo_publication(club=club, event=event, by=None)
    before = counts(club)

    with pytest.raises(CorrectionRefused) as refused:
        correct_event(club=club, event=event, patch=patch, on=first, by=None)

    assert (refused.value.code, counts(club)) == (code, before)


def test_nothing_of_another_club_is_corrected_or_spoken_of() -> None:
    ours, theirs = make_club("Ours"), make_club("Theirs")
    (event, first), (foreign, foreign_first) = held_evening(ours), held_evening(theirs)
    other, other_first = held_evening(ours, evening(external_id="e2"))
    patch = set_rated(read(ours, first), False)
    before = counts(ours), counts(theirs)

    for wrong, on in ((foreign, foreign_first), (event, foreign_first), (foreign, first), (event, other_first), (other, first)):
        with pytest.raises(CorrectionRefused) as refused:
            correct_event(club=ours, event=wrong, patch=patch, on=on, by=None)
        assert refused.value.code == "not_here"

    assert (counts(ours), counts(theirs)) == before


class TestUndoing:
    def test_the_inverse_gives_the_same_content_back(self, club: Club) -> None:
        event, first = held_evening(club)
        done = correct(club, event, replace_by_byes(read(club, first), 1, 1, FULL, ZERO))

        undone = correct(club, event, done.patch.inverse(), on=done.version)

        assert (undone.version.number, undone.version.digest, read(club, undone.version)) == (3, first.digest, read(club, first))
        assert undone.event.rated_version == undone.version

    def test_out_of_order(self, club: Club) -> None:
        event, first = held_evening(club, evening(TWO_ROUNDS))
        record = read(club, first)
        made = [
            correct(club, event, change_result(record, 1, 1, DRAW), on=first),
            correct(club, event, remove_game(record, 1, 2), on=first),
            correct(club, event, set_rated(record, False), on=first),
        ]

        for each in made:
            correct(club, event, each.patch.inverse(), on=each.version)

        assert (read(club, latest_of(club, event)), numbers_of(club, event)) == (record, (7, 7, [1, 2, 3, 4, 5, 6, 7]))

    def test_after_a_publication_that_gave_other_numbers(self, club: Club) -> None:
        event, first = held_evening(club)
        done = correct(club, event, change_result(read(club, first), 1, 1, DRAW))
        late = evening([[(1, None, ZERO), (5, 4, DRAW), (3, 2, DRAW)]], ["Zoe Adam", *reversed(NAMES)])
        publish(club, late)

        undone = correct(club, event, done.patch.inverse(), on=done.version)

        assert boards(read(club, undone.version)) == [[(1, 1, None, "Z"), (2, 5, 4, "1-0"), (3, 3, 2, "½-½")]]

    def test_a_game_that_was_changed_since(self, club: Club) -> None:
        event, first = held_evening(club)
        record = read(club, first)
        done = correct(club, event, change_result(record, 1, 1, DRAW))
        correct(club, event, replace_by_byes(read(club, done.version), 1, 1, FULL, ZERO))
        before = counts(club)

        with pytest.raises(CorrectionRefused) as refused:
            correct(club, event, done.patch.inverse(), on=done.version)

        assert (refused.value.code, refused.value.params) == ("changed_since", {"round": 1, "board": 1, "now": "1: F, 2: Z"})
        assert refused.value.now == (PairingRecord(1, 1, None, FULL), PairingRecord(3, 2, None, ZERO))
        assert counts(club) == before

    def test_a_person_who_is_not_there_any_more(self, club: Club) -> None:
        event, first = held_evening(club)
        done = correct(club, event, change_result(read(club, first), 1, 1, DRAW))
        publish(club, evening([[(1, 2, DRAW), (3, 4, DRAW)]], ["Anna B.", *NAMES[1:]]), corrections=OverCorrections.DROP)

        with pytest.raises(CorrectionRefused, match="not certain who number 1 of round 1 is"):
            correct(club, event, done.patch.inverse(), on=done.version)

    def test_the_latest_correction_by_undoing_the_latest_version(self, club: Club) -> None:
        event, first = held_evening(club)
        correct(club, event, change_result(read(club, first), 1, 1, DRAW))

        undone = undo_publication(club=club, event=event, by=None, expected_version=2)

        assert (undone.latest, undone.rated_version) == (first, first)
        with club_scope(club):
            journal = JournalEntry.objects.get(action="event.correction_undone")
            assert not JournalEntry.objects.filter(action="event.publication_undone").exists()
        assert journal.detail == {"version": 2, "back_to": 1}

    def test_a_correction_of_what_was_undone_meanwhile_is_refused(self, club: Club) -> None:
        event, first = held_evening(club)
        done = correct(club, event, change_result(read(club, first), 1, 1, DRAW))
        undo_publication(club=club, event=event, by=None)

        with pytest.raises(CorrectionRefused) as refused:
            correct(club, event, done.patch.inverse(), on=done.version)

        assert refused.value.code == "same_content"


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(made=patched_records())
def test_any_correction_and_its_undoing_keep_every_byte(made: tuple[EventRecord, EventPatch]) -> None:
    record, patch = made
    club = make_club()
    event, first = held_evening(club, replace(record, external_id="e1", program="test"))

    done = correct(club, event, patch)
    undone = correct(club, event, done.patch.inverse(), on=done.version)

    assert read(club, done.version).rounds == apply_patch(record, patch).rounds
    assert (undone.version.digest, read(club, undone.version), links(club, undone.version)) == (
        first.digest,
        read(club, first),
        [(number, name, player, 2) for number, name, player, _ in links(club, first)],
    )


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(record=records(unique=False))
def test_a_version_is_read_as_it_was_published(record: EventRecord) -> None:
    club = make_club()
    published = replace(record, external_id="e1", program="test")

    version = publish(club, published).version

    assert read(club, version) == published
    assert content_digest(read(club, version)) == version.digest


@pytest.mark.parametrize("record", [evening(), evening(TWO_ROUNDS)])
def test_a_version_is_read_in_four_statements(club: Club, record: EventRecord, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    _event, version = held_evening(club, record)

    with club_scope(club), django_assert_num_queries(4):
        record_of(club, version)


def test_everything_at_once(club: Club) -> None:
    event, first = held_evening(club, evening(TWO_ROUNDS))
    record = read(club, first)
    day = date(2026, 3, 7)
    changes = [change_result(record, 1, 1, ResultKind.WHITE_FORFEIT_WIN), remove_game(record, 2, 1), change_dates(record, day, day)]

    done = correct(club, event, together([*changes, set_rated(record, False), set_finished(record, False)]))

    assert boards(read(club, done.version)) == [[(1, 1, 2, "+-"), (2, 3, 4, "½-½")], [(2, 2, 4, "1-0")]]
    assert (done.version.starts_on, done.version.ends_on, done.version.rated, done.version.finished) == (day, day, False, False)
