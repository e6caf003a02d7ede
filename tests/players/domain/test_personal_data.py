"""What is personal and never kept, told by a heading or by the cells."""

import pytest

from players.domain.personal_data import kind_of_cells, kind_of_heading
from players.interchange.member_columns import personal_kind


@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        *(
            ("Birth date", "birth_date"),
            ("Date of birth (dd/mm/yyyy)", "birth_date"),
            ("birthDate", "birth_date"),
            ("BIRTH_YEAR", "birth_date"),
        ),
        *(
            ("ת. לידה", "birth_date"),
            ("תאריך לידה", "birth_date"),
            ("г.р.", "birth_date"),
            ("Год рождения", "birth_date"),
            ("Age", "birth_date"),
        ),
        *(("Sex", "sex"), ("מין", "sex"), ("Пол", "sex"), ("gender", "sex")),
        *(("Fed", "federation"), ("Country", "federation"), ("Федерация", "federation")),
        *(("FIDE ID", "fide_id"), ("fideId", "fide_id"), ('מספר פיד"ה', "fide_id"), ("ФИДЕ", "fide_id")),
        *(
            ("ת.ז.", "national_id"),
            ('ת"ז', "national_id"),
            ("Паспорт", "national_id"),
            ("Membership no.", "national_id"),
            ("ID", "national_id"),
        ),
        *(("E-mail", "email"), ("Parent's e-mail", "email"), ('דוא"ל', "email"), ("Эл. почта", "email")),
        *(("Phone 2", "phone"), ("Mobile phone of mother", "phone"), ("טלפון נייד", "phone"), ("Тел.", "phone")),
        *(("Address", "address"), ("Home address", "address"), ("עיר", "address"), ("Почтовый индекс", "address")),
        *(("Mother", "parents"), ("שם ההורה", None), ("הורה", "parents"), ("Родители", "parents")),
    ],
)
def test_a_heading(heading: str, kind: str | None) -> None:
    assert kind_of_heading(heading) == kind


@pytest.mark.parametrize(
    "heading",
    [
        "Name",
        "Rating",
        "FIDE rating",
        "Rating FIDE",
        "Elo",
        "Age group",
        "קבוצת גיל",
        "Возрастная группа",
        "Notes",
        "Group",
        "",
        "№",
        "Board",
    ],
)
def test_a_heading_of_something_else(heading: str) -> None:
    assert kind_of_heading(heading) is None


@pytest.mark.parametrize("heading", ["Rookery ID", "שם האב", "First name", "Отчество"])
def test_what_a_list_may_say_is_not_personal_data(heading: str) -> None:
    assert personal_kind(heading) is None


@pytest.mark.parametrize(
    ("cells", "kind"),
    [
        (["a@b.example", "", "c.d@e.example"], "email"),
        (["1.2.1990", "2009-03-04 00:00:00", "?"], "birth_date"),
        (["1990", "2011"], "birth_date"),
        (["054-123 4567", "+972 54 1234567"], "phone"),
        (["2812345", "14200001"], "national_id"),
        (["1432", "1890", "1200"], None),
        (["A", "B", "a@b.example"], None),
        (["", " "], None),
    ],
)
def test_cells_without_a_heading(cells: list[str], kind: str | None) -> None:
    assert kind_of_cells(cells) == kind
