"""API tokens: what they look like and how they are kept."""

import hashlib
import re
import secrets
from dataclasses import dataclass

SCOPES = ("publish", "read")
LIFETIMES = (365, 90, 7, 0)  # days that are offered, the usual one first; 0: until it is revoked
MARK = "rk_"  # lets secret scanners know the kind of secret
PREFIX_LENGTH = len(MARK) + 8
_PREFIX = re.compile(rf"{MARK}[0-9a-f]{{{PREFIX_LENGTH - len(MARK)}}}")


@dataclass(frozen=True, slots=True)
class NewToken:
    """`secret` is shown once and never stored; `prefix` finds the row; `digest` proves the secret."""

    secret: str
    prefix: str
    digest: str


def make_token() -> NewToken:
    """A token of 256 random bits. A plain SHA-256 is enough for a secret that nobody can guess."""
    secret = f"{MARK}{secrets.token_hex(36)}"
    return NewToken(secret=secret, prefix=prefix_of(secret), digest=digest_of(secret))


def prefix_of(secret: str) -> str:
    return secret[:PREFIX_LENGTH]


def is_prefix(text: str) -> bool:
    """True if the prefix of a token may look like this; nothing else is looked up."""
    return _PREFIX.fullmatch(text) is not None


def digest_of(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
