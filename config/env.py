"""Readers of the environment that fail loudly: an unknown name, a value that cannot be understood or a missing one stops the start."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from config.variables import BY_NAME

_YES = {"yes", "true", "on", "1"}
_NO = {"no", "false", "off", "0"}


def find(name: str, environment: Mapping[str, str] = os.environ) -> str | None:
    """The value of a declared variable, its default, or None. An empty value counts as none.

    A secret may stand in the file that `<name>_FILE` names.

    Raises:
        KeyError: the variable is not declared in `config/variables.py`.
        ImproperlyConfigured: both forms are set, or the file cannot be read.
    """
    variable = BY_NAME[name]
    value = environment.get(name, "").strip()
    file = environment.get(f"{name}_FILE", "").strip()
    if file and not variable.secret:
        raise ImproperlyConfigured(f"{name}_FILE is set, but {name} is no secret: set {name} itself.")
    if file and value:
        raise ImproperlyConfigured(f"Both {name} and {name}_FILE are set: remove one.")
    if file:
        try:
            value = Path(file).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise ImproperlyConfigured(f"{name}_FILE names {file}, which cannot be read: {error}.") from error
        if not value:
            raise ImproperlyConfigured(f"{name}_FILE names {file}, which is empty.")
    return value or variable.default


def text(name: str, environment: Mapping[str, str] = os.environ) -> str:
    """The value of a variable that must have one.

    Raises:
        ImproperlyConfigured: it has none.
    """
    value = find(name, environment)
    if value is None:
        hint = f" or {name}_FILE" if BY_NAME[name].secret else ""
        raise ImproperlyConfigured(f"{name}{hint} is not set. {BY_NAME[name].description}")
    return value


def flag(name: str, environment: Mapping[str, str] = os.environ) -> bool:
    """A yes or a no."""
    value = text(name, environment).lower()
    if value in _YES | _NO:
        return value in _YES
    raise ImproperlyConfigured(f"{name} is {value!r}; it must be yes or no.")


def integer(name: str, environment: Mapping[str, str] = os.environ, *, least: int, most: int) -> int:
    """A whole number between two bounds, both allowed."""
    value = text(name, environment)
    if not value.isascii() or not value.isdigit() or not least <= int(value) <= most:
        raise ImproperlyConfigured(f"{name} is {value!r}; it must be a whole number from {least} to {most}.")
    return int(value)


def words(name: str, environment: Mapping[str, str] = os.environ) -> list[str]:
    """A list separated by commas; spaces around and empty parts are dropped."""
    return [word.strip() for word in text(name, environment).split(",") if word.strip()]


def choice(name: str, allowed: tuple[str, ...], environment: Mapping[str, str] = os.environ) -> str:
    """One of a few words, whatever its case."""
    value = text(name, environment).upper()
    if value not in allowed:
        raise ImproperlyConfigured(f"{name} is {value!r}; it must be one of {', '.join(allowed)}.")
    return value


def check(name: str, environment: Mapping[str, str] = os.environ) -> None:
    """Refuse a value that is not what `config/variables.py` declares.

    Raises:
        ImproperlyConfigured: says what it must be.
    """
    variable = BY_NAME[name]
    if variable.bounds is not None:
        least, most = variable.bounds
        integer(name, environment, least=least, most=most)
    elif variable.choices:
        choice(name, variable.choices, environment)
    elif variable.flag:
        flag(name, environment)
    elif (value := find(name, environment)) and name in _ADDRESSES:
        _ADDRESSES[name](name, value)


def database(name: str, url: str) -> dict[str, Any]:
    """Django's settings for a PostgreSQL address; what follows `?` is handed to the driver (`sslmode=require`).

    Raises:
        ImproperlyConfigured: the address is not one of PostgreSQL or names no role or database. The message never shows the password.
    """
    try:
        parts = urlsplit(url)
        port = parts.port or 5432
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} cannot be understood: {error}.") from None
    if parts.scheme not in {"postgresql", "postgres"}:
        raise ImproperlyConfigured(f"{name} begins with {parts.scheme or 'nothing'!r}; it must begin with postgresql://")
    if not parts.username or not parts.path.strip("/"):
        raise ImproperlyConfigured(f"{name} must name a role and a database: postgresql://role:password@host:5432/database")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.strip("/")),
        "USER": unquote(parts.username),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": parts.hostname or "",
        "PORT": str(port),
        "OPTIONS": {"connect_timeout": 5, **dict(parse_qsl(parts.query))},
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
    }


def mail(name: str, url: str) -> dict[str, Any]:
    """Django's mail settings for `smtp://user:password@host:587?tls=yes`."""
    try:
        parts = urlsplit(url)
        port = parts.port or 587
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} cannot be understood: {error}.") from None
    options = dict(parse_qsl(parts.query))
    if parts.scheme != "smtp" or not parts.hostname or options.keys() - {"tls", "ssl"} or set(options.values()) - (_YES | _NO):
        raise ImproperlyConfigured(f"{name} must look like smtp://user:password@host:587?tls=yes")
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": port,
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": options.get("tls", "no") in _YES,
        "EMAIL_USE_SSL": options.get("ssl", "no") in _YES,
        "EMAIL_TIMEOUT": 10,
    }


_ADDRESSES = {"DATABASE_URL": database, "DATABASE_OWNER_URL": database, "EMAIL_URL": mail}
