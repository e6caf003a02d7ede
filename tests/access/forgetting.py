"""Queries that forget their club, and a database that does not mind: what the net is tested against."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.apps import apps
from django.db import connections, models

from clubs.models import Club
from clubs.tenancy.catalogue import OUTSIDE

_CLUB_OF_A_ROW = frozenset({"club", "club_id"})


def guarded_models() -> list[type[models.Model]]:
    """Every model behind row-level security: those whose rows belong to a club."""
    return [model for model in apps.get_models() if _is_guarded(model)]


def _is_guarded(model: type[models.Model]) -> bool:
    club = next((field for field in model._meta.get_fields() if field.name == "club"), None)
    return club is not None and club.related_model is Club and model._meta.db_table not in OUTSIDE | {"clubs_apitoken"}


@contextmanager
def queries_forget_their_club() -> Iterator[None]:
    """No condition on the club of a row reaches the database, wherever a query of a guarded model names one."""
    unchanged = models.QuerySet._filter_or_exclude_inplace  # type: ignore[attr-defined]

    def forgetful(self: Any, negate: bool, args: Any, kwargs: dict[str, Any]) -> None:
        kept = {key: value for key, value in kwargs.items() if not (_is_guarded(self.model) and key.split("__")[-1] in _CLUB_OF_A_ROW)}
        unchanged(self, negate, args, kept)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(models.QuerySet, "_filter_or_exclude_inplace", forgetful)
        yield


@contextmanager
def without_row_level_security() -> Iterator[None]:
    """The net taken down, and hung up again."""
    tables = [model._meta.db_table for model in guarded_models()]
    with connections["owner"].cursor() as cursor:
        for table in tables:
            cursor.execute(f'ALTER TABLE "{table}" DISABLE ROW LEVEL SECURITY')
        try:
            yield
        finally:
            for table in tables:
                cursor.execute(f'ALTER TABLE "{table}" ENABLE ROW LEVEL SECURITY')
