"""The same content has one digest, other content another."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings

from tests.tournaments.interchange.records import events
from tests.tournaments.interchange.trf_builder import read, row, text
from tournaments.domain.record import EventFormat, EventRecord
from tournaments.domain.results import ResultKind
from tournaments.interchange import content_digest, read_event

EVENT = read(row(1, "2w1", rank="1", points="1.0"), row(2, "1b0", rank="2", points="0.0")).record


def with_result(result: ResultKind) -> EventRecord:
    pairing = replace(EVENT.rounds[0].pairings[0], result=result)
    return replace(EVENT, rounds=(replace(EVENT.rounds[0], pairings=(pairing,)),))


@pytest.mark.parametrize(
    "other",
    [
        replace(EVENT, program="Other Program 2"),
        replace(EVENT, external_id="e-17"),
        replace(EVENT, entries=EVENT.entries[::-1]),
        replace(EVENT, entries=tuple(replace(entry, points=None) for entry in EVENT.entries)),
    ],
)
def test_what_does_not_matter(other: EventRecord) -> None:
    assert content_digest(other) == content_digest(EVENT)


@pytest.mark.parametrize(
    "other",
    [
        replace(EVENT, name="Other"),
        replace(EVENT, starts_on=date(2026, 3, 19)),
        replace(EVENT, ends_on=None),
        replace(EVENT, format=EventFormat.SWISS),
        replace(EVENT, time_control="5+3"),
        replace(EVENT, rated=False),
        replace(EVENT, finished=False),
        replace(EVENT, planned_rounds=5),
        replace(EVENT, rounds=()),
        replace(EVENT, rounds=(replace(EVENT.rounds[0], played_on=date(2026, 3, 18)),)),
        replace(EVENT, entries=(EVENT.entries[0], replace(EVENT.entries[1], name="Falk, Rina"))),
        replace(EVENT, entries=(EVENT.entries[0], replace(EVENT.entries[1], rank=1))),
        with_result(ResultKind.BLACK_WIN),
        with_result(ResultKind.WHITE_FORFEIT_WIN),
    ],
)
def test_what_matters(other: EventRecord) -> None:
    assert content_digest(other) != content_digest(EVENT)


def test_encoding_and_line_ends_do_not_matter() -> None:
    whole = text(row(1, "2w1", name="Орлов, Пётр"), row(2, "1b0"))
    digests = {
        content_digest(read_event(whole.replace("\n", end).encode(encoding), encoding=chosen).record)
        for end in ("\n", "\r", "\r\n")
        for encoding, chosen in (("utf-8", None), ("utf-8-sig", None), ("utf-16", None), ("cp1251", "windows-1251"))
    }
    assert len(digests) == 1


@given(events())
@settings(max_examples=30, deadline=None)
def test_a_digest_is_64_hexadecimal_digits(event: EventRecord) -> None:
    digest = content_digest(event)
    assert len(digest) == 64
    assert set(digest) <= set("0123456789abcdef")
