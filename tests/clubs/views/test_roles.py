"""People with roles at the desk: who sees what, inviting, changing, leaving, and that it holds from the next click on."""

import re
from typing import Any
from urllib.parse import quote

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import Club, Invitation, JournalEntry, Membership, Role
from clubs.selectors import find_token, list_invitations
from clubs.services import invite, issue_token
from tests.factories import join_club, make_club, make_user
from tests.reading import parse
from tests.signing_in import signed_in

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.fixture
def owner() -> Any:
    return make_user("owner@nest.example")


@pytest.fixture
def club(owner: Any) -> Club:
    return make_club(owner=owner)


def address(club: Club, rest: str = "") -> str:
    return f"/desk/{club.public_id}/roles/{rest}"


def member(club: Club, user: Any) -> Membership:
    return Membership.objects.get(club=club, user=user)


def names(html: bytes) -> list[str]:
    return re.findall(r'class="event-name"[^>]*><bdi>(.*?)</bdi>', html.decode())


def test_everybody_who_acts_sees_who_else_does_and_only_admins_a_form(club: Club, owner: Any) -> None:
    arbiter = join_club(club, Role.ARBITER, make_user("arbiter@nest.example"))
    make_club("Elsewhere", owner=make_user("stranger@else.example"))
    for person, has_form in ((owner, True), (arbiter, False)):
        page = signed_in(person).get(address(club))
        assert names(page.content) == ["owner@nest.example", "arbiter@nest.example"]
        assert (b'name="email"' in page.content) is has_form


def test_an_invitation_goes_out_and_is_listed(club: Club, owner: Any) -> None:
    browser = signed_in(owner)
    answer = browser.post(address(club), {"email": "new@nest.example", "role": "admin"}, follow=True)
    assert answer.redirect_chain == [(address(club), 302)]
    assert names(answer.content) == ["owner@nest.example", "new@nest.example"]
    assert "The invitation is on its way" in answer.content.decode()
    assert [message.to for message in mail.outbox] == [["new@nest.example"]]
    sent = str(mail.outbox[0].body).split("/invitation/")[1].split("/")[0]
    again = list_invitations(club).get()
    browser.post(f"/desk/{club.public_id}/invitations/{again.public_id}/send/")
    assert len(mail.outbox) == 2
    assert sent not in str(mail.outbox[1].body)
    answer = browser.post(f"/desk/{club.public_id}/invitations/{again.public_id}/revoke/", follow=True)
    assert names(answer.content) == ["owner@nest.example"]


@pytest.mark.parametrize(
    ("sent", "fault"),
    [
        ({"email": "new@", "role": "arbiter"}, "Enter a valid email address"),
        ({"email": "new@nest.example", "role": "king"}, "king is not one of the available choices"),
        ({"email": "new@nest.example", "role": "admin", "steps_down": "on"}, "To hand the club over, invite an owner"),
        ({"email": "owner@nest.example", "role": "admin"}, "acts for the club already"),
    ],
)
def test_a_faulty_invitation_says_so_and_keeps_what_was_typed(club: Club, owner: Any, sent: dict[str, str], fault: str) -> None:
    page = signed_in(owner).post(address(club), sent).content.decode()
    assert fault in page
    assert f'value="{sent["email"]}"' in page
    assert (Invitation.objects.count(), mail.outbox) == (0, [])


def test_an_admin_is_offered_arbiters_alone(club: Club) -> None:
    browser = signed_in(join_club(club, Role.ADMIN))
    page = browser.get(address(club)).content
    assert [found.attributes["value"] for found in parse(page).find("input") if found.attributes.get("name") == "role"] == ["arbiter"]
    browser.post(address(club), {"email": "new@nest.example", "role": "owner"})
    assert Invitation.objects.count() == 0


def test_an_owner_changes_a_role_and_offers_ownership(club: Club, owner: Any) -> None:
    arbiter = join_club(club, Role.ARBITER, make_user("arbiter@nest.example"))
    page, browser = address(club, f"{member(club, arbiter).public_id}/"), signed_in(owner)
    browser.post(page, {"role": "admin"})
    assert member(club, arbiter).role == Role.ADMIN
    assert "Nobody becomes an owner unasked" not in browser.get(page).content.decode()
    browser.post(page, {"role": "owner"})
    assert member(club, arbiter).role == Role.ADMIN
    assert 'value="arbiter@nest.example"' in browser.get(page).content.decode()
    browser.post(address(club), {"email": "arbiter@nest.example", "role": "owner", "steps_down": "on"})
    offered = list_invitations(club).get()
    assert (offered.email, offered.role, offered.steps_down) == ("arbiter@nest.example", Role.OWNER, True)


def test_a_removed_member_is_out_with_the_next_click_and_so_are_the_keys(club: Club, owner: Any) -> None:
    admin = join_club(club, Role.ADMIN)
    _, secret = issue_token(club=club, label="Pairing", scopes=["read"], by=admin)
    theirs = signed_in(admin)
    assert theirs.get(f"/desk/{club.public_id}/").status_code == 200
    asked = f"/api/v1/clubs/{club.public_id}/events/"
    assert Client().get(asked, headers={"Authorization": f"Bearer {secret}"}).status_code == 200
    signed_in(owner).post(address(club, f"{member(club, admin).public_id}/remove/"))
    missing = theirs.get("/desk/M1ssing0M1ssing0M1ssin/")
    for path in (f"/desk/{club.public_id}/", address(club), f"/desk/{club.public_id}/programs/"):
        answer = theirs.get(path)
        assert (answer.status_code, answer.content) == (404, missing.content)
    assert find_token(secret) is None
    assert Client().get(asked, headers={"Authorization": f"Bearer {secret}"}).status_code == 401


def test_a_narrower_role_holds_with_the_next_click(club: Club, owner: Any) -> None:
    admin = join_club(club, Role.ADMIN)
    theirs = signed_in(admin)
    assert theirs.get(f"/desk/{club.public_id}/programs/").status_code == 200
    signed_in(owner).post(address(club, f"{member(club, admin).public_id}/"), {"role": "arbiter"})
    assert theirs.get(f"/desk/{club.public_id}/programs/").status_code == 404
    assert theirs.get(f"/desk/{club.public_id}/").status_code == 200


def test_an_admin_deals_with_arbiters_alone(club: Club, owner: Any) -> None:
    arbiter, other = join_club(club), join_club(club, Role.ADMIN)
    browser = signed_in(join_club(club, Role.ADMIN))
    for person, status in ((arbiter, 200), (other, 404), (owner, 404)):
        assert browser.get(address(club, f"{member(club, person).public_id}/")).status_code == status
    assert browser.post(address(club, f"{member(club, arbiter).public_id}/"), {"role": "admin"}).status_code == 404
    assert browser.post(address(club, f"{member(club, other).public_id}/remove/")).status_code == 404
    browser.post(address(club, f"{member(club, arbiter).public_id}/remove/"))
    assert set(Membership.objects.filter(club=club).values_list("role", flat=True)) == {"owner", "admin"}


def test_another_clubs_members_and_invitations_are_not_there(club: Club, owner: Any) -> None:
    elsewhere = make_club("Elsewhere")
    chief = make_user()
    join_club(elsewhere, Role.OWNER, chief)
    made, _ = invite(club=elsewhere, email="new@else.example", role=Role.ARBITER, by=chief)
    browser = signed_in(owner)
    theirs = member(elsewhere, chief).public_id
    for answer in (
        browser.get(address(club, f"{theirs}/")),
        browser.post(address(club, f"{theirs}/remove/")),
        browser.post(f"/desk/{club.public_id}/invitations/{made.public_id}/revoke/"),
        browser.post(f"/desk/{club.public_id}/invitations/{made.public_id}/send/"),
    ):
        assert answer.status_code == 404
    assert list_invitations(elsewhere).get().mails == 1


def test_the_last_owner_is_told_what_to_do_before_leaving(club: Club, owner: Any) -> None:
    browser = signed_in(owner)
    page = browser.get(address(club, "leave/")).content.decode()
    assert "you are the only one" in page
    assert all(f'href="/desk/{club.public_id}/{path}"' in page for path in ("export/", "close/"))
    assert '<form method="post">' not in page
    answer = browser.post(address(club, "leave/"), follow=True)
    assert "this is the only one" in answer.content.decode()
    assert member(club, owner).role == Role.OWNER


def test_what_ends_with_a_role_is_told_before_it_ends(club: Club, owner: Any) -> None:
    admin = join_club(club, Role.ADMIN)
    issue_token(club=club, label="Pairing computer", scopes=["read"], by=admin)
    for email, by in (("theirs@nest.example", admin), ("ours@nest.example", owner)):
        invite(club=club, email=email, role=Role.ARBITER, by=by)
    pages = (signed_in(owner).get(address(club, f"{member(club, admin).public_id}/")), signed_in(admin).get(address(club, "leave/")))
    told = [[each.text for item in parse(page.content).find("main") for each in item.find("li")] for page in pages]
    assert [texts[-2:] for texts in told] == [["Pairing computer", "theirs@nest.example"]] * 2
    assert b"ours@nest.example" not in pages[0].content + pages[1].content


def test_leaving_says_which_keys_end_and_leads_to_my_clubs(club: Club) -> None:
    admin = join_club(club, Role.ADMIN)
    issue_token(club=club, label="Pairing computer", scopes=["read"], by=admin)
    browser = signed_in(admin)
    assert "Pairing computer" in browser.get(address(club, "leave/")).content.decode()
    answer = browser.post(address(club, "leave/"), follow=True)
    assert answer.redirect_chain == [("/desk/", 302)]
    assert "You do not act for Nest any more." in answer.content.decode()
    assert not Membership.objects.filter(club=club, user=admin).exists()


@pytest.mark.parametrize("many", [1, 3])
def test_the_page_costs_as_much_for_many_as_for_one(club: Club, owner: Any, many: int) -> None:
    for number in range(many):
        join_club(club)
        invite(club=club, email=f"a{number}@nest.example", role=Role.ARBITER, by=owner)
    browser = signed_in(owner)
    with CaptureQueriesContext(connection) as queries:
        browser.get(address(club))
    assert len(queries) == 6


class TestFreshSignIn:
    def test_a_form_of_somebody_who_came_long_ago_waits_for_the_code_and_is_done_then(self, club: Club, owner: Any) -> None:
        browser = signed_in(owner, minutes_ago=16)
        assert browser.get(address(club)).status_code == 200
        answer = browser.post(address(club), {"email": "new@nest.example", "role": "arbiter"}, follow=True)
        assert answer.redirect_chain == [(f"/accounts/reauthenticate/code/?next={quote(address(club), safe='')}", 302)]
        assert Invitation.objects.count() == 0
        assert b"Confirm that it is you" in answer.content
        browser.post(f"/accounts/reauthenticate/code/?next={address(club)}", {"recipient": "owner@nest.example"})
        code = next(line for line in str(mail.outbox[-1].body).splitlines() if line.replace("-", "").isalnum() and line.isupper())
        browser.post(f"/accounts/reauthenticate/code/confirm/?next={address(club)}", {"code": code})
        assert list_invitations(club).get().email == "new@nest.example"

    @pytest.mark.parametrize("minutes", [14, 16])
    def test_a_quarter_of_an_hour_is_fresh(self, club: Club, owner: Any, minutes: int) -> None:
        signed_in(owner, minutes_ago=minutes).post(address(club), {"email": "new@nest.example", "role": "arbiter"})
        assert Invitation.objects.count() == (1 if minutes == 14 else 0)

    def test_who_may_not_is_not_even_asked(self, club: Club) -> None:
        arbiter = signed_in(join_club(club), minutes_ago=60)
        assert arbiter.post(address(club), {"email": "new@nest.example", "role": "arbiter"}).status_code == 404

    def test_every_step_about_roles_asks(self, club: Club, owner: Any) -> None:
        arbiter = member(club, join_club(club))
        made, _ = invite(club=club, email="new@nest.example", role=Role.ARBITER, by=owner)
        browser = signed_in(owner, minutes_ago=60)
        before = JournalEntry.objects.count()
        for path in (
            address(club),
            address(club, "leave/"),
            address(club, f"{arbiter.public_id}/"),
            address(club, f"{arbiter.public_id}/remove/"),
            f"/desk/{club.public_id}/invitations/{made.public_id}/send/",
            f"/desk/{club.public_id}/invitations/{made.public_id}/revoke/",
        ):
            answer = browser.post(path, {"email": "x@nest.example", "role": "admin"})
            assert (path, answer["Location"].split("?")[0]) == (path, "/accounts/reauthenticate/code/")
        assert JournalEntry.objects.count() == before
