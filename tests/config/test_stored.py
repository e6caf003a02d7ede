"""Nothing about anybody is stored that the page does not name."""

import pytest
from django.apps import apps
from django.test import Client

from config.stored import GROUPS, NOTHING_ABOUT_ANYBODY
from tests.reading import parse

ON_THE_PAGE = {field for group in GROUPS for row in group.rows for field in row.fields}
FIELDS = sorted(
    (model._meta.label, field.name)
    for model in apps.get_models(include_auto_created=True)
    for field in model._meta.get_fields()
    if getattr(field, "concrete", False)
)


def covers(where: "set[str] | frozenset[str]", model: str, field: str) -> bool:
    return not where.isdisjoint({f"{model}.{field}", f"{model}.*", f"*.{field}"})


def test_every_field_stands_on_the_page_or_says_nothing_about_anybody() -> None:
    """A new field: say in config/stored.py what it is, why, who sees it and how long, or that it is about nobody."""
    missing = [
        f"{model}.{field}"
        for model, field in FIELDS
        if not (covers(ON_THE_PAGE, model, field) or covers(NOTHING_ABOUT_ANYBODY, model, field))
    ]
    assert missing == []


def test_a_new_field_is_missing_until_somebody_has_said_what_it_is() -> None:
    assert not covers(NOTHING_ABOUT_ANYBODY, "clubs.Club", "telephone")
    assert not covers(ON_THE_PAGE, "players.Player", "born_on")
    assert not covers(NOTHING_ABOUT_ANYBODY, "players.Player", "born_on")


def test_nothing_is_named_that_is_not_there() -> None:
    models = {model for model, _ in FIELDS}
    fields = {field for _, field in FIELDS}
    known = {f"{model}.{field}" for model, field in FIELDS} | {f"{model}.*" for model in models} | {f"*.{field}" for field in fields}
    assert sorted((ON_THE_PAGE | NOTHING_ABOUT_ANYBODY) - known) == []


def test_no_player_has_a_birth_date_or_an_address() -> None:
    words = ("birth", "born", "mail", "phone", "address", "street")
    assert [
        f"{model}.{field}"
        for model, field in FIELDS
        if model.startswith(("players.", "tournaments.", "ratings.")) and any(w in field for w in words)
    ] == []


@pytest.mark.django_db
def test_the_page_says_all_of_it() -> None:
    answer = Client().get("/what-we-store/")
    named = [term.text for found in parse(answer.content).find("dl", "stored") for term in found.find("dt")]
    assert named == [row.what for group in GROUPS for row in group.rows]
    assert "X-Robots-Tag" not in answer


def test_the_journal_is_said_to_be_for_owners_alone() -> None:
    [row] = [row for group in GROUPS for row in group.rows if "clubs.JournalEntry.*" in row.fields]
    assert row.who_sees.endswith("The journal of everything is for its owners alone.")
