"""The rows of a club as they stand in a file. Inside a snapshot of the club."""

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.postgres.fields import ArrayField
from django.db import models

from archives.interchange.tables import CLUB_FIELDS, FREE_FORM, MENTIONS, Field, Table, names_account, target_of
from archives.selectors.numbering import Numbers, detail_of
from clubs.models import ApiToken, Club, Membership

Object = dict[str, Any]
_Write = Callable[[Any], Any]


class Accounts:
    """Who has done something in the club: numbered as they are met, members first."""

    def __init__(self, club: Club) -> None:
        members = Membership.objects.filter(club=club).order_by("pk").values_list("user_id", "role", "since")
        self._roles = {user: (role, since) for user, role, since in members}
        self._numbers: dict[int, int] = {}
        for user in self._roles:
            self.number_of(user)

    def number_of(self, user: int) -> int:
        return self._numbers.setdefault(user, len(self._numbers) + 1)

    def rows(self) -> Iterator[Object]:
        """One for each who was met, with the mail address; whoever acts for the club no more has no role."""
        addresses = dict(get_user_model().objects.filter(pk__in=self._numbers).values_list("pk", "email"))
        for user, number in self._numbers.items():
            role, since = self._roles.get(user, (None, None))
            yield _told({"number": number, "email": addresses.get(user, ""), "role": role, "since": since and written(since)})


def club_of(club: Club) -> Object:
    """The club itself."""
    return _told({field.name: written(getattr(club, field.attname)) for field in CLUB_FIELDS})


def tokens_of(club: Club, accounts: Accounts) -> Iterator[Object]:
    """The keys for programs, without anything that opens a door."""
    for token in ApiToken.objects.filter(club=club).order_by("pk"):
        yield _told(
            {
                "label": token.label,
                "prefix": token.prefix,
                "scopes": token.scopes,
                "created_by": token.created_by_id and accounts.number_of(token.created_by_id),
                **{name: written(getattr(token, name)) for name in ("created_at", "expires_at", "last_used_at", "revoked_at")},
            }
        )


def rows_of(club: Club, table: Table, numbers: Numbers, accounts: Accounts) -> Iterator[Object]:
    """Each row of a table, in the order of the keys; what is None is left out. One statement, read in parts."""
    names = [field.name for field in table.fields]
    writers = [_writer(table, field, numbers, accounts) for field in table.fields]
    form = FREE_FORM.get(table.model)
    free = None if form is None else (names.index(form.column), names.index(form.by))
    rows = table.model._base_manager.filter(club=club).order_by("pk").values_list(*(field.attname for field in table.fields))
    for row in rows.iterator(chunk_size=5_000):
        values: list[Any] = [None if value is None else write(value) for write, value in zip(writers, row, strict=True)]
        if free is not None:
            detail, word = free
            values[detail] = detail_of(table.model, row[word], row[detail], lambda key, pk: numbers[key][pk])
        yield _told(dict(zip(names, values, strict=True)))


def written(value: Any) -> Any:
    """Dates as in ISO 8601, times in UTC; everything else as it is."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    return value.isoformat() if isinstance(value, date) else value


def _writer(table: Table, field: Field, numbers: Numbers, accounts: Accounts) -> _Write:
    if field.name == "id":
        return numbers[table.key].__getitem__
    if (target := target_of(field)) is not None:
        return numbers.get(target.key, {}).__getitem__
    if names_account(field):
        return accounts.number_of
    if (mentioned := MENTIONS.get((table.model, field.name))) is not None:
        known = numbers.get(mentioned, {})
        return lambda keys: [known[key] for key in keys]
    if isinstance(field, models.DateField):
        return written
    return list if isinstance(field, ArrayField) else _as_it_is


def _as_it_is(value: Any) -> Any:
    return value


def _told(values: Object) -> Object:
    return {name: value for name, value in values.items() if value is not None}
