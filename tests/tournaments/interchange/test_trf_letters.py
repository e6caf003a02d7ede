"""Every pair of result letters settles to a result of the list, the same from either side."""

import itertools

import pytest

from tournaments.domain.results import ResultKind
from tournaments.interchange.trf.letters import agree, bye_of, letters_of, result_of, settle

LETTERS = ["", *"1=0WDL+-"]
PAIRS = list(itertools.product(LETTERS, LETTERS))
STATED_BY_NO_TRF = {ResultKind.ARMAGEDDON_WHITE_WIN, ResultKind.ARMAGEDDON_BLACK_WIN}


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_any_two_letters_settle(first: str, second: str) -> None:
    if agree(first, second):
        assert agree(second, first)
        return
    settled = [settle(first, second, adds, other) for adds, other in itertools.product((True, False), repeat=2)]
    assert all(agree(*letters) for letters in settled)
    mirrored = settle(second, first, False, True)
    assert settle(first, second, True, False) == mirrored[::-1]


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_no_game_is_rated_that_one_row_denies(first: str, second: str) -> None:
    if not agree(first, second) and {first, second} & set("WDL+-") and first and second:
        for adds, other in itertools.product((True, False), repeat=2):
            assert not result_of(*settle(first, second, adds, other)).is_rated


@pytest.mark.parametrize("kind", sorted(set(ResultKind) - STATED_BY_NO_TRF))
def test_letters_of_a_result_give_it_back(kind: ResultKind) -> None:
    white, black = letters_of(kind)
    assert (bye_of(white) if kind.is_bye else result_of(white, black)) == kind
