"""The page that explains a change: every game of the event, and a printed sum that gives the printed change."""

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import Club, Visibility
from clubs.services import change_club
from clubs.tenancy.scope import club_scope
from players.models import Player
from ratings.domain.rules import Rules
from ratings.services import replay_ladder
from ratings.services.rules import set_rules
from tests.factories import Board, event_record, join_club, make_club, make_event, make_player
from tests.reading import headings, links, notices, parse, table
from tournaments.domain.results import ResultKind
from tournaments.models import EntryLink, Event, EventAccess
from tournaments.services.events import change_event
from tournaments.services.identity import merge_players

pytestmark = pytest.mark.django_db

WIN, DRAW, LOSS = ResultKind.WHITE_WIN, ResultKind.DRAW, ResultKind.BLACK_WIN
NAMES = ["Anne Adler", "Bruno Fenn", "Clara Fenn", "Dov Amir", "Edda Lind"]
OPPONENTS = {"Bruno Fenn": 15_000, "Clara Fenn": 13_000, "Dov Amir": 16_000, "Edda Lind": 13_500}


def player_of(club: Club, name: str) -> Player:
    with club_scope(club):
        return Player.objects.get(club=club, name=name)


def address(club: Club, player: Player, event: Event) -> str:
    return f"/club/{club.slug}/players/{player.public_id}/events/{event.public_id}/"


def tiles(page: bytes) -> dict[str, str]:
    return {tile.find("dt")[0].text: tile.find("dd")[0].text for tile in parse(page).find("div", "tile")}


def annes_evening() -> tuple[Club, Event]:
    """Anne of RULES section 1: 1400 after 30 rated games that moved nobody (K is 0 till then), then four games for 2½."""
    club = make_club()
    set_rules(club=club, since=None, rules=Rules(k_new=0, k_established=0, provisional_games=0), by=None)
    set_rules(club=club, since=date(2026, 3, 1), rules=Rules(), by=None)
    for name, rating in {"Anne Adler": 14_000, **OPPONENTS}.items():
        make_player(club, name, start_rating=rating)
    before: list[list[Board]] = [[(1, 2 + number % 4, DRAW)] for number in range(30)]
    make_event(club, event_record(NAMES, before, on=date(2026, 1, 5)))
    evening: list[list[Board]] = [[(1, 2, LOSS)], [(3, 1, LOSS)], [(1, 4, DRAW)], [(5, 1, LOSS)]]
    event = make_event(club, event_record(NAMES, evening, name="Anne's evening"))
    replay_ladder(club=club)
    return club, event


def test_annes_evening_adds_up(client: Client) -> None:
    club, event = annes_evening()
    page = client.get(address(club, player_of(club, "Anne Adler"), event)).content
    assert (headings(page), notices(page)) == (["A. A."], [])
    assert tiles(page) == {"Before": "1400.0", "Change": "+13.8", "After": "1413.8", "K": "20"}
    assert table(page, "games") == [
        ["B. F.", "1500.0", "0", "0.36", "−7.20"],
        ["C. F.", "1300.0", "1", "0.64", "+7.20"],
        ["D. A.", "1600.0", "½", "0.24", "+5.20"],
        ["E. L.", "1350.0", "1", "0.57", "+8.60"],
    ]
    assert "Scored less expected: 2½ − 1.81 = 0.69 ." in parse(page).text
    assert "Times K: 20 × 0.69 = 13.80 . Rounded to a tenth, the change is +13.8 ." in parse(page).text


def test_player_and_event_lead_to_it(client: Client) -> None:
    club, event = annes_evening()
    anne = player_of(club, "Anne Adler")
    for origin in (f"/club/{club.slug}/players/{anne.public_id}/", f"/event/{club.public_id}/{event.public_id}/"):
        assert links(client.get(origin).content)["+13.8"] == address(club, anne, event)


def test_what_does_not_count_says_why(client: Client) -> None:
    club = make_club()
    set_rules(club=club, since=None, rules=Rules(provisional_games=1), by=None)
    make_event(club, event_record(NAMES[:2], [[(1, 2, DRAW)]], on=date(2026, 1, 5)))
    rounds: list[list[Board]] = [
        [(1, 2, WIN)],
        [(1, 3, WIN)],
        [(1, None, ResultKind.HALF_POINT_BYE)],
        [(1, 2, ResultKind.BLACK_FORFEIT_WIN)],
        [(1, 2, ResultKind.ARMAGEDDON_WHITE_WIN)],
        [(1, 2, ResultKind.DRAW_UNRATED)],
    ]
    event = make_event(club, event_record(NAMES[:3], rounds))
    replay_ladder(club=club)
    assert table(client.get(address(club, player_of(club, "Anne Adler"), event)).content, "games") == [
        ["B. F.", "1200.0", "1", "0.50", "+20.00"],
        ["C. F. does not count: the opponent's rating was provisional", "1200.0", "1", "–", "–"],
        ["– does not count: nobody to play (half-point bye)", "–", "½", "–", "–"],
        ["B. F. does not count: nobody played (forfeit)", "1200.0", "0", "–", "–"],
        ["B. F. does not count: never rated (Armageddon game)", "1200.0", "1", "–", "–"],
        ["B. F. does not count: never rated (not rated: less than one move each)", "1200.0", "½", "–", "–"],
    ]


def test_an_opponent_whose_link_was_undone_keeps_the_place_with_initials(client: Client) -> None:
    """No service leaves a rated version with a name undecided; a hand in the database may."""
    club = make_club()
    event = make_event(club, event_record(NAMES[:3], [[(1, 2, WIN)], [(1, 3, WIN)]]))
    replay_ladder(club=club)
    with club_scope(club):
        EntryLink.objects.filter(club=club, entry__name="Bruno Fenn").update(undone_at=datetime(2026, 3, 4, tzinfo=UTC))
    page = client.get(address(club, player_of(club, "Anne Adler"), event)).content
    assert [row[0] for row in table(page, "games")] == ["B. F. does not count: the ladder does not know the opponent", "C. F."]
    assert "Bruno" not in page.decode()


def test_events_that_overlap_say_what_the_rating_was_in_the_end(client: Client) -> None:
    club = make_club()
    league = replace(event_record(NAMES[:2], [[(1, 2, WIN)]], on=date(2026, 3, 1)), ends_on=date(2026, 3, 31))
    event = make_event(club, league)
    make_event(club, event_record(NAMES[:2], [[(1, 2, WIN)]], on=date(2026, 3, 10)))
    replay_ladder(club=club)
    page = client.get(address(club, player_of(club, "Anne Adler"), event)).content
    assert tiles(page)["After"] == "1220.0"
    assert "with theirs the rating was then 1240.0 ." in parse(page).text


def test_a_person_keeps_the_explanation_after_a_merge(client: Client) -> None:
    """The page is right at once, also before the ladder has been rebuilt; the old address leads to the new one."""
    club = make_club()
    event = make_event(club, event_record(["A Adler", "Bruno Fenn"], [[(1, 2, WIN)]]))
    replay_ladder(club=club)
    spare, kept = player_of(club, "A Adler"), make_player(club, "Anne Adler")
    merge_players(club=club, absorbed=spare, into=kept, by=None)
    answer = client.get(address(club, spare, event))
    assert (answer.status_code, answer["Location"]) == (302, address(club, kept, event))
    page = client.get(address(club, kept, event)).content
    assert [text.startswith("The ladder is being rebuilt") for text in notices(page)] == [True]
    assert table(page, "games") == [["B. F.", "1200.0", "1", "0.50", "+20.00"]]


def test_a_correction_that_the_ladder_has_not_seen_is_admitted(client: Client) -> None:
    club = make_club()
    event = make_event(club, event_record(NAMES[:2], [[(1, 2, WIN)]]))
    replay_ladder(club=club)
    make_event(club, event_record(NAMES[:2], [[(1, 2, DRAW)]]), event=event)
    page = client.get(address(club, player_of(club, "Anne Adler"), event)).content
    assert "it still has a change of +20.0 ." in parse(page).text
    replay_ladder(club=club)
    assert "it still has" not in client.get(address(club, player_of(club, "Anne Adler"), event)).content.decode()


def test_a_closed_event_is_explained_to_members_alone(client: Client) -> None:
    club, event = annes_evening()
    change_event(club=club, event=event, access=EventAccess.CLOSED, by=None)
    asked = address(club, player_of(club, "Anne Adler"), event)
    missing = client.get(f"/club/{club.slug}/players/missing/events/missing/")
    assert (client.get(asked).status_code, client.get(asked).content) == (404, missing.content)
    client.force_login(join_club(club))
    assert tiles(client.get(asked).content)["Change"] == "+13.8"


def test_an_open_event_of_a_closed_club_is_explained_to_members_alone(client: Client) -> None:
    club, event = annes_evening()
    change_event(club=club, event=event, access=EventAccess.OPEN, by=None)
    change_club(club=club, by=None, visibility=Visibility.ARBITERS_ONLY)
    asked = address(club, player_of(club, "Anne Adler"), event)
    assert client.get(asked).status_code == 404
    client.force_login(join_club(club))
    assert tiles(client.get(asked).content)["Change"] == "+13.8"


def test_whoever_did_not_play_has_no_explanation(client: Client) -> None:
    club, event = annes_evening()
    missing = client.get(f"/club/{club.slug}/players/missing/events/missing/").content
    answer = client.get(address(club, make_player(club, "Fay Lind"), event))
    assert (answer.status_code, answer.content) == (404, missing)


def test_what_is_not_counted_leads_to_the_event_which_says_why(client: Client) -> None:
    club, _ = annes_evening()
    unrated = make_event(club, event_record(NAMES[:2], [[(1, 2, WIN)]], rated=False))
    replay_ladder(club=club)
    answer = client.get(address(club, player_of(club, "Anne Adler"), unrated), follow=True)
    assert answer.redirect_chain == [(f"/event/{club.public_id}/{unrated.public_id}/", 302)]
    assert notices(answer.content) == ["This event does not count for the ladder."]


@pytest.mark.parametrize("games", [1, 3])
def test_three_games_take_as_many_statements_as_one(client: Client, games: int) -> None:
    club = make_club()
    event = make_event(club, event_record(NAMES, [[(1, 2 + number, WIN)] for number in range(games)]))
    replay_ladder(club=club)
    asked = address(club, player_of(club, "Anne Adler"), event)
    with CaptureQueriesContext(connection) as queries:
        client.get(asked)
    assert len([query for query in queries.captured_queries if "SAVEPOINT" not in query["sql"]]) == 14
