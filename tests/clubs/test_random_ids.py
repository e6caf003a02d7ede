"""Random ids for addresses."""

import secrets

import pytest

from clubs.models import random_id


def test_no_id_begins_with_a_hyphen(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["-an-option", "-again", "a-name"])
    monkeypatch.setattr(secrets, "token_urlsafe", lambda size: next(drawn))
    assert random_id(6) == "a-name"


def test_an_id_is_as_long_as_its_bytes_ask_for() -> None:
    assert {len(random_id(6)) for _ in range(200)} == {8}
