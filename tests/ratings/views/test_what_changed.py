"""When a correction moved a rating that had been shown: what a stranger is told of it, and what not."""

from datetime import UTC, date, datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubs.models import Club
from clubs.templatetags.rookery import day
from clubs.tenancy.scope import club_scope
from players.models import Player
from ratings.models import Correction, CorrectionKind, LadderRevision
from ratings.services import replay_ladder
from ratings.services.corrections import apply_correction, undo_correction
from ratings.services.corrections.events import CorrectEvent, OrderEvent, RemoveEvent
from tests.factories import event_record, make_club, make_event
from tests.reading import headings, links, parse
from tournaments.domain.corrections import change_result
from tournaments.domain.results import ResultKind
from tournaments.models import Event, EventAccess, EventVersion
from tournaments.selectors.records import record_of
from tournaments.services.events import change_event
from tournaments.services.merging import merge_players

pytestmark = pytest.mark.django_db

WIN = ResultKind.WHITE_WIN
NOVEMBER = datetime(2026, 11, 3, 23, 30, tzinfo=UTC)


def a_club() -> tuple[Club, Player, list[Event]]:
    """Two evenings, and the player who won them."""
    club = make_club()
    events = [
        make_event(club, event_record(["Dana Adler", "Gil Tal"], [[(1, 2, WIN)]], name=f"Evening {day}", on=date(2026, 3, day)))
        for day in (3, 10)
    ]
    replay_ladder(club=club)
    with club_scope(club):
        return club, Player.objects.get(club=club, name="Dana Adler"), events


def revise(club: Club, player: Player, build: int, after: int, *events: Event, before: int = 14_138) -> None:
    """What a build of the ladder writes of the one player."""
    with club_scope(club):
        LadderRevision.objects.filter(club=club, build=build).delete()
        LadderRevision.objects.create(
            club=club, build=build, at=NOVEMBER, events=[event.pk for event in events], players=[player.pk], before=[before], after=[after]
        )


def correct(club: Club, kind: CorrectionKind, build: int, **fields: object) -> Correction:
    """A correction as its service leaves it."""
    effects = {"members": [], "leader": [None, None], "failed": None}
    with club_scope(club):
        made = Correction.objects.create(club=club, kind=kind, build=build, detail={}, reason="Dana Adler said so", **fields)
        real = apply_correction(club=club, action=OrderEvent(Event.objects.filter(club=club).earliest("pk"), build), by=None)
        made.detail = {"effects": real.detail["effects"] or effects}
        made.save()
    return made


def told(client: Client, club: Club, player: Player) -> list[str]:
    """The lines of the section, the latest first."""
    page = client.get(f"/club/{club.slug}/players/{player.public_id}/").content
    return [line.text for line in parse(page).find("li", "revision")]


def test_nothing_is_said_where_nothing_was_corrected(client: Client) -> None:
    club, dana, _ = a_club()
    page = client.get(f"/club/{club.slug}/players/{dana.public_id}/").content
    assert "What changed" not in headings(page, "h2")


def test_a_result_that_was_corrected(client: Client) -> None:
    club, dana, events = a_club()
    correct(club, CorrectionKind.RESULTS, 100, event=events[0])
    revise(club, dana, 100, 14_134, events[0])
    assert told(client, club, dana) == ["−0.4 A result of Evening 3 was corrected. 3 Nov 2026 1413.8 , then 1413.4"]
    page = client.get(f"/club/{club.slug}/players/{dana.public_id}/").content
    assert links(page)["Evening 3"] == f"/event/{club.public_id}/{events[0].public_id}/"
    assert b"said so" not in page


def test_several_results_at_once(client: Client) -> None:
    club, dana, events = a_club()
    made = correct(club, CorrectionKind.RESULTS, 100, event=events[0])
    made.detail["patch"] = {"games": [{"round": 1, "before": [], "after": []}, {"round": 2, "before": [], "after": []}], "fields": {}}
    with club_scope(club):
        made.save()
    revise(club, dana, 100, 14_134, events[0])
    assert told(client, club, dana)[0].startswith("−0.4 Results of Evening 3 were corrected.")


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (CorrectionKind.DATES, "The date of Evening 3 was corrected."),
        (CorrectionKind.RATED, "It was corrected whether Evening 3 counts."),
        (CorrectionKind.REMOVED, "Evening 3 was removed."),
        (CorrectionKind.RESTORED, "Evening 3 was restored."),
        (CorrectionKind.ORDER, "The place of Evening 3 among the events of its day was corrected."),
        (CorrectionKind.PUBLICATION, "A new version of Evening 3 was published."),
    ],
)
def test_what_was_corrected_in_an_event_is_named_while_the_event_is_public(client: Client, kind: CorrectionKind, words: str) -> None:
    club, dana, events = a_club()
    correct(club, kind, 100, event=events[0])
    revise(club, dana, 100, 14_139, events[0])
    assert [line.partition(" 3 Nov")[0] for line in told(client, club, dana)] == [f"+0.1 {words}"]
    change_event(club=club, event=events[0], access=EventAccess.CLOSED, by=None)
    hidden = "An event was removed." if kind == CorrectionKind.REMOVED else "An event that is not public was corrected."
    assert [line.partition(" 3 Nov")[0] for line in told(client, club, dana)] == [f"+0.1 {hidden}"]


def test_what_was_corrected_in_the_ladder_itself(client: Client) -> None:
    club, dana, _ = a_club()
    with club_scope(club):
        gil = Player.objects.get(club=club, name="Gil Tal")
    for build, (kind, player) in enumerate(
        [
            (CorrectionKind.START_RATING, dana),
            (CorrectionKind.START_RATING, gil),
            (CorrectionKind.RULES, None),
            (CorrectionKind.OPENING, None),
        ],
        100,
    ):
        correct(club, kind, build, player=player)
        revise(club, dana, build, 14_140)
    assert [line.partition(" 3 Nov")[0] for line in told(client, club, dana)] == [
        "+0.2 The ratings that the club brought along were changed.",
        "+0.2 The rules of the ladder were changed.",
        "+0.2 The rating with which another player started was corrected.",
        "+0.2 The rating with which this player started was corrected.",
    ]


def test_people_who_were_joined_or_separated_are_no_event_that_is_not_public(client: Client) -> None:
    club, dana, _ = a_club()
    for build, kind in enumerate([CorrectionKind.MERGE, CorrectionKind.SPLIT], 100):
        correct(club, kind, build)
        revise(club, dana, build, 14_140)
    assert [line.partition(" 3 Nov")[0] for line in told(client, club, dana)] == ["+0.2 People were separated.", "+0.2 People were joined."]


def test_what_no_correction_made(client: Client) -> None:
    club, dana, events = a_club()
    change_event(club=club, event=events[1], access=EventAccess.CLOSED, by=None)
    revise(club, dana, 100, 14_134, events[0])
    revise(club, dana, 101, 14_134, events[1])
    revise(club, dana, 102, 14_134, *events)
    revise(club, dana, 103, 14_134)
    assert [line.partition(" 3 Nov")[0] for line in told(client, club, dana)] == [
        "−0.4 People were joined or separated, or the rules of the ladder were changed.",
        "−0.4 Evening 3 and 1 other event were published late or changed.",
        "−0.4 An event that is not public was published late or changed.",
        "−0.4 Evening 3 was published late or changed.",
    ]


def test_a_merge_and_an_event_in_one_replay_are_both_told(client: Client) -> None:
    """Gil won an evening of long ago under another name, and somebody says so before the ladder has heard of the evening."""
    club, dana, _ = a_club()
    make_event(club, event_record(["Dana Adler", "Gil T."], [[(2, 1, WIN)]], name="Old evening", on=date(2026, 3, 1)))
    replay_ladder(club=club)
    make_event(club, event_record(["Dana Adler", "Noa Levi"], [[(1, 2, WIN)]], name="Late evening", on=date(2026, 3, 5)))
    with club_scope(club):
        absorbed, into = (Player.objects.get(club=club, name=name) for name in ("Gil T.", "Gil Tal"))
    merge_players(club=club, absorbed=absorbed, into=into, by=None)
    replay_ladder(club=club)
    late, old = told(client, club, dana)
    assert "Late evening was published late or changed. People were joined or separated as well." in late
    assert "Old evening was published late or changed." in old
    assert "joined" not in old, "whom only the old evening has brought to the club is no other person"


def test_a_removed_event_is_named_no_more(client: Client) -> None:
    club, dana, events = a_club()
    made = apply_correction(club=club, action=RemoveEvent(events[0]), by=None)
    assert made.build is not None
    revise(club, dana, made.build, 12_200, events[0], before=12_377)
    assert [line.partition(" 3 Nov")[0] for line in told(client, club, dana)] == ["−17.7 An event was removed."]


def test_the_day_is_that_of_the_club(client: Client) -> None:
    club, dana, events = a_club()
    Club.objects.filter(pk=club.pk).update(time_zone="Asia/Jerusalem")
    revise(club, dana, 100, 14_134, events[0])
    assert "4 Nov 2026" in told(client, club, dana)[0]


def test_whom_a_correction_did_not_move_is_told_nothing(client: Client) -> None:
    club, dana, events = a_club()
    with club_scope(club):
        gil = Player.objects.get(club=club, name="Gil Tal")
    revise(club, dana, 100, 14_138, events[0])
    revise(club, gil, 101, 14_134, events[0])
    assert (told(client, club, dana), len(told(client, club, gil))) == ([], 1)


def test_another_clubs_corrections_are_not_read(client: Client) -> None:
    """Builds are numbered in every club from 1: the number alone is nobody's."""
    ours, dana, events = a_club()
    theirs, _, others = a_club()
    correct(theirs, CorrectionKind.RESULTS, 100, event=others[0])
    revise(ours, dana, 100, 14_134, events[0])
    assert [line.partition(" 3 Nov")[0] for line in told(client, ours, dana)] == ["−0.4 Evening 3 was published late or changed."]


def test_five_are_shown_at_once_and_the_others_behind_a_button(client: Client) -> None:
    club, dana, events = a_club()
    for build in range(100, 107):
        revise(club, dana, build, 14_134 - build, events[0])
    page = parse(client.get(f"/club/{club.slug}/players/{dana.public_id}/").content)
    assert [len(part.find("li")) for part in page.find("ul", "revisions")] == [5, 2]
    assert page.find("details", "revisions-earlier")[0].find("summary")[0].text == "2 earlier corrections"


def test_the_whole_path_from_the_desk_to_the_page_and_back(client: Client) -> None:
    """Dana's win becomes a draw: the evening gives nothing, and the next one, from 1200 each, as much as the first did."""
    club, dana, events = a_club()
    with club_scope(club):
        version = EventVersion.objects.get(club=club, event=events[0])
        patch = change_result(record_of(club, version), 1, 1, ResultKind.DRAW)
    made = apply_correction(club=club, action=CorrectEvent(events[0], version, patch), by=None)
    today = day(timezone.now().date(), "plain")
    assert told(client, club, dana) == [f"−17.7 A result of Evening 3 was corrected. {today} 1237.7 , then 1220.0"]
    undo_correction(club=club, correction=made, by=None)
    assert told(client, club, dana) == [
        f"+17.7 A correction of results of Evening 3 was taken back. {today} 1220.0 , then 1237.7",
        f"−17.7 A result of Evening 3 was corrected. {today} 1237.7 , then 1220.0 taken back since",
    ]


def test_a_new_evening_is_no_correction_and_one_of_the_past_is(client: Client) -> None:
    club, dana, _ = a_club()
    for name, on in (("Next evening", date(2026, 3, 17)), ("Forgotten evening", date(2026, 3, 1))):
        make_event(club, event_record(["Dana Adler", "Gil Tal"], [[(1, 2, WIN)]], name=name, on=on))
        replay_ladder(club=club)
    assert [line.partition(" was")[0].partition(" ")[2] for line in told(client, club, dana)] == ["Forgotten evening"]


@pytest.mark.parametrize("number", [1, 3])
def test_three_corrections_take_as_many_statements_as_one(client: Client, number: int) -> None:
    club, dana, events = a_club()
    for _ in range(number):
        made = apply_correction(club=club, action=OrderEvent(events[0], 3), by=None)
        undone = undo_correction(club=club, correction=made, by=None)
        assert made.build is not None
        assert undone.build is not None
        revise(club, dana, made.build, 14_134, events[0])
        revise(club, dana, undone.build, 14_138, events[0], before=14_134)
    with CaptureQueriesContext(connection) as queries:
        client.get(f"/club/{club.slug}/players/{dana.public_id}/")
    assert len([query for query in queries.captured_queries if "SAVEPOINT" not in query["sql"]]) == 21
