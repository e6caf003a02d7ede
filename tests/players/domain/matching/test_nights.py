"""Whole nights in three invented clubs: everything that the arbiter is shown, name by name.

The clubs are full of families, fathers and sons, and names a letter apart, as real ones are.
"""

from dataclasses import dataclass

import pytest

from players.domain.matching import Member, MemberIndex, Proposal, build_index, propose_event, suggest

LATIN = [
    "Nadia Brook",
    "Norman Brook",
    "Oscar Brook-Stone",
    "Vera Stone",
    "José Marlow",
    "Josie Marlow",
    "Tern, Abel",
    "Abel Robert Tern",
    "Rory O'Hara",
    "Ann-Lee Moss",
    "Jörg Strüver",
    "Daniel Ashby",
    "Daniela Ashby",
    "Ilse van Dorn",
]
HEBREW = [
    "נעמה ברוש",
    "ניר ברוש",
    "נירה ברוש",
    "אורן ברוש־גל",
    "דן אלמגור",
    "דנה אלמגור",
    "רון בן ים",
    "בת־אל בן ים",
    "ג'ואנה טרן",
    "יוסף חיים לוטן",
    "שמעון לוטן",
    "עפרה גלסמן",
]
RUSSIAN = [
    "Аркадий Лугов",
    "Анна Лугова",
    "Лугов Пётр Аркадьевич",
    "Аркадий Петрович Селезнёв",
    "Пётр Аркадьевич Селезнёв",
    "Вера Римская-Лугова",
    "Валентин Ивушкин",
    "Валентина Ивушкина",
    "Лев Иваныч",
    "Алёна Берёзкина",
]


def club(names: list[str]) -> MemberIndex:
    return build_index(Member(number, (name,)) for number, name in enumerate(names))


@dataclass(frozen=True)
class Shown:
    """A proposal with names in place of ids."""

    above: list[str]
    below: list[str]
    preselected: str | None


def shown(proposal: Proposal, names: list[str]) -> Shown:
    return Shown(
        [names[one.member_id] for one in proposal.suggestions],
        [names[one.member_id] for one in proposal.others],
        None if proposal.preselected is None else names[proposal.preselected],
    )


@pytest.mark.parametrize(
    ("typed", "above", "below", "preselected"),
    [
        ("nadia brook", ["Nadia Brook"], [], "Nadia Brook"),
        ("N. Brook", ["Nadia Brook", "Norman Brook"], [], None),
        ("Oscar Brook", ["Oscar Brook-Stone"], [], None),
        ("Stone, Oscar", ["Oscar Brook-Stone"], [], None),
        ("O. Stone", ["Oscar Brook-Stone"], [], None),
        ("Jose Marlow", ["José Marlow"], ["Josie Marlow"], None),
        ("J. Marlow", ["Josie Marlow", "José Marlow"], [], None),
        ("Abel Tern", ["Tern, Abel", "Abel Robert Tern"], [], "Tern, Abel"),
        ("A. R. Tern", ["Abel Robert Tern", "Tern, Abel"], [], None),
        ("OHARA RORY", ["Rory O'Hara"], [], "Rory O'Hara"),
        ("Annlee Moss", ["Ann-Lee Moss"], [], None),
        ("Joerg Struever", ["Jörg Strüver"], [], None),
        ("Daniel Ashby", ["Daniel Ashby"], ["Daniela Ashby"], "Daniel Ashby"),
        ("Dorn, Ilse van", ["Ilse van Dorn"], [], "Ilse van Dorn"),
        ("Ilse Dorn", ["Ilse van Dorn"], [], None),
        ("Vera Brook", [], [], None),
        ("Oscar Tern", [], [], None),
    ],
)
def test_a_club_in_latin_script(typed: str, above: list[str], below: list[str], preselected: str | None) -> None:
    assert shown(suggest(club(LATIN), typed), LATIN) == Shown(above, below, preselected)


@pytest.mark.parametrize(
    ("typed", "above", "below", "preselected"),
    [
        ("נ. ברוש", ["ניר ברוש", "נירה ברוש", "נעמה ברוש"], [], None),
        ("ברוש, ניר", ["ניר ברוש"], ["נירה ברוש"], "ניר ברוש"),
        ("נִירָה בְּרוֹשׁ", ["נירה ברוש"], ["ניר ברוש"], "נירה ברוש"),
        ("אורן גל", ["אורן ברוש־גל"], [], None),
        ("אורנ ברוש-גל", ["אורן ברוש־גל"], [], None),
        ("דן אלמגור", ["דן אלמגור"], ["דנה אלמגור"], "דן אלמגור"),
        ("ד. אלמגור", ["דן אלמגור", "דנה אלמגור"], [], None),
        ("דוד אלמגור", [], [], None),
        ("רון בנים", ["רון בן ים"], [], None),
        ("ר. בן ים", ["רון בן ים"], [], None),
        ("ר' בן-ים", ["רון בן ים"], [], None),
        ("בתאל בן ים", ["בת־אל בן ים"], [], None),
        ("ג׳ואנה טרן", ["ג'ואנה טרן"], [], "ג'ואנה טרן"),
        ("יוסף לוטן", ["יוסף חיים לוטן"], [], None),
        ("חיים לוטן", ["יוסף חיים לוטן"], [], None),
        ("שמעונ לוטנ", ["שמעון לוטן"], [], None),
        ("שמעון לוטם", ["שמעון לוטן"], [], None),
        ("עופרה גלסמן", ["עפרה גלסמן"], [], None),
        ('עו"ד עפרה גלסמן', ["עפרה גלסמן"], [], "עפרה גלסמן"),
        ("עפרה ברוש", [], [], None),
    ],
)
def test_a_club_in_hebrew_script(typed: str, above: list[str], below: list[str], preselected: str | None) -> None:
    assert shown(suggest(club(HEBREW), typed), HEBREW) == Shown(above, below, preselected)


@pytest.mark.parametrize(
    ("typed", "above", "below", "preselected"),
    [
        ("А. Лугов", ["Аркадий Лугов"], ["Анна Лугова", "Лугов Пётр Аркадьевич"], None),
        ("Лугова А.", ["Анна Лугова"], ["Аркадий Лугов", "Лугов Пётр Аркадьевич"], None),
        ("Петр Лугов", ["Лугов Пётр Аркадьевич"], [], None),
        ("Лугов П.А.", ["Лугов Пётр Аркадьевич"], ["Аркадий Лугов", "Анна Лугова"], None),
        ("Пётр Аркадьевич Лугов", ["Лугов Пётр Аркадьевич"], [], "Лугов Пётр Аркадьевич"),
        ("Аркадий Селезнев", ["Аркадий Петрович Селезнёв"], [], None),
        # his father, Аркадий Петрович, has words that look alike
        (
            "Селезнёв Пётр Аркадьевич",
            ["Пётр Аркадьевич Селезнёв"],
            ["Аркадий Петрович Селезнёв"],
            "Пётр Аркадьевич Селезнёв",
        ),
        ("Вера Лугова", ["Вера Римская-Лугова"], [], None),
        ("Вера Римская", ["Вера Римская-Лугова"], [], None),
        ("Валентина Ивушкина", ["Валентина Ивушкина"], [], "Валентина Ивушкина"),
        ("Иваныч Лев", ["Лев Иваныч"], [], "Лев Иваныч"),
        ("Алена Березкина", ["Алёна Берёзкина"], [], "Алёна Берёзкина"),
        ("Алёна Берёзкена", ["Алёна Берёзкина"], [], None),
        ("Вера Лугов", [], ["Вера Римская-Лугова"], None),
    ],
)
def test_a_club_in_cyrillic_script(typed: str, above: list[str], below: list[str], preselected: str | None) -> None:
    assert shown(suggest(club(RUSSIAN), typed), RUSSIAN) == Shown(above, below, preselected)


def test_one_night_with_a_name_that_two_people_claim() -> None:
    names = ["Nadia Brook", "N. Brook", "Stone Vera", "Vera Stone", "Abel Tern", "A.R. Tern", "Gina Frost"]
    proposals = propose_event(club(LATIN), names)
    assert [(shown(one, LATIN), one.doubtful) for one in proposals] == [
        (Shown(["Nadia Brook"], [], "Nadia Brook"), False),
        (Shown(["Norman Brook"], ["Nadia Brook"], None), True),
        (Shown([], ["Vera Stone"], None), True),
        (Shown([], ["Vera Stone"], None), True),
        (Shown(["Tern, Abel"], ["Abel Robert Tern"], "Tern, Abel"), True),
        (Shown([], ["Abel Robert Tern", "Tern, Abel"], None), True),
        (Shown([], [], None), False),
    ]


def test_the_night_after_with_what_was_confirmed_and_declared() -> None:
    members = [Member(0, ("Nadia Brook",)), Member(1, ("Norman Brook", "Norm B-k")), Member(2, ("Abel Tern",))]
    index = build_index(members)
    confirmed, declared = propose_event(index, ["Norm B-k", "A. Tern"], different=[(), {2}])
    assert (confirmed.suggestions[0].reason.code.value, confirmed.preselected) == ("known_spelling", 1)
    assert (declared.suggestions, declared.others) == ((), ())
