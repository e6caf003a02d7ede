"""Errors carry a code, a sentence to translate and its figures."""

import re

import pytest

from players.domain.errors import NAME_MESSAGES, POLICY_MESSAGES, NameRefused, PlayerError, PolicyRefused


@pytest.mark.parametrize("code", NAME_MESSAGES)
def test_every_refusal_of_a_name_fills_its_sentence(code: str) -> None:
    params: dict[str, str | int] = {"character": "U+200B", "length": 123, "limit": 120}
    refused = NameRefused(code, 3, params)
    assert (refused.code, refused.position) == (code, 3)
    assert str(refused) == NAME_MESSAGES[code] % {"position": 3, **params}


@pytest.mark.parametrize("message", [*NAME_MESSAGES.values(), *POLICY_MESSAGES.values()])
def test_every_sentence_says_what_is_wrong_and_what_to_do(message: str) -> None:
    assert len(re.findall(r"[.:] ", message)) >= 1
    assert message.endswith(".")


def test_the_whole_name_has_no_position() -> None:
    refused = NameRefused("name_empty")
    assert (refused.position, refused.params) == (None, {})


def test_one_base_catches_everything() -> None:
    assert {type(error).__mro__[1] for error in (NameRefused("name_empty"), PolicyRefused("policy_needs_adults_only"))} == {PlayerError}


def test_message_and_params_are_kept_apart_for_translation() -> None:
    error = PlayerError("full", "The club has %(count)d members.", {"count": 3})
    assert (error.message, error.params, str(error)) == ("The club has %(count)d members.", {"count": 3}, "The club has 3 members.")
