"""Who acts for a club: another role, an end, leaving; and what ends with a role."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext

from clubs.domain.errors import LastOwner, OwnershipIsOffered, RoleRefused
from clubs.models import Club, EndedRole, JournalEntry, Membership, Role
from clubs.selectors import find_token, list_ended_roles, list_invitations
from clubs.services import accept_invitation, change_role, delete_account, invite, issue_token, leave_club, remove_member
from clubs.tasks import forget_old_invitations
from clubs.tenancy.scope import club_scope
from tests.factories import join_club, make_club, make_user

pytestmark = pytest.mark.django_db


def roles(club: Club) -> dict[str, str]:
    return dict(Membership.objects.filter(club=club).order_by("pk").values_list("user__email", "role"))


def member(club: Club, user: Any) -> Membership:
    return Membership.objects.get(club=club, user=user)


def last_note(club: Club) -> tuple[str, dict[str, Any]]:
    with club_scope(club):
        found = JournalEntry.objects.filter(club=club).order_by("pk").last()
    assert found is not None
    return found.action, found.detail


def test_an_owner_changes_a_role_and_the_journal_has_before_and_after() -> None:
    owner, other = make_user("owner@nest.example"), make_user("a@nest.example")
    club, elsewhere = make_club(owner=owner), make_club("Elsewhere", owner=other)
    join_club(club, Role.ARBITER, other)
    change_role(club=club, member=member(club, other), role=Role.ADMIN, by=owner)
    assert roles(club) == {"owner@nest.example": "owner", "a@nest.example": "admin"}
    assert roles(elsewhere) == {"a@nest.example": "owner"}
    assert last_note(club) == ("role.changed", {"account": other.pk, "before": {"role": "arbiter"}, "after": {"role": "admin"}})


def test_nobody_is_made_an_owner_unasked() -> None:
    owner = make_user()
    club = make_club(owner=owner)
    arbiter = join_club(club)
    with pytest.raises(OwnershipIsOffered):
        change_role(club=club, member=member(club, arbiter), role=Role.OWNER, by=owner)
    assert member(club, arbiter).role == Role.ARBITER


@pytest.mark.parametrize("role", [Role.ADMIN, Role.ARBITER, None])
def test_who_is_no_owner_changes_no_role(role: Role | None) -> None:
    club = make_club()
    somebody = make_user() if role is None else join_club(club, role)
    arbiter = join_club(club)
    with pytest.raises(RoleRefused):
        change_role(club=club, member=member(club, arbiter), role=Role.ADMIN, by=somebody)
    assert member(club, arbiter).role == Role.ARBITER


def test_the_last_owner_can_neither_leave_nor_be_lowered_nor_removed() -> None:
    owner = make_user("owner@nest.example")
    club = make_club(owner=owner)
    join_club(club, Role.ADMIN)
    with pytest.raises(LastOwner, match="the only one"):
        leave_club(club=club, by=owner)
    with pytest.raises(LastOwner):
        change_role(club=club, member=member(club, owner), role=Role.ADMIN, by=owner)
    with pytest.raises(LastOwner):
        remove_member(club=club, member=member(club, owner), by=owner)
    assert roles(club)["owner@nest.example"] == Role.OWNER


def test_one_of_two_owners_leaves_and_may_come_in_no_more() -> None:
    first, second = make_user(), make_user("second@nest.example")
    club = make_club(owner=first)
    join_club(club, Role.OWNER, second)
    leave_club(club=club, by=first)
    leave_club(club=club, by=first)
    assert roles(club) == {"second@nest.example": "owner"}
    assert last_note(club) == ("role.left", {"account": first.pk, "before": {"role": "owner"}})


def test_an_admin_removes_arbiters_and_nobody_else() -> None:
    club = make_club()
    admin, other, arbiter = join_club(club, Role.ADMIN), join_club(club, Role.ADMIN), join_club(club)
    with pytest.raises(RoleRefused):
        remove_member(club=club, member=member(club, other), by=admin)
    remove_member(club=club, member=member(club, arbiter), by=admin)
    assert not Membership.objects.filter(club=club, user=arbiter).exists()
    assert last_note(club) == ("role.removed", {"account": arbiter.pk, "before": {"role": "arbiter"}})


def test_keys_and_invitations_end_with_the_role_that_allowed_them() -> None:
    owner = make_user()
    club, elsewhere = make_club(owner=owner), make_club("Elsewhere")
    admin = join_club(club, Role.ADMIN)
    join_club(elsewhere, Role.ADMIN, admin)
    _, ended = issue_token(club=club, label="Of the admin", scopes=["read"], by=admin)
    _, stays = issue_token(club=club, label="Of the owner", scopes=["read"], by=owner)
    _, other = issue_token(club=elsewhere, label="Elsewhere", scopes=["read"], by=admin)
    invite(club=club, email="new@nest.example", role=Role.ARBITER, by=admin)
    invite(club=club, email="newer@nest.example", role=Role.ARBITER, by=owner)
    change_role(club=club, member=member(club, admin), role=Role.ARBITER, by=owner)
    assert [find_token(secret) is None for secret in (ended, stays, other)] == [True, False, False]
    assert [one.email for one in list_invitations(club)] == ["newer@nest.example"]


def test_an_owner_who_becomes_an_admin_keeps_what_an_admin_may() -> None:
    first, second = make_user(), make_user()
    club = make_club(owner=first)
    join_club(club, Role.OWNER, second)
    _, secret = issue_token(club=club, label="Key", scopes=["read"], by=second)
    invite(club=club, email="arbiter@nest.example", role=Role.ARBITER, by=second)
    invite(club=club, email="owner@nest.example", role=Role.OWNER, by=second)
    change_role(club=club, member=member(club, second), role=Role.ADMIN, by=first)
    assert find_token(secret) is not None
    assert [one.email for one in list_invitations(club)] == ["arbiter@nest.example"]


class TestTellingOfRoles:
    """The mail about one's own role, and what stands among one's clubs."""

    @pytest.fixture(autouse=True)
    def _elsewhere(self, settings: Any) -> None:
        settings.SITE_URL = "https://chess.example"

    @pytest.fixture
    def owner(self) -> Any:
        return make_user("olga.berg@nest.example")

    def test_whose_role_is_changed_reads_what_it_allows_and_by_whom_without_a_name(
        self, owner: Any, django_capture_on_commit_callbacks: Any
    ) -> None:
        club = make_club("Nest", owner=owner)
        admin = join_club(club, Role.ADMIN, make_user("anna@nest.example"))
        with django_capture_on_commit_callbacks(execute=True):
            change_role(club=club, member=member(club, admin), role=Role.ARBITER, by=owner)
        [letter] = mail.outbox
        assert (letter.to, letter.subject) == (["anna@nest.example"], "You are now an arbiter of Nest")
        assert str(letter.body).strip() == (
            "You are now an arbiter of Nest. Until now your role was: Administrator. It was done by an owner of the club.\n"
            "\n"
            "What you may do there:\n"
            "\n"
            "- Use the arbiter's desk\n"
            "- Publish and correct events\n"
            "- Decide who is who\n"
            "- Rebuild the ladder\n"
            "\n"
            "The club's desk:\n"
            "\n"
            f"https://chess.example/desk/{club.public_id}/"
        )

    def test_whose_role_is_ended_reads_so_in_a_mail_and_among_the_clubs(self, owner: Any, django_capture_on_commit_callbacks: Any) -> None:
        club, admin = make_club("Nest", owner=owner), make_user("admin@nest.example")
        join_club(club, Role.ADMIN, admin)
        arbiter = join_club(club, Role.ARBITER, make_user("anna@nest.example"))
        with django_capture_on_commit_callbacks(execute=True):
            remove_member(club=club, member=member(club, arbiter), by=admin)
        [letter] = mail.outbox
        assert (letter.to, letter.subject) == (["anna@nest.example"], "Your role in Nest has ended")
        assert str(letter.body).strip() == (
            "Your role in Nest has ended. It was: Arbiter. It was done by an administrator of the club.\n"
            "\n"
            "The club's desk is closed to you from now on. What you have done there stays. If this is a mistake, ask an owner of the club; "
            "to come back you need an invitation."
        )
        assert [(one.club, one.role) for one in list_ended_roles(arbiter)] == [(club, Role.ARBITER)]
        assert list(list_ended_roles(admin)) == []

    def test_who_accepts_and_who_hands_over_is_told(self, owner: Any, django_capture_on_commit_callbacks: Any) -> None:
        club, anna = make_club("Nest", owner=owner), make_user("anna@nest.example")
        made, _ = invite(club=club, email="anna@nest.example", role=Role.OWNER, by=owner, steps_down=True)
        with django_capture_on_commit_callbacks(execute=True):
            accept_invitation(invitation=made, by=anna)
        first = [(letter.to[0], letter.subject, str(letter.body).splitlines()[0]) for letter in mail.outbox]
        assert first == [
            ("anna@nest.example", "You are now an owner of Nest", "You are now an owner of Nest. You have accepted an invitation."),
            (
                "olga.berg@nest.example",
                "You are now an administrator of Nest",
                "You are now an administrator of Nest. Until now your role was: Owner. Your offer to hand the club over was accepted.",
            ),
        ]

    @pytest.mark.parametrize(("language", "said"), [("he", "Nest"), ("ru", "Nest")])
    def test_the_mail_is_in_the_clubs_language(self, language: str, said: str, owner: Any, django_capture_on_commit_callbacks: Any) -> None:
        club = make_club("Nest", owner=owner, language=language)
        join_club(club, Role.OWNER, make_user("anna@nest.example"))
        with django_capture_on_commit_callbacks(execute=True):
            change_role(club=club, member=Membership.objects.get(user__email="anna@nest.example"), role=Role.ARBITER, by=owner)
        [letter] = mail.outbox
        with translation.override(language):
            assert gettext("Publish and correct events") in str(letter.body)
        assert said in letter.subject
        assert "olga" not in f"{letter.subject}{letter.body}{letter.extra_headers}".lower()

    def test_what_is_refused_or_undone_is_told_to_nobody(self, owner: Any, django_capture_on_commit_callbacks: Any) -> None:
        club = make_club(owner=owner)
        arbiter = join_club(club)
        with django_capture_on_commit_callbacks(execute=True):
            with pytest.raises(RoleRefused):
                change_role(club=club, member=member(club, arbiter), role=Role.ADMIN, by=arbiter)
            with pytest.raises(RuntimeError), transaction.atomic():
                change_role(club=club, member=member(club, arbiter), role=Role.ADMIN, by=owner)
                raise RuntimeError
        assert (mail.outbox, member(club, arbiter).role) == ([], Role.ARBITER)

    def test_an_account_that_is_deleted_gets_no_mail(self, owner: Any, django_capture_on_commit_callbacks: Any) -> None:
        club = make_club(owner=owner)
        arbiter = join_club(club)
        with django_capture_on_commit_callbacks(execute=True):
            delete_account(user=arbiter)
        assert (mail.outbox, roles(club)) == ([], {"olga.berg@nest.example": "owner"})

    def test_a_mail_server_that_is_down_hinders_nothing(self, settings: Any, owner: Any, django_capture_on_commit_callbacks: Any) -> None:
        settings.EMAIL_BACKEND, settings.EMAIL_HOST, settings.EMAIL_PORT = "django.core.mail.backends.smtp.EmailBackend", "127.0.0.1", 1
        club = make_club(owner=owner)
        arbiter = join_club(club)
        with django_capture_on_commit_callbacks(execute=True):
            remove_member(club=club, member=member(club, arbiter), by=owner)
        assert [one.club for one in list_ended_roles(arbiter)] == [club]

    def test_a_new_role_a_quarter_of_a_year_and_a_closed_club_end_what_is_told(self, owner: Any) -> None:
        clubs = [make_club(name, owner=owner) for name in ("Again", "Old", "Closed", "Stays")]
        anna = make_user("anna@nest.example")
        for club in clubs:
            join_club(club, Role.ARBITER, anna)
            remove_member(club=club, member=member(club, anna), by=owner)
        made, _ = invite(club=clubs[0], email="anna@nest.example", role=Role.ARBITER, by=owner)
        accept_invitation(invitation=made, by=anna)
        EndedRole.objects.filter(club=clubs[1]).update(ended_at=timezone.now() - timedelta(days=91))
        forget_old_invitations()
        assert not EndedRole.objects.filter(club=clubs[1]).exists()
        Club.objects.filter(pk=clubs[2].pk).update(closing_at=timezone.now())
        assert [one.club.name for one in list_ended_roles(anna)] == ["Stays"]

    def test_who_leaves_needs_not_be_told_among_the_clubs(self, owner: Any) -> None:
        club = make_club(owner=owner)
        arbiter = join_club(club)
        leave_club(club=club, by=arbiter)
        assert list(list_ended_roles(arbiter)) == []
