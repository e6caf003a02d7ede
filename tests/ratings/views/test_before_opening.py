"""Events from before the ratings that a club brought: every page that lists or shows one says that the ladder does not count it."""

import pytest
from django.test import Client

from clubs.kept import KEPT
from clubs.models import Club
from clubs.tenancy.scope import club_scope
from players.models import Player
from ratings.services import replay_ladder
from ratings.services.opening import OpeningRow, set_opening
from tests.factories import event_record, join_club, make_event
from tests.ratings.corrections.scene import EVENING, NAMES, make_evenings, week
from tests.reading import notices, parse, table
from tournaments.models import Event

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

BADGE = "before the opening ratings, not rated"
SENTENCE = "This event does not count for the ladder: it was played before the date of the opening ratings, which hold it already."


@pytest.fixture
def played() -> tuple[Club, list[Event]]:
    """Three evenings in three weeks. Anna brings a rating as of the second one."""
    KEPT.clear()
    club, events = make_evenings(3)
    events.append(make_event(club, event_record(NAMES, EVENING, name="Evening 4", on=week(-1)), decided=False))
    set_opening(club=club, as_of=week(1), rows=[OpeningRow(anna(club).pk, NAMES[0], 15_000, 40)], by=None)
    replay_ladder(club=club)
    return club, events


def anna(club: Club) -> Player:
    with club_scope(club):
        return Player.objects.get(club=club, name=NAMES[0])


def badges(page: bytes) -> dict[str, str]:
    """What is said of each event of a list."""
    events = parse(page).find("li", "event")
    return {event.find("a")[0].text: " ".join(badge.text for badge in event.find("span", "badge")) for event in events}


def test_lists_of_events_say_so(client: Client, played: tuple[Club, list[Event]]) -> None:
    club, _ = played
    told = {"Evening 3": "", "Evening 2": "", "Evening 1": BADGE, "Evening 4": BADGE}
    front = client.get(f"/club/{club.slug}/").content
    assert (badges(front), notices(front)) == (told, []), "nor does the ladder wait for names in an event that it will never count"
    assert badges(client.get(f"/club/{club.slug}/events/").content) == told


def test_the_ladder_of_an_earlier_day_has_the_same_list(client: Client, played: tuple[Club, list[Event]]) -> None:
    club, _ = played
    assert badges(client.get(f"/club/{club.slug}/?on={week(1)}").content)["Evening 1"] == BADGE


def test_the_page_of_the_event_says_why(client: Client, played: tuple[Club, list[Event]]) -> None:
    club, events = played
    said = [notices(client.get(f"/event/{club.public_id}/{event.public_id}/").content) for event in events]
    assert said == [[SENTENCE], [], [], [SENTENCE]]


def test_the_page_of_the_player_says_so(client: Client, played: tuple[Club, list[Event]]) -> None:
    club, _ = played
    page = client.get(f"/club/{club.slug}/players/{anna(club).public_id}/").content
    assert [row[0] for row in table(page, "changes")] == ["Evening 3", "Evening 2", f"Evening 1 {BADGE}"]


def test_the_explanation_that_was_there_leads_to_the_event_which_says_why(client: Client, played: tuple[Club, list[Event]]) -> None:
    club, events = played
    answer = client.get(f"/club/{club.slug}/players/{anna(club).public_id}/events/{events[0].public_id}/")
    assert (answer.status_code, answer["Location"]) == (302, f"/event/{club.public_id}/{events[0].public_id}/")


def test_the_desk_says_so(played: tuple[Club, list[Event]]) -> None:
    club, events = played
    arbiter = Client()
    arbiter.force_login(join_club(club))
    assert badges(arbiter.get(f"/desk/{club.public_id}/").content)["Evening 1"] == BADGE
    for page in ("", "correct/"):
        assert SENTENCE in arbiter.get(f"/desk/{club.public_id}/events/{events[0].public_id}/{page}").content.decode()
