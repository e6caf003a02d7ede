"""No table and no field of a club is forgotten: each is in the file, or somebody has said why not."""

import pytest
from django.apps import apps
from django.db import connections
from django.db.models import CheckConstraint, ForeignKey, Q, UniqueConstraint

from archives.domain.details import CORRECTIONS
from archives.interchange.constraints import holds
from archives.interchange.tables import (
    CLUB_FIELDS,
    CLUB_LEFT_OUT,
    FREE_FORM,
    LEFT_OUT,
    MENTIONS,
    PLAIN_NUMBERS,
    TABLES,
    Table,
    may_name_rows,
    names_account,
    target_of,
)
from archives.services.deleting import tables_of_clubs
from clubs.models import Club
from ratings.models import CorrectionKind

OF_CLUBS = {
    model
    for model in apps.get_models(include_auto_created=True)
    if any(isinstance(field, ForeignKey) and field.related_model is Club for field in model._meta.concrete_fields)
}


def test_every_table_of_a_club_is_in_the_file_or_left_out_for_a_reason() -> None:
    """A new table: name it in archives/interchange/tables.py, in `TABLES`, or in `LEFT_OUT` with the reason."""
    taken, left_out = {table.model._meta.label for table in TABLES}, set(LEFT_OUT)
    assert {model._meta.label for model in OF_CLUBS} - taken - left_out == set()
    assert taken & left_out == set()


def test_every_field_of_the_club_itself_too() -> None:
    known = {field.name for field in Club._meta.concrete_fields}
    taken = {field.name for field in CLUB_FIELDS}
    assert (known - taken - set(CLUB_LEFT_OUT), taken & set(CLUB_LEFT_OUT)) == (set(), set())


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.key)
def test_every_key_is_mapped(table: Table) -> None:
    """A field that leads to a row must lead to one that is in the file; a large number must be a key, or be named as none."""
    lost = [field.name for field in table.fields if isinstance(field, ForeignKey) and target_of(field) is None and not names_account(field)]
    unexplained = [
        field.name
        for field in table.fields
        if may_name_rows(field) and not isinstance(field, ForeignKey) and field.name != "id"
        if not {(table.model, field.name)} & {*MENTIONS, *PLAIN_NUMBERS}
    ]
    free = [field.name for field in table.fields if field.get_internal_type() == "JSONField"]
    explained = [FREE_FORM[table.model].column] if table.model in FREE_FORM else []
    assert (lost, unexplained) == ([], [])
    assert free in (explained, ["warnings"])


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.key)
def test_every_constraint_can_be_asked_before_the_database_is(table: Table) -> None:
    row = {field.name: None for field in table.fields}
    for constraint in table.model._meta.constraints:
        if isinstance(constraint, UniqueConstraint):
            assert constraint.expressions == (), "only fields can be looked at"
            assert {*constraint.fields} <= {"club", *row}
        condition = constraint.condition if isinstance(constraint, UniqueConstraint | CheckConstraint) else None
        if isinstance(condition, Q):
            holds(condition, row)


def test_every_kind_of_correction_has_its_shape() -> None:
    assert {*CORRECTIONS} == {*CorrectionKind.values}


@pytest.mark.django_db(databases=["default", "owner"])
def test_deleting_reaches_every_table_that_postgresql_knows_with_a_club() -> None:
    with connections["owner"].cursor() as cursor:
        cursor.execute(
            "SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'club_id' AND NOT a.attisdropped"
            " WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')"
        )
        assert {row[0] for row in cursor.fetchall()} == {table for table, _ in tables_of_clubs()}
