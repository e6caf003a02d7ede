"""The demo's events are whole, the same every time, and show each thing that a club night can bring."""

import pytest

from ratings.demo.clubs import DEMO_CLUBS, DemoClub
from ratings.demo.evenings import evenings_of
from tournaments.domain.record import EventFormat, EventRecord, Variant
from tournaments.domain.results import ResultKind
from tournaments.interchange.json_writing import to_rookery_json
from tournaments.interchange.rookery_json import read_rookery_json

each_club = pytest.mark.parametrize("club", DEMO_CLUBS, ids=lambda club: club.language)


def appearances(record: EventRecord) -> list[tuple[int, int]]:
    return [
        (played.number, player)
        for played in record.rounds
        for pairing in played.pairings
        for player in (pairing.white, pairing.black)
        if player is not None
    ]


@each_club
def test_the_same_every_time(club: DemoClub) -> None:
    assert list(evenings_of(club)) == list(evenings_of(club))


@each_club
def test_nobody_sits_at_two_boards(club: DemoClub) -> None:
    for evening in evenings_of(club):
        seats = appearances(evening.record)
        assert len(seats) == len(set(seats))


@each_club
def test_every_event_could_be_published_as_a_file(club: DemoClub) -> None:
    for evening in evenings_of(club):
        assert read_rookery_json(to_rookery_json(evening.record)).record == evening.record


@each_club
def test_two_seasons_of_weekly_evenings(club: DemoClub) -> None:
    days = [evening.record.starts_on for evening in evenings_of(club)]
    assert len(days) == 48
    assert {day.weekday() for day in days if day} == {club.evening}
    assert days == sorted(days, key=str)


@each_club
def test_everything_that_a_club_night_can_bring(club: DemoClub) -> None:
    evenings = list(evenings_of(club))
    results = {pairing.result for e in evenings for r in e.record.rounds for pairing in r.pairings}
    assert results >= {
        ResultKind.PAIRING_ALLOCATED_BYE,
        ResultKind.HALF_POINT_BYE,
        ResultKind.ZERO_POINT_BYE,
        ResultKind.FULL_POINT_BYE,
        ResultKind.DRAW,
    }
    assert results & {ResultKind.WHITE_FORFEIT_WIN, ResultKind.BLACK_FORFEIT_WIN}
    assert {e.record.format for e in evenings} >= {EventFormat.SWISS, EventFormat.ROUND_ROBIN, EventFormat.KNOCKOUT}
    assert sum(e.record.variant is Variant.BUGHOUSE for e in evenings) == 4
    assert sum(e.correction is not None for e in evenings) == 2


@each_club
def test_people_join_over_time(club: DemoClub) -> None:
    came = [{entry.name for entry in evening.record.entries} for evening in evenings_of(club)]
    newcomers, latest = set(club.members[-4:-2]), set(club.members[-2:])
    assert set().union(*came[:36]) == set(club.members[:-4])
    assert set().union(*came[36:46]) >= newcomers
    assert [number for number, names in enumerate(came) if names & latest] == [46]
    assert came[46] >= latest


@each_club
def test_the_last_evening_has_three_names_to_decide(club: DemoClub) -> None:
    *_, last = evenings_of(club)
    assert sum(entry.name not in club.members for entry in last.record.entries) == 3


def test_about_sixty_people() -> None:
    assert sum(len(club.members) for club in DEMO_CLUBS) == 63
