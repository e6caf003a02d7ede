"""Every file of the shared folder of real events, where it exists: names are invented, the dirt is real."""

from pathlib import Path
from typing import NamedTuple

import pytest

from tournaments.domain.record import EventFormat, EventRecord
from tournaments.domain.results import ResultKind
from tournaments.interchange import content_digest, read_event, to_rookery_json

FOLDER = Path(__file__).resolve().parents[4] / "shared" / "data" / "trf"
pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="the shared folder of real events is not here")


class Figures(NamedTuple):
    """What a person counts in a file."""

    players: int
    rounds: int
    planned: int | None
    format: EventFormat
    starts_on: str | None
    games: int  # over the board
    forfeits: int
    byes: int
    dropped: tuple[str, ...]
    warnings: tuple[tuple[str, int | None, int | None], ...]


PLANNED_9 = (("start_date_missing", None, None), ("event_name_missing", None, None), ("rounds_missing", None, None))
ARBITERS = ("arbiters",)
FIGURES = {
    "online_43_players.trf": Figures(43, 14, 15, EventFormat.SWISS, "2026-03-03", 116, 0, 370, ARBITERS, (("rounds_missing", None, None),)),
    "open_169_players_before_round_9.trf": Figures(169, 8, 9, EventFormat.OTHER, None, 660, 0, 32, (), PLANNED_9),
    "open_83_players_before_round_9.trf": Figures(83, 8, 9, EventFormat.OTHER, None, 308, 2, 44, (), PLANNED_9),
    "open_284_players_dirty.trf": Figures(
        284,
        7,
        None,
        EventFormat.SWISS,
        "2005-07-28",
        970,
        10,
        28,
        ("arbiters", "federation", "fide_id", "sex"),
        (("result_without_opponent", 295, 132),),
    ),
    "swiss_13_players.trf": Figures(13, 10, 10, EventFormat.SWISS, "2020-05-29", 56, 0, 18, ARBITERS, ()),
    "swiss_9_players.trf": Figures(9, 9, 9, EventFormat.SWISS, "2020-06-26", 36, 0, 9, ARBITERS, ()),
    "tec_roundrobin_exercise.trf": Figures(6, 5, 5, EventFormat.ROUND_ROBIN, "2026-03-18", 14, 1, 0, ("arbiters", "federation"), ()),
    "tec_swiss_exercise.trf": Figures(16, 5, 5, EventFormat.SWISS, "2024-03-18", 34, 2, 8, ("arbiters", "federation"), ()),
}


def figures(raw: bytes, file_name: str) -> Figures:
    reading = read_event(raw, file_name=file_name)
    event = reading.record
    results = [pairing.result for played in event.rounds for pairing in played.pairings]
    return Figures(
        players=len(event.entries),
        rounds=len(event.rounds),
        planned=event.planned_rounds,
        format=event.format,
        starts_on=event.starts_on.isoformat() if event.starts_on else None,
        games=sum(result.is_played for result in results),
        forfeits=sum(result.is_forfeit for result in results),
        byes=sum(result.is_bye for result in results),
        dropped=reading.dropped,
        warnings=tuple((remark.code, remark.line, remark.column) for remark in reading.warnings),
    )


def points(event: EventRecord) -> dict[int, int]:
    """Half-points by number."""
    totals = dict.fromkeys((entry.number for entry in event.entries), 0)
    for pairing in (pairing for played in event.rounds for pairing in played.pairings):
        totals[pairing.white] += pairing.result.white_points
        if pairing.black is not None:
            totals[pairing.black] += pairing.result.black_points
    return totals


def test_no_file_is_left_out() -> None:
    assert {path.name for path in FOLDER.glob("*.trf")} == set(FIGURES)


@pytest.mark.parametrize("name", sorted(FIGURES))
def test_figures(name: str) -> None:
    assert figures((FOLDER / name).read_bytes(), name) == FIGURES[name]


@pytest.mark.parametrize("name", sorted(FIGURES))
def test_every_row_adds_up_to_its_points(name: str) -> None:
    event = read_event((FOLDER / name).read_bytes()).record
    assert points(event) == {entry.number: entry.points for entry in event.entries}


@pytest.mark.parametrize("name", sorted(FIGURES))
def test_everybody_is_once_in_every_round(name: str) -> None:
    event = read_event((FOLDER / name).read_bytes()).record
    numbers = sorted(entry.number for entry in event.entries)
    for played in event.rounds:
        present = [number for pairing in played.pairings for number in (pairing.white, pairing.black) if number is not None]
        assert sorted(present) == numbers
        assert [pairing.board for pairing in played.pairings] == list(range(1, len(played.pairings) + 1))


@pytest.mark.parametrize("name", sorted(FIGURES))
@pytest.mark.parametrize("line_end", [b"\r", b"\r\n"])
def test_line_ends_do_not_matter(name: str, line_end: bytes) -> None:
    raw = (FOLDER / name).read_bytes()
    assert read_event(raw.replace(b"\n", line_end), file_name=name) == read_event(raw, file_name=name)


@pytest.mark.parametrize("name", sorted(FIGURES))
def test_through_rookery_json_and_back(name: str) -> None:
    event = read_event((FOLDER / name).read_bytes(), file_name=name).record
    again = read_event(to_rookery_json(event).encode()).record
    assert again == event
    assert content_digest(again) == content_digest(event)


def test_a_forfeit_without_colours_stands_on_one_board() -> None:
    """Row 13 of the dirty file says `153 - -`, row 153 `13 - +`."""
    event = read_event((FOLDER / "open_284_players_dirty.trf").read_bytes()).record
    found = [(p.white, p.black, p.result) for p in event.rounds[0].pairings if 13 in (p.white, p.black)]
    assert found == [(13, 153, ResultKind.BLACK_FORFEIT_WIN)]


def test_names_in_hebrew_and_cyrillic_stand_in_their_columns() -> None:
    hebrew = read_event((FOLDER / "swiss_9_players.trf").read_bytes()).record.entries
    cyrillic = read_event((FOLDER / "swiss_13_players.trf").read_bytes()).record.entries
    assert all("\u05d0" <= letter <= "\u05ea" for entry in hebrew for letter in entry.name if letter != " ")
    assert all("\u0400" <= letter <= "\u04ff" for entry in cyrillic for letter in entry.name if letter not in " ,")
