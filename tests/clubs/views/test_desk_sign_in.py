"""The desk asks who is there before it looks whether a page exists, and an arbiter comes back to where they were."""

from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from tests.factories import make_club, make_user
from tests.reading import headings

pytestmark = pytest.mark.django_db

SIGN_IN = "/accounts/login/?next="


def test_every_address_of_the_desk_leads_to_the_sign_in_and_back(client: Client) -> None:
    club = make_club()
    for asked in (
        "/desk/",
        f"/desk/{club.public_id}/",
        "/desk/missing/",
        "/desk/missing/no/page?of=ours",
        f"/desk/{club.public_id}/rules/",
    ):
        answer = client.get(asked)
        assert (answer.status_code, answer["Location"], answer.content) == (302, SIGN_IN + quote(asked), b"")


def test_what_a_form_sends_changes_nothing_and_leads_to_the_front() -> None:
    """A POST without a CSRF token too: whoever is not signed in has none that counts."""
    club = make_club("Nest")
    for asked in (reverse("clubs:settings", args=[club.public_id]), "/desk/missing/settings/"):
        answer = Client(enforce_csrf_checks=True).post(asked, {"name": "Taken"})
        assert (answer.status_code, answer["Location"]) == (302, SIGN_IN + "/desk/")
    assert Club.objects.get(pk=club.pk).name == "Nest"


def test_a_part_of_a_page_makes_the_whole_page_go_there(client: Client) -> None:
    answer = client.post("/desk/missing/", headers={"HX-Request": "true"})
    assert (answer.status_code, answer["HX-Redirect"], "Location" in answer) == (200, SIGN_IN + "/desk/", False)


def test_who_is_signed_in_without_a_role_is_told_that_nothing_is_there(client: Client) -> None:
    client.force_login(make_user())
    answers = [client.get(asked) for asked in (f"/desk/{make_club().public_id}/", "/desk/missing/")]
    assert [(answer.status_code, headings(answer.content.decode())) for answer in answers] == [(404, ["Page not found"])] * 2
