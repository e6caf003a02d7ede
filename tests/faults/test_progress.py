"""A rebuild that takes long shows how far it is, to whoever comes, whenever they come; and nothing of one that was killed."""

import re
import subprocess

import pytest
from django.test import Client

from clubs.models import Club
from clubs.tenancy.scope import club_scope, lock_ladder
from ratings.selectors import get_ladder_state
from ratings.services import replay_ladder, request_rebuild
from tests.factories import join_club, make_club
from tests.faults.scene import within
from tests.faults.slow_replay import standing_still
from tests.ratings.builder import WIN, new_event, one_game

pytestmark = [pytest.mark.servers, pytest.mark.django_db(transaction=True, databases=["default", "owner"])]

Shown = tuple[str, str] | None


@pytest.fixture
def club() -> Club:
    club = make_club("Grove")
    new_event(club, one_game(club, WIN))
    replay_ladder(club=club)
    request_rebuild(club=club, by=None)
    return club


def pages(club: Club) -> dict[str, tuple[Client, str]]:
    """The front page and the desk, and the notice alone of each, as somebody sees them who comes now."""
    stranger, arbiter = Client(), Client()
    arbiter.force_login(join_club(club))
    front, desk = f"/club/{club.slug}/", f"/desk/{club.public_id}/"
    return {
        "front page": (stranger, front),
        "its notice": (stranger, f"{front}ladder-state/"),
        "desk": (arbiter, desk),
        "its notice at the desk": (arbiter, f"{desk}ladder-state/"),
    }


def shown_on(club: Club) -> dict[str, Shown]:
    """Value and greatest value of the bar on each page that says that the ladder is being rebuilt."""
    shown: dict[str, Shown] = {}
    for name, (client, address) in pages(club).items():
        page = client.get(address).content.decode()
        assert "The ladder is being rebuilt" in page
        found = re.search(r'<progress id="ladder-progress" value="(\d+)" max="(\d+)">', page)
        shown[name] = None if found is None else (found[1], found[2])
    return shown


def everywhere(what: Shown) -> dict[str, Shown]:
    return dict.fromkeys(("front page", "its notice", "desk", "its notice at the desk"), what)


def go_on(process: "subprocess.Popen[str]") -> None:
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()
    assert process.wait(30) == 0


def test_it_is_shown_on_every_page_and_is_still_there_for_who_comes_later(club: Club) -> None:
    assert shown_on(club) == everywhere(None)
    with standing_still(club.pk) as process:
        assert shown_on(club) == everywhere(("240", "600"))
        assert shown_on(club) == everywhere(("240", "600"))
        page = " ".join(Client().get(f"/club/{club.slug}/ladder-state/").content.decode().split())
        assert "<span>240 of 600</span>" in page
        go_on(process)
    for client, address in pages(club).values():
        assert "ladder-progress" not in client.get(address).content.decode()
    assert "The ladder is rebuilt" in Client().get(f"/club/{club.slug}/ladder-state/").content.decode()


def test_the_last_word_of_a_replay_that_was_killed_is_not_shown(club: Club) -> None:
    with standing_still(club.pk) as process:
        assert shown_on(club) == everywhere(("240", "600"))
        process.kill()
        process.wait()
        within(60, lambda: shown_on(club) == everywhere(None))
    with club_scope(club) as cursor:
        lock_ladder(cursor, club)  # as the next replay, which has told nothing yet
        assert get_ladder_state(club).progress is None
    request_rebuild(club=club, by=None)
    with standing_still(club.pk) as process:  # another one has the lock now, and tells of itself alone
        assert shown_on(club) == everywhere(("240", "600"))
        go_on(process)
    assert get_ladder_state(club).fresh


def test_another_club_shows_nothing_of_it(club: Club) -> None:
    other = make_club("Other")
    new_event(other, one_game(other, WIN))
    with standing_still(club.pk):
        assert shown_on(other) == everywhere(None)
