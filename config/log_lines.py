"""What stands in no line of the log: rows of the database, which hold names, mail addresses, and the key in the address of a family or an
invitation.
"""

import logging
import re
from typing import Any

_KEY = re.compile(r"(/(?:family|invitation)/)[^/\s?]+")


class WithoutFamilyKeys(logging.Filter):
    """Leaves out the key of such an address, in whatever message it stands."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Always True: the line stays."""
        message = record.getMessage()
        if "/family/" in message or "/invitation/" in message:
            record.msg, record.args = _KEY.sub(r"\1…", message), None
        return True


_DATABASE_ERROR = re.compile(
    r"^((?:psycopg|django\.db\.utils)[\w.]*: )(.*?)(?=\n\n(?:The above exception|During handling)|\Z)", re.MULTILINE | re.DOTALL
)
_ADDRESS = re.compile(r"[^\s'\"<>(){}\[\]:,;]+@[^\s'\"<>(){}\[\]:,;]+")
_QUOTED = re.compile(r'"([^"]*)"')
_OURS = re.compile(r"[a-z0-9_]+")


class WithoutRows(logging.Formatter):
    """Leaves out of a trace what PostgreSQL quotes of rows: details, context and statement. The kind of error and its constraint stay.

    Mail addresses are left out of every line: a mail server that refuses one says which.
    """

    def format(self, record: logging.LogRecord) -> str:
        """The line and its trace."""
        return _ADDRESS.sub("…@…", super().format(record))

    def formatMessage(self, record: logging.LogRecord) -> str:
        """The line, also where it repeats the error, as Celery's do."""
        text, error = super().formatMessage(record), record.exc_info[1] if record.exc_info else None
        while error is not None:
            if type(error).__module__.startswith(("psycopg", "django.db")):
                told, said = _one_line(str(error)), str(error)
                text = text.replace(repr(said), repr(told)).replace(said, told)
            error = error.__cause__
        return text

    def formatException(self, ei: Any) -> str:
        """The trace, one line for an error of the database."""
        return _DATABASE_ERROR.sub(_first_line, super().formatException(ei))


def _first_line(found: "re.Match[str]") -> str:
    return found.group(1) + _one_line(found.group(2))


def _one_line(text: str) -> str:
    return _QUOTED.sub(lambda quoted: quoted.group() if _OURS.fullmatch(quoted.group(1)) else '"…"', text.partition("\n")[0])
