"""What audits find is kept, told once to those who must know, shown at the desk, and gone when an audit passes."""

import logging
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from django.core.management import CommandError, call_command
from django.db import connections
from django.test import Client

from clubs.models import Club, Role
from clubs.tenancy.scope import LADDER_LOCK, club_scope
from players.models import Standing
from ratings import tasks
from ratings.models import LadderAudit, RatingChange
from ratings.selectors.audits import find_audit, get_desk_ladder
from ratings.services import Audit, replay_ladder, request_rebuild
from ratings.services.findings import examine_ladder, note_audit, tell_of_finding
from ratings.sweeper import Sweeper
from ratings.tasks import AUDIT_TRIES, audit_club, replay_club
from tests.factories import join_club, make_club, make_user
from tests.ratings.builder import DAY, DRAW, WIN, new_event, one_game
from tournaments.models import EventVersion, Game

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
OWNER, ADMIN, OPERATOR = "owner@nest.example", "admin@nest.example", "operator@site.example"
WRONG, UNCHECKED = "The ladder is not right", "The ladder was not checked"


@pytest.fixture(autouse=True)
def _operator(settings: Any) -> None:
    settings.ADMINS = [("", OPERATOR)]
    settings.SITE_URL = "https://chess.example.org"


@pytest.fixture
def club() -> Club:
    """A club with an owner, an administrator and an arbiter, and a ladder of two events."""
    club = make_club(owner=make_user(OWNER))
    join_club(club, Role.ADMIN, make_user(ADMIN))
    join_club(club, Role.ARBITER, make_user("arbiter@nest.example"))
    new_event(club, one_game(club, WIN))
    new_event(club, one_game(club, DRAW))
    replay_ladder(club=club)
    return club


def spoil(club: Club) -> tuple[int, ...]:
    """Make one standing wrong, as nothing of ours would."""
    with club_scope(club):
        player = Standing.objects.filter(club=club).order_by("player_id")[0].player_id
        Standing.objects.filter(club=club, player_id=player).update(peak=30000)
    return (player,)


def break_down(club: Club) -> None:
    """Let every replay fail."""
    with club_scope(club):
        EventVersion.objects.filter(club=club).update(ends_on=DAY - timedelta(days=1))


def mend(club: Club) -> None:
    with club_scope(club):
        EventVersion.objects.filter(club=club).update(ends_on=DAY)


def audit_of(club: Club) -> LadderAudit:
    with club_scope(club):
        found = find_audit(club)
    assert found is not None
    return found


def desk_of(club: Club, path: str = "") -> str:
    client = Client()
    client.force_login(join_club(club, Role.ADMIN))
    return " ".join(client.get(f"/desk/{club.public_id}/{path}").content.decode().split())


def recipients() -> list[list[str]]:
    return sorted(message.to for message in mail.outbox)


def test_a_right_ladder_is_kept_as_right_and_nobody_is_told(club: Club) -> None:
    audit_club(club.pk)
    kept = audit_of(club)
    assert (kept.compared, kept.since, kept.told_at, kept.events, kept.players, kept.pointers) == (True, None, None, [], [], [])
    assert mail.outbox == []
    assert WRONG not in desk_of(club)


def test_a_wrong_ladder_is_kept_logged_shown_and_mailed(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    players = spoil(club)
    with caplog.at_level(logging.ERROR):
        audit_club(club.pk)
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    kept = audit_of(club)
    assert (kept.compared, kept.events, kept.players, kept.pointers) == (True, [], list(players), [])
    assert kept.since == kept.at
    assert kept.told_at is not None
    assert recipients() == [[ADMIN], [OPERATOR], [OWNER]]
    page = desk_of(club)
    assert WRONG in page
    assert "1 player has another rating, known since" in page
    assert "Have the ladder rebuilt from the first event on" in page


@pytest.mark.parametrize("path", ["", "people/"])
def test_every_page_of_the_desk_with_the_state_of_the_ladder_says_so(club: Club, path: str) -> None:
    spoil(club)
    audit_club(club.pk)
    assert WRONG in desk_of(club, path)
    other = make_club("Other")
    assert WRONG not in desk_of(other, path)


def test_a_mail_holds_numbers_and_an_address_and_nothing_else(club: Club) -> None:
    spoil(club)
    audit_club(club.pk)
    (to_owner,) = (message for message in mail.outbox if message.to == [OWNER])
    assert to_owner.subject == "The ladder of your club is not right"
    assert f"\nhttps://chess.example.org/desk/{club.public_id}/\n" in to_owner.body
    assert "0 events have other changes of ratings.\n1 player has another rating.\n" in to_owner.body
    assert "Player" not in to_owner.body
    assert club.name not in to_owner.body


def test_it_is_told_once_a_finding_however_many_nights(club: Club) -> None:
    spoil(club)
    for _ in range(3):
        audit_club(club.pk)
    assert len(mail.outbox) == 3
    with club_scope(club):
        Standing.objects.filter(club=club).update(peak=31000)
    audit_club(club.pk)
    assert len(mail.outbox) == 3
    assert len(audit_of(club).players) == 4


def test_known_since_the_first_night(club: Club) -> None:
    spoil(club)
    audit_club(club.pk)
    first = audit_of(club)
    audit_club(club.pk)
    again = audit_of(club)
    assert (again.since, again.told_at, again.at > first.at) == (first.since, first.told_at, True)


def test_a_mail_that_could_not_be_sent_is_sent_the_next_night(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(messages: list[EmailMessage]) -> int:
        raise ConnectionRefusedError

    spoil(club)
    with monkeypatch.context() as patched:
        patched.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", lambda self, messages: refuse(messages))
        audit_club(club.pk)
    assert (mail.outbox, audit_of(club).told_at) == ([], None)
    audit_club(club.pk)
    assert recipients() == [[ADMIN], [OPERATOR], [OWNER]]


def by_task(club: Club) -> None:
    replay_club(club.pk)


def by_sweeper(club: Club) -> None:
    Sweeper(courier=None).sweep()


@pytest.mark.parametrize("replay", [by_task, by_sweeper])
def test_a_rebuild_that_was_asked_for_clears_the_notice(club: Club, replay: Callable[[Club], None]) -> None:
    spoil(club)
    audit_club(club.pk)
    request_rebuild(club=club, by=None)
    assert WRONG in desk_of(club)
    replay(club)
    assert audit_of(club).since is None
    assert WRONG not in desk_of(club)


def test_it_is_a_new_finding_after_that(club: Club) -> None:
    for _ in range(2):
        spoil(club)
        audit_club(club.pk)
        request_rebuild(club=club, by=None)
        replay_club(club.pk)
    assert len(mail.outbox) == 6


def test_a_replay_that_is_not_whole_repairs_nothing_silently(club: Club) -> None:
    """The audit after it finds the same again."""
    with club_scope(club):
        event = RatingChange.objects.filter(club=club).order_by("event_id")[0].event_id
        RatingChange.objects.filter(club=club, event_id=event).update(record=[7, 7])
    audit_club(club.pk)
    new_event(club, one_game(club, WIN), on=DAY + timedelta(days=5))
    replay_club(club.pk)
    assert audit_of(club).events == [event]
    assert WRONG in desk_of(club)


class Post:
    """What was asked to be done later."""

    def __init__(self) -> None:
        self.later: list[tuple[tuple[int, int], int]] = []

    def apply_async(self, arguments: tuple[int, int], countdown: int) -> None:
        self.later.append((arguments, countdown))


def test_a_club_that_cannot_be_brought_up_to_date_is_come_back_to_and_then_told(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    post = Post()
    monkeypatch.setattr(audit_club, "apply_async", post.apply_async)
    break_down(club)
    audit_club(club.pk)
    assert post.later == [((club.pk, 2), tasks.AUDIT_PAUSE)]
    with club_scope(club):
        assert find_audit(club) is None
    audit_club(club.pk, AUDIT_TRIES)
    assert len(post.later) == 1
    assert (audit_of(club).compared, audit_of(club).since is None) == (False, False)
    assert {message.subject for message in mail.outbox} == {
        "The ladder of your club was not checked",
        "[Rookery] A ladder could not be audited",
    }
    assert UNCHECKED in desk_of(club)
    mend(club)
    replay_club(club.pk)
    assert UNCHECKED not in desk_of(club)
    assert len(mail.outbox) == 3


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_a_lock_that_is_held_all_night_is_told_too(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    post = Post()
    monkeypatch.setattr(audit_club, "apply_async", post.apply_async)
    with club_scope(club):
        Game.objects.filter(club=club).update(result=DRAW)
    holder = connections.create_connection("default")
    try:
        with holder.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s, hashint8(%s))", [LADDER_LOCK, club.pk])
        audit_club(club.pk)
        assert post.later == [((club.pk, 2), tasks.AUDIT_PAUSE)]
        audit_club(club.pk, AUDIT_TRIES)
    finally:
        holder.close()
    assert audit_of(club).compared is False
    audit_club(club.pk)
    assert audit_of(club).since is None


def test_a_night_without_an_audit_does_not_hide_what_is_known_to_be_wrong(club: Club) -> None:
    players = spoil(club)
    examine_ladder(club=club)
    known = audit_of(club)
    note_audit(club=club, audit=Audit(club.pk, compared=False))
    kept = audit_of(club)
    assert (kept.since, kept.compared, kept.players) == (known.since, True, list(players))
    assert tell_of_finding(club=club) is True
    assert len(mail.outbox) == 3


def test_a_wrong_ladder_is_another_finding_than_one_that_was_not_checked(club: Club) -> None:
    note_audit(club=club, audit=Audit(club.pk, compared=False))
    tell_of_finding(club=club)
    spoil(club)
    examine_ladder(club=club)
    assert len(mail.outbox) == 6
    assert audit_of(club).compared is True


def test_the_desk_asks_for_all_of_it_in_one_statement(club: Club, django_assert_num_queries: Any) -> None:
    spoil(club)
    examine_ladder(club=club)
    with club_scope(club), django_assert_num_queries(1):
        ladder = get_desk_ladder(club)
    assert ladder.finding is not None
    assert (ladder.state.fresh, ladder.finding.players, ladder.finding.events, ladder.finding.pointers) == (True, 1, 0, 0)


def test_another_club_is_told_nothing(club: Club) -> None:
    other = make_club("Other", owner=make_user("owner@other.example"))
    spoil(club)
    examine_ladder(club=club)
    examine_ladder(club=other)
    assert ["owner@other.example"] not in recipients()
    with club_scope(other):
        assert get_desk_ladder(other).finding is None
        assert find_audit(club) is None


def test_the_command_keeps_and_tells_as_well(club: Club) -> None:
    spoil(club)
    with pytest.raises(CommandError, match="1 ladders are not right"):
        call_command("audit_ladder", club=club.slug, stderr=StringIO())
    assert recipients() == [[ADMIN], [OPERATOR], [OWNER]]
    assert audit_of(club).since is not None
