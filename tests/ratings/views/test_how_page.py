"""How this ladder works: the club's own figures, and Anne's evening computed by the ladder itself."""

from datetime import date

import pytest
from django.test import Client

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from ratings.models import LadderRules
from tests.factories import make_club
from tests.reading import headings, parse, table

pytestmark = pytest.mark.django_db


def read(client: Client, club: Club) -> bytes:
    return client.get(f"/club/{club.slug}/how-this-ladder-works/").content


def figures(page: bytes) -> list[str]:
    """The items of the first list."""
    return [item.text for item in parse(page).find("main")[0].find("ul")[0].find("li")]


def set_rules(club: Club, **rules: int | date) -> None:
    with club_scope(club):
        LadderRules.objects.create(club=club, **rules)


def test_a_new_club_goes_by_the_guides_figures(client: Client) -> None:
    assert figures(read(client, make_club())) == [
        "Everybody starts at 1200.0, unless the club knows the rating of somebody who comes back.",
        "K is 40 in the first 20 rated games and 20 afterwards.",
        "A rating is provisional until 5 rated games have been played.",
    ]


def test_annes_evening_adds_up_to_1413_8(client: Client) -> None:
    """RULES section 1: 1400 and 30 games against 1500, 1300, 1600 and 1350, 2½ out of 4."""
    page = read(client, make_club())
    assert table(page, "games") == [
        ["Opponent 1", "1500.0", "0", "0.36", "−7.20"],
        ["Opponent 2", "1300.0", "1", "0.64", "+7.20"],
        ["Opponent 3", "1600.0", "½", "0.24", "+5.20"],
        ["Opponent 4", "1350.0", "1", "0.57", "+8.60"],
    ]
    foot = [[cell.text for cell in row.find("th") + row.find("td")] for row in parse(page).find("tfoot")[0].find("tr")]
    assert foot == [["Sum", "", "2½", "1.81", "+13.80"], ["Change", "", "+13.8"]]
    assert "Her new rating is 1413.8." in page.decode()


def test_the_page_shows_the_clubs_own_figures_and_computes_with_them(client: Client) -> None:
    club = make_club()
    set_rules(club, start=15_000, k_new=32, k_established=16, new_games=40, provisional_games=0)
    page = read(client, club)
    assert figures(page) == [
        "Everybody starts at 1500.0, unless the club knows the rating of somebody who comes back.",
        "K is 32 in the first 40 rated games and 16 afterwards.",
        "No rating is provisional.",
    ]
    assert "has played 40 rated games, so her K is 16." in page.decode()
    assert table(page, "games")[1] == ["Opponent 2", "1300.0", "1", "0.64", "+5.76"]


def test_rules_that_change_on_a_date_are_all_shown(client: Client) -> None:
    club = make_club()
    set_rules(club, k_new=30, k_established=30)
    set_rules(club, since=date(2999, 1, 1), k_new=10, k_established=10)
    page = read(client, club)
    assert headings(page, "h3") == ["From the beginning", "From 1 Jan 2999"]
    assert figures(page)[1] == "K is 30."


def test_another_clubs_rules_do_not_stand_here(client: Client) -> None:
    ours, theirs = make_club("Ours"), make_club("Theirs")
    set_rules(theirs, start=17_000)
    assert "1700.0" not in read(client, ours).decode()
    assert "1700.0" in read(client, theirs).decode()


def test_figures_follow_the_language(client: Client) -> None:
    client.cookies["django_language"] = "ru"
    assert table(read(client, make_club()), "games")[0][1:] == ["1500,0", "0", "0,36", "−7,20"]
