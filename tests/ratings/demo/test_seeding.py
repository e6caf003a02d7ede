"""The demo comes into the database through the real services, whole and once."""

from datetime import timedelta

import pytest
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
from tournaments.models import Entry, Event, EventVersion

pytestmark = pytest.mark.django_db


@pytest.fixture
def only_latin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seeding, "DEMO_CLUBS", (LATIN,))


def standings_of(club: Club) -> list[tuple[str, int, int, bool]]:
    with club_scope(club):
        rows = Standing.objects.select_related("player").order_by("player__name")
        return [(row.player.name, row.rating, row.games, row.provisional) for row in rows]


@pytest.mark.slow
def test_all_clubs_are_made_once(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("seed_demo")
    said = capsys.readouterr().out
    assert [f"/club/{demo.slug}/" in said for demo in DEMO_CLUBS] == [True, True, True]
    assert seeding.seed_demo() == []
    for demo in DEMO_CLUBS:
        club = find_club(demo.slug)
        assert club is not None
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


def test_the_same_ladder_at_every_installation(only_latin: None) -> None:
    [first] = seeding.seed_demo()
    once = standings_of(first)
    first.slug = "renamed"
    first.save(update_fields=["slug"])
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
def test_every_club_has_corrected_something(demo: DemoClub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seeding, "DEMO_CLUBS", (demo,))
    [club] = seeding.seed_demo()

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


def test_one_club_comes_with_the_ratings_of_an_earlier_ladder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seeding, "DEMO_CLUBS", (CYRILLIC,))
    [club] = seeding.seed_demo()

    with club_scope(club):
        brought = Player.objects.exclude(start_games=None).order_by("pk")
        starts = list(brought.values_list("name", "start_rating", "start_games"))
        assert LadderOpening.objects.get().as_of == SEASONS[0]
    assert [name for name, _, _ in starts] == list(CYRILLIC.members[:17])
    assert (starts[0][1:], starts[-1][1:]) == ((17_800, 64), (11_880, 16))
    assert [demo.slug for demo in DEMO_CLUBS if demo.brings_ratings] == [CYRILLIC.slug]


def test_a_club_that_fails_half_way_is_not_there(only_latin: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object, **kwargs: object) -> None:
        raise RuntimeError("no more")

    monkeypatch.setattr(seeding, "link_to_new_player", refuse)
    monkeypatch.setattr(seeding, "accept_preselected", refuse)
    with pytest.raises(RuntimeError, match="no more"):
        seeding.seed_demo()
    assert find_club(LATIN.slug) is None


def test_the_adults_show_their_names_from_the_start() -> None:
    assert CYRILLIC.name_policy == "everyone_in_full"
