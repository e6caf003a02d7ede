"""Correcting an event at the desk: the choosers, the preview, and the way from there to the corrected ladder."""

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from ratings.models import Correction
from ratings.selectors.corrections import effects_of, list_corrections
from ratings.services.corrections import apply_correction
from tests.factories import event_record, join_club, make_club, make_event
from tests.ratings.corrections.confirming import confirm, do_and_confirm, hidden_fields, previewed
from tests.ratings.corrections.scene import DRAW, LOSS, NAMES, WIN, latest_of, make_evenings, patched, rebuilt, result, week
from tests.ratings.corrections.test_core import traces
from tests.ratings.stored import stored_ladder
from tests.reading import Element, parse
from tournaments.domain.record import EventRecord, PairingRecord
from tournaments.domain.results import ResultKind
from tournaments.models import Event

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.fixture
def arbiter(club: Club) -> Client:
    client = Client()
    client.force_login(join_club(club))
    return client


def address(club: Club, event: Event, action: str = "correct") -> str:
    return f"/desk/{club.public_id}/events/{event.public_id}/{action}/"


def choices(page: Element) -> dict[str, str]:
    """The value that each chooser of the page has."""
    chosen = {}
    for select in page.find("select"):
        selected = [option.attributes["value"] for option in select.find("option") if "selected" in option.attributes]
        if selected and selected[0]:
            chosen[str(select.attributes["name"])] = str(selected[0])
    return chosen


def settings_of(record: EventRecord, version: int = 1, **changed: str) -> dict[str, str]:
    """What the form sends besides the choosers."""
    dates = {"starts_on": f"{record.starts_on}", "ends_on": f"{record.ends_on}"}
    return {"version": str(version), **dates, "rated": "on", "finished": "on", **changed}


def corrections_of(club: Club) -> list[Correction]:
    with club_scope(club):
        return list(list_corrections(club))


def test_the_page_shows_every_board_with_what_stands_there(club: Club, event: Event, arbiter: Client) -> None:
    page = parse(arbiter.get(address(club, event)).content)
    assert choices(page) == {
        **dict(zip(("r1b1", "r1b2", "r1b3"), ("1-0", "½-½", "0-1"), strict=True)),
        **dict(zip(("r2b1", "r2b2", "r2b3"), ("1-0", "1-0", "0-1"), strict=True)),
        **dict(zip(("r3b1", "r3b2", "r3b3"), ("½-½", "1-0", "1-0"), strict=True)),
        "r4b1": "1-0",
    }
    assert [label.text for label in page.find("label") if label.attributes.get("for") == "r1b1"] == ["1 Anna Alder – Ben Birch"]
    assert [legend.text for legend in page.find("legend")] == ["Round 1", "Round 2", "Round 3", "Round 4"]


def test_from_the_choosers_to_the_corrected_ladder(club: Club, event: Event, arbiter: Client) -> None:
    _, record = latest_of(club, event)
    before = traces(club)
    page = previewed(arbiter, address(club, event), {**settings_of(record), "r1b1": "0-1", "r2b1": "½-½", "r1b2": "½-½"})
    assert traces(club) == before
    changes = page.find("ul", "changes-list")[0]
    assert [each.text for each in changes.find("li")] == [
        "Round 1, board 1: Anna Alder – Ben Birch : 0–1 instead of 1–0",
        "Round 2, board 1: Ben Birch – Cleo Cedar : ½–½ instead of 1–0",
    ]
    sent = {"version", "starts_on", "ends_on", "rated", "finished", "r1b1", "r2b1", "expected"}
    assert hidden_fields(page).keys() - {"csrfmiddlewaretoken"} == sent, "the boards that stay as they are do not travel"
    shown = page.find("p", "effects-sentence")[0].text
    answer = confirm(arbiter, address(club, event), page, "Written down wrong")
    (correction,) = corrections_of(club)
    assert answer.redirect_chain[-1][0] == f"/desk/{club.public_id}/corrections/{correction.public_id}/"  # type: ignore[attr-defined]
    made = parse(answer.content)
    assert made.find("p", "effects-sentence")[0].text == shown
    assert (correction.kind, correction.reason) == ("results", "Written down wrong")
    _, record = latest_of(club, event)
    assert (record.rounds[0].pairings[0].result, record.rounds[1].pairings[0].result) == (LOSS, DRAW)
    assert stored_ladder(club) == rebuilt(club)


def test_the_sentence_and_the_list_are_those_of_the_correction(club: Club, event: Event, arbiter: Client) -> None:
    _, record = latest_of(club, event)
    page = previewed(arbiter, address(club, event), {**settings_of(record), "r1b1": "0-1"})
    confirm(arbiter, address(club, event), page)
    effects = effects_of(corrections_of(club)[0])
    rows = [row.text for row in page.find("table", "effects")[0].find("tbody")[0].find("tr")]
    assert len(rows) == len(effects.members) > 2
    largest = effects.largest
    assert largest is not None
    assert largest.difference is not None
    tenths = f"{abs(largest.difference) // 10}.{abs(largest.difference) % 10}"
    sign = "+" if largest.difference > 0 else "−"
    assert page.find("p", "effects-sentence")[0].text.startswith(f"{len(rows)} members change , largest {sign}{tenths} (")
    assert f"{sign}{tenths}" in rows[0]


@pytest.mark.parametrize(
    ("answer", "pairings"),
    [
        ("+-", [PairingRecord(1, 1, 2, ResultKind.WHITE_FORFEIT_WIN), PairingRecord(2, 3, 4, DRAW), PairingRecord(3, 5, 6, LOSS)]),
        ("none", [PairingRecord(2, 3, 4, DRAW), PairingRecord(3, 5, 6, LOSS)]),
        (
            "byes H",
            [
                PairingRecord(1, 1, None, ResultKind.HALF_POINT_BYE),
                PairingRecord(2, 3, 4, DRAW),
                PairingRecord(3, 5, 6, LOSS),
                PairingRecord(4, 2, None, ResultKind.HALF_POINT_BYE),
            ],
        ),
    ],
)
def test_what_a_game_can_become(club: Club, event: Event, arbiter: Client, answer: str, pairings: list[PairingRecord]) -> None:
    _, record = latest_of(club, event)
    do_and_confirm(arbiter, address(club, event), {**settings_of(record), "r1b1": answer})
    _, record = latest_of(club, event)
    assert list(record.rounds[0].pairings) == pairings
    assert stored_ladder(club) == rebuilt(club)


def test_two_games_become_byes_and_one_is_added_at_once(club: Club, event: Event, arbiter: Client) -> None:
    _, record = latest_of(club, event)
    added = {"new-round": "4", "new-white": "3", "new-black": "1", "new-result": "½-½"}
    do_and_confirm(arbiter, address(club, event), {**settings_of(record), "r1b1": "byes Z", "r1b3": "byes F", **added})
    _, record = latest_of(club, event)
    zero, full = ResultKind.ZERO_POINT_BYE, ResultKind.FULL_POINT_BYE
    assert sorted((each.white, each.black, each.result) for each in record.rounds[0].pairings if each.black is None) == [
        (1, None, zero),
        (2, None, zero),
        (5, None, full),
        (6, None, full),
    ]
    assert record.rounds[3].pairings == (PairingRecord(1, 6, 2, WIN), PairingRecord(2, 3, 1, DRAW))


def test_dates_and_switches(club: Club, event: Event, arbiter: Client) -> None:
    _, record = latest_of(club, event)
    sent = settings_of(record, starts_on="2026-03-04", ends_on="2026-03-05")
    del sent["rated"]
    page = previewed(arbiter, address(club, event), sent)
    assert [each.text for each in page.find("ul", "changes-list")[0].find("li")] == [
        "First day: 4 Mar 2026 instead of 3 Mar 2026",
        "Last day: 5 Mar 2026 instead of 3 Mar 2026",
        "Counts for the ladder: no instead of yes",
    ]
    confirm(arbiter, address(club, event), page)
    _, record = latest_of(club, event)
    assert (record.starts_on, record.ends_on, record.rated) == (date(2026, 3, 4), date(2026, 3, 5), False)
    assert corrections_of(club)[0].kind == "dates"


def test_what_cannot_be_is_said_on_the_form_with_the_answers_kept(club: Club, event: Event, arbiter: Client) -> None:
    _, record = latest_of(club, event)
    before = traces(club)
    cases = [
        ({**settings_of(record), "r1b1": "*"}, "Round 1, board 1 has no result. A finished event has no such game."),
        ({**settings_of(record)}, "Nothing is different: this is how the event stands already. Choose what is to be changed."),
        ({**settings_of(record, ends_on="2026-03-01"), "r1b1": "0-1"}, "The event cannot end (1 Mar 2026) before it starts (3 Mar 2026)."),
        ({**settings_of(record, starts_on="never"), "r1b1": "0-1"}, "Enter a valid date."),
        (
            {**settings_of(record), "r1b1": "0-1", "new-round": "1", "new-white": "1", "new-result": "H"},
            "Anna Alder is paired in round 1 already, against Ben Birch on board 1. "
            "Choose “no game at all” or byes for that board in this form as well, if it is wrong.",
        ),
    ]
    for sent, sentence in cases:
        page = parse(arbiter.post(address(club, event), sent).content)
        assert sentence in page.text
        assert choices(page)["r1b1"] == sent.get("r1b1", "1-0")
    assert traces(club) == before


def test_back_to_the_form_keeps_what_was_chosen(club: Club, event: Event, arbiter: Client) -> None:
    _, record = latest_of(club, event)
    page = previewed(arbiter, address(club, event), {**settings_of(record), "r1b1": "0-1", "r3b3": "none"})
    again = parse(arbiter.post(address(club, event), {**hidden_fields(page), "edit": "1"}).content)
    assert {
        name: value for name, value in choices(again).items() if value != choices(parse(arbiter.get(address(club, event)).content))[name]
    } == {
        "r1b1": "0-1",
        "r3b3": "none",
    }


def test_an_answer_that_no_chooser_offers(club: Club, event: Event, arbiter: Client) -> None:
    _, record = latest_of(club, event)
    assert arbiter.post(address(club, event), {**settings_of(record), "r1b1": "2-0"}).status_code == 400
    for version in ("7", "0", "x", "9" * 30):
        assert arbiter.post(address(club, event), {**settings_of(record), "version": version, "r1b1": "0-1"}).status_code == 404


def test_somebody_else_was_quicker_with_another_game(club: Club, event: Event, arbiter: Client) -> None:
    _, record = latest_of(club, event)
    page = previewed(arbiter, address(club, event), {**settings_of(record), "r1b1": "0-1"})
    apply_correction(club=club, action=patched(club, event, result(2, 3, WIN)), by=None)
    again = parse(confirm(arbiter, address(club, event), page).content)
    assert "the ladder has moved since you looked" in again.text
    assert len(corrections_of(club)) == 1
    confirm(arbiter, address(club, event), again)
    _, record = latest_of(club, event)
    assert (record.rounds[0].pairings[0].result, record.rounds[1].pairings[2].result) == (LOSS, WIN)
    assert stored_ladder(club) == rebuilt(club)


def test_somebody_else_was_quicker_with_the_same_game(club: Club, event: Event, arbiter: Client) -> None:
    _, record = latest_of(club, event)
    page = previewed(arbiter, address(club, event), {**settings_of(record), "r1b1": "0-1"})
    apply_correction(club=club, action=patched(club, event, result(1, 1, DRAW)), by=None)
    answer = confirm(arbiter, address(club, event), page)
    assert "Round 1 was changed meanwhile. It now has board 1: Anna Alder – Ben Birch ½–½ . Look" in parse(answer.content).text
    assert len(corrections_of(club)) == 1


def test_removing_restoring_and_ordering_lead_through_the_preview(club: Club, scene: tuple[Club, list[Event]], arbiter: Client) -> None:
    event = scene[1][3]
    before = stored_ladder(club)
    for action, fields in (("remove", {}), ("restore", {}), ("order", {"order": "-2"})):
        shown = traces(club)
        page = previewed(arbiter, address(club, event, action), fields)
        assert traces(club) == shown
        confirm(arbiter, address(club, event, action), page)
        assert stored_ladder(club) == rebuilt(club)
        if action == "restore":
            assert stored_ladder(club) == before
    assert [each.kind for each in corrections_of(club)] == ["order", "restored", "removed"]


def test_what_would_change_nothing_is_told_on_the_page_of_the_event(club: Club, event: Event, arbiter: Client) -> None:
    for action, fields in (("restore", {}), ("order", {"order": "0"}), ("order", {"order": "many"})):
        answer = arbiter.post(address(club, event, action), fields, follow=True)
        assert answer.redirect_chain[-1][0] == reverse("tournaments:desk_event", args=[club.public_id, event.public_id])
        assert parse(answer.content).find("div", "notice-error")
    assert corrections_of(club) == []


def test_a_large_event_shows_one_round_at_a_time(club: Club, arbiter: Client) -> None:
    names = [f"Person {number}" for number in range(1, 203)]
    boards: list[list[tuple[int, int | None, ResultKind]]] = [
        [(number, number + 1, WIN if turn % 2 else DRAW) for number in range(1, 202, 2)] for turn in range(4)
    ]
    event = make_event(club, event_record(names, boards), decided=False)
    last = parse(arbiter.get(address(club, event)).content)
    assert [legend.text for legend in last.find("legend")] == ["Round 4"]
    page = parse(arbiter.get(address(club, event) + "?round=2").content)
    assert [legend.text for legend in page.find("legend")] == ["Round 2"]
    _, record = latest_of(club, event)
    do_and_confirm(arbiter, address(club, event) + "?round=2", {**settings_of(record), "r2b7": "0-1"})
    _, record = latest_of(club, event)
    assert [sum(each.result is LOSS for each in played.pairings) for played in record.rounds] == [0, 1, 0, 0]


def test_names_not_yet_decided_are_shown_as_they_were_typed(club: Club, arbiter: Client) -> None:
    event = make_event(club, event_record(["Somebody New", NAMES[0]], [[(1, 2, WIN)]], on=week(8)), decided=False)
    page = parse(arbiter.get(address(club, event)).content)
    assert [label.text for label in page.find("label") if label.attributes.get("for") == "r1b1"] == ["1 Somebody New – Anna Alder"]


def test_why_nobody_moves_is_said(club: Club, arbiter: Client) -> None:
    event = make_event(club, event_record(["Somebody New", NAMES[0]], [[(1, 2, WIN)]], on=week(8)), decided=False)
    waiting = "This event is waiting for 2 names and is not yet rated."
    assert waiting in parse(arbiter.get(address(club, event)).content).text
    _, record = latest_of(club, event)
    page = previewed(arbiter, address(club, event), {**settings_of(record), "r1b1": "0-1"})
    assert page.find("p", "effects-sentence")[0].text == "Nobody's rating changes."
    assert waiting in page.text


def test_other_clubs_and_strangers_find_nothing(club: Club, event: Event, arbiter: Client) -> None:
    other, (theirs, *_) = make_evenings(club=make_club("Other"))
    before = traces(other)
    for url in (address(other, theirs), address(club, theirs)):
        assert arbiter.get(url).status_code == 404
        for action in ("correct", "remove", "restore", "order"):
            assert arbiter.post(url.replace("correct", action), {"version": "1", "order": "3"}).status_code == 404
    assert traces(other) == before


def test_an_event_without_rounds_offers_no_game(club: Club, arbiter: Client) -> None:
    event = make_event(club, event_record(NAMES, [], on=week(8)))
    page = parse(arbiter.get(address(club, event)).content)
    assert page.find("select") == []
    assert "This event has no round yet, so there is no result to correct and no game to add." in page.text
    _, record = latest_of(club, event)
    do_and_confirm(arbiter, address(club, event), settings_of(record, starts_on=str(week(7)), ends_on=str(week(7))))
    assert latest_of(club, event)[1].starts_on == week(7), "what else there is of it can be corrected"
