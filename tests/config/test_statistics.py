"""Tables that were just filled are looked at, once."""

import pytest
from django.db import connections

from config.statistics import gather_statistics

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def test_a_table_that_was_just_filled_is_looked_at_once() -> None:
    connection = connections["owner"]
    with connection.cursor() as cursor:
        cursor.execute('CREATE TABLE "Just restored" AS SELECT number FROM generate_series(1, 1000) number')
        cursor.execute('CREATE TABLE "Still empty" (number integer)')
        assert "Just restored" in gather_statistics(connection)
        cursor.execute("SELECT reltuples FROM pg_class WHERE relname = 'Just restored'")
        assert cursor.fetchone() == (1000,)
    assert gather_statistics(connection) == []
    again = gather_statistics(connection, of_all=True)
    assert ("Just restored" in again, "Still empty" in again) == (True, False)
