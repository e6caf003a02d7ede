"""The ladder's rules: what holds when; other figures are shown with what they change, then applied, and undone from the journal."""

from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import Club, Role
from clubs.tenancy.scope import club_scope
from players.models import Player
from ratings.domain.rules import RuleBook, Rules
from ratings.models import Correction, LadderRules
from ratings.selectors import get_ladder_state, ladder_rules_of
from tests.factories import join_club, make_club
from tests.ratings.answers import RULES
from tests.ratings.corrections.scene import week
from tests.ratings.stored import stored_ladder
from tests.ratings.views.confirming import form_of, press
from tests.reading import parse
from tournaments.models import Event

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

LIVELY = Rules(13_000, 30, 15, 10, 3)


@pytest.fixture
def club(evenings: tuple[Club, list[Event]]) -> Club:
    return evenings[0]


@pytest.fixture
def admin(club: Club) -> Client:
    client = Client()
    client.force_login(join_club(club, Role.ADMIN))
    return client


def rules_page(club: Club) -> str:
    return f"/desk/{club.public_id}/rules/"


def rules_of(club: Club) -> RuleBook:
    with club_scope(club):
        return ladder_rules_of(club)


def changes_on(page: str) -> list[str]:
    return [item.text for item in parse(page).find("ul", "changes-list")[0].find("li")]


def test_from_the_beginning_shown_applied_and_undone(club: Club, admin: Client) -> None:
    before = stored_ladder(club)
    preview = admin.post(rules_page(club), RULES).content.decode()
    assert changes_on(preview) == [
        "From the beginning: every event that was ever counted is computed again.",
        "Starting rating: 1300.0 instead of 1200.0",
        "K for new players: 30 instead of 40",
        "A player is new for so many rated games: 10 instead of 20",
        "K afterwards: 15 instead of 20",
        "A rating is provisional for so many rated games: 3 instead of 5",
    ]
    assert parse(preview).find("p", "effects-sentence")[0].text == "6 members change , largest +135.3 ( Emil Elm ), leader unchanged."
    assert stored_ladder(club) == before
    assert rules_of(club) == RuleBook()

    applied = press(admin, rules_page(club), preview, "Apply", reason="The meeting of 3 March")
    assert rules_of(club) == RuleBook(LIVELY)
    assert get_ladder_state(club).fresh, "the new ladder stands with the answer"
    assert "The meeting of 3 March" in applied
    assert "From the beginning:" in applied

    with club_scope(club):
        address = f"/desk/{club.public_id}/corrections/{Correction.objects.get(club=club).public_id}/"
    undo = press(admin, address, admin.get(address).content.decode(), "Undo…")
    press(admin, f"{address}undo/", undo, "Undo it")
    assert rules_of(club) == RuleBook()
    assert stored_ladder(club) == before


def test_from_a_date_on_and_forgotten_again(club: Club, admin: Client) -> None:
    preview = admin.post(rules_page(club), RULES | {"holds": "date", "day": week(1).isoformat()}).content.decode()
    assert changes_on(preview)[0] == "Events that start on 10 Mar 2026 or later are computed again; how earlier ones count stays as it is."
    press(admin, rules_page(club), preview, "Apply")
    assert rules_of(club) == RuleBook(later={week(1): LIVELY})

    page = admin.get(rules_page(club)).content.decode()
    forget = press(admin, rules_page(club), page, "Forget")
    assert changes_on(forget)[1] == "Starting rating: 1200.0 instead of 1300.0"
    press(admin, f"{rules_page(club)}forget/", forget, "Apply")
    assert rules_of(club) == RuleBook()


@pytest.mark.parametrize(
    ("since", "sentence"),
    [
        (None, "From the beginning: every event that starts before 17 Mar 2026 is computed again; from then on other figures hold."),
        (week(1), "Events that start from 10 Mar 2026 on and before 17 Mar 2026 are computed again; how others count stays as it is."),
        (week(2), "Events that start on 17 Mar 2026 or later are computed again; how earlier ones count stays as it is."),
    ],
)
def test_it_says_for_which_events_they_hold(club: Club, admin: Client, since: date | None, sentence: str) -> None:
    with club_scope(club):
        LadderRules.objects.create(club=club, since=week(2), k_new=32)
    sent = RULES | ({"holds": "date", "day": since.isoformat()} if since else {})
    assert changes_on(admin.post(rules_page(club), sent).content.decode())[0] == sentence


def test_the_form_comes_back_as_it_was_filled_in(club: Club, admin: Client) -> None:
    preview = admin.post(rules_page(club), RULES | {"holds": "date", "day": "2026-03-10"}).content.decode()
    page = press(admin, rules_page(club), preview, "Back to the form")
    assert form_of(page, "Show what they change")[1] == {
        name: [value] for name, value in (RULES | {"holds": "date", "day": "2026-03-10"}).items()
    }
    assert rules_of(club) == RuleBook()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("start", "50"),
        ("k_new", "201"),
        ("new_games", "-1"),
        ("start", ""),
        ("holds", "soon"),
        ("holds", "date"),
        ("day", "soon"),
        ("day", "0001-01-01"),
    ],
)
def test_impossible_rules_are_refused(club: Club, admin: Client, field: str, value: str) -> None:
    answer = admin.post(rules_page(club), RULES | {field: value})
    assert (answer.status_code, 'class="errorlist"' in answer.content.decode()) == (422, True)
    assert rules_of(club) == RuleBook()


def test_what_holds_already_is_told_so(club: Club, admin: Client) -> None:
    press(admin, rules_page(club), admin.post(rules_page(club), RULES).content.decode(), "Apply")
    page = admin.post(rules_page(club), RULES, follow=True).content.decode()
    assert "Nothing is different: this is how it stands already. Nothing was changed." in page


def test_another_ladder_than_was_shown_is_shown_again(club: Club, admin: Client) -> None:
    preview = admin.post(rules_page(club), RULES).content.decode()
    with club_scope(club):
        Player.objects.filter(club=club, name="Ben Birch").update(start_rating=14_000)
    again = press(admin, rules_page(club), preview, "Apply")
    assert "the ladder has moved since you looked" in again
    assert rules_of(club) == RuleBook()
    press(admin, rules_page(club), again, "Apply")
    assert rules_of(club) == RuleBook(LIVELY)


def test_an_arbiter_and_another_club_change_nothing(club: Club) -> None:
    other = make_club("Other")
    for who in (join_club(club, Role.ARBITER), join_club(other, Role.ADMIN)):
        client = Client()
        client.force_login(who)
        assert client.post(rules_page(club), RULES).status_code == 404
        assert client.post(f"{rules_page(club)}forget/", {"since": ""}).status_code == 404
        assert rules_page(club) not in client.get(f"/desk/{club.public_id}/").content.decode()
    assert rules_of(club) == RuleBook()


def test_the_page_asks_the_same_whatever_its_size(club: Club, admin: Client) -> None:
    counts = []
    for days in ([1], [2, 3]):
        with club_scope(club):
            for each in days:
                LadderRules.objects.create(club=club, since=week(each), k_new=30 + each)
        admin.get(rules_page(club))
        with CaptureQueriesContext(connection) as queries:
            admin.get(rules_page(club))
        counts.append(len(queries))
    assert counts == [9, 9]
