"""People who act at the same moment: an owner always stays, and an invitation makes one role."""

import pytest

from clubs.domain.errors import ClubError, InvitationGone, LastOwner
from clubs.models import EndedRole, JournalEntry, Membership, Role
from clubs.selectors import find_invitation
from clubs.services import (
    accept_invitation,
    change_role,
    delete_account,
    invite,
    leave_club,
    remove_member,
    renew_invitation,
    revoke_invitation,
)
from clubs.tenancy.scope import club_scope
from tests.at_once import at_once
from tests.factories import join_club, make_club, make_user

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


@pytest.mark.parametrize("_round", range(3))
def test_of_two_owners_who_leave_at_once_one_stays(_round: int) -> None:
    owners = [make_user(), make_user()]
    club = make_club(owner=owners[0])
    join_club(club, Role.OWNER, owners[1])
    ends = at_once(*(lambda who=who: leave_club(club=club, by=who) for who in owners), expected=ClubError)
    assert sorted(map(str, ends)) == sorted([str(None), str(LastOwner)])
    assert Membership.objects.filter(club=club, role=Role.OWNER).count() == 1


def test_two_owners_who_lower_each_other_leave_one() -> None:
    owners = [make_user(), make_user()]
    club = make_club(owner=owners[0])
    join_club(club, Role.OWNER, owners[1])
    of = {who.pk: Membership.objects.get(club=club, user=who) for who in owners}
    first, second = owners
    ends = at_once(
        lambda: change_role(club=club, member=of[second.pk], role=Role.ARBITER, by=first),
        lambda: change_role(club=club, member=of[first.pk], role=Role.ARBITER, by=second),
        expected=ClubError,
    )
    assert ends.count(None) == 1
    assert Membership.objects.filter(club=club, role=Role.OWNER).count() == 1


@pytest.mark.parametrize("_round", range(3))
def test_an_invitation_accepted_twice_at_once_makes_one_role(_round: int) -> None:
    owner, person = make_user(), make_user()
    club = make_club(owner=owner)
    _, secret = invite(club=club, email=person.email, role=Role.ARBITER, by=owner)
    held = find_invitation(secret)
    assert held is not None
    ends = at_once(*[lambda: accept_invitation(invitation=held, by=person)] * 3, expected=ClubError)
    assert ends == [None, None, None]
    assert Membership.objects.filter(club=club, user=person).count() == 1
    with club_scope(club):
        assert JournalEntry.objects.filter(action="invitation.accepted").count() == 1


def test_accepted_or_revoked_but_not_both() -> None:
    owner, person = make_user(), make_user()
    club = make_club(owner=owner)
    made, secret = invite(club=club, email=person.email, role=Role.ARBITER, by=owner)
    held = find_invitation(secret)
    assert held is not None
    accepted, revoked = at_once(
        lambda: accept_invitation(invitation=held, by=person),
        lambda: revoke_invitation(club=club, invitation=made, by=owner),
        expected=ClubError,
    )
    assert (accepted, revoked) in [(None, None), (InvitationGone, None)]
    assert Membership.objects.filter(club=club, user=person).exists() is (accepted is None)


def test_a_link_that_was_renewed_at_that_moment_is_not_accepted_by_halves() -> None:
    owner, person = make_user(), make_user()
    club = make_club(owner=owner)
    made, secret = invite(club=club, email=person.email, role=Role.ARBITER, by=owner)
    held = find_invitation(secret)
    assert held is not None
    accepted, renewed = at_once(
        lambda: accept_invitation(invitation=held, by=person),
        lambda: renew_invitation(club=club, invitation=made, by=owner),
        expected=ClubError,
    )
    assert (accepted, renewed) in [(None, InvitationGone), (InvitationGone, None)]
    assert Membership.objects.filter(club=club, user=person).exists() is (accepted is None)


@pytest.mark.parametrize("_round", range(3))
def test_who_is_removed_while_the_account_is_deleted_is_gone_and_nothing_is_told(_round: int) -> None:
    """Neither waits for what the other holds: a deadlock would end one of the two."""
    owner, person = make_user(), make_user()
    club = make_club(owner=owner)
    join_club(club, Role.ADMIN, person)
    member = Membership.objects.get(club=club, user=person)
    ends = at_once(lambda: delete_account(user=person), lambda: remove_member(club=club, member=member, by=owner), expected=ClubError)
    assert ends == [None, None]
    assert (Membership.objects.filter(user=person).count(), EndedRole.objects.filter(user=person).count()) == (0, 0)
