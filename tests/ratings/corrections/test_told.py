"""What the journal and the previews tell an arbiter: everything that was corrected, what holds afterwards, and how to go on."""

import pytest
from django.test import Client

from clubs.models import Club, Role
from clubs.tenancy.scope import club_scope
from players.models import Player
from ratings.domain.rules import Rules
from ratings.models import Correction
from ratings.selectors.corrections import list_corrections
from ratings.services.corrections import apply_correction, undo_correction
from ratings.services.corrections.events import RemoveEvent
from ratings.services.corrections.publication import Unpublish
from ratings.services.corrections.rules import DropRules, SetRules
from tests.factories import join_club
from tests.ratings.corrections.confirming import confirm, do_and_confirm, previewed
from tests.ratings.corrections.scene import DRAW, KINDS, LOSS, latest_of, patched, rebuilt, result, week
from tests.ratings.corrections.test_event_page import settings_of
from tests.ratings.stored import stored_ladder
from tests.reading import Element, parse
from tournaments.domain.corrections import EventPatch, change_dates, change_result, set_finished, set_rated, together
from tournaments.domain.record import EventRecord, PairingRecord
from tournaments.domain.results import ResultKind
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin(club: Club) -> Client:
    client = Client()
    client.force_login(join_club(club, Role.ADMIN))
    return client


def journal(club: Club, correction: Correction | None = None, action: str = "") -> str:
    return f"/desk/{club.public_id}/corrections/" + ("" if correction is None else f"{correction.public_id}/{action}")


def desk(club: Club, event: Event, action: str) -> str:
    return f"/desk/{club.public_id}/events/{event.public_id}/{action}/"


def listed(page: Element) -> list[list[str]]:
    """The sentences of each list of changes on the page."""
    return [[each.text for each in part.find("li")] for part in page.find("ul", "changes-list")]


def headings_of(client: Client, club: Club) -> list[str]:
    return [" ".join(link.text.split()) for link in parse(client.get(journal(club)).content).find("a", "event-name")]


def get(client: Client, url: str) -> Element:
    return parse(client.get(url).content)


def newest(club: Club) -> Correction:
    with club_scope(club):
        found = list_corrections(club).first()
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("parts", "heading"),
    [
        ("rd", "Results and date of an event"),
        ("rs", "Results of an event, and whether it counts"),
        ("ds", "Date of an event, and whether it counts"),
        ("rds", "Results and date of an event, and whether it counts"),
        ("f", "Whether an event is finished"),
    ],
)
def test_a_correction_of_several_things_is_called_by_all_of_them(club: Club, event: Event, admin: Client, parts: str, heading: str) -> None:
    def patch(record: EventRecord) -> EventPatch:
        made = {
            "r": lambda: change_result(record, 1, 1, LOSS),
            "d": lambda: change_dates(record, week(1), week(2)),
            "s": lambda: set_rated(record, False),
            "f": lambda: set_finished(record, False),
        }
        return together(made[part]() for part in parts)

    apply_correction(club=club, action=patched(club, event, patch), by=None)
    assert headings_of(admin, club) == [f"{heading}: Evening 1"]


def test_preview_and_journal_say_the_same_in_the_same_order(club: Club, event: Event, admin: Client) -> None:
    _, record = latest_of(club, event)
    page = previewed(admin, desk(club, event, "correct"), {**settings_of(record, ends_on="2026-03-05"), "r1b1": "+-"})
    preview = listed(page)
    assert preview == [
        ["Last day: 5 Mar 2026 instead of 3 Mar 2026", "Round 1, board 1: Anna Alder – Ben Birch : + − (Black did not come) instead of 1–0"]
    ]
    assert "Results and date of an event: Evening 1" in page.text
    made = parse(confirm(admin, desk(club, event, "correct"), page).content)
    assert listed(made) == preview
    dates = settings_of(record, 2, starts_on="2026-03-01", ends_on="2026-03-06")
    page = previewed(admin, desk(club, event, "correct"), dates)
    assert [line.split(":")[0] for line in listed(page)[0]] == ["First day", "Last day"]
    assert listed(parse(confirm(admin, desk(club, event, "correct"), page).content)) == listed(page)


def test_made_again_is_not_taken_back(club: Club, event: Event, admin: Client) -> None:
    first = apply_correction(club=club, action=RemoveEvent(event), by=None)
    undone = undo_correction(club=club, correction=first, by=None)
    undo_correction(club=club, correction=undone, by=None)
    assert headings_of(admin, club) == [
        "Made again: Event removed: Evening 1",
        "Taken back: Event removed: Evening 1",
        "Event removed: Evening 1",
    ]


def test_a_version_taken_back_is_told_as_one_also_where_the_journal_knew_nothing_of_it(club: Club, event: Event, admin: Client) -> None:
    taken = apply_correction(club=club, action=Unpublish(event, version=1, back_to=0), by=None)
    again = undo_correction(club=club, correction=taken, by=None)
    undo_correction(club=club, correction=again, by=None)
    assert [heading.split(": Evening")[0] for heading in headings_of(admin, club)] == [
        "Taken back: New version of an event",
        "Made again: New version of an event",
        "Taken back: New version of an event",
    ]


def test_rules_are_told_with_the_old_figures_and_their_undoing_with_what_holds_then(club: Club, admin: Client) -> None:
    made = apply_correction(club=club, action=SetRules(None, Rules(k_new=30)), by=None)
    assert listed(get(admin, journal(club, made))) == [["From the beginning:", "K for new players: 30 instead of 40"]]
    undoing = previewed(admin, journal(club, made, "undo/"))
    assert listed(undoing) == [
        ["Rules of the ladder", "From the beginning:", "K for new players: 30 instead of 40"],
        ["From the beginning, the usual figures:", "K for new players: 40 instead of 30"],
    ]
    later = apply_correction(club=club, action=SetRules(week(1), Rules(k_new=30, k_established=10)), by=None)
    assert listed(get(admin, journal(club, later))) == [["From 10 Mar 2026 on:", "K afterwards: 10 instead of 20"]]
    dropped = apply_correction(club=club, action=DropRules(week(1)), by=None)
    assert listed(get(admin, journal(club, dropped))) == [
        ["From 10 Mar 2026 on, the same figures as before that date:", "K afterwards: 20 instead of 10"]
    ]


def test_a_line_of_before_old_figures_were_kept_is_still_told(club: Club, admin: Client) -> None:
    made = apply_correction(club=club, action=SetRules(None, Rules(k_new=30)), by=None)
    with club_scope(club):
        kept = {name: value for name, value in made.detail.items() if name not in ("held", "holds")}
        Correction.objects.filter(pk=made.pk).update(detail=kept)
    assert listed(get(admin, journal(club, made))) == [["From the beginning:", "K for new players: 30 instead of 40"]]


def test_nothing_different_is_refused_in_plain_words(club: Club, event: Event, admin: Client) -> None:
    rules = {"start": "1200", "k_new": "40", "new_games": "20", "k_established": "20", "provisional_games": "5"}
    with club_scope(club):
        player = Player.objects.get(club=club, name="Anna Alder")
    before = stored_ladder(club)
    for when in ({"holds": "beginning"}, {"holds": "date", "day": "2026-03-10"}):
        page = parse(admin.post(f"/desk/{club.public_id}/rules/", {**rules, **when}, follow=True).content)
        assert page.find("div", "notice-error")[0].text == "Nothing is different: this is how it stands already. Nothing was changed."
    page = parse(admin.post(f"/desk/{club.public_id}/people/{player.public_id}/start/", {"start_rating": ""}, follow=True).content)
    assert page.find("div", "notice-error")[0].text == "Nothing is different: this is how it stands already. Nothing was changed."
    _, record = latest_of(club, event)
    page = parse(admin.post(desk(club, event, "correct"), settings_of(record)).content)
    assert "Nothing is different: this is how the event stands already." in page.find("div", "notice-error")[0].text
    assert headings_of(admin, club) == []
    assert stored_ladder(club) == before


@pytest.mark.parametrize(
    ("added", "sentences"),
    [
        (
            ("1", "1", "4", "1-0"),
            [
                "Anna Alder is paired in round 1 already, against Ben Birch on board 1.",
                "Dora Dogwood is paired in round 1 already, against Cleo Cedar on board 2.",
                "Choose “no game at all” or byes for that board in this form as well, if it is wrong.",
            ],
        ),
        (
            ("4", "1", "2", "1-0"),
            [
                "Ben Birch is paired in round 4 already, against Finn Fir on board 1.",
                "Choose “no game at all” or byes for that board in this form as well, if it is wrong.",
            ],
        ),
        (
            ("1", "2", "1", "½-½"),
            [
                "Anna Alder is paired in round 1 already, against Ben Birch on board 1.",
                "Ben Birch is paired in round 1 already, against Anna Alder on board 1.",
                "Correct the result of that board instead.",
            ],
        ),
        (("4", "", "2", "1-0"), ["Choose who has White. A bye has its player here, and nobody below."]),
        (("4", "3", "3", "1-0"), ["Nobody plays against themselves. Choose somebody else."]),
    ],
)
def test_who_is_paired_already_is_named(club: Club, event: Event, admin: Client, added: tuple[str, ...], sentences: list[str]) -> None:
    _, record = latest_of(club, event)
    new = dict(zip(("new-round", "new-white", "new-black", "new-result"), added, strict=True))
    page = parse(admin.post(desk(club, event, "correct"), {**settings_of(record), **new}).content)
    assert " ".join(sentences) in page.text
    assert headings_of(admin, club) == []


def test_a_game_takes_the_place_of_two_that_go_in_the_same_step(club: Club, event: Event, admin: Client) -> None:
    _, record = latest_of(club, event)
    new = {"new-round": "1", "new-white": "1", "new-black": "4", "new-result": "1-0", "r1b1": "none", "r1b2": "none"}
    do_and_confirm(admin, desk(club, event, "correct"), {**settings_of(record), **new})
    _, record = latest_of(club, event)
    assert record.rounds[0].pairings == (PairingRecord(3, 5, 6, LOSS), PairingRecord(4, 1, 4, ResultKind.WHITE_WIN))


def test_the_two_of_a_game_have_different_byes(club: Club, event: Event, admin: Client) -> None:
    page = get(admin, desk(club, event, "correct"))
    options = {each.attributes["value"]: each.text for each in page.find("select")[0].find("option")}
    assert options["byes HZ"] == "White: half-point bye, Black: zero-point bye"
    assert options["-+"].endswith("White did not come")
    assert options["+-"].endswith("Black did not come")
    _, record = latest_of(club, event)
    do_and_confirm(admin, desk(club, event, "correct"), {**settings_of(record), "r1b1": "byes HZ"})
    _, record = latest_of(club, event)
    byes = [(each.white, each.result) for each in record.rounds[0].pairings if each.black is None]
    assert byes == [(1, ResultKind.HALF_POINT_BYE), (2, ResultKind.ZERO_POINT_BYE)]
    assert stored_ladder(club) == rebuilt(club)


def test_restoring_by_hand_takes_the_removal_back(club: Club, event: Event, admin: Client) -> None:
    before = stored_ladder(club)
    do_and_confirm(admin, desk(club, event, "remove"))
    removal = newest(club)
    page = previewed(admin, desk(club, event, "restore"))
    assert listed(page) == [["The event comes back to the pages, and to the ladder where it counts."]]
    confirm(admin, desk(club, event, "restore"), page)
    assert stored_ladder(club) == before
    assert headings_of(admin, club) == ["Taken back: Event removed: Evening 1", "Event removed: Evening 1"]
    shown = get(admin, journal(club, removal))
    assert "This was undone on" in shown.text
    assert "Undo…" not in shown.text
    assert newest(club).undoes_id == removal.pk


def test_an_event_that_is_back_by_other_means_has_nothing_to_undo(club: Club, event: Event, admin: Client) -> None:
    removal = apply_correction(club=club, action=RemoveEvent(event), by=None)
    with club_scope(club):
        Event.objects.filter(pk=event.pk).update(removed_at=None)
    page = get(admin, journal(club, removal))
    assert "The event was brought back since, so there is nothing left to undo here." in page.text
    assert "Undo…" not in page.text
    assert "undone" in get(admin, journal(club)).text
    refused = parse(admin.post(journal(club, removal, "undo/"), follow=True).content).find("div", "notice-error")[0].text
    assert refused == "The event is back already. There is nothing left to undo: to take it away, remove it on its page."


def test_what_is_undone_already_leads_to_the_undoing(club: Club, scene: tuple[Club, list[Event]], admin: Client) -> None:
    first = apply_correction(club=club, action=KINDS["result"](club, scene[1]), by=None)
    undone = undo_correction(club=club, correction=first, by=None)
    for told, last in (
        ("To have it again, undo the undoing.", undone),
        ("Undo the later one instead.", None),
    ):
        last = last or undo_correction(club=club, correction=undone, by=None)
        notice = parse(admin.post(journal(club, first, "undo/"), follow=True).content).find("div", "notice-error")[0]
        assert told in notice.text
        assert [link.attributes["href"] for link in notice.find("a")] == [journal(club, last)]


def test_what_stands_there_by_now_is_told_with_names(club: Club, event: Event, admin: Client) -> None:
    first = apply_correction(club=club, action=patched(club, event, result(1, 1, LOSS)), by=None)
    apply_correction(club=club, action=patched(club, event, result(1, 1, DRAW)), by=None)
    with club_scope(club):
        Correction.objects.exclude(pk=first.pk).delete()
    notice = parse(admin.post(journal(club, first, "undo/"), follow=True).content).find("div", "notice-error")[0].text
    assert notice == (
        "Round 1 was changed meanwhile. It now has board 1: Anna Alder – Ben Birch ½–½ . "
        "Look at the event again, and correct what stands there."
    )
