"""Undone and made again more often than Python calls a function within itself: the journal, the page and the button still answer."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import Role
from clubs.tenancy.scope import club_scope
from ratings.models import Correction
from ratings.services.corrections import apply_correction
from tests.factories import join_club
from tests.ratings.corrections.scene import KINDS, make_evenings

pytestmark = pytest.mark.django_db

TIMES = 1_200


def test_a_correction_undone_and_made_again_without_end() -> None:
    club, events = make_evenings()
    first = last = apply_correction(club=club, action=KINDS["order"](club, events), by=None)
    with club_scope(club):
        for _ in range(TIMES):
            detail = {**last.detail, "order": last.detail["order"][::-1]}
            last = Correction.objects.create(club=club, kind=last.kind, event=last.event, detail=detail, undoes=last)
    client = Client()
    client.force_login(join_club(club, Role.ADMIN))
    journal = f"/desk/{club.public_id}/corrections/"
    pages = [client.get(journal + path).content for path in ("?page=999", f"{first.public_id}/", f"{last.public_id}/")]
    again = b"undone, and made again"
    assert [again in page for page in pages] == [True, True, False]
    assert b"in force" in pages[2]
    with CaptureQueriesContext(connection) as queries:
        assert client.post(f"{journal}{first.public_id}/undo/").status_code == 302
    assert len(queries) == 39, "as many as for a correction undone once"
