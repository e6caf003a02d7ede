"""Pages kept for strangers: the same bytes as long as nothing changed, and the new page from the very next request when something did."""

import gzip
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.db import connection, connections
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.kept import KEPT
from clubs.models import Audience, Club, NamePolicy, Visibility
from clubs.services import change_club
from clubs.tenancy.scope import club_scope
from players.models import AgeGroupChoice, Player
from players.services import rename_player, set_age_group
from ratings.models import LadderBuild, LadderEdit
from ratings.services import replay_ladder
from tests.factories import event_record, join_club, make_club, make_event
from tests.reading import table
from tournaments.domain.results import ResultKind
from tournaments.models import EventAccess
from tournaments.services import undo_publication
from tournaments.services.events import change_event, remove_event

pytestmark = pytest.mark.django_db

GAMES = [[(1, 2, ResultKind.WHITE_WIN)]]
PAGES = (
    "",
    "?who=all",
    "?sort=games",
    "?on=2026-03-03",
    "wall/",
    "ladder.csv",
    "ladder.json",
    "seasons/2026/",
    "events/",
    "how-this-ladder-works/",
)
NAMELESS = ("events/", "how-this-ladder-works/")
GZIP = {"Accept-Encoding": "gzip"}


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    KEPT.clear()


@pytest.fixture
def club() -> Club:
    """A club of adults in full, each with a name to look for."""
    made = make_club(audience=Audience.ADULTS)
    make_event(made, event_record(["Dana Adler", "Gil Tal"], GAMES, name="Tuesday"))
    replay_ladder(club=made)
    return made


def address(club: Club, page: str = "") -> str:
    return f"/club/{club.slug}/{page}"


def statements(action: Callable[[], Any]) -> int:
    with CaptureQueriesContext(connection) as queries:
        action()
    return len([query for query in queries.captured_queries if "SAVEPOINT" not in query["sql"]])


@pytest.mark.parametrize("page", PAGES)
def test_a_kept_page_and_a_304_take_one_statement(client: Client, club: Club, page: str) -> None:
    first = client.get(address(club, page), headers=GZIP)
    kept: list[Any] = []
    assert statements(lambda: kept.append(client.get(address(club, page), headers=GZIP))) == 1
    assert (kept[0].content, kept[0].headers) == (first.content, first.headers)
    again = {**GZIP, "If-None-Match": first["ETag"]}
    assert statements(lambda: kept.append(client.get(address(club, page), headers=again))) == 1
    assert (kept[1].status_code, kept[1].content, kept[1]["ETag"]) == (304, b"", first["ETag"])


def test_what_is_answered_says_how_it_may_be_kept(client: Client, club: Club) -> None:
    answer = client.get(address(club), headers=GZIP)
    assert (answer["Cache-Control"], answer["Content-Encoding"]) == ("private, no-cache", "gzip")
    assert answer["Vary"] == "Accept-Encoding, Accept-Language, Cookie"
    assert (answer["X-Robots-Tag"], answer.cookies) == ("noindex", {})
    head = client.head(address(club), headers=GZIP)
    assert (head.status_code, head.content, head["ETag"], head["Content-Length"]) == (200, b"", answer["ETag"], str(len(answer.content)))
    assert b"csrfmiddlewaretoken" not in gzip.decompress(answer.content)


Change = Callable[[Club], Any]


def _player(club: Club, name: str = "Dana Adler") -> Player:
    with club_scope(club):
        return Player.objects.get(club=club, name=name)


def _event(club: Club) -> Any:
    return make_event(club, event_record(["Dana Adler", "Gil Tal"], GAMES, name="Later", on=date(2026, 3, 10)))


CHANGES: dict[str, Change] = {
    "an edit is queued": lambda club: LadderEdit.objects.create(club=club),
    "a build": lambda club: (_event(club), replay_ladder(club=club)),
    "a failure": lambda club: LadderBuild.objects.filter(club=club).update(failures=1),
    "a name": lambda club: rename_player(club=club, player=_player(club), name="Dina Oren", by=None),
    "an age": lambda club: set_age_group(club=club, player=_player(club), age_group=AgeGroupChoice.UNDER_18, lapses=None, by=None),
    "the policy": lambda club: change_club(club=club, by=None, name_policy=NamePolicy.INITIALS),
    "the club's name": lambda club: change_club(club=club, by=None, name="Perch"),
    "the club's name in the table alone": lambda club: Club.objects.filter(pk=club.pk).update(name="Perch"),
    "the clock": lambda club: change_club(club=club, by=None, time_zone="Pacific/Kiritimati"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_every_change_is_on_the_page_from_the_next_request(client: Client, club: Club, change: str) -> None:
    for page in PAGES:
        client.get(address(club, page))
    CHANGES[change](club)
    for page in PAGES:
        answer = client.get(address(club, page)).content
        KEPT.clear()
        assert (page, answer) == (page, client.get(address(club, page)).content)
    shown = client.get(address(club)).content.decode()
    expected = {
        "an edit is queued": "The ladder is being rebuilt",
        "a build": "Later",
        "a failure": "Nest",
        "a name": "Dina Oren",
        "an age": "D. A.",
        "the policy": "D. A.",
        "the clock": "Dana Adler",
    }
    assert expected.get(change, "Perch") in shown


@pytest.mark.parametrize("narrow", ["an age", "the policy"])
def test_a_name_is_never_served_after_it_was_narrowed(client: Client, club: Club, narrow: str) -> None:
    """The planted name stood on every page, compressed and not; from the next request on it stands on none, whatever the client has."""
    for page in PAGES:
        for headers in ({}, GZIP):
            body = client.get(address(club, page), headers=headers).content
            text = gzip.decompress(body) if headers else body
            assert (page, b"Adler" in text) == (page, page not in NAMELESS)
    tags = {page: client.get(address(club, page))["ETag"] for page in PAGES}
    CHANGES[narrow](club)
    for page in PAGES:
        answer = client.get(address(club, page), headers={"If-None-Match": tags[page]})
        assert (page, b"Adler" in answer.content, answer.status_code) == (page, False, 304 if page in NAMELESS else 200)


def test_a_club_that_closes_is_missing_from_the_next_request(client: Client, club: Club) -> None:
    tags = {page: client.get(address(club, page))["ETag"] for page in PAGES}
    change_club(club=club, by=None, visibility=Visibility.ARBITERS_ONLY)
    for page in PAGES:
        answer = client.get(address(club, page), headers={"If-None-Match": tags[page]})
        missing = client.get(f"/club/missing/{page}")
        assert (answer.status_code, answer.content, answer.headers) == (404, missing.content, missing.headers)


def test_events_that_come_go_or_close_are_on_the_page_at_once(client: Client, club: Club) -> None:
    event = _event(club)
    steps: list[Callable[[], Any]] = [
        lambda: change_event(club=club, event=event, access=EventAccess.CLOSED, by=None),
        lambda: change_event(club=club, event=event, access=EventAccess.OPEN, by=None),
        lambda: remove_event(club=club, event=event, by=None),
    ]
    shown = [b"Later" in client.get(address(club)).content]
    for step in steps:
        step()
        shown.append(b"Later" in client.get(address(club)).content)
    assert shown == [True, False, True, False]


def test_an_undone_publication_whose_names_were_never_decided_is_off_the_page_at_once(client: Client, club: Club) -> None:
    event = _event(club)
    replay_ladder(club=club)
    make_event(club, event_record(["Dana Adler", "Nina Ro"], GAMES, name="Later, again", on=date(2026, 3, 10)), event=event, decided=False)
    replay_ladder(club=club)
    assert b"Later, again" in client.get(address(club)).content
    undo_publication(club=club, event=event, by=None)
    replay_ladder(club=club)
    assert b"Later, again" not in client.get(address(club)).content


def test_each_language_and_each_query_is_a_page_of_its_own(client: Client, club: Club) -> None:
    pages = [client.get(address(club), headers={"Accept-Language": language}) for language in ("en", "he", "ru")]
    assert [page["Content-Language"] for page in pages] == ["en", "he", "ru"]
    assert len({page["ETag"] for page in pages}) == 3
    asked = ["", "?sort=-rating", "?who=all", "?on=2026-03-03", "?on=2026-03-02", "?sort=games&who=all"]
    assert len({client.get(address(club, query))["ETag"] for query in asked}) == len(asked)


def test_two_spellings_of_one_question_are_one_page(client: Client, club: Club) -> None:
    client.get(address(club, "?who=all&sort=games"))
    kept = len(KEPT)
    spellings = ("?sort=games&who=all", "?who=all&sort=games&utm_source=x", "?who=all&sort=games&on=", "?who=all&sort=games&q=%20")
    for spelling in spellings:
        assert statements(lambda spelling=spelling: client.get(address(club, spelling))) == 1  # type: ignore[misc]
    assert len(KEPT) == kept
    assert b"utm_source" not in client.get(address(club, spellings[1])).content


def test_a_new_day_is_a_new_page(client: Client, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody lapses to initials, or becomes inactive, by the clock alone."""
    set_age_group(club=club, player=_player(club), age_group=AgeGroupChoice.ADULT, lapses=2026, by=None)
    change_club(club=club, by=None, audience=Audience.MIXED)
    change_club(club=club, by=None, name_policy=NamePolicy.ADULTS_IN_FULL)
    moment = datetime(2026, 12, 31, 23, 59, tzinfo=UTC)
    monkeypatch.setattr("django.utils.timezone.now", lambda: moment)
    assert b"Dana Adler" in client.get(address(club)).content
    moment = datetime(2027, 1, 1, 0, 0, tzinfo=UTC)
    assert b"Dana Adler" not in client.get(address(club)).content


def test_whoever_has_a_session_gets_a_page_of_their_own_that_nobody_keeps(club: Club) -> None:
    stranger, member = Client(), Client()
    before = stranger.get(address(club))
    member.force_login(join_club(club))
    KEPT.clear()
    own = member.get(address(club), headers={"If-None-Match": before["ETag"]})
    assert (own.status_code, own["Cache-Control"], "ETag" in own, len(KEPT)) == (200, "private, no-store", False, 0)
    assert b"Sign out" in own.content
    after = stranger.get(address(club))
    assert (after.content, b"Sign out" in after.content) == (before.content, False)


def test_a_search_is_kept_by_nobody(client: Client, club: Club) -> None:
    answer = client.get(address(club, "?q=adler"))
    assert (answer["Cache-Control"], "ETag" in answer, len(KEPT)) == ("private, no-store", False, 0)
    assert [row[1] for row in table(answer.content, "ladder-rows")] == ["Dana Adler"]


def test_two_clubs_with_the_same_people_are_two_pages(client: Client, club: Club) -> None:
    other = make_club("Perch", audience=Audience.ADULTS)
    make_event(other, event_record(["Dana Adler", "Gil Tal"], GAMES))
    replay_ladder(club=other)
    ours = client.get(address(club)).content
    theirs = client.get(address(other)).content
    change_club(club=other, by=None, name_policy=NamePolicy.INITIALS)
    assert client.get(address(club)).content == ours
    assert (b"Adler" in theirs, b"Adler" in client.get(address(other)).content) == (True, False)


def test_a_page_with_a_token_in_it_is_not_kept(client: Client, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """The positive control: if a form with a token came onto the page, it would be answered afresh each time and never kept."""
    from django.middleware.csrf import get_token

    from ratings.views.frame import render_club_page as render

    monkeypatch.setattr(
        "ratings.views.front.render_club_page", lambda request, *more, **options: (get_token(request), render(request, *more, **options))[1]
    )
    answers = [client.get(address(club)) for _ in range(2)]
    assert [(answer["Cache-Control"], "ETag" in answer) for answer in answers] == [("private, no-store", False)] * 2
    assert len(KEPT) == 0


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_what_is_committed_while_a_page_is_made_is_on_the_next_one(client: Client) -> None:
    """The page is kept under the state that it was read in, not under the one in which it was asked for or finished."""
    club = make_club(audience=Audience.ADULTS)
    make_event(club, event_record(["Dana Adler", "Gil Tal"], GAMES))
    replay_ladder(club=club)
    narrowed: list[str] = []

    def narrow(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if not narrowed and "players_player" in sql:
            narrowed.append(sql)
            with connections["owner"].cursor() as cursor:
                cursor.execute(
                    "UPDATE clubs_club SET name_policy = 'initials', policy_version = policy_version + 1 WHERE id = %s", [club.pk]
                )
        return execute(sql, params, many, context)

    with connection.execute_wrapper(narrow):
        during = client.get(address(club)).content
    assert (b"Adler" in during, len(narrowed)) == (True, 1)
    assert b"Adler" not in client.get(address(club)).content


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_a_connection_that_broke_since_the_last_request_is_opened_again(client: Client) -> None:
    """The statement is the health check: whoever asks first after the database came back gets the page and no error."""
    club = make_club()
    before = client.get(address(club))
    broken = connection.connection.info.backend_pid
    other = connection.copy()
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [broken])
    other.close()
    after = client.get(address(club))
    assert (after.status_code, after.content) == (200, before.content)
    assert connection.connection.info.backend_pid != broken
