"""Whatever the bytes: a reading or an error of our own, in bounded time."""

import json
import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.tournaments.interchange.json_builder import event
from tests.tournaments.interchange.trf_builder import row, text
from tournaments.domain.errors import TooLarge, TournamentError, UnreadableFile
from tournaments.domain.record import Reading
from tournaments.interchange import read_event, to_rookery_json
from tournaments.interchange.limits import MAX_BYTES, MAX_PLAYERS

FOLDER = Path(__file__).resolve().parents[4] / "shared" / "data" / "trf"
TRF = text(
    row(1, "2w1", "-H", "3w1", points="2.5", rank="1", rating="1800", title="FM"),
    row(2, "1b0", "3w=", "", points="0.5", name="לוי, צבי"),
    row(3, "-U", "2b=", "1b0", points="1.5", name="Орлов, Пётр"),
    headers=("012 Cup", "042 2026/03/18", "132" + " " * 88 + "26/03/18", "162  W 1.0    D 0.5", "240 H 002    1", "XXR 5"),
).encode()
JSON = json.dumps(event()).encode()
many = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def outcome(raw: bytes, encoding: str | None = None) -> Reading | TournamentError:
    """The reading, which can be written and read again, or the error, which has a remark and a message."""
    try:
        reading = read_event(raw, encoding=encoding, file_name="x")
    except TournamentError as error:
        refused = error
    else:
        assert read_event(to_rookery_json(reading.record).encode()).record == reading.record
        return reading
    assert refused.message == refused.remarks[0].message
    assert refused.code == refused.remarks[0].code
    return refused


@given(st.binary(max_size=400))
@many
def test_random_bytes(raw: bytes) -> None:
    outcome(raw)
    outcome(raw, "windows-1251")


@given(st.lists(st.sampled_from(["001", "012", "042", "132", "162", "240", "299", "XXR", "XXS", "BBW", "777", "###"]).flatmap(
    lambda code: st.text(st.sampled_from(" 0123456789wb-+=HUFZ.,/:abא\t\u200f"), max_size=130).map(lambda rest: f"{code} {rest}")
), max_size=8))  # fmt: skip
@example(["001    1      A" + " " * 70 + "0001 w 1"])
@many
def test_random_records(lines: list[str]) -> None:
    outcome("\n".join(lines).encode())


@given(st.data())
@many
def test_mutated_files(data: st.DataObject) -> None:
    """Bytes of a valid file changed, inserted, deleted or repeated at a few places."""
    raw = bytearray(data.draw(st.sampled_from([TRF, JSON])))
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(raw)))
        end = min(len(raw), start + data.draw(st.integers(0, 12)))
        raw[start:end] = data.draw(st.sampled_from([b"", bytes(raw[start:end]) * 2, data.draw(st.binary(max_size=6))]))
    outcome(bytes(raw))


@pytest.mark.skipif(not FOLDER.is_dir(), reason="the shared folder of real events is not here")
def test_mutated_real_files() -> None:
    """Sixty real files with a piece cut out, doubled or overwritten; the seed is fixed."""
    chance = random.Random(20260318)
    files = [path.read_bytes() for path in sorted(FOLDER.glob("*.trf")) if path.stat().st_size < 20_000]
    kinds = set()
    for _ in range(60):
        raw = bytearray(chance.choice(files))
        start = chance.randrange(len(raw))
        end = start + chance.randrange(1, 60)
        raw[start:end] = chance.choice([b"", bytes(raw[start:end]) * 2, chance.randbytes(8), b" " * chance.randrange(20)])
        kinds.add(type(outcome(bytes(raw))).__name__)
    assert "Reading" in kinds


BEGIN = b'{"format":"rookery-event","version":1'
HUGE = {
    "deep objects": (b'{"a":' * 300_000, "json_too_deep"),
    "deep lists": (b"[" * 2_000_000, "json_too_deep"),
    "a huge number": (BEGIN + b"0" * 1_000_000 + b"}", "json_long_number"),
    "a huge fraction": (b'{"version":0.' + b"1" * 1_000_000 + b"}", "json_long_number"),
    "an unfinished text of escaped quotes": (b'{"' + b'\\"' * 1_000_000, "json_syntax"),
    "quotes": (b"{" + b'"' * 2_000_000, "json_syntax"),
    "a huge name": (BEGIN + b',"event":{"name":"' + b"x" * 1_500_000 + b'"},"players":[],"rounds":[]}', "json_text_too_long"),
    "unknown keys": (BEGIN + b"".join(b',"k%d":1' % i for i in range(100_000)) + b"}", "json_key_missing"),
    "a long line": (b"001    1      " + b"x" * 1_000_000, "line_too_long"),
    "zero bytes": (b"x\x00\x00" * 500_000, "file_binary"),
    "high bytes": (b"\xe0\n" * 1_000_000, "encoding_unknown"),
    "too many players": (b"\n".join(row(i, name="N").encode() for i in range(1, MAX_PLAYERS + 2)), "too_many_players"),
    "too many pairings": (b"\n".join(row(i, *[f"{i % 500 + 1}w1"] * 50, name="N").encode() for i in range(1, 501)), "too_many_pairings"),
    "beyond the size": (b" " * (MAX_BYTES + 1), "file_too_large"),
}  # fmt: skip


@pytest.mark.timeout(10)
@pytest.mark.parametrize("name", HUGE)
def test_huge_inputs_are_refused_at_once(name: str) -> None:
    raw, code = HUGE[name]
    refused = outcome(raw)
    assert isinstance(refused, TournamentError)
    assert refused.code == code


@pytest.mark.timeout(10)
def test_the_largest_events_are_read() -> None:
    """1,000 players and ten rounds in both formats."""
    rows = [row(i, *[f"{i + 1 if i % 2 else i - 1}{'w1' if i % 2 else 'b0'}"] * 10, name=f"N {i}") for i in range(1, 1001)]
    reading = read_event(text(*rows).encode())
    assert [len(played.pairings) for played in reading.record.rounds] == [500] * 10
    assert outcome(to_rookery_json(reading.record).encode()) == Reading(reading.record, (), (), "rookery-json")


def test_limits_are_an_error_of_their_own() -> None:
    assert issubclass(TooLarge, UnreadableFile)
    assert isinstance(outcome(b"[" * 20), TooLarge)
