"""The page that checks a file: what a new version of an event would do to the ladder, before and after it is published."""

from dataclasses import replace
from functools import partial

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from ratings.models import Correction
from ratings.services import replay_ladder
from ratings.services.corrections import apply_correction
from tests.factories import event_record, join_club, make_club, make_event
from tests.ratings.corrections.scene import DRAW, EVENING, LOSS, NAMES, patched, result, week
from tests.ratings.stored import Stored, stored_ladder
from tests.ratings.views.confirming import fields_with, press
from tests.reading import headings, parse
from tournaments.domain.record import EventRecord
from tournaments.interchange import to_rookery_json
from tournaments.models import Event, EventVersion

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

TITLE = "What it does to the ladder"
OTHER = [[(1, 2, LOSS), *EVENING[0][1:]], *EVENING[1:]]


def evening(**more: object) -> EventRecord:
    return event_record(NAMES, OTHER, name="First evening", on=week(-1), external_id="first", **more)  # type: ignore[arg-type]


@pytest.fixture
def club(evenings: tuple[Club, list[Event]]) -> Club:
    """Five evenings; the first was sent by a program under an id."""
    club, _ = evenings
    make_event(club, replace(evening(), rounds=event_record(NAMES, EVENING).rounds))
    replay_ladder(club=club)
    return club


@pytest.fixture
def arbiter(club: Club) -> Client:
    client = Client()
    client.force_login(join_club(club))
    return client


def send(client: Client, club: Club, record: EventRecord) -> tuple[str, str]:
    answer = client.post(f"/desk/{club.public_id}/publish/", {"text": to_rookery_json(record)}, follow=True)
    assert answer.status_code == 200
    return answer.request["PATH_INFO"], answer.content.decode()


def state(club: Club) -> tuple[Stored, int, int]:
    with club_scope(club):
        return stored_ladder(club), EventVersion.objects.filter(club=club).count(), Correction.objects.filter(club=club).count()


def sentence(page: str) -> str:
    return parse(page).find("p", "effects-sentence")[0].text


def test_a_new_version_shows_what_it_moves_and_stands_in_the_journal(club: Club, arbiter: Client) -> None:
    before = state(club)
    url, page = send(arbiter, club, evening())
    assert TITLE in headings(page, "h2")
    assert sentence(page).startswith("6 members change , largest ")
    different = ["Round 1, board 1: Anna Alder – Ben Birch : 0–1 instead of 1–0"]
    assert [each.text for each in parse(page).find("ul", "changes-list")[0].find("li")] == different
    assert state(club) == before
    press(arbiter, url, page, "Publish", reason="Wrong way round")
    after = state(club)
    assert (after[0] != before[0], after[1:]) == (True, (before[1] + 1, 1))
    with club_scope(club):
        correction = Correction.objects.get(club=club)
    shown = arbiter.get(f"/desk/{club.public_id}/corrections/{correction.public_id}/").content.decode()
    assert sentence(shown) == sentence(page)
    assert [each.text for each in parse(shown).find("ul", "changes-list")[0].find("li")] == [
        "Version that is shown: 2 instead of 1",
        *different,
    ]
    assert "Wrong way round" in shown


def test_which_event_it_is_can_be_chosen_before_looking(club: Club, arbiter: Client) -> None:
    before = state(club)
    url, page = send(arbiter, club, event_record(NAMES, OTHER, name="Evening 1", on=week(0)))
    assert TITLE not in headings(page, "h2"), "nobody has said which event it is"
    first = next(each.attributes["value"] or "" for each in parse(page).find("input") if each.attributes.get("name") == "target")
    looked = press(arbiter, url, page, "Show what it does to the ladder", target=first)
    assert TITLE in headings(looked, "h2")
    assert state(club) == before
    assert fields_with(looked, "target")["target"] == [first]
    press(arbiter, url, looked, "Publish")
    assert state(club)[1:] == (before[1] + 1, 1)


def test_names_to_be_decided_are_told(club: Club, arbiter: Client) -> None:
    _, page = send(arbiter, club, replace(evening(), entries=event_record(["Nobody Known", *NAMES[1:]], OTHER).entries))
    assert "1 name has to be decided first; until then the ladder counts the version before." in " ".join(page.split())
    assert sentence(page) == "Nobody's rating changes."


def test_nothing_is_shown_where_there_is_no_new_version(club: Club, arbiter: Client) -> None:
    for record in (
        replace(evening(), external_id="another", name="Quite another", starts_on=week(30), ends_on=week(30)),
        replace(evening(), rounds=event_record(NAMES, EVENING).rounds),
    ):
        assert TITLE not in headings(send(arbiter, club, record)[1], "h2")


def test_another_club_of_the_same_program_is_not_asked(club: Club, arbiter: Client) -> None:
    other = make_club("Other")
    client = Client()
    client.force_login(join_club(other))
    _url, page = send(client, other, evening())
    assert TITLE not in headings(page, "h2")
    assert client.get(send(arbiter, club, evening())[0]).status_code == 404


def test_the_page_asks_the_same_whatever_the_size_of_the_club(club: Club, arbiter: Client) -> None:
    counts = []
    for number in (1, 2):
        make_event(club, event_record(NAMES[:4], EVENING[3:3], name=f"Small evening {number}", on=week(10 + number)))
        replay_ladder(club=club)
        url, _ = send(arbiter, club, evening())
        with CaptureQueriesContext(connection) as queries:
            arbiter.get(url)
        counts.append(len(queries))
    assert counts == [95, 95]


def test_what_it_does_is_shown_for_either_word_on_the_corrections(club: Club, arbiter: Client) -> None:
    with club_scope(club):
        event = Event.objects.get(club=club, external_id="first")
    apply_correction(club=club, action=patched(club, event, result(1, 1, DRAW)), by=None)
    before = state(club)
    url, page = send(arbiter, club, evening())
    look = partial(press, arbiter, url, button="Show what it does to the ladder")
    dropped = look(page=page, corrections="drop")
    kept = look(page=dropped, corrections="keep")
    assert [sentences_above(each) for each in (page, dropped, kept)] == [
        ["If the corrections stand:"] * 2 + ["Nobody's rating changes."],
        ["If the corrections are dropped:"] * 2 + ["5 members change , largest −7.6 ( Anna Alder ), leader unchanged."],
        ["If the corrections stand:"] * 2 + ["Nobody's rating changes."],
    ]
    assert state(club) == before, "looking publishes nothing"
    press(arbiter, url, dropped, "Publish")
    after = state(club)
    assert after[1:] == (before[1] + 1, before[2] + 1), "a version of what was sent, and a line of the journal"


def sentences_above(page: str) -> list[str]:
    """What is said about the effects, and under which condition."""
    return [
        each.text
        for each in parse(page).find("p")
        if each.text.startswith("If the corr") or each.attributes.get("class") == "effects-sentence"
    ]
