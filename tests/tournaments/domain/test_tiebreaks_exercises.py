"""The exercises of FIDE's technical commission, where the folder of test events stands beside the project."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tournaments.domain.score_sheets import ScoreSheets, score_sheets
from tournaments.domain.tiebreaks import (
    Edition,
    Pairings,
    buchholz,
    games_won,
    koya,
    progressive,
    sonneborn_berger,
)
from tournaments.interchange.trf import read_trf

FOLDER = Path(__file__).parents[4] / "shared" / "data" / "trf"


def read(name: str) -> ScoreSheets:
    record = read_trf((FOLDER / name).read_text(encoding="utf-8")).record
    return score_sheets((entry.number for entry in record.entries), record.rounds)


def values(event: ScoreSheets, of: Callable[[int], float]) -> dict[str, float]:
    return {str(number): of(number) for number in event.lines}


if FOLDER.is_dir():

    @pytest.mark.parametrize("edition", list(Edition))
    def test_swiss(edition: Edition) -> None:
        event = read("tec_swiss_exercise.trf")
        expected = json.loads((FOLDER / "tec_swiss_expected.json").read_text(encoding="utf-8"))[f"C07-{edition}"]
        found = {
            "PTS": values(event, lambda n: event.points[n] / 2),
            "BH": values(event, lambda n: buchholz(event, n, edition=edition) / 2),
            "BH/C1": values(event, lambda n: buchholz(event, n, cut=1, edition=edition) / 2),
            "SB": values(event, lambda n: sonneborn_berger(event, n, edition=edition) / 4),
            "SB/C1": values(event, lambda n: sonneborn_berger(event, n, cut=1, edition=edition) / 4),
            "WON": values(event, lambda n: games_won(event, n)),
            "PS": values(event, lambda n: progressive(event, n) / 2),
            "PS/C1": values(event, lambda n: progressive(event, n, cut=1) / 2),
        }
        assert found == {code: expected[code] for code in found}

    def test_round_robin() -> None:
        event = read("tec_roundrobin_exercise.trf")
        players = range(1, 7)
        assert [sonneborn_berger(event, n, Pairings.FIXED) / 4 for n in players] == [9.25, 6.25, 6.25, 4.25, 3.25, 2.25]
        cut = [sonneborn_berger(event, n, Pairings.FIXED, cut=1) / 4 for n in players]
        assert cut == [9.25, 4.75, 4.75, 4.25, 3.25, 1.5]
        assert [koya(event, n) / 2 for n in players] == [2, 0.5, 0.5, 1, 0.5, 0]
