"""Names typed with another keyboard layout than meant, in all six directions."""

import pytest

from players.domain.matching import Member, ReasonCode, build_index, suggest
from players.domain.matching.keyboards import are_neighbouring_keys, meant_with_other_layout


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("bgnv cruau", "נעמה ברושו"),  # Hebrew on English
        ("Yflz <hjj", "надя броо"),  # Russian on English
        ("משגןש נרםםל", "nadia brook"),  # English on Hebrew
        ("Nשגןש Bרםםל", "nadia brook"),  # with Shift the Hebrew layout gives Latin capitals
        ("טכךז", "надя"),  # Russian on Hebrew
        ("Тфвшф Икщщл", "nadia brook"),  # English on Russian
        ("иптм", "נעמה"),  # Hebrew on Russian
    ],
)
def test_the_same_keys_in_the_other_layouts(typed: str, meant: str) -> None:
    assert meant in list(meant_with_other_layout(typed))


@pytest.mark.parametrize("typed", ["", "1850", "Nadia ברוש", "Nadia Лугов", "北京"])
def test_what_no_layout_gives(typed: str) -> None:
    assert list(meant_with_other_layout(typed)) == []


def test_the_reason_shows_what_was_meant() -> None:
    proposal = suggest(build_index([Member(1, ("Надя Лугова",))]), "Yflz Keujdf")
    assert [(one.member_id, one.reason.code) for one in proposal.suggestions] == [(1, ReasonCode.WRONG_LAYOUT)]
    assert str(proposal.suggestions[0].reason) == "typed with another keyboard layout: Yflz Keujdf is надя лугова"
    assert proposal.preselected is None


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [("a", "s", True), ("a", "q", True), ("a", "p", False), ("ש", "ד", True), ("ф", "ы", True), ("a", "ש", False)],
)
def test_neighbouring_keys(one: str, other: str, expected: bool) -> None:
    assert are_neighbouring_keys(one, other) is expected
