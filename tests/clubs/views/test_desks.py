"""My clubs: those for which one acts, those that ask one to, and those where another has ended the role."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubs.models import Club, EndedRole, Invitation, Membership, Role
from clubs.selectors import find_role
from clubs.services import invite, remove_member, revoke_invitation
from tests.factories import join_club, make_club, make_user
from tests.reading import headings, links, parse
from tests.signing_in import signed_in

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

ADDRESS = "anna@nest.example"


@pytest.fixture
def owner() -> Any:
    return make_user("olga@nest.example")


@pytest.fixture
def anna() -> Any:
    return make_user(ADDRESS)


def facts(page: bytes) -> list[str]:
    return [" ".join(each.text.split()) for each in parse(page).find("li", "event")]


def accept(invitation: Invitation) -> str:
    return f"/desk/invitations/{invitation.public_id}/accept/"


class TestEndedRoles:
    def test_whose_role_was_ended_reads_where_and_when_and_strangers_nothing(self, owner: Any, anna: Any) -> None:
        club, elsewhere = make_club("Nest", owner=owner), make_club("Elsewhere", owner=owner)
        Club.objects.filter(pk=club.pk).update(time_zone="Asia/Jerusalem", founded_at=datetime(2026, 3, 1, tzinfo=UTC))
        for each in (club, elsewhere):
            join_club(each, Role.ARBITER, anna)
        remove_member(club=elsewhere, member=Membership.objects.get(club=elsewhere, user=anna), by=owner)
        EndedRole.objects.update(ended_at=datetime(2026, 3, 5, 23, 30, tzinfo=UTC))
        page = signed_in(anna).get("/desk/").content
        assert headings(page, "h2") == ["Roles that have ended"]
        assert facts(page) == ["Nest Arbiter founded on 1 Mar 2026 The club's page", "Elsewhere Arbiter ended on 6 Mar 2026"]
        assert elsewhere.public_id not in page.decode()
        assert facts(signed_in(make_user()).get("/desk/").content) == []

    def test_the_desk_answers_like_one_that_never_was_and_names_the_page_that_says_why(self, owner: Any, anna: Any) -> None:
        club = make_club("Nest", owner=owner)
        join_club(club, Role.ARBITER, anna)
        remove_member(club=club, member=Membership.objects.get(user=anna), by=owner)
        theirs, stranger = signed_in(anna), signed_in(make_user())
        answers = [
            browser.get(f"/desk/{public_id}/") for browser in (theirs, stranger) for public_id in (club.public_id, "M1ssing0M1ssing0M1ssin")
        ]
        assert ({answer.status_code for answer in answers}, len({answer.content for answer in answers})) == ({404}, 1)
        assert links(answers[0].content)["My clubs"] == "/desk/"
        assert "My clubs" not in Client().get("/nothing/").content.decode()


class TestInvitations:
    def test_an_open_one_to_a_confirmed_address_is_listed_and_accepted_there(self, owner: Any, anna: Any) -> None:
        club = make_club("Nest", owner=owner)
        EmailAddress.objects.create(user=anna, email="anna@work.example", verified=True, primary=False)
        made, _ = invite(club=club, email="anna@work.example", role=Role.ADMIN, by=owner)
        browser = signed_in(anna)
        page = browser.get("/desk/").content
        assert headings(page, "h2") == ["You are invited", "You act for no club yet"]
        assert [line.startswith("Nest Administrator by olga@nest.example holds until") for line in facts(page)] == [True]
        answer = browser.post(accept(made), follow=True)
        assert answer.redirect_chain == [(f"/desk/{club.public_id}/", 302)]
        assert "You are now an administrator of \u2068Nest\u2069. To begin, look at “People”" in answer.content.decode()
        assert find_role(anna, club) == Role.ADMIN
        assert browser.post(accept(made))["Location"] == f"/desk/{club.public_id}/"

    def test_one_that_is_of_another_ended_old_or_only_claimed_is_not_there(self, owner: Any, anna: Any) -> None:
        clubs = [make_club(name, owner=owner) for name in ("Another", "Ended", "Old", "Claimed", "Closed")]
        addresses = ["else@nest.example", ADDRESS, ADDRESS, "claimed@nest.example", ADDRESS]
        EmailAddress.objects.create(user=anna, email="claimed@nest.example", verified=False, primary=False)
        made = [invite(club=club, email=address, role=Role.ARBITER, by=owner)[0] for club, address in zip(clubs, addresses, strict=True)]
        revoke_invitation(club=clubs[1], invitation=made[1], by=owner)
        Invitation.objects.filter(pk=made[2].pk).update(expires_at=timezone.now() - timedelta(seconds=1))
        Club.objects.filter(pk=clubs[4].pk).update(closing_at=timezone.now())
        browser = signed_in(anna)
        assert facts(browser.get("/desk/").content) == []
        assert {browser.post(accept(each)).status_code for each in made} == {404}
        assert Membership.objects.filter(user=anna).count() == 0

    def test_who_is_not_signed_in_is_asked_to_be(self, owner: Any) -> None:
        made, _ = invite(club=make_club(owner=owner), email=ADDRESS, role=Role.ARBITER, by=owner)
        assert Client().post(accept(made))["Location"] == "/accounts/login/?next=/desk/"
        assert Invitation.objects.get().is_open


@pytest.mark.parametrize(
    ("acts", "heads"), [(True, ["You are invited", "You act for"]), (False, ["You are invited", "You act for no club yet"])]
)
def test_invitations_and_clubs_are_apart_and_another_club_may_be_founded(owner: Any, anna: Any, acts: bool, heads: list[str]) -> None:
    if acts:
        join_club(make_club("Nest"), Role.ARBITER, anna)
    invite(club=make_club("Asks", owner=owner), email=ADDRESS, role=Role.ARBITER, by=owner)
    page = signed_in(anna).get("/desk/").content
    assert (headings(page, "h2"), links(page)["Found a club"]) == (heads, "/clubs/new/")


def test_two_clubs_of_one_name_are_told_apart_by_their_addresses(owner: Any) -> None:
    first, second, other = (make_club(name, owner=owner) for name in ("Nest", "Nest", "Perch"))
    Club.objects.update(founded_at=datetime(2026, 3, 1, tzinfo=UTC))
    said = facts(signed_in(owner).get("/desk/").content)
    assert said == [
        f"Nest Owner founded on 1 Mar 2026 The club's page /club/{first.slug}/",
        f"Nest Owner founded on 1 Mar 2026 The club's page /club/{second.slug}/",
        "Perch Owner founded on 1 Mar 2026 The club's page",
    ]
    assert other.slug in signed_in(owner).get("/desk/").content.decode()


@pytest.mark.parametrize("many", [1, 3])
def test_the_page_costs_as_much_for_many_as_for_one(anna: Any, owner: Any, many: int) -> None:
    for number in range(many):
        join_club(make_club(f"Nest {number}"), Role.ARBITER, anna)
        invite(club=make_club(f"Asks {number}", owner=owner), email=ADDRESS, role=Role.ARBITER, by=owner)
        left = make_club(f"Left {number}")
        EndedRole.objects.create(club=left, user=anna, role=Role.ARBITER, ended_at=timezone.now())
    browser = signed_in(anna)
    with CaptureQueriesContext(connection) as queries:
        page = browser.get("/desk/").content
    assert (len(facts(page)), len(queries)) == (3 * many, 6)
