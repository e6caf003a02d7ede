"""The audit finds every kind of damage and repairs none; the commands say so."""

import logging
from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from clubs.models import Club, JournalEntry
from clubs.tenancy.scope import club_scope
from players.models import Standing
from ratings.models import LadderBuild, LadderEdit, RatingChange
from ratings.selectors import get_ladder_state
from ratings.services import Audit, audit_ladder, replay_ladder
from ratings.tasks import audit_all, audit_club
from tests.factories import event_record, make_club, make_event
from tests.ratings.builder import DRAW, WIN, new_club, new_event, new_players, one_game, publish
from tests.ratings.stored import stored_ladder
from tournaments.models import EntryLink, Event, Game
from tournaments.services.publish import undo_publication

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    club = new_club()
    new_event(club, one_game(club, WIN))
    new_event(club, one_game(club, DRAW))
    replay_ladder(club=club)
    return club


def test_a_right_ladder_passes(club: Club) -> None:
    assert audit_ladder(club=club) == Audit(club.pk, compared=True)


def test_a_stale_ladder_is_brought_up_to_date_first(club: Club) -> None:
    with club_scope(club):
        Game.objects.filter(club=club).update(result=DRAW)
    assert audit_ladder(club=club).passed
    assert get_ladder_state(club).fresh


def shift_a_change(club: Club) -> Audit:
    event = RatingChange.objects.filter(club=club).order_by("event_id")[0].event_id
    RatingChange.objects.filter(club=club, event_id=event).update(change=[1, -1])
    return Audit(club.pk, compared=True, events=(event,))


def lose_an_event(club: Club) -> Audit:
    event = RatingChange.objects.filter(club=club).order_by("event_id")[0].event_id
    RatingChange.objects.filter(club=club, event_id=event).delete()
    return Audit(club.pk, compared=True, events=(event,))


def lift_a_standing(club: Club) -> Audit:
    player = Standing.objects.filter(club=club).order_by("player_id")[0].player_id
    Standing.objects.filter(club=club, player_id=player).update(peak=30000)
    return Audit(club.pk, compared=True, players=(player,))


def invent_a_standing(club: Club) -> Audit:
    standing = Standing.objects.filter(club=club).order_by("player_id")[0]
    Standing.objects.filter(club=club, player_id=standing.player_id).update(player_id=standing.player_id + 1000)
    return Audit(club.pk, compared=True, players=(standing.player_id, standing.player_id + 1000))


@pytest.mark.parametrize("damage", [shift_a_change, lose_an_event, lift_a_standing, invent_a_standing])
def test_damage_is_found_logged_and_left(club: Club, damage: Callable[[Club], Audit], caplog: pytest.LogCaptureFixture) -> None:
    with club_scope(club):
        expected = damage(club)
    before = stored_ladder(club)
    with caplog.at_level(logging.ERROR):
        assert audit_ladder(club=club) == expected
    assert f"The audit of the ladder of club {club.pk} failed" in caplog.text
    assert stored_ladder(club) == before


def test_a_queue_that_lost_an_edit_is_found(club: Club) -> None:
    """What a missing trigger would do."""
    with club_scope(club):
        Game.objects.filter(club=club, result=DRAW).update(result=WIN)
    LadderEdit.objects.all().delete()
    assert len(audit_ladder(club=club).events) == 1


def test_a_rated_version_that_is_not_the_newest_decided_one_is_found(club: Club) -> None:
    first, second, third = new_players(club, 3)
    event = new_event(club, [(first, second, WIN)])
    with club_scope(club):
        publish(club, event, [(first, third, WIN)], decided=False)
    assert audit_ladder(club=club).passed
    with club_scope(club):
        Event.objects.filter(pk=event.pk).update(rated_version=event.latest)
    assert audit_ladder(club=club).pointers == (event.pk,)
    with club_scope(club):
        Event.objects.filter(pk=event.pk).update(rated_version=None)
    assert audit_ladder(club=club).pointers == (event.pk,)


def test_a_version_that_was_undone_is_not_missed_however_often_the_event_was_published() -> None:
    """Version 2 was decided and taken back, version 3 waits: the ladder counts version 1."""
    club = make_club()
    event = make_event(club, event_record(["Ora Nest", "Theo Perch"], [[(1, 2, WIN)]]))
    make_event(club, event_record(["Ora Nest", "Theo Perch"], [[(1, 2, DRAW)]]), event=event)
    undo_publication(club=club, event=event, by=None)
    waiting = make_event(club, event_record(["Ora Nest", "Ida Wren"], [[(1, 2, WIN)]]), event=event, decided=False)
    assert waiting.rated_version is not None
    assert waiting.rated_version.number == 1
    assert audit_ladder(club=club).passed


def test_a_version_with_a_name_undone_must_not_be_rated(club: Club) -> None:
    with club_scope(club):
        event = Event.objects.filter(club=club).order_by("pk")[0]
        EntryLink.objects.filter(entry__version__event=event).update(undone_at="2026-01-01T00:00Z")
    assert audit_ladder(club=club).pointers == (event.pk,)


def test_a_ladder_that_cannot_be_replayed_is_not_passed(club: Club) -> None:
    with club_scope(club):
        Event.objects.filter(club=club)[0].versions.update(ends_on="2020-01-01")
    assert audit_ladder(club=club) == Audit(club.pk, compared=False)


def test_the_command_ends_with_an_error_that_names_what_is_wrong(club: Club) -> None:
    out, err = StringIO(), StringIO()
    call_command("audit_ladder", club=club.slug, stdout=out)
    assert out.getvalue() == f"{club.slug}: right\n"
    with club_scope(club):
        (player,) = lift_a_standing(club).players
    with pytest.raises(CommandError, match="1 ladders are not right"):
        call_command("audit_ladder", stderr=err)
    assert err.getvalue() == f"{club.slug}: wrong players: {player}\n"


def test_rebuilding_repairs_and_is_written_down(club: Club) -> None:
    before = stored_ladder(club)
    with club_scope(club):
        shift_a_change(club)
        lift_a_standing(club)
    out = StringIO()
    call_command("rebuild_ladder", club=club.slug, stdout=out)
    assert out.getvalue() == f"{club.slug}: built\n"
    assert stored_ladder(club) == before
    with club_scope(club):
        assert JournalEntry.objects.filter(club=club, action="ladder.rebuild").count() == 1


def test_rebuilding_all(club: Club) -> None:
    other = new_club()
    new_event(other, one_game(other, WIN))
    call_command("rebuild_ladder", "--all", stdout=StringIO())
    assert set(LadderBuild.objects.values_list("club_id", flat=True)) >= {club.pk, other.pk}
    assert not LadderEdit.objects.exists()


def test_a_club_that_is_not_there() -> None:
    with pytest.raises(CommandError, match="There is no club “nowhere”"):
        call_command("rebuild_ladder", club="nowhere")


def test_sweeping_once_does_what_is_due(club: Club) -> None:
    with club_scope(club):
        Game.objects.filter(club=club).update(result=DRAW)
    call_command("sweep", "--once")
    assert get_ladder_state(club).fresh
    with club_scope(club):
        Event.objects.filter(club=club)[0].versions.update(ends_on="2020-01-01")
    with pytest.raises(CommandError, match="could not be replayed"):
        call_command("sweep", "--once")


def test_every_night_every_club(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    other = new_club()
    asked: list[int] = []
    monkeypatch.setattr(audit_club, "delay", asked.append)
    audit_all()
    assert {club.pk, other.pk} <= set(asked)
