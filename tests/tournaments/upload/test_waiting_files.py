"""A file that waits at the desk: given up, forgotten after a day, seen by its sender alone."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.selectors import name_of_account
from clubs.tenancy.scope import club_scope
from tests.reading import links, parse
from tests.tournaments.sources import trf
from tests.tournaments.upload.arbiter import Arbiter
from tournaments.domain.uploads import KEPT_FOR
from tournaments.models import StagedUpload

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


def test_what_waits_is_listed_for_the_club_and_named_to_its_sender(arbiter: Arbiter) -> None:
    address = arbiter.send(trf().encode(), "anna-wins.trf")
    colleague, stranger = Arbiter(arbiter.club), Arbiter()
    desk = f"/desk/{arbiter.club.public_id}/"
    with club_scope(arbiter.club):
        sender = StagedUpload.objects.get().by

    for page in (desk, arbiter.address):
        shown, theirs = arbiter.look(page), colleague.look(page)
        assert links(shown)["anna-wins.trf"] == address
        assert f'action="{address}abandon/"' in shown
        assert "anna-wins" not in theirs
        assert f"A file of an event {waiting(theirs)} sent by {name_of_account(sender)} Only whoever" in parse(theirs).text
        assert "Not published yet" not in stranger.look(page.replace(arbiter.club.public_id, stranger.club.public_id))
    arbiter.confirm(address, target="new")
    assert "Not published yet" not in arbiter.look(desk)


def waiting(page: str) -> str:
    """When the file that is listed was sent."""
    (listed,) = (one for one in parse(page).find("li", "event") if "sent by" in one.text)
    return listed.find("span", "event-when")[0].text


def test_lists_of_members_and_files_of_yesterday_are_not_listed(arbiter: Arbiter) -> None:
    people = f"/desk/{arbiter.club.public_id}/people/list/"
    arbiter.client.post(people, {"text": "Name\nAnna Berg"})
    arbiter.send(trf().encode())
    with club_scope(arbiter.club):
        assert StagedUpload.objects.count() == 2
        StagedUpload.objects.filter(purpose="event").update(at=StagedUpload.objects.latest("at").at - KEPT_FOR)

    assert "Not published yet" not in arbiter.look(arbiter.address)


@pytest.mark.parametrize("sent", [1, 3])
def test_as_many_statements_for_three_files_as_for_one(arbiter: Arbiter, sent: int) -> None:
    for number in range(sent):
        arbiter.send(trf().encode(), f"evening-{number}.trf")
    arbiter.look(arbiter.address)
    with CaptureQueriesContext(connection) as queries:
        page = arbiter.look(arbiter.address)
    assert (page.count("Delete this file"), len(queries)) == (sent, 9)


def test_pasted_text_that_cannot_be_read_comes_back_with_the_line(arbiter: Arbiter) -> None:
    pasted = '{"format": "rookery-event",\r\n "version": 1, "event": }'
    address = arbiter.client.post(arbiter.address, {"text": pasted})["Location"]

    page = parse(arbiter.look(address))
    (form,) = (form for form in page.find("form") if form.find("textarea"))
    assert form.attributes["action"] == arbiter.address
    assert form.find("textarea")[0].text == " ".join(pasted.split())
    assert [cell.text for cell in page.find("table", "preview")[0].find("td")][:2] == ["2", "25"]
    fields = {one.attributes["name"]: one.attributes.get("value") or "" for one in form.find("input")}
    again = arbiter.client.post(arbiter.address, {"instead_of": fields["instead_of"], "text": trf()})["Location"]
    assert (again != address, arbiter.kept()) == (True, (0, 0, 1))
    assert "Publish" in arbiter.look(again)


def test_a_file_of_another_person_is_not_replaced(arbiter: Arbiter) -> None:
    address = arbiter.send(trf().encode())
    colleague = Arbiter(arbiter.club)
    colleague.client.post(arbiter.address, {"instead_of": address.split("/")[-2], "text": trf()})
    assert arbiter.kept() == (0, 0, 2)


def test_pasted_text_with_names_that_cannot_be_kept_comes_back(arbiter: Arbiter) -> None:
    text = trf(names=("Anna\u3164Berg", "Ben Cohen", "Chaya Dror"))
    address = arbiter.client.post(arbiter.address, {"text": text})["Location"]
    assert [area.text for area in parse(arbiter.look(address)).find("textarea")] == [" ".join(text.split())]
    assert parse(arbiter.look(arbiter.send(text.encode()))).find("textarea") == []
