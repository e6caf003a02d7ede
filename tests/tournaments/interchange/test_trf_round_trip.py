"""A plain TRF writer of our own as the outside view: what it writes is read back as the event that it came from."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.interchange.trf_builder import row
from tournaments.domain.record import EntryRecord, EventRecord, PairingRecord, RoundRecord
from tournaments.domain.results import BYES, ResultKind
from tournaments.interchange.trf import read_trf

LETTERS = {
    ResultKind.WHITE_WIN: "10",
    ResultKind.DRAW: "==",
    ResultKind.BLACK_WIN: "01",
    ResultKind.BOTH_LOSE: "00",
    ResultKind.WHITE_WIN_UNRATED: "WL",
    ResultKind.DRAW_UNRATED: "DD",
    ResultKind.BLACK_WIN_UNRATED: "LW",
    ResultKind.WHITE_FORFEIT_WIN: "+-",
    ResultKind.BLACK_FORFEIT_WIN: "-+",
    ResultKind.DOUBLE_FORFEIT: "--",
}
few = settings(max_examples=80, deadline=None)
names = st.from_regex(r"[A-Zא-תА-Я][a-zא-תа-я]{1,12}, [A-Z][a-z]{1,10}", fullmatch=True)


@st.composite
def played_rounds(draw: st.DrawFn, number: int, players: list[int]) -> RoundRecord:
    """A round with everybody in it once and at least one board, boards not yet in order."""
    order = draw(st.permutations(players))
    size = draw(st.integers(1, len(order) // 2))
    boards = [PairingRecord(0, order[2 * i], order[2 * i + 1], draw(st.sampled_from(sorted(LETTERS)))) for i in range(size)]
    byes = [PairingRecord(0, alone, None, draw(st.sampled_from(sorted(BYES)))) for alone in order[2 * size :]]
    return RoundRecord(number, tuple(boards + byes))


@st.composite
def played_events(draw: st.DrawFn) -> EventRecord:
    """An event as any pairing program could have run it."""
    numbers = sorted(draw(st.sets(st.integers(1, 9_999), min_size=2, max_size=9)))
    rounds = [draw(played_rounds(number, numbers)) for number in range(1, draw(st.integers(1, 5)) + 1)]
    totals = {number: sum(points for played in rounds for who, points in scored(played) if who == number) for number in numbers}
    rating = st.none() | st.integers(1, 3_000)
    entries = [EntryRecord(n, draw(names), draw(rating), draw(st.sampled_from(["", "GM", "WFM"])), None, totals[n]) for n in numbers]
    return EventRecord("Cup", None, None, tuple(entries), tuple(rounds))


def scored(played: RoundRecord) -> Iterator[tuple[int, int]]:
    """(number, half-points) of everybody in a round."""
    for pairing in played.pairings:
        yield pairing.white, pairing.result.white_points
        if pairing.black is not None:
            yield pairing.black, pairing.result.black_points


def short_cell(number: int, played: RoundRecord) -> str:
    """The builder's short form of what a player's row says about a round."""
    pairing = next(found for found in played.pairings if number in (found.white, found.black))
    if pairing.black is None:
        return f"-{pairing.result.value}"
    letters = LETTERS[pairing.result]
    return f"{pairing.black}w{letters[0]}" if number == pairing.white else f"{pairing.white}b{letters[1]}"


def as_rows(event: EventRecord) -> list[str]:
    return [
        row(
            entry.number,
            *(short_cell(entry.number, played) for played in event.rounds),
            name=entry.name,
            points=f"{(entry.points or 0) / 2:.1f}",
            rating=str(entry.rating or ""),
            title=entry.title,
        )
        for entry in event.entries
    ]


def without_boards(event: EventRecord) -> EventRecord:
    """The event with the pairings of each round by White's number, all on board 0."""
    rounds = [
        replace(played, pairings=tuple(sorted((replace(found, board=0) for found in played.pairings), key=lambda found: found.white)))
        for played in event.rounds
    ]
    return replace(event, rounds=tuple(rounds))


@given(played_events())
@few
def test_what_was_played_is_what_is_read(event: EventRecord) -> None:
    reading = read_trf("\n".join(["012 Cup", *as_rows(event)]))
    assert without_boards(reading.record) == without_boards(event)
    assert [remark.code for remark in reading.warnings] == ["start_date_missing"]


@given(played_events())
@few
def test_the_order_of_the_lines_does_not_matter(event: EventRecord) -> None:
    rows = as_rows(event)
    assert read_trf("\n".join(["012 Cup", *rows[::-1]])).record == read_trf("\n".join(["012 Cup", *rows])).record


@given(played_events())
@few
def test_boards_stand_by_score_and_byes_last(event: EventRecord) -> None:
    """C.04.2 Art. 3.6, said in another way: before each round nobody on a lower board is ahead of the best above."""
    scores = dict.fromkeys((entry.number for entry in event.entries), 0)
    for played in read_trf("\n".join(as_rows(event))).record.rounds:
        kinds = [is_bye for is_bye, _ in groupby(pairing.black is None for pairing in played.pairings)]
        assert kinds in ([False], [False, True])
        games = [(pairing.white, pairing.black) for pairing in played.pairings if pairing.black is not None]
        best = [max(scores[white], scores[black]) for white, black in games]
        assert best == sorted(best, reverse=True)
        for number, points in scored(played):
            scores[number] += points


@given(played_events(), st.data())
@few
def test_a_row_lost_its_cells_and_the_games_stand_in_the_others(event: EventRecord, data: st.DataObject) -> None:
    """Blank one player's row: every game over the board is still read, from the opponent's row."""
    lost = data.draw(st.sampled_from(event.entries)).number
    rows = [line for line in as_rows(event) if int(line[4:8]) != lost]
    again = read_trf("\n".join(["012 Cup", row(lost, name="Lost, Row"), *rows])).record
    games, found = over_the_board(event), over_the_board(again)
    assert found == games[: len(found)]
    assert not any(games[len(found) :])


def over_the_board(event: EventRecord) -> list[list[tuple[int, int | None]]]:
    """(white, black) of the games of each round."""
    return [[(found.white, found.black) for found in played.pairings if found.result.is_played] for played in without_boards(event).rounds]
