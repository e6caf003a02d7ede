"""What is shown of a file before it is published: names in the right encoding, what is odd, what is wrong."""

import re
from datetime import timedelta

import pytest
from django.utils.html import escape

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from tests.factories import Board, event_record
from tests.reading import parse, table
from tests.tournaments.sources import trf
from tests.tournaments.upload.arbiter import Arbiter
from tournaments.domain.results import ResultKind
from tournaments.interchange import to_rookery_json
from tournaments.models import Event, EventVersion

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def test_an_encoding_is_asked_for_with_previews_side_by_side_and_can_be_changed(arbiter: Arbiter) -> None:
    address = arbiter.send(trf(names=("יוסי כהן", "דנה לוי", "מאיה ברק")).encode("windows-1255"))
    page = arbiter.look(address)
    assert "יוסי כהן" in page
    assert page.count('name="encoding"') > 2

    assert arbiter.client.post(address, {}).status_code == 422
    assert arbiter.client.post(address, {"encoding": "klingon"}).status_code == 422
    arbiter.client.post(address, {"encoding": "windows-1251"})
    assert "יוסי" not in arbiter.look(address)
    arbiter.client.post(f"{address}encoding/")
    arbiter.client.post(address, {"encoding": "windows-1255"})

    arbiter.confirm(address, target="new")
    with club_scope(arbiter.club):
        version = EventVersion.objects.get()
        assert list(version.entries.order_by("number").values_list("name", flat=True)) == ["יוסי כהן", "דנה לוי", "מאיה ברק"]


def test_warnings_stand_beside_the_line_they_are_about(arbiter: Arbiter) -> None:
    page = arbiter.look(arbiter.send(trf().replace(" 1.5 ", " 2.0 ").encode()))

    assert "the points column says 2.0, the results as read give 1.5" in page
    assert re.search(r'<td class="n">4</td>\s*<td><bdi translate="no">81</bdi></td>\s*<td><bdi translate="no">2.0          2 w 1', page)


def test_what_is_left_out_of_the_file_is_said(arbiter: Arbiter) -> None:
    row = f"001    1 w    {'Anna Berg':<33} 1800 NOR {123456789:>11} 2001/05/06"
    text = trf().replace(f"{'001    1      Anna Berg':<80}", f"{row:<80}")

    page = arbiter.look(arbiter.send(text.encode()))

    assert "Found in the file and left out: dates of birth, federations, FIDE ids, sex." in page
    assert "2001/05/06" not in page


@pytest.mark.parametrize(("ahead", "is_told"), [(-1, False), (0, False), (1, True)])
def test_a_day_that_is_still_to_come_by_the_clock_of_the_club_is_told(arbiter: Arbiter, ahead: int, is_told: bool) -> None:
    Club.objects.filter(pk=arbiter.club.pk).update(time_zone="Pacific/Kiritimati")  # where days come first
    arbiter.club.refresh_from_db()
    on = arbiter.club.today + timedelta(days=ahead)
    page = arbiter.look(arbiter.send(to_rookery_json(event_record(["Anna Berg", "Ben Cohen"], [], on=on)).encode(), "evening.json"))
    assert ("is still to come. Look whether the date is right." in page) is is_told


def test_a_name_that_stands_twice_is_flagged(arbiter: Arbiter) -> None:
    page = arbiter.look(arbiter.send(trf(names=("Anna Berg", "Ben Cohen", "Ben Cohen")).encode()))

    assert "The same name twice" in page
    assert re.search(r"<bdi>Ben Cohen</bdi> – numbers 2, 3", page)


def test_a_name_that_stands_twice_in_two_ways_is_flagged(arbiter: Arbiter) -> None:
    page = arbiter.look(arbiter.send(trf(names=("Anna Berg", "Cohen, Ben", "Ben COHEN")).encode()))

    assert "The same name twice" in page
    assert re.search(r"<bdi>Cohen, Ben</bdi> / <bdi>Ben COHEN</bdi> – numbers 2, 3", page)


def test_a_file_that_cannot_be_read_is_explained_row_by_row(arbiter: Arbiter) -> None:
    address = arbiter.send(b'{"format": "rookery-event",\n "version": 1, "event": }', "e.json")
    page = arbiter.client.get(address)

    text = page.content.decode()
    assert (page.status_code, arbiter.confirm(address).status_code, arbiter.kept()) == (200, 422, (0, 0, 1))
    assert "The file cannot be read" in text
    assert escape('"version": 1, "event": }') in text
    assert re.search(r'<td class="n">2</td>\s*<td><bdi translate="no">25</bdi></td>', text)


def test_names_that_cannot_be_kept_stop_the_publication_before_it_is_confirmed(arbiter: Arbiter) -> None:
    address = arbiter.send(trf(names=("Anna\u3164Berg", "Ben Cohen", "Chaya Dror")).encode())

    page = arbiter.look(address)

    assert "Number 1: character 5 of the name (U+3164) cannot be seen." in page
    assert 'name="target"' not in page
    assert arbiter.confirm(address, target="new").status_code == 422
    assert arbiter.kept() == (0, 0, 1)


def test_the_results_are_shown_as_the_page_of_the_event_will_show_them(arbiter: Arbiter) -> None:
    address = arbiter.send(trf().encode())

    checked = arbiter.look(address)
    assert table(checked, "pairings") == [
        ["1", "Anna Berg", "Ben Cohen", "1–0"],
        ["", "Chaya Dror", "half-point bye"],
        ["1", "Chaya Dror", "Anna Berg", "½–½"],
        ["", "Ben Cohen", "zero-point bye"],
    ]
    arbiter.confirm(address, target="new")
    with club_scope(arbiter.club):
        event = Event.objects.get()
    page = arbiter.look(f"/event/{arbiter.club.public_id}/{event.public_id}/")
    in_file, published = table(checked, "crosstable"), table(page, "crosstable")
    assert [row[1] for row in in_file] == ["Anna Berg", "Chaya Dror", "Ben Cohen"]
    assert [row[:1] + row[2:] for row in in_file] == [row[:1] + row[2:] for row in published]


def test_of_a_large_event_the_first_rows_and_boards_are_shown(arbiter: Arbiter) -> None:
    boards: list[list[Board]] = [[(number, number + 1, ResultKind.WHITE_WIN) for number in range(1, 161, 2)]]
    record = event_record([f"Player {number}" for number in range(1, 161)], boards, name="Open")
    checked = arbiter.look(arbiter.send(to_rookery_json(record).encode(), "open.json"))

    shown = [len(table(checked, name)) for name in ("crosstable", "pairings")]
    assert (shown, re.findall(r"and \d+ more", parse(checked).text)) == ([150, 50], ["and 10 more", "and 30 more", "and 150 more"])


def test_a_file_without_rounds_shows_its_players(arbiter: Arbiter) -> None:
    record = event_record(["Anna Berg", "Ben Cohen"], [], name="To come")
    checked = parse(arbiter.look(arbiter.send(to_rookery_json(record).encode(), "e.json")))

    assert checked.find("table", "crosstable") == []
    assert ["open" in fold.attributes for fold in checked.find("details", "fold")] == [True]
