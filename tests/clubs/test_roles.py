"""Who acts for a club: another role, an end, leaving; and what ends with a role."""

from typing import Any

import pytest

from clubs.domain.errors import LastOwner, OwnershipIsOffered, RoleRefused
from clubs.models import Club, JournalEntry, Membership, Role
from clubs.selectors import find_token, list_invitations
from clubs.services import change_role, invite, issue_token, leave_club, remove_member
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
