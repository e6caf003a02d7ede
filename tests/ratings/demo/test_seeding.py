"""The demo comes into the database through the real services, whole and once."""

import copy
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from io import StringIO

import pytest
import pytest_django
from django.core.management import call_command

from clubs.models import Club, Membership, Role
from clubs.selectors import DEMO_ARBITER, find_club
from clubs.tenancy.scope import club_scope
from players.models import Player, Standing
from ratings.demo import seeding
from ratings.demo.clubs import CYRILLIC, DEMO_CLUBS, LATIN, DemoClub
from ratings.demo.corrections import MISDATED, RIGHT_AFTER_ALL, WRONG
from ratings.demo.evenings import SEASONS
from ratings.models import Correction, LadderOpening
from ratings.selectors import get_ladder_state
from ratings.services import audit_ladder
from tests.once import made_once
from tournaments.models import Entry, Event, EventVersion

pytestmark = pytest.mark.django_db


@dataclass(frozen=True)
class Seeded:
    """What the command said, the clubs by their language, and what a second run made."""

    said: str
    clubs: dict[str, Club]
    again: list[Club]


def seed() -> Seeded:
    said = StringIO()
    call_command("seed_demo", stdout=said)
    clubs = {demo.language: find_club(demo.slug) for demo in DEMO_CLUBS}
    return Seeded(said.getvalue(), {language: club for language, club in clubs.items() if club is not None}, seeding.seed_demo())


@pytest.fixture(scope="module")
def _seeded_once(django_db_setup: None, django_db_blocker: pytest_django.DjangoDbBlocker) -> Iterator[Seeded]:
    with made_once(django_db_blocker, seed) as seeded:
        yield seeded


@pytest.fixture
def seeded(_seeded_once: Seeded, db: None) -> Seeded:
    """All demo clubs, made once for all tests of this module."""
    return copy.deepcopy(_seeded_once)


def standings_of(club: Club) -> list[tuple[str, int, int, bool]]:
    with club_scope(club):
        rows = Standing.objects.select_related("player").order_by("player__name")
        return [(row.player.name, row.rating, row.games, row.provisional) for row in rows]


@pytest.mark.slow
@pytest.mark.parametrize("demo", DEMO_CLUBS, ids=lambda demo: demo.language)
def test_every_club_is_made_whole(seeded: Seeded, demo: DemoClub) -> None:
    club = seeded.clubs[demo.language]
    assert list(Membership.objects.filter(club=club).values_list("user__email", "role")) == [(DEMO_ARBITER, Role.OWNER)]
    assert (club.visibility, club.name_policy) == (demo.visibility, demo.name_policy)
    assert get_ladder_state(club).fresh
    assert audit_ladder(club=club).passed
    with club_scope(club):
        assert sorted(Player.objects.values_list("name", flat=True)) == sorted(demo.members)
        assert Event.objects.count() == 48
        assert EventVersion.objects.filter(number=2, source="demo").count() == 2
        [waiting] = Event.objects.filter(rated_version=None)
        assert waiting.external_id == "2-12"
        assert Entry.objects.filter(version=waiting.latest).exclude(links__undone_at=None, links__isnull=False).count() == 3
        assert Standing.objects.filter(provisional=True).count() == 2


@pytest.mark.slow
def test_all_clubs_are_made_once_and_the_command_says_where_they_are(seeded: Seeded) -> None:
    assert [f"/club/{demo.slug}/" in seeded.said for demo in DEMO_CLUBS] == [True, True, True]
    assert seeded.again == []


@pytest.mark.slow
def test_the_same_ladder_at_every_installation(seeded: Seeded, monkeypatch: pytest.MonkeyPatch) -> None:
    first = seeded.clubs[LATIN.language]
    once = standings_of(first)
    first.slug = "renamed"
    first.save(update_fields=["slug"])
    monkeypatch.setattr(seeding, "DEMO_CLUBS", (LATIN,))
    [second] = seeding.seed_demo()
    assert standings_of(second) == once
    assert len(once) == len(LATIN.members)


def corrections_of(club: Club) -> list[tuple[str, str | None, str, bool]]:
    """Kind, evening, reason, and whether it undoes another one, in their order."""
    with club_scope(club):
        kept = Correction.objects.order_by("pk").select_related("event")
        return [(each.kind, each.event.external_id if each.event else None, each.reason, each.undoes_id is not None) for each in kept]


@pytest.mark.slow
@pytest.mark.parametrize("demo", DEMO_CLUBS, ids=lambda demo: demo.language)
def test_every_club_has_corrected_something(seeded: Seeded, demo: DemoClub) -> None:
    club = seeded.clubs[demo.language]

    opening = [("opening", None, demo.words.brought, False)] if demo.brings_ratings else []
    assert corrections_of(club) == [
        *opening,
        ("results", WRONG, demo.words.wrong_result, False),
        ("dates", MISDATED, demo.words.wrong_date, False),
        ("results", RIGHT_AFTER_ALL, demo.words.wrong_result, False),
        ("results", RIGHT_AFTER_ALL, demo.words.right_after_all, True),
    ]
    with club_scope(club):
        versions = {event.external_id: event.latest for event in Event.objects.select_related("latest")}
        dated, undone = versions[MISDATED], versions[RIGHT_AFTER_ALL]
        assert dated is not None
        assert undone is not None
        after = versions["2-6"]
        assert after is not None
        assert (dated.starts_on - after.starts_on, undone.number) == (timedelta(days=1), 3)
        [as_published] = EventVersion.objects.filter(event__external_id=RIGHT_AFTER_ALL, number=1)
        assert as_published.digest == undone.digest
        assert [waiting.external_id for waiting in Event.objects.filter(rated_version=None)] == ["2-12"]
    assert (get_ladder_state(club).fresh, audit_ladder(club=club).passed) == (True, True)


@pytest.mark.slow
def test_one_club_comes_with_the_ratings_of_an_earlier_ladder(seeded: Seeded) -> None:
    with club_scope(seeded.clubs[CYRILLIC.language]):
        brought = Player.objects.exclude(start_games=None).order_by("pk")
        starts = list(brought.values_list("name", "start_rating", "start_games"))
        assert LadderOpening.objects.get().as_of == SEASONS[0]
    assert [name for name, _, _ in starts] == list(CYRILLIC.members[:17])
    assert (starts[0][1:], starts[-1][1:]) == ((17_800, 64), (11_880, 16))
    assert [demo.slug for demo in DEMO_CLUBS if demo.brings_ratings] == [CYRILLIC.slug]


def test_a_club_that_fails_half_way_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object, **kwargs: object) -> None:
        raise RuntimeError("no more")

    monkeypatch.setattr(seeding, "DEMO_CLUBS", (replace(LATIN, slug="half-way"),))
    monkeypatch.setattr(seeding, "link_to_new_player", refuse)
    monkeypatch.setattr(seeding, "accept_preselected", refuse)
    with pytest.raises(RuntimeError, match="no more"):
        seeding.seed_demo()
    assert find_club("half-way") is None


def test_the_adults_show_their_names_from_the_start() -> None:
    assert CYRILLIC.name_policy == "everyone_in_full"
