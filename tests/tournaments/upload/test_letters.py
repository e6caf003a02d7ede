"""A file to be published is searched for letters that only look right; they are told, and keep nothing from being published."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.factories import join_club, make_club
from tests.reading import parse
from tests.tournaments.sources import trf

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (
            ("N\u0430dia Brook", "Theo Perch", "Dana Adler"),
            ["Number 1: “N\u0430dia” mixes letters of different alphabets: letter 2 (\u0430) is Cyrillic. Type it again in one alphabet."],
        ),
        (("Nadia Brook", "Theo O'Perch", "דנה אדלר"), []),
    ],
)
def test_the_check_page_tells_the_letter(names: tuple[str, ...], told: list[str]) -> None:
    club, client = make_club(), Client()
    client.force_login(join_club(club))
    file = SimpleUploadedFile("evening.trf", trf(names=names).encode())
    page = parse(client.post(f"/desk/{club.public_id}/publish/", {"file": file, "text": ""}, follow=True).content)
    assert [item.text for item in page.find("li") if item.text.startswith("Number ")] == told
    assert [button.text for button in page.find("button") if button.text == "Publish"] == ["Publish"]
