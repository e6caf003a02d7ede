"""Invitations: to one address, once, for a fortnight, revocable."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.utils import timezone

from clubs.domain.errors import AlreadyActs, InvitationGone, InvitedAnother, RoleRefused, TooManyInvitations, TooManyMails
from clubs.domain.invitations import MOST_A_DAY, MOST_MAILS, masked
from clubs.models import Club, Invitation, JournalEntry, Membership, Role
from clubs.selectors import find_invitation, list_invitations
from clubs.services import (
    accept_invitation,
    decline_invitation,
    forget_old_invitations,
    invite,
    mail_invitation,
    remove_member,
    renew_invitation,
    revoke_invitation,
)
from clubs.tenancy.scope import club_scope
from tests.factories import join_club, make_club, make_user
from tests.signing_in import signed_in

pytestmark = pytest.mark.django_db

ADDRESS = "new@nest.example"


@pytest.fixture
def owner() -> Any:
    return make_user("owner@nest.example")


@pytest.fixture
def club(owner: Any) -> Club:
    return make_club(owner=owner)


def found(secret: str) -> Invitation:
    invitation = find_invitation(secret)
    assert invitation is not None
    return invitation


def journal(club: Club) -> list[tuple[str, dict[str, Any]]]:
    with club_scope(club):
        return list(JournalEntry.objects.filter(club=club).order_by("pk").values_list("action", "detail"))


def roles(club: Club) -> dict[str, str]:
    return dict(Membership.objects.filter(club=club).order_by("pk").values_list("user__email", "role"))


def test_who_has_the_address_gets_the_role_and_the_address_is_forgotten(club: Club, owner: Any) -> None:
    made, secret = invite(club=club, email=" New@Nest.example ", role=Role.ADMIN, by=owner)
    assert secret not in str(Invitation.objects.values().get())
    person = make_user(ADDRESS)
    assert accept_invitation(invitation=found(secret), by=person) == club
    assert roles(club) == {"owner@nest.example": "owner", ADDRESS: "admin"}
    made.refresh_from_db()
    assert (made.email, made.accepted_by, made.is_open) == ("", person, False)
    assert journal(club)[1:] == [
        ("invitation.made", {"after": {"role": "admin", "steps_down": False}}),
        ("invitation.accepted", {"after": {"role": "admin"}}),
    ]


def test_accepting_twice_is_accepting_once(club: Club, owner: Any) -> None:
    _, secret = invite(club=club, email=ADDRESS, role=Role.ARBITER, by=owner)
    person = make_user(ADDRESS)
    for _ in range(2):
        assert accept_invitation(invitation=found(secret), by=person) == club
    assert [action for action, _ in journal(club)].count("invitation.accepted") == 1
    with pytest.raises(InvitationGone):
        accept_invitation(invitation=found(secret), by=make_user())


def test_somebody_elses_account_is_refused_and_told_no_more_than_a_mask(club: Club, owner: Any) -> None:
    _, secret = invite(club=club, email=ADDRESS, role=Role.ARBITER, by=owner)
    thief = make_user("thief@den.example")
    EmailAddress.objects.create(user=thief, email=ADDRESS, verified=False, primary=False)
    with pytest.raises(InvitedAnother, match=r"another address: n…@n…\.example\."):
        accept_invitation(invitation=found(secret), by=thief)
    assert roles(club) == {"owner@nest.example": "owner"}


def test_a_second_address_of_an_account_is_as_good_as_the_first(club: Club, owner: Any) -> None:
    _, secret = invite(club=club, email=ADDRESS, role=Role.ARBITER, by=owner)
    person = make_user("main@nest.example")
    EmailAddress.objects.create(user=person, email=ADDRESS, verified=True, primary=False)
    accept_invitation(invitation=found(secret), by=person)
    assert roles(club)["main@nest.example"] == Role.ARBITER


def test_too_old_is_gone_until_it_is_sent_again(club: Club, owner: Any) -> None:
    made, old = invite(club=club, email=ADDRESS, role=Role.ARBITER, by=owner)
    Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    person = make_user(ADDRESS)
    with pytest.raises(InvitationGone):
        accept_invitation(invitation=found(old), by=person)
    _, new = renew_invitation(club=club, invitation=made, by=owner)
    assert find_invitation(old) is None
    accept_invitation(invitation=found(new), by=person)
    assert roles(club)[ADDRESS] == Role.ARBITER


def test_revoked_is_gone_and_forgets_the_address(club: Club, owner: Any) -> None:
    made, secret = invite(club=club, email=ADDRESS, role=Role.ARBITER, by=owner)
    held = found(secret)
    for _ in range(2):
        revoke_invitation(club=club, invitation=made, by=owner)
    with pytest.raises(InvitationGone):
        accept_invitation(invitation=held, by=make_user(ADDRESS))
    with pytest.raises(InvitationGone):
        renew_invitation(club=club, invitation=made, by=owner)
    assert list(Invitation.objects.values_list("email", flat=True)) == [""]
    assert [action for action, _ in journal(club)] == ["club.founded", "invitation.made", "invitation.revoked"]


def test_a_new_one_takes_the_place_of_an_open_one(club: Club, owner: Any) -> None:
    _, first = invite(club=club, email=ADDRESS, role=Role.ADMIN, by=owner)
    _, second = invite(club=club, email=ADDRESS, role=Role.ARBITER, by=owner)
    assert [action for action, _ in journal(club)][-3:] == ["invitation.made", "invitation.revoked", "invitation.made"]
    person = make_user(ADDRESS)
    with pytest.raises(InvitationGone):
        accept_invitation(invitation=found(first), by=person)
    accept_invitation(invitation=found(second), by=person)
    assert roles(club)[ADDRESS] == Role.ARBITER


def test_an_admin_does_not_end_an_offer_of_ownership_by_inviting_the_same_address(club: Club, owner: Any) -> None:
    admin = join_club(club, Role.ADMIN)
    _, offer = invite(club=club, email=ADDRESS, role=Role.OWNER, by=owner, steps_down=True)
    with pytest.raises(RoleRefused):
        invite(club=club, email=ADDRESS, role=Role.ARBITER, by=admin)
    accept_invitation(invitation=found(offer), by=make_user(ADDRESS))
    assert roles(club)[ADDRESS] == Role.OWNER


def test_an_admin_invites_arbiters_alone_and_an_arbiter_nobody(club: Club) -> None:
    admin, arbiter = join_club(club, Role.ADMIN), join_club(club)
    for role in (Role.OWNER, Role.ADMIN):
        with pytest.raises(RoleRefused):
            invite(club=club, email=ADDRESS, role=role, by=admin)
    with pytest.raises(RoleRefused):
        invite(club=club, email=ADDRESS, role=Role.ARBITER, by=arbiter)
    invite(club=club, email=ADDRESS, role=Role.ARBITER, by=admin)
    assert [one.role for one in list_invitations(club)] == [Role.ARBITER]


def test_an_invitation_of_somebody_who_was_removed_lets_nobody_in(club: Club, owner: Any) -> None:
    admin = join_club(club, Role.ADMIN)
    _, secret = invite(club=club, email=ADDRESS, role=Role.ARBITER, by=admin)
    remove_member(club=club, member=Membership.objects.get(user=admin), by=owner)
    with pytest.raises(InvitationGone):
        accept_invitation(invitation=found(secret), by=make_user(ADDRESS))


def test_who_acts_for_the_club_is_only_offered_ownership(club: Club, owner: Any) -> None:
    arbiter = join_club(club, Role.ARBITER, make_user("arbiter@nest.example"))
    with pytest.raises(AlreadyActs):
        invite(club=club, email="ARBITER@nest.example", role=Role.ADMIN, by=owner)
    _, secret = invite(club=club, email="arbiter@nest.example", role=Role.OWNER, by=owner, steps_down=True)
    assert roles(club) == {"owner@nest.example": "owner", "arbiter@nest.example": "arbiter"}
    accept_invitation(invitation=found(secret), by=arbiter)
    assert roles(club) == {"owner@nest.example": "admin", "arbiter@nest.example": "owner"}
    assert journal(club)[2:] == [
        ("invitation.accepted", {"after": {"role": "owner"}}),
        ("role.changed", {"account": arbiter.pk, "before": {"role": "arbiter"}, "after": {"role": "owner"}}),
        ("role.changed", {"account": owner.pk, "before": {"role": "owner"}, "after": {"role": "admin"}, "handed_over": True}),
    ]


def test_a_lower_role_never_takes_a_higher_one_away(club: Club, owner: Any) -> None:
    _, secret = invite(club=club, email=ADDRESS, role=Role.ARBITER, by=owner)
    person = join_club(club, Role.ADMIN, make_user(ADDRESS))
    accept_invitation(invitation=found(secret), by=person)
    assert roles(club)[ADDRESS] == Role.ADMIN


def test_no_mailbox_is_filled_through_us(club: Club, owner: Any) -> None:
    for number in range(MOST_A_DAY):
        made, _ = invite(club=club, email=f"a{number}@nest.example", role=Role.ARBITER, by=owner)
        revoke_invitation(club=club, invitation=made, by=owner)
    with pytest.raises(TooManyInvitations, match="30"):
        invite(club=club, email=ADDRESS, role=Role.ARBITER, by=owner)
    another = make_club("Another", owner=owner)
    with pytest.raises(TooManyInvitations):
        invite(club=another, email=ADDRESS, role=Role.ARBITER, by=owner)
    Invitation.objects.update(created_at=timezone.now() - timedelta(hours=25))
    made, _ = invite(club=club, email=ADDRESS, role=Role.ARBITER, by=owner)
    for _ in range(MOST_MAILS - 1):
        renew_invitation(club=club, invitation=made, by=owner)
    with pytest.raises(TooManyMails, match="5"):
        renew_invitation(club=club, invitation=made, by=owner)


def test_what_is_over_for_long_is_forgotten(club: Club, owner: Any) -> None:
    for address in ("a@nest.example", "b@nest.example", "c@nest.example"):
        invite(club=club, email=address, role=Role.ARBITER, by=owner)
    long_ago = timezone.now() - timedelta(days=15)
    Invitation.objects.filter(email="a@nest.example").update(expires_at=long_ago)
    Invitation.objects.filter(email="b@nest.example").update(ended_at=long_ago, email="")
    assert forget_old_invitations() == 2
    assert [one.email for one in Invitation.objects.all()] == ["c@nest.example"]


def mailed(club: Club, role: str, by: Any) -> str:
    made, secret = invite(club=club, email=f"{role}.{by.pk}@nest.example", role=role, by=by)
    assert mail_invitation(invitation=made, secret=secret)
    return str(mail.outbox[-1].body).splitlines()[0]


def test_the_mail_says_to_what_and_from_whom_without_a_noun_before_the_clubs_name(owner: Any) -> None:
    """A name may begin with the very noun: “The chess club Chess Club Nest”."""
    club = make_club("Chess Club Nest", owner=owner)
    admin = join_club(club, Role.ADMIN)
    of_owner = "The invitation comes from an owner of the club; once you are signed in, the page says who it is."
    of_admin = "The invitation comes from an administrator of the club; once you are signed in, the page says who it is."
    assert [mailed(club, Role.OWNER, owner), mailed(club, Role.ADMIN, owner), mailed(club, Role.ARBITER, admin)] == [
        f"You are invited to be an owner of Chess Club Nest at Rookery. {of_owner}",
        f"You are invited to be an administrator of Chess Club Nest at Rookery. {of_owner}",
        f"You are invited to be an arbiter of Chess Club Nest at Rookery. {of_admin}",
    ]


@pytest.mark.parametrize(("language", "word"), [("en", "arbiter"), ("ru", "Rookery"), ("he", "Rookery")])
def test_the_mail_is_in_the_clubs_language_and_names_nobody(settings: Any, language: str, word: str) -> None:
    settings.SITE_URL = "https://chess.example"
    owner = make_user("anna.berg@nest.example")
    club = make_club("Nest", owner=owner, language=language)
    made, secret = invite(club=club, email=ADDRESS, role=Role.ARBITER, by=owner)
    assert mail_invitation(invitation=made, secret=secret)
    [message] = mail.outbox
    body = str(message.body)
    assert (message.to, "Nest" in message.subject, word in body) == ([ADDRESS], True, True)
    assert f"\n\nhttps://chess.example/invitation/{secret}/\n\n" in body
    assert "anna" not in f"{message.subject}{body}{message.extra_headers}".lower()


def test_a_mail_server_that_is_down_is_told(settings: Any, club: Club, owner: Any) -> None:
    settings.EMAIL_BACKEND, settings.EMAIL_HOST, settings.EMAIL_PORT = "django.core.mail.backends.smtp.EmailBackend", "127.0.0.1", 1
    made, secret = invite(club=club, email=ADDRESS, role=Role.ARBITER, by=owner)
    assert mail_invitation(invitation=made, secret=secret) is False


@pytest.mark.parametrize(
    ("address", "shown"),
    [("anna@mail.example.org", "a…@m….org"), ("a@b.il", "a…@b….il"), ("x@localhost", "x…@…localhost")],
)
def test_a_mask_is_as_long_for_every_address(address: str, shown: str) -> None:
    assert masked(address) == shown


def test_whoever_is_invited_may_decline_and_the_journal_tells_no_account(club: Club, owner: Any) -> None:
    _, secret = invite(club=club, email=ADDRESS, role=Role.ARBITER, by=owner)
    person, other = make_user("main@nest.example"), make_user("other@nest.example")
    EmailAddress.objects.create(user=person, email=ADDRESS, verified=True)
    invitation = found(secret)
    with pytest.raises(InvitedAnother):
        decline_invitation(invitation=invitation, by=other)
    assert found(secret).is_open
    decline_invitation(invitation=invitation, by=person)
    for answer in (accept_invitation, decline_invitation):
        with pytest.raises(InvitationGone):
            answer(invitation=invitation, by=person)
    assert [action for action, _ in journal(club)] == ["club.founded", "invitation.made", "invitation.declined"]
    with club_scope(club):
        assert JournalEntry.objects.get(club=club, action="invitation.declined").by is None
    assert [(each.email, each.accepted_by_id, each.is_open) for each in Invitation.objects.all()] == [(ADDRESS, None, False)]
    made, _ = invite(club=club, email=ADDRESS, role=Role.ADMIN, by=owner)
    assert list(list_invitations(club)) == [made]
    assert roles(club) == {"owner@nest.example": "owner"}


@pytest.mark.parametrize("page", ["link", "clubs"])
def test_the_button_that_declines(club: Club, owner: Any, page: str) -> None:
    made, secret = invite(club=club, email=ADDRESS, role=Role.ARBITER, by=owner)
    browser = signed_in(make_user(ADDRESS))
    way = f"/desk/invitations/{made.public_id}/decline/"
    html = browser.get(f"/invitation/{secret}/" if page == "link" else "/desk/").content.decode()
    assert f'formaction="{way}"' in html
    told: Any = browser.post(way, follow=True)
    assert (told.redirect_chain, "The invitation of \u2068Nest\u2069 is declined." in told.content.decode()) == ([("/desk/", 302)], True)
    assert browser.post(way).status_code == browser.get(f"/invitation/{secret}/").status_code == 404
