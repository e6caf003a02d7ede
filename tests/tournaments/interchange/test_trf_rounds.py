"""Which rounds a TRF has, what announced byes mean, and the order of the boards."""

from tests.tournaments.interchange.trf_builder import HEADERS, boards, read, row, text, told
from tournaments.interchange.trf import read_trf


def test_byes_of_a_round_that_has_not_been_paired_are_no_results() -> None:
    """Before round 2: 1 has asked for a half-point bye, 2 is absent."""
    reading = read(row(1, "2w1", "-H", points="1.0"), row(2, "1b0", "-Z", points="0.0"))
    assert [played.number for played in reading.record.rounds] == [1]
    assert reading.record.finished is True
    assert told(reading) == [("round_not_paired", None, None)]


def test_points_may_hold_the_bye_of_the_next_round_already() -> None:
    reading = read(row(1, "2w1", "-H", points="1.5"), row(2, "1b0", points="0.0"))
    assert told(reading) == [("round_not_paired", None, None)]


def test_a_pairing_allocated_bye_shows_that_the_round_was_paired() -> None:
    reading = read(row(1, "-U"))
    assert boards(reading.record) == [(1, None, "U")]
    assert told(reading) == []


def test_a_round_of_byes_between_played_rounds_is_a_round() -> None:
    reading = read(row(1, "2w1", "-Z", "2b1"), row(2, "1b0", "", "1w0"))
    assert boards(reading.record, 2) == [(1, None, "Z"), (2, None, "Z")]
    assert len(reading.record.rounds) == 3


def test_before_the_first_round_there_is_none() -> None:
    reading = read(row(1, points="0.0"), row(2, points="0.0"))
    assert (reading.record.rounds, reading.record.finished, reading.warnings) == ((), True, ())


def test_a_paired_round_without_results_is_pending() -> None:
    reading = read(row(1, "2w1", "3b"), row(2, "1b0", "-U"), row(3, "-U", "1w"))
    assert boards(reading.record, 2) == [(3, 1, "*"), (2, None, "U")]
    assert reading.record.finished is False
    assert [remark.message for remark in reading.warnings] == ["Round 2: games without a result yet: 1. The event is read as unfinished."]


def test_announced_byes_fill_blank_cells_only() -> None:
    """240 gives 3 a half-point bye in round 1 and 1 one in round 2, which has not been paired."""
    headers = (*HEADERS[:2], "240 H 001    3    1", "240 H 002    1")
    reading = read(row(1, "2w1", points="1.0"), row(2, "1b0", points="0.0"), row(3, points="0.5"), headers=headers)
    assert boards(reading.record) == [(1, 2, "1-0"), (3, None, "H")]
    assert told(reading) == [("round_not_paired", None, None), ("bye_record_denied", 5, 92)]


def test_unreadable_byes_are_told() -> None:
    headers = (*HEADERS[:2], "240 Q 001    3", "240 H one    3")
    assert told(read(row(1), headers=headers)) == [("bye_record_unreadable", 3, 5), ("bye_record_unreadable", 4, 5)]


def test_boards_of_the_first_round_are_in_the_order_of_numbers() -> None:
    reading = read(row(1, "4b0"), row(2, "5w1"), row(3, "6b="), row(4, "1w1"), row(5, "2b0"), row(6, "3w="))
    assert boards(reading.record) == [(4, 1, "1-0"), (2, 5, "1-0"), (6, 3, "½-½")]


def test_boards_follow_the_score_of_the_higher_then_the_sum_then_the_number() -> None:
    """After round 1: 2, 4 and 5 have 1 point, 1, 3 and 6 none. Art. 3.6: 4–5 (1 + 1), then 2 v 1, and 3–6 last."""
    reading = read(
        row(1, "4w0", "2w="), row(2, "6w1", "1b="), row(3, "5w0", "6w1"),
        row(4, "1b1", "5w1"), row(5, "3b1", "4b0"), row(6, "2b0", "3b0"),
    )  # fmt: skip
    assert boards(reading.record, 2) == [(4, 5, "1-0"), (1, 2, "½-½"), (3, 6, "1-0")]


def test_byes_follow_the_games() -> None:
    reading = read(row(1, "-U", "-H"), row(2, "3w=", "4w1"), row(3, "2b=", "-Z"), row(4, "", "2b0"))
    assert boards(reading.record, 2) == [(2, 4, "1-0"), (1, None, "H"), (3, None, "Z")]


def test_any_line_end_and_trailing_blanks() -> None:
    whole = text(row(1, "2w1"), row(2, "1b0"))
    expected = read_trf(whole)
    for line_end in ("\r", "\r\n", "  \n", "\n\n"):
        assert read_trf(whole.replace("\n", line_end)).record == expected.record
    assert read_trf(whole + "\x1a").record == expected.record


def test_a_line_number_counts_empty_lines_and_comments() -> None:
    reading = read_trf("### first\r\n\r\n012 Cup\r\n042 2026/03/18\r\n" + row(1, title="XY"))
    assert told(reading) == [("title_unknown", 5, 11)]
