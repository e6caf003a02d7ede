"""A paused club tells strangers so and no more; its own arbiters, its events and its desk notice nothing."""

import json
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from clubs.domain.pausing import FOREVER
from clubs.kept import KEPT
from clubs.models import Audience, Club, Role, Visibility
from clubs.services import change_club, issue_token
from clubs.tenancy.scope import club_scope
from clubs.views.desk_frame import PAGES as DESK_PAGES
from players.models import Player
from players.selectors.family import token_of
from players.services import issue_family_link
from ratings.services import replay_ladder
from tests.access.routes import list_routes
from tests.factories import event_record, join_club, make_club, make_event
from tests.tournaments.sources import JSON_TYPE, rookery_json
from tournaments.domain.results import ResultKind
from tournaments.models import Event

pytestmark = pytest.mark.django_db

GAMES = [[(1, 2, ResultKind.WHITE_WIN)]]
NAMES = (b"Dana", b"Adler", b"Gil Tal", b"Tuesday", b"Nest")


@pytest.fixture(autouse=True)
def _sold(settings: Any) -> None:
    settings.SELLS_SUBSCRIPTIONS = True
    KEPT.clear()


@pytest.fixture
def club() -> Club:
    """A club of adults in full, in its trial."""
    made = make_club(audience=Audience.ADULTS)
    make_event(made, event_record(["Dana Adler", "Gil Tal"], GAMES, name="Tuesday"))
    replay_ladder(club=made)
    return made


def pause(club: Club, **more: Any) -> None:
    """As time does it."""
    Club.objects.filter(pk=club.pk).update(trial_ends_at=timezone.now(), **more)


def pages_of(club: Club) -> list[str]:
    """One address for each page under /club/."""
    with club_scope(club):
        dana, gil = (Player.objects.get(club=club, name=name).public_id for name in ("Dana Adler", "Gil Tal"))
        event = Event.objects.get(club=club).public_id
    parts = ["", "wall/", "ladder.csv", "ladder.json", "seasons/2026/", "events/", "how-this-ladder-works/", "ladder-state/", "?q=Dana"]
    person = [f"players/{dana}/{part}" for part in ("", "history.csv", "against/", f"against/{gil}/", f"events/{event}/")]
    return [f"/club/{club.slug}/{part}" for part in [*parts, *person]]


def event_address(club: Club) -> str:
    with club_scope(club):
        return reverse("ratings:event", args=[club.public_id, Event.objects.get(club=club).public_id])


def test_no_page_of_the_club_is_left_out_here(club: Club) -> None:
    under = [route for route in list_routes() if route.pattern.startswith("club/")]
    assert len(under) == len(pages_of(club)) - 1  # a search is asked for under the same address


def test_strangers_read_that_it_is_paused_and_nothing_else(client: Client, club: Club) -> None:
    open_pages = [client.get(page) for page in pages_of(club)]
    assert {answer.status_code for answer in open_pages} == {200}
    pause(club)
    answers = [client.get(page) for page in pages_of(club)]
    assert {answer.status_code for answer in answers} == {402}
    assert {answer["X-Robots-Tag"] for answer in answers} == {"noindex"}
    assert {answer["Cache-Control"] for answer in answers} == {"private, no-store"}
    assert all(b"paused" in answer.content for answer in answers)
    assert not [name for name in NAMES for answer in answers if name in answer.content]
    html = {answer.content for answer in answers if answer["Content-Type"].startswith("text/html")}
    assert len(html) == 1
    assert b'action="/i18n/setlang/"' in html.pop()


def test_programs_are_told_in_their_own_form(client: Client, club: Club) -> None:
    pause(club)
    answer = client.get(f"/club/{club.slug}/ladder.json")
    assert json.loads(answer.content) == {"error": {"code": "paused", "message": "This club's page is paused."}}
    answer = client.get(f"/club/{club.slug}/ladder.csv")
    assert (answer["Content-Type"], answer.content) == ("text/plain; charset=utf-8", b"This club's page is paused.\n")


def test_a_page_that_a_browser_has_is_paused_with_its_next_question(client: Client, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """The trial ends by the clock: no row changes, no task runs."""
    page = f"/club/{club.slug}/"
    kept = client.get(page)
    monkeypatch.setattr("django.utils.timezone.now", lambda: club.trial_ends_at - timedelta(seconds=1))
    assert client.get(page, headers={"If-None-Match": kept["ETag"]}).status_code == 304
    monkeypatch.setattr("django.utils.timezone.now", lambda: club.trial_ends_at)
    assert client.get(page, headers={"If-None-Match": kept["ETag"]}).status_code == 402
    assert client.get(page).status_code == 402


@pytest.mark.parametrize(
    ("paid_until", "status"),
    [(None, 402), (lambda now: now - timedelta(days=1), 402), (lambda now: now + timedelta(days=1), 200), (lambda now: FOREVER, 200)],
)
def test_what_is_paid_keeps_it_open(client: Client, club: Club, paid_until: Callable[[datetime], datetime] | None, status: int) -> None:
    pause(club, paid_until=paid_until and paid_until(timezone.now()))
    assert client.get(f"/club/{club.slug}/").status_code == status


def said_to(client: Client, page: str) -> str:
    """What the page says above its contents."""
    found = re.search(r'class="notice-body">\s*<p>(.*?)</p>', client.get(page).content.decode())
    return unescape(found[1]) if found else ""


def test_its_own_arbiters_read_on_and_are_told_that_nobody_else_does(client: Client, club: Club) -> None:
    arbiter = Client()
    arbiter.force_login(join_club(club))
    assert {said_to(arbiter, page) for page in pages_of(club)} == {""}
    pause(club)
    assert {arbiter.get(page).status_code for page in pages_of(club)} == {200}
    pages = [page for page in pages_of(club) if page.endswith("/") and "ladder-state" not in page]
    assert {said_to(arbiter, page) for page in pages} == {"The club's page is paused for everybody but its arbiters."}
    assert said_to(arbiter, event_address(club)) == ""
    assert arbiter.get(reverse("ratings:desk", args=[club.public_id])).status_code == 200
    pause(club, paid_until=FOREVER)
    assert {said_to(person, pages[0]) for person in (arbiter, client)} == {""}
    change_club(club=club, by=None, visibility=Visibility.ARBITERS_ONLY)
    assert said_to(arbiter, pages[0]) == "Only the club's arbiters can open its pages. To everybody else they do not exist."


def test_the_desk_tells_arbiters_and_the_page_leads_whoever_pays_to_the_subscription(club: Club) -> None:
    front, subscription = (reverse(name, args=[club.public_id]) for name in ("ratings:desk", "billing:subscription"))
    arbiter, owner = Client(), Client()
    arbiter.force_login(join_club(club))
    owner.force_login(join_club(club, Role.OWNER))
    button, paused = f'class="button button-secondary" href="{subscription}"', "The club's page is paused for everybody but its arbiters."
    assert said_to(arbiter, front) == ""
    pause(club)
    assert said_to(arbiter, front) == paused
    assert unescape(owner.get(front).content.decode()).count(paused) == 1, "in the banner alone"
    page = f"/club/{club.slug}/"
    assert [button in person.get(page).content.decode() for person in (owner, arbiter)] == [True, False]
    pause(club, paid_until=FOREVER)
    assert (said_to(arbiter, front), said_to(owner, page)) == ("", "")


def test_somebody_of_another_club_is_a_stranger(club: Club) -> None:
    pause(club)
    other = Client()
    other.force_login(join_club(make_club("Theirs"), "owner"))
    assert {other.get(page).status_code for page in pages_of(club)} == {402}


def test_an_event_stays_open_without_ways_into_the_club(client: Client, club: Club) -> None:
    assert f"/club/{club.slug}/".encode() in client.get(event_address(club)).content
    pause(club)
    answer = client.get(event_address(club))
    assert answer.status_code == 200
    assert b"Tuesday" in answer.content
    assert b"Adler" in answer.content
    assert f"/club/{club.slug}/".encode() not in answer.content


def test_a_club_for_its_arbiters_alone_stays_missing(client: Client, club: Club) -> None:
    change_club(club=club, by=None, visibility=Visibility.ARBITERS_ONLY)
    pause(club)
    missing = client.get("/club/no-such-club/")
    for page in pages_of(club):
        answer = client.get(page)
        assert (answer.status_code, answer.content) == (404, missing.content)


def test_where_none_are_sold_nothing_pauses(client: Client, club: Club, settings: Any) -> None:
    settings.SELLS_SUBSCRIPTIONS = False
    pause(club)
    assert {client.get(page).status_code for page in pages_of(club)} == {200}


def test_a_paused_page_takes_one_statement(client: Client, club: Club) -> None:
    pause(club)
    with CaptureQueriesContext(connection) as queries:
        client.get(f"/club/{club.slug}/")
    assert len(queries) == 1


def test_pausing_changes_no_setting(client: Client, club: Club) -> None:
    before = Club.objects.values("visibility", "audience", "name_policy", "slug", "policy_version").get(pk=club.pk)
    pause(club)
    client.get(f"/club/{club.slug}/")
    assert Club.objects.values("visibility", "audience", "name_policy", "slug", "policy_version").get(pk=club.pk) == before


def test_a_family_sees_and_answers_as_before(client: Client, club: Club) -> None:
    with club_scope(club):
        dana = Player.objects.get(club=club, name="Dana Adler")
    link = issue_family_link(club=club, player=dana, by=None)
    address = reverse("ratings:family", args=[token_of(club, link)])
    before = client.get(address)
    pause(club)
    assert client.get(address).status_code == before.status_code == 200
    assert client.get(reverse("ratings:family_json", args=[token_of(club, link)])).status_code == 200
    asked = client.post(reverse("ratings:family_ask", args=[token_of(club, link)]), {"kind": "other", "text": "When does it open?"})
    assert asked.status_code == 302


def test_no_page_of_the_desk_stops(club: Club) -> None:
    pause(club)
    owner = Client()
    owner.force_login(join_club(club, "owner"))
    assert {name: owner.get(reverse(name, args=[club.public_id])).status_code for name in DESK_PAGES} == dict.fromkeys(DESK_PAGES, 200)


def test_programs_publish_and_read_as_before(client: Client, club: Club) -> None:
    pause(club)
    _, secret = issue_token(club=club, label="pairing", scopes=["publish", "read"], by=None)
    headers = {"Authorization": f"Bearer {secret}"}
    address = reverse("tournaments:api_events", args=[club.public_id])
    text = rookery_json(external_id="another", name="Wednesday")
    assert client.post(address, text, content_type=JSON_TYPE, headers=headers).status_code == 201
    answer = client.get(address, headers=headers)
    assert (answer.status_code, b"Wednesday" in answer.content) == (200, True)
