"""Somebody else changes the very thing between a preview and its "Apply", and nobody is moved by it: whoever is second is told."""

from collections.abc import Callable

import pytest
from django.test import Client

from clubs.models import Club, Role
from clubs.tenancy.scope import club_scope
from players.models import Player
from ratings.domain.effects import Effects
from ratings.domain.rules import Rules
from ratings.models import Correction
from ratings.selectors.corrections import list_corrections
from ratings.services.corrections import Action, apply_correction, undo_correction
from ratings.services.corrections.events import OrderEvent
from ratings.services.corrections.rules import SetRules
from ratings.services.corrections.starts import SetStartRating
from tests.factories import join_club, make_player
from tests.ratings.answers import RULES
from tests.ratings.corrections.confirming import Fields, confirm, hidden_fields, previewed
from tests.ratings.corrections.scene import week
from tests.reading import Element, parse
from tournaments.models import Event

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

ASKED = {**RULES, "holds": "date", "day": "2030-01-01"}
THE_SAME = "Nothing was changed: somebody else has changed the same since you looked. This is what the correction would do now."
SOMETHING_ELSE = "Nothing was changed: the ladder has moved since you looked. This is what the correction would do now."


@pytest.fixture
def admin(club: Club) -> Client:
    client = Client()
    client.force_login(join_club(club, Role.ADMIN))
    return client


@pytest.fixture
def newcomer(club: Club) -> Player:
    """Somebody who has not played yet: no start moves anybody."""
    return make_player(club, "Gil Tal")


def notices_of(page: Element) -> list[str]:
    return [notice.text for notice in page.find("div", "notice-warn")]


def changes_of(page: Element) -> list[str]:
    return [item.text for item in page.find("ul", "changes-list")[0].find("li")]


def journal_of(club: Club) -> list[Correction]:
    with club_scope(club):
        return list(list_corrections(club))


Case = tuple[str, Fields, Action, str]


def ordering(club: Club, event: Event, _newcomer: Player) -> Case:
    url = f"/desk/{club.public_id}/events/{event.public_id}/order/"
    return url, {"order": "3"}, OrderEvent(event, 5), "Order within the date: 3 instead of 5"


def figures(club: Club, _event: Event, _newcomer: Player) -> Case:
    action = SetRules(week(300), Rules(start=15_000))
    return f"/desk/{club.public_id}/rules/", {**ASKED, "day": str(week(300))}, action, "Starting rating: 1300.0 instead of 1500.0"


def starting(club: Club, _event: Event, newcomer: Player) -> Case:
    url = f"/desk/{club.public_id}/people/{newcomer.public_id}/start/"
    return url, {"start_rating": "1600"}, SetStartRating(newcomer, 14_000), "Starting rating: 1600.0 instead of 1400.0"


@pytest.mark.parametrize("make", [ordering, figures, starting])
def test_the_second_is_told_and_asked_again(
    club: Club, event: Event, newcomer: Player, admin: Client, make: Callable[[Club, Event, Player], Case]
) -> None:
    url, asked, meanwhile, sentence = make(club, event, newcomer)
    shown = previewed(admin, url, asked)
    apply_correction(club=club, action=meanwhile, by=None)
    again = parse(confirm(admin, url, shown).content)
    assert notices_of(again) == [THE_SAME]
    assert sentence in changes_of(again)
    assert len(journal_of(club)) == 1
    confirm(admin, url, again)
    assert len(journal_of(club)) == 2


@pytest.mark.parametrize("make", [ordering, figures, starting])
def test_what_nobody_has_touched_is_applied_at_once(
    club: Club, event: Event, newcomer: Player, admin: Client, make: Callable[[Club, Event, Player], Case]
) -> None:
    url, asked, _, _ = make(club, event, newcomer)
    confirm(admin, url, previewed(admin, url, asked))
    assert len(journal_of(club)) == 1


def test_an_undoing_that_would_lead_to_other_figures_is_shown_again(club: Club, admin: Client) -> None:
    """Figures of a date are forgotten, and so those before it hold: which ones these are was changed after the look."""
    later = apply_correction(club=club, action=SetRules(week(300), Rules(start=15_000)), by=None)
    url = f"/desk/{club.public_id}/corrections/{later.public_id}/undo/"
    shown = previewed(admin, url)
    apply_correction(club=club, action=SetRules(week(200), Rules(start=14_000)), by=None)
    assert notices_of(parse(confirm(admin, url, shown).content)) == [THE_SAME]


def test_somebody_else_moved_the_ladder(club: Club, event: Event, newcomer: Player, admin: Client) -> None:
    url, asked, _, _ = figures(club, event, newcomer)
    moving = apply_correction(club=club, action=SetRules(None, Rules(k_established=15, k_new=30)), by=None)
    shown = previewed(admin, url, asked)
    undo_correction(club=club, correction=moving, by=None)
    assert notices_of(parse(confirm(admin, url, shown).content)) == [THE_SAME], "the figures that held there were others"
    start = f"/desk/{club.public_id}/people/{newcomer.public_id}/start/"
    with club_scope(club):
        ben = Player.objects.get(club=club, name="Ben Birch")
    shown = previewed(admin, start.replace(newcomer.public_id, ben.public_id), {"start_rating": "1600"})
    apply_correction(club=club, action=SetRules(None, Rules(start=13_000)), by=None)
    assert notices_of(parse(confirm(admin, start.replace(newcomer.public_id, ben.public_id), shown).content)) == [SOMETHING_ELSE]


def test_who_moves_and_what_is_changed_are_told_apart() -> None:
    shown, moved, other = Effects(subject="a"), Effects(leader_after=1, subject="a"), Effects(subject="b")
    assert len({each.digest for each in (shown, moved, other, Effects())}) == 4
    assert [each.has_subject_of(shown.digest) for each in (moved, other, Effects())] == [True, False, False]


def test_the_form_takes_the_digest_of_either(club: Club, event: Event, newcomer: Player, admin: Client) -> None:
    url, asked, _, _ = ordering(club, event, newcomer)
    assert [len(part) for part in hidden_fields(previewed(admin, url, asked))["expected"].split("-")] == [32, 32]
