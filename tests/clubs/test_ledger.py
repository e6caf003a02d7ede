"""The ledger's file after a crash, an editor or a disk had their way with it: what can be read holds, and nothing else breaks a restore."""

import logging
from datetime import datetime
from pathlib import Path

import pytest
from pytest_django import Settings

from clubs.domain.erased import Erased
from clubs.ledger import count_unreadable, note_deletion, note_erasure, read_ledger

AT = "2026-03-20T12:00:00+00:00"
MOMENT = datetime.fromisoformat(AT)


@pytest.fixture
def ledger(settings: Settings, tmp_path: Path) -> Path:
    settings.ERASURE_LEDGER = path = tmp_path / "ledger.jsonl"
    return path


def test_no_file_is_no_line(ledger: Path) -> None:
    assert (list(read_ledger()), count_unreadable()) == ([], 0)


@pytest.mark.parametrize(
    "line",
    [
        *("5", '"x"', "null", "[]", "{}", "{", "\ufeff{}", "[" * 100_000, f'{{"at": "{AT}"}}'),
        *(
            f'{{"erased": ["x"], "at": "{AT}"}}',
            f'{{"erased": 5, "club": "c", "at": "{AT}"}}',
            f'{{"erased": [], "club": "c", "at": "{AT}"}}',
        ),
        *(
            f'{{"erased": [5], "club": "c", "at": "{AT}"}}',
            f'{{"erased": ["x"], "club": 5, "at": "{AT}"}}',
            f'{{"deleted": 5, "at": "{AT}"}}',
        ),
        *('{"erased": ["x"], "club": "c"}', '{"deleted": "c", "at": "20"}', '{"deleted": "c", "at": 20}', '{"deleted": "c"}'),
        *('{"deleted": "c", "at": "2026-03-20T12:00:00"}', '{"deleted": "c", "at": "9999-12-31T23:59:59+00:00"}'),
        *(f'{{"deleted": "c", "erased": ["x"], "club": "c", "at": "{AT}"}}', f'{{"deleted": "a name", "at": "{AT}"}}'),
        *(f'{{"deleted": "c\\u0000", "at": "{AT}"}}', f'{{"deleted": "{"c" * 23}", "at": "{AT}"}}'),
    ],
)
def test_a_line_of_another_shape_is_passed_over_and_counted(ledger: Path, line: str, caplog: pytest.LogCaptureFixture) -> None:
    note_erasure(Erased("club", "a", ("a",), MOMENT))
    with ledger.open("a") as file:
        file.write(line + "\n")
    note_deletion("club", MOMENT)
    with caplog.at_level(logging.WARNING):
        assert list(read_ledger()) == [{"erased": ["a"], "person": "a", "club": "club", "at": AT}, {"deleted": "club", "at": AT}]
    assert caplog.messages == ["Line 2 of the ledger of erasures cannot be read and is passed over"]
    assert count_unreadable() == 1


def test_bytes_that_are_no_text_spoil_their_own_line_alone(ledger: Path) -> None:
    ledger.write_bytes(b'{"erased\xff\n')
    note_deletion("club", MOMENT)
    assert (list(read_ledger()), count_unreadable()) == ([{"deleted": "club", "at": AT}], 1)


def test_a_later_release_may_say_more(ledger: Path) -> None:
    ledger.write_text(f'{{"deleted": "club", "at": "{AT}", "why": "closed"}}\n\n')
    assert (list(read_ledger()), count_unreadable()) == ([{"deleted": "club", "at": AT, "why": "closed"}], 0)
