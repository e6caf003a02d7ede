"""Publishing: new, changed, unchanged, refused; what is carried over; undoing."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from clubs.models import Club, JournalEntry
from clubs.tenancy.scope import club_scope
from tests.factories import Board, event_record, make_club, make_player, make_user
from tournaments.domain.errors import EventConflict, EventUnknown, NotPublishable
from tournaments.domain.record import EntryRecord, EventRecord, Reading, Remark
from tournaments.domain.results import ResultKind
from tournaments.models import Entry, EntryLink, Event, EventVersion, Game, Round
from tournaments.selectors.events import count_waiting_names, list_events, list_versions_in_force
from tournaments.services import AmbiguousEvent, Outcome, Publication, publish_event, undo_publication

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

BOARDS: list[list[Board]] = [[(1, 2, ResultKind.WHITE_WIN), (3, None, ResultKind.HALF_POINT_BYE)], [(3, 1, ResultKind.DRAW)]]
NAMES = ["Anna Berg", "Ben Cohen", "Chaya Dror"]


def record(names: list[str] | None = None, **changes: Any) -> EventRecord:
    return replace(event_record(names or NAMES, BOARDS, external_id="e1"), **changes)


def publish(club: Club, published: EventRecord, **options: Any) -> Publication:
    return publish_event(club=club, reading=Reading(published, source_format="test"), by=None, source="command", **options)


def link(club: Club, version: EventVersion, name: str, player_name: str | None = None) -> EntryLink:
    player = make_player(club, player_name or name)
    with club_scope(club):
        entry = Entry.objects.get(club=club, version=version, name=name)
        return EntryLink.objects.create(club=club, entry=entry, player=player, reason="exact")


def test_the_whole_event_is_kept() -> None:
    club, by = make_club(), make_user()
    warning = Remark("rank_unreadable", "The rank …", 7, 86, {"number": 2, "found": "x"})
    entries = (EntryRecord(1, "Anna Berg", 1800, "WFM", 1), EntryRecord(2, "Ben Cohen"), EntryRecord(3, " Chaya  Dror"))
    published = record(entries=entries, ends_on=date(2026, 3, 4), time_control="10+5", planned_rounds=3)
    reading = Reading(published, (warning,), ("fide_id",), "trf")

    done = publish_event(club=club, reading=reading, by=by, source="upload")

    with club_scope(club):
        event = Event.objects.get(club=club)
        version = EventVersion.objects.get(club=club)
        assert (event.program, event.external_id, event.latest, event.rated_version) == ("test", "e1", version, None)
        assert (done.event, done.version, done.outcome, done.warnings) == (event, version, Outcome.NEW, (warning,))
        assert (version.number, version.name, version.starts_on, version.ends_on, version.published_by_id) == (
            1,
            "Club evening",
            date(2026, 3, 3),
            date(2026, 3, 4),
            by.pk,
        )
        assert (version.format, version.variant, version.time_control, version.planned_rounds) == ("swiss", "standard", "10+5", 3)
        assert (version.rated, version.finished, version.source, version.dropped) == (True, True, "upload", ["fide_id"])
        assert version.warnings == [
            {"code": "rank_unreadable", "message": "The rank …", "line": 7, "column": 86, "params": {"number": 2, "found": "x"}}
        ]
        assert list(Entry.objects.order_by("number").values_list("number", "name", "rating", "title", "rank")) == [
            (1, "Anna Berg", 1800, "WFM", 1),
            (2, "Ben Cohen", None, "", None),
            (3, "Chaya Dror", None, "", None),
        ]
        assert list(Round.objects.order_by("number").values_list("number", "played_on")) == [(1, None), (2, None)]
        games = Game.objects.order_by("round", "board").values_list("round", "board", "white__number", "black__number", "result")
        assert list(games) == [(1, 1, 1, 2, "1-0"), (1, 2, 3, None, "H"), (2, 1, 3, 1, "½-½")]
        journal = JournalEntry.objects.get(action="event.published")
        assert (journal.by_id, journal.subject) == (by.pk, event.public_id)
        assert journal.detail == {"version": 1, "source": "upload", "outcome": "new"}


def test_the_same_content_changes_nothing_whatever_its_order_and_stated_points() -> None:
    club = make_club()
    first = publish(club, record())
    shuffled = record()
    shuffled = replace(shuffled, entries=tuple(replace(entry, points=9) for entry in reversed(shuffled.entries)))

    again = publish(club, shuffled)

    assert (again.event, again.version, again.outcome) == (first.event, first.version, Outcome.UNCHANGED)
    with club_scope(club):
        assert (EventVersion.objects.count(), JournalEntry.objects.filter(action="event.published").count()) == (1, 1)


def test_other_content_is_a_new_version_of_the_same_event() -> None:
    club = make_club()
    first = publish(club, record())

    second = publish(club, record(name="Club evening, corrected"))

    assert (second.event, second.outcome, second.version.number, second.version.replaces) == (
        first.event,
        Outcome.CHANGED,
        2,
        first.version,
    )
    with club_scope(club):
        assert Event.objects.get().latest == second.version
        assert Entry.objects.filter(version=first.version).count() == 3


def test_a_new_name_moves_the_page_at_once_and_the_ladder_waits() -> None:
    club = make_club()
    first = publish(club, record())
    links = {name: link(club, first.version, name) for name in NAMES}
    settled = publish(club, record(name="Decided"))
    assert settled.event.rated_version == settled.version

    late = publish(club, record([*NAMES, "Dov Ezra"]))

    with club_scope(club):
        event = Event.objects.get()
        assert (event.latest, event.rated_version) == (late.version, settled.version)
        assert count_waiting_names(club, [settled.version.pk, late.version.pk]) == {late.version.pk: 1}
        carried = EntryLink.objects.filter(entry__version=late.version).order_by("entry__number")
        assert [(found.entry.name, found.player_id) for found in carried] == [(name, links[name].player_id) for name in NAMES]
        assert [found.carried_from.entry.version for found in carried if found.carried_from] == [settled.version] * 3


def test_a_link_goes_with_the_name_and_never_with_the_number() -> None:
    club = make_club()
    first = publish(club, record(["Anna Berg", "Ben Cohen", "Ben Cohen"]))
    anna = link(club, first.version, "Anna Berg")
    with club_scope(club):
        twin = Entry.objects.filter(version=first.version, name="Ben Cohen").order_by("number")[0]
    player = make_player(club, "Ben Cohen")
    with club_scope(club):
        EntryLink.objects.create(club=club, entry=twin, player=player)

    second = publish(club, record(["Ben Cohen", "Anna Berg", "Chaya Dror"]))

    with club_scope(club):
        carried = list(EntryLink.objects.filter(entry__version=second.version).values_list("entry__name", "player"))
    assert carried == [("Anna Berg", anna.player_id)]


def test_a_link_that_was_undone_is_not_carried() -> None:
    club = make_club()
    first = publish(club, record())
    undone = link(club, first.version, "Anna Berg")
    with club_scope(club):
        EntryLink.objects.filter(pk=undone.pk).update(undone_at=first.version.published_at)

    second = publish(club, record(name="Again"))

    with club_scope(club):
        assert not EntryLink.objects.filter(entry__version=second.version).exists()


def test_an_event_without_a_date_is_refused_with_what_to_give() -> None:
    club = make_club()

    with pytest.raises(NotPublishable, match=r"no start date.*--date") as refused:
        publish(club, record(starts_on=None, ends_on=None))

    assert refused.value.code == "date_missing"
    with club_scope(club):
        assert not Event.objects.exists()


def test_names_that_cannot_be_kept_are_refused_all_at_once_by_number() -> None:
    club = make_club()

    with pytest.raises(NotPublishable) as refused:
        publish(club, record(["Anna\u3164Berg", "Ben Cohen", "Chaya\u202eDror"]))

    assert [(fault.code, fault.params["number"], fault.params["position"]) for fault in refused.value.remarks] == [
        ("entry_name_invisible_character", 1, 5),
        ("entry_name_direction_override", 3, 6),
    ]
    with club_scope(club):
        assert not Event.objects.exists()


def test_a_publication_after_another_one_that_was_not_seen_is_refused() -> None:
    club = make_club()
    publish(club, record())
    publish(club, record(name="Second"))

    with pytest.raises(EventConflict, match="at version 2, not 1"):
        publish(club, record(name="Third"), expected_version=1)

    assert publish(club, record(name="Third"), expected_version=2).version.number == 3


def test_an_event_of_another_club_is_no_event_here() -> None:
    ours, theirs = make_club("Ours"), make_club("Theirs")
    foreign = publish(theirs, record()).event

    with pytest.raises(EventUnknown):
        publish(ours, record(), event=foreign)
    with pytest.raises(EventUnknown):
        undo_publication(club=ours, event=foreign, by=None)

    assert publish(ours, record()).event != foreign
    with club_scope(theirs):
        assert EventVersion.objects.count() == 1


def test_an_event_published_without_an_id_takes_the_one_it_is_given() -> None:
    club = make_club()
    first = publish(club, record(external_id=None, program=""))

    publish(club, record(name="With id"), event=first.event)

    assert publish(club, record(name="Found by it")).event == first.event


def test_an_event_keeps_its_id_and_an_id_its_event() -> None:
    club = make_club()
    first = publish(club, record())
    other = publish(club, record(external_id=None, name="Another"))

    with pytest.raises(EventConflict) as differs:
        publish(club, record(external_id="e2"), event=first.event)
    with pytest.raises(EventConflict) as taken:
        publish(club, record(), event=other.event)

    assert (differs.value.code, taken.value.code) == ("event_has_other_id", "event_id_taken")


def test_without_an_id_a_likely_event_is_asked_about_and_the_same_content_is_not() -> None:
    club = make_club()
    first = publish(club, record(external_id=None))

    with pytest.raises(AmbiguousEvent) as asked:
        publish(club, record([*NAMES, "Dov Ezra"], external_id=None), ask=True)

    assert [(candidate.event, candidate.near) for candidate in asked.value.candidates] == [(first.event, True)]
    assert publish(club, record(external_id=None), ask=True).outcome == Outcome.UNCHANGED
    assert publish(club, record(external_id=None)).outcome == Outcome.NEW


def test_undoing_points_back_and_publishing_again_is_a_new_version() -> None:
    club = make_club()
    first = publish(club, record())
    for name in NAMES:
        link(club, first.version, name)
    second = publish(club, record(name="Second"))

    undone = undo_publication(club=club, event=second.event, by=None)

    assert (undone.latest, undone.rated_version, undone.removed_at) == (first.version, first.version, None)
    third = publish(club, record(name="Second"))
    assert (third.version.number, third.version.replaces, third.event.rated_version) == (3, first.version, third.version)
    assert undo_publication(club=club, event=third.event, by=None).latest == first.version
    with club_scope(club):
        assert list_versions_in_force(club, third.event) == [third.version, first.version]
        detail = JournalEntry.objects.filter(action="event.publication_undone").order_by("pk").values_list("detail", flat=True)
        assert list(detail) == [{"version": 2, "back_to": 1}, {"version": 3, "back_to": 1}]


def test_a_version_that_was_undone_is_never_rated_again() -> None:
    club = make_club()
    first = publish(club, record())
    for name in NAMES:
        link(club, first.version, name)
    undone = publish(club, record(name="Wrong results"))
    undo_publication(club=club, event=undone.event, by=None)

    late = publish(club, record([*NAMES, "Dov Ezra"]))

    assert (late.event.latest, late.event.rated_version) == (late.version, first.version)


def test_undoing_the_first_publication_removes_the_event_until_it_is_published_again() -> None:
    club = make_club()
    first = publish(club, record())

    gone = undo_publication(club=club, event=first.event, by=None)

    assert (gone.latest, gone.rated_version, gone.removed_at is None) == (None, None, False)
    with club_scope(club):
        assert list(list_events(club)) == []
    with pytest.raises(EventConflict, match="nothing to undo"):
        undo_publication(club=club, event=first.event, by=None)
    again = publish(club, record())
    assert (again.event, again.version.number, again.event.removed_at, again.outcome) == (first.event, 2, None, Outcome.CHANGED)


def test_an_event_that_was_removed_stays_so_and_says_so() -> None:
    club = make_club()
    first = publish(club, record())
    with club_scope(club):
        Event.objects.update(removed_at=first.version.published_at)

    again = publish(club, record(name="Again"))

    assert [warning.code for warning in again.warnings] == ["event_was_removed"]
    with club_scope(club):
        event = Event.objects.get()
        assert (event.latest, event.removed_at) == (again.version, first.version.published_at)
