"""Two at once, each on a connection of their own: corrections of one event, and a correction against a publication."""

from collections.abc import Callable
from threading import Barrier, Thread

import pytest
from django.db import connections

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from tests.factories import make_club
from tests.tournaments.corrections.evenings import (
    DRAW,
    LOSS,
    TWO_ROUNDS,
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
from tournaments.domain.corrections import change_result, remove_game, replace_by_byes
from tournaments.domain.errors import TournamentError
from tournaments.domain.stakes import OverCorrections
from tournaments.models import Entry, EntryLink, Event, EventVersion
from tournaments.services import undo_publication

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])

Act = Callable[[], object]


@pytest.fixture
def club() -> Club:
    return make_club()


def at_once(*acts: Act) -> list[str]:
    """The code that each of them was refused with, "" for those that went through."""
    start, ends = Barrier(len(acts)), dict[int, str]()

    def run(number: int, act: Act) -> None:
        try:
            start.wait()
            act()
            ends[number] = ""
        except TournamentError as refused:
            ends[number] = refused.code
        finally:
            connections.close_all()

    threads = [Thread(target=run, args=each) for each in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [ends[number] for number in range(len(acts))]


def is_whole(club: Club, event: Event) -> bool:
    """Every version has all its entries and links, each replaces the one before, and the latest one is rated."""
    with club_scope(club):
        found = Event.objects.get(club=club, pk=event.pk)
        versions = list(EventVersion.objects.filter(club=club, event=event).order_by("number"))
        entries = [Entry.objects.filter(club=club, version=version).count() for version in versions]
        links = [EntryLink.objects.filter(club=club, entry__version=version, undone_at=None).count() for version in versions]
    in_line = [version.replaces_id for version in versions] == [None, *(version.pk for version in versions[:-1])]
    return in_line and found.latest_id == found.rated_version_id == versions[-1].pk and entries == links == [4] * len(versions)


@pytest.mark.parametrize("_time", range(2))
def test_corrections_of_different_games_both_stand(club: Club, _time: int) -> None:
    event, first = held_evening(club)
    record = read(club, first)
    patches = [replace_by_byes(record, 1, 1, ZERO, ZERO), change_result(record, 1, 2, LOSS)]

    ends = at_once(*(lambda patch=patch: correct(club, event, patch, on=first) for patch in patches))

    assert (ends, numbers_of(club, event), is_whole(club, event)) == (["", ""], (3, 3, [1, 2, 3]), True)
    assert boards(read(club, latest_of(club, event))) == [[(1, 1, None, "Z"), (2, 3, 4, "0-1"), (3, 2, None, "Z")]]


@pytest.mark.parametrize("_time", range(2))
def test_of_two_corrections_of_one_game_the_second_is_told(club: Club, _time: int) -> None:
    event, first = held_evening(club)
    record = read(club, first)
    patches = [change_result(record, 1, 1, DRAW), change_result(record, 1, 1, LOSS), remove_game(record, 1, 1)]

    ends = at_once(*(lambda patch=patch: correct(club, event, patch, on=first) for patch in patches))

    assert (sorted(ends), is_whole(club, event)) == (["", "changed_since", "changed_since"], True)
    assert numbers_of(club, event) == (2, 2, [1, 2])


def test_one_correction_pressed_four_times_is_made_once(club: Club) -> None:
    event, first = held_evening(club)
    patch = change_result(read(club, first), 1, 1, DRAW)

    ends = at_once(*(lambda: correct(club, event, patch, on=first) for _ in range(4)))

    assert (sorted(ends), numbers_of(club, event)) == (["", "same_content", "same_content", "same_content"], (2, 2, [1, 2]))


@pytest.mark.parametrize("_time", range(2))
def test_a_publication_never_undoes_a_correction_that_it_has_not_seen(club: Club, _time: int) -> None:
    event, first = held_evening(club)
    patch = change_result(read(club, first), 1, 1, DRAW)

    corrected, published = at_once(lambda: correct(club, event, patch, on=first), lambda: publish(club, evening(TWO_ROUNDS)))

    assert (corrected, is_whole(club, event)) == ("", True)
    assert published in {"", "corrections_at_stake"}  # after the publication the correction is made on top of it
    shown = boards(read(club, latest_of(club, event)))
    assert (shown[0][0], len(shown)) == ((1, 1, 2, "½-½"), 1 if published else 2)


@pytest.mark.parametrize("_time", range(2))
def test_a_correction_and_a_publication_that_keeps_what_was_corrected(club: Club, _time: int) -> None:
    event, first = held_evening(club)
    record = read(club, first)
    correct(club, event, change_result(record, 1, 1, DRAW), on=first)
    patch = change_result(record, 1, 2, LOSS)

    ends = at_once(
        lambda: correct(club, event, patch, on=first),
        lambda: publish(club, evening(TWO_ROUNDS), corrections=OverCorrections.KEEP),
    )

    assert (ends, is_whole(club, event)) == (["", ""], True)
    assert boards(read(club, latest_of(club, event)))[0] == [(1, 1, 2, "½-½"), (2, 3, 4, "0-1")]


def test_one_correction_undone_twice_at_once(club: Club) -> None:
    event, first = held_evening(club)
    done = correct(club, event, change_result(read(club, first), 1, 1, DRAW))

    ends = at_once(
        lambda: undo_publication(club=club, event=event, by=None, expected_version=2),
        lambda: correct(club, event, done.patch.inverse(), on=done.version),
    )

    assert sorted(ends) in (["", "event_moved"], ["", "same_content"])
    assert boards(read(club, latest_of(club, event))) == boards(read(club, first))
