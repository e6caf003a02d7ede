"""A file that waits at the desk: given up, forgotten after a day, seen by its sender alone."""

from datetime import timedelta

import pytest
from django.test import Client

from clubs.tenancy.scope import club_scope
from tests.tournaments.sources import trf
from tests.tournaments.upload.arbiter import Arbiter
from tournaments.models import StagedUpload
from tournaments.services.staging import KEPT_FOR

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def test_a_file_can_be_given_up(arbiter: Arbiter) -> None:
    address = arbiter.send(trf().encode())

    answer = arbiter.client.post(f"{address}abandon/")

    assert (answer["Location"], arbiter.kept()) == (arbiter.address, (0, 0, 0))


def test_a_day_old_file_is_neither_shown_nor_kept(arbiter: Arbiter) -> None:
    address = arbiter.send(trf().encode())
    with club_scope(arbiter.club):
        sent = StagedUpload.objects.get()
        StagedUpload.objects.update(at=sent.at - KEPT_FOR - timedelta(minutes=1))

    assert arbiter.client.get(address)["Location"] == arbiter.address
    arbiter.send(trf().encode())
    with club_scope(arbiter.club):
        assert not StagedUpload.objects.filter(pk=sent.pk).exists()


def test_a_file_is_seen_by_nobody_but_its_sender(arbiter: Arbiter) -> None:
    address = arbiter.send(trf().encode())
    colleague, stranger = Arbiter(arbiter.club), Arbiter()

    assert colleague.client.get(address)["Location"] == arbiter.address
    assert "Anna Berg" not in colleague.look(arbiter.address)
    missing = stranger.client.get(f"/desk/no-such-club/publish/{address.split('/')[-2]}/")
    assert (stranger.client.get(address).status_code, missing.status_code) == (404, 404)
    assert stranger.client.get(f"/desk/{stranger.club.public_id}/publish/{address.split('/')[-2]}/").status_code == 302
    assert stranger.client.post(f"{address}abandon/").status_code == 404
    assert arbiter.kept() == (0, 0, 1)


def test_forms_of_other_sites_are_refused(arbiter: Arbiter) -> None:
    address = arbiter.send(trf().encode())
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = arbiter.client.cookies

    answers = [strict.post(path, {"target": "new", "text": trf()}) for path in (arbiter.address, address, f"{address}abandon/")]

    assert [answer.status_code for answer in answers] == [403] * 3
    assert arbiter.kept() == (0, 0, 1)
