"""What a form has sent is never logged, not even where it was altered by hand: it may be a name."""

import io
import logging

import pytest
from django.test import Client

from tests.factories import join_club
from tests.ratings.corrections.scene import make_evenings
from tests.ratings.views.confirming import fields_with

pytestmark = pytest.mark.django_db


def test_an_answer_that_no_chooser_offers_is_not_logged() -> None:
    club, events = make_evenings(2)
    client = Client()
    client.force_login(join_club(club))
    address = f"/desk/{club.public_id}/events/{events[0].public_id}/correct/"
    fields = fields_with(client.get(address).content.decode(), "version")
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    logger = logging.getLogger("django.request")
    logger.addHandler(handler)
    try:
        answer = client.post(address, {**fields, "r1b1": "Dana Adler"})
    finally:
        logger.removeHandler(handler)
    assert answer.status_code == 400
    assert "No chooser offers this result." in written.getvalue()
    assert "Dana" not in written.getvalue()
