"""What a ladder's address may ask for: what is not understood is said on the page, which search engines then do not list."""

from datetime import date, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from clubs.kept import KEPT
from clubs.models import Audience, Club, Visibility
from clubs.services import change_club
from ratings.services import replay_ladder
from tests.factories import event_record, make_club, make_event
from tests.reading import headings, notices, table
from tournaments.domain.results import ResultKind

pytestmark = pytest.mark.django_db

NO_DAY = "The day in the address is not understood. This is the ladder as it is now."
NO_ORDER = "The address asks for an order that there is not. The ladder is sorted by rating."
NOBODY_SUCH = "Whom to show is not understood from the address. Listed is who has played in the last twelve months."


@pytest.fixture
def club() -> Club:
    """Public, so that search engines may list what is understood."""
    KEPT.clear()
    club = make_club(audience=Audience.ADULTS)
    change_club(club=club, by=None, visibility=Visibility.PUBLIC)
    make_event(club, event_record(["Dana Adler", "Gil Tal"], [[(1, 2, ResultKind.WHITE_WIN)]] * 5, on=date(2026, 3, 3)))
    replay_ladder(club=club)
    return club


def today() -> date:
    return timezone.localdate()


def said(client: Client, club: Club, page: str) -> tuple[list[str], bool]:
    """The notices on a page, and whether search engines may list it."""
    answer = client.get(f"/club/{club.slug}/{page}")
    return notices(answer.content), "X-Robots-Tag" not in answer


@pytest.mark.parametrize("page", ["", "wall/"])
@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("?on=abc", [NO_DAY]),
        ("?on=2026-02-30", [NO_DAY]),
        ("?on=20260309", [NO_DAY]),
        ("?on=0999-12-31", [NO_DAY]),
        ("?sort=xx", [NO_ORDER]),
        ("?sort=-", [NO_ORDER]),
        ("?who=me", [NOBODY_SUCH]),
        ("?who=me&on=x&sort=y", [NOBODY_SUCH, NO_DAY, NO_ORDER]),
    ],
)
def test_what_is_not_understood_is_said(client: Client, club: Club, page: str, query: str, told: list[str]) -> None:
    asked = client.get(f"/club/{club.slug}/{page}{query}").content
    assert said(client, club, f"{page}{query}") == (told, False)
    shown = "wall-table" if page else "ladder-rows"
    assert table(asked, shown) == table(client.get(f"/club/{club.slug}/{page}").content, shown) != []


@pytest.mark.parametrize("query", ["", "?on=&q=", "?who=all", "?sort=-games", "?on=2026-03-03", "?unknown=1"])
@pytest.mark.parametrize("page", ["", "wall/"])
def test_of_what_is_understood_nothing_is_said(client: Client, club: Club, page: str, query: str) -> None:
    assert said(client, club, page + query) == ([], True)


def test_a_day_to_come_is_said_to_be_one_and_today_is_a_day_like_others(client: Client, club: Club) -> None:
    assert said(client, club, "?on=9999-12-31") == (["31 Dec 9999 is still to come. This is the ladder as it is now."], False)
    assert headings(client.get(f"/club/{club.slug}/?on=9999-12-31").content, "h2")[0] == "Ladder"
    assert said(client, club, f"?on={today()}") == ([], True)
    assert headings(client.get(f"/club/{club.slug}/?on={today()}").content, "h2")[0].startswith("Ladder as of ")
    assert said(client, club, f"?on={today() + timedelta(days=2)}")[1] is False


def test_the_file_of_a_day_to_come_is_that_of_today(client: Client, club: Club) -> None:
    assert client.get(f"/club/{club.slug}/ladder.json?on=9999-12-31").json()["as_of"] == today().isoformat()
    assert f"ladder-{today()}.csv" in client.get(f"/club/{club.slug}/ladder.csv?on=9999-12-31")["Content-Disposition"]


@pytest.mark.parametrize(("season", "listed"), [("2026", True), ("1999", False), ("2999", False)])
def test_search_engines_list_only_seasons_in_which_something_counts(client: Client, club: Club, season: str, listed: bool) -> None:
    assert said(client, club, f"seasons/{season}/") == ([], listed)
