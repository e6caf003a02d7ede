"""The database that tests run on is the one that production runs on."""

import pytest
from django.db import connection


@pytest.mark.django_db
def test_the_database_is_postgresql_18_with_the_builtin_locale() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting('server_version_num')::int / 10000, datlocprovider, datlocale"
            " FROM pg_database WHERE datname = current_database()"
        )
        assert cursor.fetchone() == (18, "b", "C.UTF-8")
