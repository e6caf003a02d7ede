"""The journal of corrections: who, when and why; what each did; and undoing from there."""

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import Club, Role
from clubs.tenancy.scope import club_scope
from ratings.domain.rules import Rules
from ratings.models import Correction
from ratings.selectors.corrections import corrections_of_builds, get_correction, list_corrections
from ratings.services.corrections import Action, apply_correction, undo_correction
from ratings.services.corrections.rules import SetRules
from tests.factories import join_club, make_club, make_user
from tests.ratings.corrections.confirming import confirm, do_and_confirm, previewed
from tests.ratings.corrections.scene import DRAW, KINDS, latest_of, make_evenings, patched, result
from tests.ratings.corrections.test_core import traces
from tests.ratings.stored import stored_ladder
from tests.reading import Element, parse
from tournaments.models import Event

AUTHOR = "zoe@nest.example"

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.fixture
def arbiter(club: Club) -> Client:
    return signed_in(club, Role.ARBITER)


def signed_in(club: Club, role: str) -> Client:
    client = Client()
    client.force_login(join_club(club, role))
    return client


def address(club: Club, correction: Correction | None = None, action: str = "") -> str:
    one = "" if correction is None else f"{correction.public_id}/{action}"
    return f"/desk/{club.public_id}/corrections/{one}"


def make(club: Club, action: Action, reason: str = "") -> Correction:
    author = User.objects.filter(email=AUTHOR).first() or make_user(AUTHOR)
    return apply_correction(club=club, action=action, by=author, reason=reason)


def lines_of(page: Element) -> list[str]:
    return [line.text for line in page.find("li", "event")]


def test_an_empty_journal_says_where_to_begin(club: Club, arbiter: Client) -> None:
    page = parse(arbiter.get(address(club)).content)
    assert "Nothing was corrected yet" in page.text
    assert [link.text for link in page.find("a") if link.attributes.get("aria-current") == "page"][:1] == ["Corrections"]


def test_who_when_why_and_how_many_moved(club: Club, scene: tuple[Club, list[Event]], arbiter: Client) -> None:
    first = make(club, KINDS["result"](club, scene[1]), "Wrong way round")
    second = apply_correction(club=club, action=KINDS["order"](club, scene[1]), by=None)
    undo_correction(club=club, correction=first, by=None)
    lines = lines_of(parse(arbiter.get(address(club)).content))
    assert [line.split(":")[0] for line in lines] == ["Taken back", "Order within a date", "Results of games"]
    assert "Results of games: Evening 1" in lines[2]
    assert all(told in lines[2] for told in (AUTHOR, "Wrong way round", "undone", "5 members change"))
    assert "in force" in lines[1]
    assert "Evening 4" in lines[1]
    assert second.reason == ""


def test_one_correction_with_its_list(club: Club, scene: tuple[Club, list[Event]], arbiter: Client) -> None:
    correction = make(club, KINDS["result"](club, scene[1]), "Wrong way round")
    page = parse(arbiter.get(address(club, correction)).content)
    assert [each.text for each in page.find("ul", "changes-list")[0].find("li")] == [
        "Round 1, board 1: Anna Alder – Ben Birch : 0–1 instead of 1–0"
    ]
    assert len(page.find("table", "effects")[0].find("tbody")[0].find("tr")) == len(correction.detail["effects"]["members"]) == 5
    assert "in force" in page.text
    assert "Undo…" in page.text


def test_undoing_from_the_journal_has_its_own_preview(club: Club, scene: tuple[Club, list[Event]], arbiter: Client) -> None:
    before = stored_ladder(club)
    correction = make(club, KINDS["several at once"](club, scene[1]))
    kept = traces(club)
    page = previewed(arbiter, address(club, correction, "undo/"))
    assert traces(club) == kept
    assert "What is undone" in page.text
    undone, afterwards = ([each.text for each in part.find("li")] for part in page.find("ul", "changes-list"))
    assert undone == [
        "Results of games: Evening 1",
        "Round 1, board 1: Anna Alder – Ben Birch : 0–1 instead of 1–0",
        "Round 2, board 3: Finn Fir – Anna Alder : ½–½ instead of 0–1",
        "Round 3: no game instead of Dora Dogwood – Finn Fir 1–0",
    ]
    assert afterwards == [
        "Round 3: Dora Dogwood – Finn Fir 1–0 instead of no game",
        "Round 2, board 3: Finn Fir – Anna Alder : 0–1 instead of ½–½",
        "Round 1, board 1: Anna Alder – Ben Birch : 1–0 instead of 0–1",
    ]
    answer = parse(confirm(arbiter, address(club, correction, "undo/"), page, "It was right").content)
    assert stored_ladder(club) == before
    assert "Taken back: Results of games" in answer.text
    old = parse(arbiter.get(address(club, correction)).content)
    assert "This was undone on" in old.text
    assert "Undo…" not in old.text


def test_a_removal_that_was_taken_back_is_told_as_one(club: Club, scene: tuple[Club, list[Event]], arbiter: Client) -> None:
    undo_correction(club=club, correction=make(club, KINDS["removed"](club, scene[1])), by=None)
    titles = [" ".join(link.text.split()) for link in parse(arbiter.get(address(club)).content).find("a", "event-name")]
    assert titles == ["Taken back: Event removed: Evening 1", "Event removed: Evening 1"]


def test_undoing_the_undo_makes_it_again(club: Club, scene: tuple[Club, list[Event]], arbiter: Client) -> None:
    correction = make(club, KINDS["result"](club, scene[1]))
    corrected = stored_ladder(club)
    undone = undo_correction(club=club, correction=correction, by=None)
    do_and_confirm(arbiter, address(club, undone, "undo/"))
    assert stored_ladder(club) == corrected
    assert "undone, and made again" in parse(arbiter.get(address(club, correction)).content).text
    assert "undone" in lines_of(parse(arbiter.get(address(club)).content))[1]


def test_why_it_cannot_be_undone_is_told(club: Club, scene: tuple[Club, list[Event]], arbiter: Client) -> None:
    first = make(club, KINDS["result"](club, scene[1]))
    later = make(club, patched(club, scene[1][0], result(1, 1, DRAW)))
    page = parse(arbiter.post(address(club, first, "undo/"), follow=True).content)
    assert "changed the same thing. Undo that one first." in page.find("div", "notice-error")[0].text
    assert [link.attributes["href"] for link in page.find("div", "notice-error")[0].find("a")] == [address(club, later)]
    undo_correction(club=club, correction=later, by=None)
    page = parse(arbiter.post(address(club, later, "undo/"), follow=True).content)
    assert "To have it again, undo the undoing." in page.find("div", "notice-error")[0].text


def test_the_latest_version_of_an_event_is_undone_as_the_correction_it_is(
    club: Club, scene: tuple[Club, list[Event]], arbiter: Client
) -> None:
    before = stored_ladder(club)
    event = scene[1][0]
    correction = make(club, KINDS["result"](club, scene[1]))
    url = f"/desk/{club.public_id}/events/{event.public_id}/undo/"
    desk = parse(arbiter.get(f"/desk/{club.public_id}/events/{event.public_id}/").content)
    assert url in [form.attributes.get("action") for form in desk.find("form")]
    for stale in ({"version": "1"}, {}):
        assert "has been published again meanwhile" in arbiter.post(url, stale, follow=True).content.decode()
    do_and_confirm(arbiter, url, {"version": "2"})
    assert stored_ladder(club) == before
    with club_scope(club):
        assert Correction.objects.get(club=club, undoes=correction).detail["version"] == 3
    assert latest_of(club, event)[0].number == 3


def test_what_an_administrator_did_only_administrators_undo(club: Club, arbiter: Client) -> None:
    correction = make(club, SetRules(None, Rules(k_new=30)))
    assert "Undo…" not in parse(arbiter.get(address(club, correction)).content).text
    assert arbiter.post(address(club, correction, "undo/")).status_code == 404
    admin = signed_in(club, Role.ADMIN)
    assert "Undo…" in parse(admin.get(address(club, correction)).content).text
    do_and_confirm(admin, address(club, correction, "undo/"))
    with club_scope(club):
        assert Correction.objects.filter(club=club, undoes=correction).count() == 1


def test_members_of_other_clubs_find_nothing(club: Club, scene: tuple[Club, list[Event]], arbiter: Client) -> None:
    other, events = make_evenings(club=make_club("Other"))
    theirs = make(other, KINDS["result"](other, events))
    for url in (address(other), address(other, theirs), address(club, theirs)):
        assert arbiter.get(url).status_code == 404
    for url in (address(other, theirs, "undo/"), address(club, theirs, "undo/")):
        assert arbiter.post(url).status_code == 404
    with club_scope(club):
        assert not list_corrections(club).exists()
        with pytest.raises(Correction.DoesNotExist):
            get_correction(club, theirs.public_id)


def test_statements_do_not_grow_with_the_journal(club: Club, scene: tuple[Club, list[Event]], arbiter: Client) -> None:
    counts = []
    for kinds in (("result",), ("dates", "order")):
        for kind in kinds:
            make(club, KINDS[kind](club, scene[1]), "So it was")
        with CaptureQueriesContext(connection) as queries:
            assert arbiter.get(address(club)).status_code == 200
        counts.append(len(queries))
    assert counts == [13, 13]


def test_the_journal_has_pages(club: Club, scene: tuple[Club, list[Event]], arbiter: Client) -> None:
    correction = make(club, KINDS["order"](club, scene[1]))
    with club_scope(club):
        detail = {"order": [0, 1], "effects": {"members": [], "leader": [None, None], "failed": None}, "touches": []}
        Correction.objects.bulk_create(
            Correction(club=club, kind="order", event=correction.event, detail=detail, public_id=f"{number:022}") for number in range(25)
        )
    assert len(lines_of(parse(arbiter.get(address(club)).content))) == 25
    second = parse(arbiter.get(address(club) + "?page=2").content)
    assert len(lines_of(second)) == 1
    assert "Page 2 of 2" in second.text


def test_the_correction_of_a_build(club: Club, scene: tuple[Club, list[Event]]) -> None:
    first = make(club, KINDS["result"](club, scene[1]))
    second = make(club, KINDS["dates"](club, scene[1]))
    assert first.build is not None
    assert second.build is not None
    with club_scope(club), CaptureQueriesContext(connection) as queries:
        found = corrections_of_builds(club, [first.build - 1, first.build, second.build, 99])
    assert found == {first.build: first, second.build: second}
    assert len(queries) == 1
    other, _ = make_evenings(club=make_club("Other"))
    with club_scope(other):
        assert corrections_of_builds(other, [first.build, second.build]) == {}
