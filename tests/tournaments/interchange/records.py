"""Event records made by hypothesis: in order, clean and without contradictions, as any reader returns them."""

from datetime import date

from hypothesis import strategies as st

from tournaments.domain.record import EntryRecord, EventFormat, EventRecord, PairingRecord, RoundRecord, Variant
from tournaments.domain.results import BYES, ResultKind
from tournaments.interchange.names import clean_text

BOARD_RESULTS = sorted(set(ResultKind) - BYES)
dates = st.dates(date(1900, 1, 1), date(2100, 12, 31))


def texts(limit: int, *, least: int = 0) -> st.SearchStrategy[str]:
    """Clean texts of any script."""
    cleaned = st.text(max_size=limit).map(lambda raw: clean_text(raw).text[:limit].strip())
    return cleaned.filter(lambda text: len(text) >= least and clean_text(text).text == text)


def entries(number: int) -> st.SearchStrategy[EntryRecord]:
    """An entry with this number."""
    whole = st.none() | st.integers(1, 9_999)
    points = st.none() | st.integers(0, 200)
    return st.builds(EntryRecord, st.just(number), texts(20, least=1), whole, texts(10), whole, points)


@st.composite
def rounds(draw: st.DrawFn, number: int, players: list[int]) -> RoundRecord:
    """A round in which nobody is twice; some may be absent."""
    order = draw(st.permutations(players))
    size = draw(st.integers(0, len(order) // 2))
    pairs = list(zip(order[:size], order[size : 2 * size], strict=True))
    alone = order[2 * size :][: draw(st.integers(0, 3))]
    boards = [PairingRecord(0, white, black, draw(st.sampled_from(BOARD_RESULTS))) for white, black in pairs]
    byes = [PairingRecord(0, player, None, draw(st.sampled_from(sorted(BYES)))) for player in alone]
    numbers = sorted(draw(st.sets(st.integers(1, 9_999), min_size=size + len(byes), max_size=size + len(byes))))
    pairings = [
        PairingRecord(board, pairing.white, pairing.black, pairing.result) for board, pairing in zip(numbers, boards + byes, strict=True)
    ]
    return RoundRecord(number, tuple(pairings), draw(st.none() | dates))


@st.composite
def events(draw: st.DrawFn) -> EventRecord:
    """A whole event."""
    numbers = sorted(draw(st.sets(st.integers(1, 9_999), max_size=8)))
    played = tuple(draw(rounds(number, numbers)) for number in range(1, draw(st.integers(0, 4)) + 1))
    pending = any(pairing.result is ResultKind.PENDING for each in played for pairing in each.pairings)
    days = sorted([draw(dates), draw(dates)])
    return EventRecord(
        name=draw(texts(40, least=1)),
        starts_on=draw(st.sampled_from([None, days[0]])),
        ends_on=draw(st.sampled_from([None, days[1]])),
        entries=tuple(draw(entries(number)) for number in numbers),
        rounds=played,
        program=draw(texts(20)),
        external_id=draw(st.none() | texts(20, least=1)),
        format=draw(st.sampled_from(EventFormat)),
        variant=draw(st.sampled_from(Variant)),
        time_control=draw(texts(20)),
        rated=draw(st.booleans()),
        finished=not pending and draw(st.booleans()),
        planned_rounds=draw(st.none() | st.integers(1, 100)),
    )
