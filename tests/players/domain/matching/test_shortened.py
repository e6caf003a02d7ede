"""Short forms, their tables, and the suggestions they lead to. All people are invented."""

from pathlib import Path

import pytest

from players.domain import matching
from players.domain.matching import Member, ReasonCode, build_index, suggest
from players.domain.matching.folding import fold
from players.domain.matching.shortened import are_one_name_in_full, are_two_names, is_given_name, short_form_distance

TABLES = sorted(Path(matching.__file__).with_name("short_forms").glob("*.txt"))


@pytest.mark.parametrize(
    ("member", "typed"),
    [
        ("Robert Brook", "Bob Brook"),
        ("Bob Brook", "Robert Brook"),
        ("Margaret Brook", "Peggy Brook"),
        ("Александр Лугов", "Саша Лугов"),
        ("Саша Лугов", "Александр Лугов"),
        ("Лугов Александр Ильич", "Лугов Саша"),
        ("Mikhail Lugov", "Misha Lugov"),
        ("Михаил Лугов", "Misha Lugov"),
        ("שמואל ברוש", "שמוליק ברוש"),
        ("שמוליק ברוש", "שמואל ברוש"),
        ("Shmuel Brosh", "Shmulik Brosh"),
        ("שמואל ברוש", "Shmulik Brosh"),
        ("שמואל ברוש", "Шмулик Брош"),
    ],
)
def test_a_short_form_is_suggested_and_never_preselected(member: str, typed: str) -> None:
    proposal = suggest(build_index([Member(1, (member,))]), typed)
    assert [one.member_id for one in proposal.suggestions] == [1]
    assert proposal.suggestions[0].reason.code in {ReasonCode.SHORT_FORM, ReasonCode.MIDDLE_NAME}
    assert proposal.preselected is None


def test_the_reason_names_both_words() -> None:
    proposal = suggest(build_index([Member(1, ("Robert Brook",))]), "Bob Brook")
    assert str(proposal.suggestions[0].reason) == "a short form of the same name: Bob / Robert"


def test_all_whom_a_short_form_fits_are_shown_and_nobody_is_preselected() -> None:
    proposal = suggest(build_index([Member(1, ("Александр Лугов",)), Member(2, ("Александра Лугов",))]), "Саша Лугов")
    assert ([one.member_id for one in proposal.suggestions], proposal.preselected) == ([1, 2], None)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Daniel", "Daniela"), ("דן", "דנה"), ("Marina", "Martina"), ("Инна", "Анна"), ("מיכל", "מיכאל"), ("Роман", "Руслан")],
)
def test_two_names(one: str, other: str) -> None:
    assert short_form_distance(fold(one), fold(other)) is None
    assert are_two_names(fold(one), fold(other))


def test_one_name_in_two_languages() -> None:
    assert are_one_name_in_full("alexander", "oleksandr")
    assert not are_one_name_in_full("bob", "robert")


def test_a_word_that_is_no_given_name() -> None:
    assert not is_given_name("brookfield")


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.stem)
def test_tables_are_well_formed(table: Path) -> None:
    lines = [line for line in table.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    items = [item for line in lines for item in line.replace("=", ",").replace(":", ",").split(",")]
    assert [item for item in items if not item.strip() or not all(fold(part) for part in item.split("/"))] == []
    assert [item for item in items if ("/" in item) != (table.stem == "he")] == []
    assert len(lines) > 100
