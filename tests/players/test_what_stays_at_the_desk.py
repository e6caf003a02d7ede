"""Notes, former names and spellings are for arbiters: no public page, file, feed or program's answer has a word of them.

The page that tells a family what is held of its own child names what the child was called before, and no word of a note.
"""

import re

import pytest
from django.test import Client

from clubs.models import Visibility
from clubs.services import change_club, issue_token
from clubs.tenancy.scope import club_scope
from players.models import Player
from players.services import change_person, rename_player, write_note
from ratings.services import replay_ladder
from tests.browser.pages import PAGES
from tests.browser.show_club import ShowClub, make_show_club

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

NOTE, OLD = "quokka seventeen", "Wombatina Oldmaiden"


def plant(show: ShowClub) -> None:
    """A note, and a name from before a change, with everybody who can be seen."""
    with club_scope(show.club):
        people = list(Player.objects.filter(club=show.club))
    for player in people:
        write_note(club=show.club, player=player, text=f"{NOTE} {player.public_id}", by=None, seen=0)
        name = player.name
        rename_player(club=show.club, player=player, name=OLD, by=None, kind="fix")
        rename_player(club=show.club, player=player, name=name, by=None, kind="change")
    change_person(
        club=show.club,
        player=people[0],
        by=None,
        age_group=people[0].age_group,
        age_group_lapses=None,
        always_initials=False,
        inactive=True,
    )
    change_club(club=show.club, by=None, visibility=Visibility.PUBLIC)
    replay_ladder(club=show.club)


def leaks(body: bytes) -> list[str]:
    text = body.decode().lower()
    return [word for word in (NOTE, OLD.lower(), "oldmaiden", "wombatina") if word in text]


def test_no_public_surface_has_a_word_of_it() -> None:
    show = make_show_club("en")
    plant(show)
    slug, player = show.club.slug, show.player.public_id
    pages = [page.address(show) for page in PAGES if not page.member]
    files = [f"/club/{slug}/ladder.csv", f"/club/{slug}/ladder.json", f"/club/{slug}/players/{player}/history.csv"]
    client = Client()
    answers = {address: client.get(address, follow=True) for address in (*pages, *files, "/robots.txt")}
    _, secret = issue_token(club=show.club, label="reader", scopes=["read"], by=None)
    for address in (f"/api/v1/clubs/{slug}/events/", f"/api/v1/clubs/{slug}/events/{show.swiss.public_id}/"):
        answers[address] = client.get(address, headers={"Authorization": f"Bearer {secret}"})
    found = {address: leaks(answer.content) for address, answer in answers.items() if leaks(answer.content)}
    own = {address for address in found if re.fullmatch(r"/family/[^/]+/data/", address)}
    assert {address: words for address, words in found.items() if address not in own or NOTE in words} == {}
    assert sum(answer.status_code == 200 for answer in answers.values()) >= 20, "most must have been there, or nothing was looked at"


def test_the_searcher_for_leaks_finds_them_at_the_desk() -> None:
    show = make_show_club("en")
    plant(show)
    arbiter = Client()
    arbiter.force_login(show.owner)  # type: ignore[arg-type]
    page = arbiter.get(f"/desk/{show.club.public_id}/people/{show.player.public_id}/").content
    assert leaks(page) == [NOTE, OLD.lower(), "oldmaiden", "wombatina"]
    for kind in ("csv", "xlsx"):
        assert NOTE.encode() not in arbiter.get(f"/desk/{show.club.public_id}/people/members.{kind}").content


def test_the_public_search_matches_only_what_is_shown() -> None:
    """In the show club initials are shown: a real name, an old one or another script finds nobody."""
    show = make_show_club("en")
    plant(show)
    with club_scope(show.club):
        real = show.player.name.split()
    client = Client()

    def found(text: str) -> int:
        page = client.get(f"/club/{show.club.slug}/", {"q": text, "who": "all"}).content.decode()
        return page.count(f"/{show.player.public_id}/")

    assert {text: found(text) for text in (*real, OLD, "Wombatina")} == dict.fromkeys((*real, OLD, "Wombatina"), 0)
    assert found(f"{real[0][0]}. {real[1][0]}.") >= 1
