"""What is written as TRF is read back as it was, in everything that a TRF can say; what it cannot is listed here."""

from collections import Counter
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ratings.demo.clubs import DEMO_CLUBS, DemoClub
from ratings.demo.evenings import evenings_of
from tests.tournaments.interchange.records import events
from tournaments.domain.record import EntryRecord, EventFormat, EventRecord, PairingRecord, RoundRecord, Variant
from tournaments.domain.results import ResultKind
from tournaments.interchange import read_event, write_trf
from tournaments.interchange.trf.writing import cut_name

FOLDER = Path(__file__).resolve().parents[4] / "shared" / "data" / "trf"
WRITTEN_TITLES = {"GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM", "NM", "WNM", "CNM", "AGM", "AIM", "AFM", "ACM", "LM", "BOT"}
UNRATED = {
    ResultKind.ARMAGEDDON_WHITE_WIN: ResultKind.WHITE_WIN_UNRATED,
    ResultKind.ARMAGEDDON_BLACK_WIN: ResultKind.BLACK_WIN_UNRATED,
}
PLAIN_BYES = {ResultKind.FULL_POINT_BYE, ResultKind.HALF_POINT_BYE, ResultKind.ZERO_POINT_BYE}
EXPECTED_WARNINGS = {"start_date_missing", "round_not_paired", "rounds_missing", "rounds_beyond_plan", "results_pending"}
few = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])


def as_a_trf_says_it(event: EventRecord) -> EventRecord:
    """The event without everything that the format has no place for, boards left out."""
    points = Counter[int]()
    for pairing in (pairing for played in event.rounds for pairing in played.pairings):
        points[pairing.white] += pairing.result.white_points
        points[pairing.black or 0] += pairing.result.black_points
    entries = [
        EntryRecord(
            number=entry.number,
            name=cut_name(entry.name),
            rating=entry.rating,
            title=entry.title if entry.title in WRITTEN_TITLES else "",
            rank=entry.rank,
            points=points[entry.number],
        )
        for entry in event.entries
    ]
    rounds = paired(event)
    days = [played.played_on for played in event.rounds if played.played_on]
    return replace(
        event,
        starts_on=event.starts_on or min(days, default=None),
        entries=tuple(entries),
        rounds=tuple(as_a_trf_says_a_round(played, [entry.number for entry in entries]) for played in rounds),
        external_id=None,
        variant=Variant.STANDARD,
        rated=True,
        finished=not any(pairing.result is ResultKind.PENDING for played in rounds for pairing in played.pairings),
    )


def paired(event: EventRecord) -> tuple[RoundRecord, ...]:
    """The rounds without those at the end in which nobody was paired."""
    last = max((played.number for played in event.rounds if any(p.result not in PLAIN_BYES for p in played.pairings)), default=0)
    return event.rounds[:last]


def as_a_trf_says_a_round(played: RoundRecord, numbers: list[int]) -> RoundRecord:
    present = {number for pairing in played.pairings for number in (pairing.white, pairing.black)}
    absent = [PairingRecord(0, number, None, ResultKind.ZERO_POINT_BYE) for number in numbers if number not in present]
    said = [replace(pairing, board=0, result=UNRATED.get(pairing.result, pairing.result)) for pairing in played.pairings]
    return replace(played, pairings=tuple(sorted([*said, *absent], key=lambda pairing: pairing.white)))


def without_boards(event: EventRecord) -> EventRecord:
    rounds = [
        replace(played, pairings=tuple(sorted((replace(found, board=0) for found in played.pairings), key=lambda found: found.white)))
        for played in event.rounds
    ]
    return replace(event, rounds=tuple(rounds))


def without_points(event: EventRecord) -> EventRecord:
    return replace(event, entries=tuple(replace(entry, points=None) for entry in event.entries))


def check(event: EventRecord) -> None:
    expected = as_a_trf_says_it(event)
    if event.ends_on and expected.starts_on and event.ends_on < expected.starts_on:
        return
    reading = read_event(write_trf(event).encode())
    assert without_boards(reading.record) == expected
    assert (reading.source_format, reading.dropped) == ("trf", ())
    assert {remark.code for remark in reading.warnings} <= EXPECTED_WARNINGS


@given(events().filter(lambda event: event.entries))
@few
def test_reading_what_was_written(event: EventRecord) -> None:
    check(event)


@given(events().filter(lambda event: event.entries), st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=30, max_size=40))
@few
def test_no_name_moves_a_column(event: EventRecord, name: str) -> None:
    """Whatever a name is made of, what follows it is read where it stands."""
    first = replace(event.entries[0], name=f"A{name}")
    reading = read_event(write_trf(replace(event, entries=(first, *event.entries[1:]))).encode())
    assert [(entry.number, entry.rating, entry.rank) for entry in reading.record.entries] == [
        (entry.number, entry.rating, entry.rank) for entry in event.entries
    ]


@given(events().filter(lambda event: event.entries))
@few
def test_writing_again_changes_nothing_more(event: EventRecord) -> None:
    """A round that was not paired is gone the first time, and its byes' points with it."""
    again = read_event(write_trf(event).encode()).record
    assert without_points(read_event(write_trf(again).encode()).record) == without_points(again)


@pytest.mark.parametrize("club", DEMO_CLUBS, ids=lambda club: club.language)
def test_the_events_of_the_demo(club: DemoClub) -> None:
    for evening in evenings_of(club):
        check(evening.record)


@pytest.mark.skipif(not FOLDER.is_dir(), reason="the shared folder of real events is not here")
def test_real_events() -> None:
    paths = sorted(FOLDER.glob("*.trf"))
    assert paths
    for path in paths:
        event = read_event(path.read_bytes(), file_name=path.name).record
        assert read_event(write_trf(event).encode()).record == event


EVENT = EventRecord(
    name="Autumn  Cup",
    starts_on=date(2026, 9, 1),
    ends_on=date(2026, 9, 8),
    entries=(
        EntryRecord(2, "Brook, Tal", 1640, "WCNM"),
        EntryRecord(1, "אדלר, נועה", 1812, "CM", rank=1),
        EntryRecord(3, "A name that is much longer than thirty-three"),
        EntryRecord(4, "Dvir, Maya", 905, "WGM", rank=12),
    ),
    rounds=(
        RoundRecord(
            1, (PairingRecord(1, 1, 2, ResultKind.WHITE_WIN), PairingRecord(2, 3, None, ResultKind.PAIRING_ALLOCATED_BYE)), date(2026, 9, 1)
        ),
        RoundRecord(
            2,
            (
                PairingRecord(1, 3, 1, ResultKind.BLACK_FORFEIT_WIN),
                PairingRecord(2, 2, None, ResultKind.HALF_POINT_BYE),
                PairingRecord(3, 4, None, ResultKind.ZERO_POINT_BYE),
            ),
            date(1999, 12, 31),
        ),
        RoundRecord(
            3, (PairingRecord(1, 1, 4, ResultKind.PENDING), PairingRecord(2, 2, 3, ResultKind.ARMAGEDDON_WHITE_WIN)), date(2026, 9, 8)
        ),
    ),
    program="Example Pairings",
    external_id="autumn",
    format=EventFormat.SWISS,
    time_control="15+10",
    rated=False,
    finished=False,
    planned_rounds=5,
)
WRITTEN = """\
012 Autumn Cup
042 2026/09/01
052 2026/09/08
062 4
072 3
092 Individual: Swiss-System
122 15+10
132                                                                                        26/09/011999/12/31  26/09/08
142 5
182 Example Pairings
192 CUSTOM_SWISS
XXR 5
001    1   CM אדלר, נועה                        1812                             2.0    1     2 w 1     3 b +     4 w
001    2      Brook, Tal                        1640                             1.5          1 b 0  0000 - H     3 w W
001    3      A name that is much longer than t    0                             1.0       0000 - U     1 w -     2 b L
001    4  WGM Dvir, Maya                         905                             0.0   12            0000 - Z     1 b
"""


def test_the_whole_text() -> None:
    text = write_trf(EVENT)
    lines = text.split("\r\n")
    assert [line.rstrip() for line in lines] == WRITTEN.split("\n")
    assert {len(line) for line in lines if line.startswith("001")} == {89 + 30}
    assert "\n" not in text.replace("\r\n", "")


def test_a_name_is_never_cut_inside_a_letter() -> None:
    niqqud = "ש\u05b8" * 20
    assert cut_name(niqqud) == "ש\u05b8" * 16
    assert cut_name("e" + "\u0301" * 50) == "e" + "\u0301" * 32
    assert cut_name("Abcdefghij Abcdefghij Abcdefghijk Z") == "Abcdefghij Abcdefghij Abcdefghijk"


def test_a_line_end_in_a_text_makes_no_second_line() -> None:
    """A record made by a program, not by a reader, may hold anything."""
    crooked = replace(EVENT, name="Cup\r001    9      Nobody", entries=(replace(EVENT.entries[0], name="Brook,\nTal\t"),), rounds=())
    assert write_trf(crooked).splitlines()[0] == "012 Cup 001 9 Nobody"
    assert [entry.name for entry in read_event(write_trf(crooked).encode()).record.entries] == ["Brook, Tal"]


def test_a_hundred_wins_fit_their_columns() -> None:
    players = (EntryRecord(1, "Adler, Noa"), EntryRecord(2, "Brook, Tal"))
    rounds = tuple(RoundRecord(number, (PairingRecord(1, 1, 2, ResultKind.WHITE_WIN),)) for number in range(1, 101))
    reading = read_event(write_trf(replace(EVENT, entries=players, rounds=rounds, planned_rounds=None)).encode())
    assert [entry.points for entry in reading.record.entries] == [200, 0]
    assert reading.warnings == ()
