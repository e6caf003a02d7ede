"""What is kept where the rows of a TRF disagree: one small event for each rule. Rows begin in line 4."""

import pytest

from tests.tournaments.interchange.trf_builder import boards, read, row, told

ROUND_1 = 92  # the column of the first round's cell


def test_rows_that_agree_need_no_warning() -> None:
    reading = read(row(1, "2w1", points="1.0"), row(2, "1b0", points="0.0"))
    assert boards(reading.record) == [(1, 2, "1-0")]
    assert told(reading) == []


@pytest.mark.parametrize(
    ("white", "black", "result"),
    [
        ("1", "0", "1-0"),
        ("=", "=", "½-½"),
        ("0", "1", "0-1"),
        ("0", "0", "0-0"),
        ("W", "L", "1-0u"),
        ("D", "D", "½-½u"),
        ("L", "W", "0-1u"),
        ("L", "L", "0-0"),
        ("+", "-", "+-"),
        ("-", "+", "-+"),
        ("-", "-", "--"),
        ("w", "l", "1-0u"),
    ],
)
def test_letters_of_both_rows(white: str, black: str, result: str) -> None:
    reading = read(row(1, f"2w{white}"), row(2, f"1b{black}"))
    assert boards(reading.record) == [(1, 2, result)]
    assert told(reading) == []


@pytest.mark.parametrize(("letter", "kind"), [("H", "H"), ("F", "F"), ("U", "U"), ("Z", "Z"), ("-", "Z"), ("", "Z")])
def test_byes_are_players_without_an_opponent(letter: str, kind: str) -> None:
    reading = read(row(1, "2w1"), row(2, "1b0"), row(3, f"-{letter}"))
    assert boards(reading.record) == [(1, 2, "1-0"), (3, None, kind)]
    assert told(reading) == []


def test_blank_is_a_zero_point_bye_of_a_round_that_the_event_has() -> None:
    reading = read(row(1, "2w1", "2b1"), row(2, "1b0", "1w0"), row(3, "", ""))
    assert boards(reading.record, 2) == [(2, 1, "0-1"), (3, None, "Z")]
    assert len(reading.record.rounds) == 2


@pytest.mark.parametrize(("letter", "kind"), [("+", "F"), ("1", "F"), ("W", "F"), ("=", "H"), ("D", "H"), ("0", "Z"), ("L", "Z")])
def test_a_result_without_an_opponent_keeps_its_points_as_a_bye(letter: str, kind: str) -> None:
    reading = read(row(1, "2w1"), row(2, "1b0"), row(3, f"-{letter}"))
    assert boards(reading.record) == [(1, 2, "1-0"), (3, None, kind)]
    assert told(reading) == [("result_without_opponent", 6, ROUND_1)]


def test_who_plays_itself_has_nobody() -> None:
    reading = read(row(1, "1w1"), row(2, "3w1"), row(3, "2b0"))
    assert boards(reading.record) == [(2, 3, "1-0"), (1, None, "F")]
    assert told(reading)[:1] == [("plays_itself", 4, ROUND_1)]


def test_an_opponent_who_is_not_in_the_file_is_nobody() -> None:
    reading = read(row(1, "9w="), row(2, "3w1"), row(3, "2b0"))
    assert boards(reading.record) == [(2, 3, "1-0"), (1, None, "H")]
    assert told(reading)[:1] == [("opponent_unknown", 4, ROUND_1)]


def test_a_bye_with_an_opponent_is_a_bye() -> None:
    reading = read(row(1, "2wH"), row(2, "-U"))
    assert boards(reading.record) == [(2, None, "U"), (1, None, "H")][::-1]
    assert told(reading) == [("bye_with_opponent", 4, ROUND_1)]


@pytest.mark.parametrize(
    ("cell", "result"),
    [("2w1", "1-0"), ("2w=", "½-½"), ("2w0", "0-1"), ("2w+", "+-"), ("2w-", "--"), ("2wW", "1-0u")],
)
def test_a_pairing_that_only_one_row_states_is_kept(cell: str, result: str) -> None:
    reading = read(row(1, cell), row(2, ""))
    assert boards(reading.record) == [(1, 2, result)]
    assert told(reading) == [("pairing_in_one_row", 4, ROUND_1)]


@pytest.mark.parametrize(("ours", "theirs", "result"), [("+", "-", "-+"), ("1", "0", "0-1"), ("-", "-", "--"), ("=", "=", "½-½")])
def test_a_row_that_names_nobody_but_fits_is_the_other_side(ours: str, theirs: str, result: str) -> None:
    reading = read(row(1, f"-{theirs}"), row(2, f"1b{ours}"))
    assert boards(reading.record) == [(1, 2, result)]
    assert told(reading) == [("pairing_in_one_row", 5, ROUND_1)]


def test_a_game_that_the_other_row_denies_is_no_game() -> None:
    """1 claims a win against 2, who has a half-point bye."""
    reading = read(row(1, "2w1"), row(2, "-H"))
    assert boards(reading.record) == [(1, None, "F"), (2, None, "H")]
    assert told(reading) == [("opponent_disagrees", 4, ROUND_1)]


def test_two_games_in_one_round_leave_the_one_that_both_rows_state() -> None:
    """1 and 3 both claim 2; the row of 2 names 3."""
    reading = read(row(1, "2w1"), row(2, "3b0"), row(3, "2w1"))
    assert boards(reading.record) == [(3, 2, "1-0"), (1, None, "F")]
    assert told(reading) == [("opponent_disagrees", 4, ROUND_1)]


def test_of_two_who_claim_a_blank_row_the_lower_number_gets_it() -> None:
    reading = read(row(1, "3w1"), row(2, "3w="), row(3, ""))
    assert boards(reading.record) == [(1, 3, "1-0"), (2, None, "H")]
    assert told(reading) == [("pairing_in_one_row", 4, ROUND_1), ("opponent_disagrees", 5, ROUND_1)]


def test_a_circle_of_claims_is_no_game() -> None:
    reading = read(row(1, "2w1"), row(2, "3w1"), row(3, "1w1"))
    assert boards(reading.record) == [(1, None, "F"), (2, None, "F"), (3, None, "F")]
    assert told(reading) == [("opponent_disagrees", line, ROUND_1) for line in (4, 5, 6)]


def test_a_colour_in_one_row_holds_for_both() -> None:
    reading = read(row(1, "2 1"), row(2, "1w0"))
    assert boards(reading.record) == [(2, 1, "0-1")]
    assert told(reading) == []


def test_without_colours_the_lower_number_has_white() -> None:
    reading = read(row(1, "2-0"), row(2, "1-1"))
    assert boards(reading.record) == [(1, 2, "0-1")]
    assert told(reading) == [("colours_missing", 4, ROUND_1)]


def test_a_forfeit_needs_no_colours() -> None:
    reading = read(row(1, "2--"), row(2, "1-+"))
    assert boards(reading.record) == [(1, 2, "-+")]
    assert told(reading) == []


@pytest.mark.parametrize(("colour", "board"), [("w", (1, 2, "1-0")), ("b", (2, 1, "0-1"))])
def test_of_two_equal_colours_the_lower_number_keeps_it(colour: str, board: tuple[int, int, str]) -> None:
    reading = read(row(1, f"2{colour}1"), row(2, f"1{colour}0"))
    assert boards(reading.record) == [board]
    assert told(reading) == [("colours_contradict", 4, ROUND_1)]


@pytest.mark.parametrize(
    ("first", "second", "result"),
    [
        ("", "1", "0-1"),  # a blank yields
        ("=", "", "½-½"),
        ("-", "0", "--"),  # forfeit and loss: nobody gets a point
        ("L", "-", "--"),
        ("1", "-", "+-"),  # a forfeit prevails over a game
        ("+", "0", "+-"),
        ("1", "L", "1-0u"),  # an unrated game prevails over a rated one
        ("D", "=", "½-½u"),
        ("1", "1", "1-0"),  # nothing to decide by: the lower number
        ("=", "1", "½-½"),
        ("+", "+", "+-"),
    ],
)
def test_results_that_contradict_each_other(first: str, second: str, result: str) -> None:
    reading = read(row(1, f"2w{first}"), row(2, f"1b{second}"))
    assert boards(reading.record) == [(1, 2, result)]
    assert told(reading)[0] == ("results_contradict", 4, ROUND_1)


def test_the_row_whose_points_add_up_decides() -> None:
    """Both claim the win; the points of 1 say that it did not get it, those of 2 that it did."""
    reading = read(row(1, "2w1", points="0.0"), row(2, "1b1", points="1.0"))
    assert boards(reading.record) == [(1, 2, "0-1")]
    assert told(reading) == [("results_contradict", 4, ROUND_1)]


def test_the_warning_says_what_was_read_and_what_is_kept() -> None:
    warning = read(row(1, "2w1", points="1.0"), row(2, "1b=", points="0.5")).warnings[0]
    assert warning.message == "Round 1, 1 against 2: “1” and “=” disagree; “1” and “0” are kept."
    assert warning.params["other_line"] == 5


def test_the_order_of_the_rows_does_not_matter() -> None:
    rows = [row(1, "3w1"), row(2, "3w="), row(3, ""), row(4, "9b0")]
    assert read(*rows).record == read(*reversed(rows)).record
