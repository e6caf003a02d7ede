"""Invitations to act for a club: their secret, how long they hold, and what of an address may be shown."""

import re
import secrets
from datetime import timedelta
from hashlib import sha256

HOLDS = timedelta(days=14)
REMEMBERED = timedelta(days=14)  # after that an invitation that nobody accepted is forgotten with its address
MOST_A_DAY = 30  # of one club, and of one person for all clubs: nobody's mailbox is filled through us
MOST_MAILS = 5  # of one invitation
SECRET_LENGTH = 43
_SECRET = re.compile(rf"[A-Za-z0-9_-]{{{SECRET_LENGTH}}}")


def make_secret() -> str:
    """256 random bits, as they stand in the address that is mailed."""
    return secrets.token_urlsafe(32)


def is_secret(text: str) -> bool:
    """True if a secret may look like this; nothing else is looked up."""
    return _SECRET.fullmatch(text) is not None


def digest_of(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


def masked(address: str) -> str:
    """As much of an address as its owner needs to know it again and a stranger cannot use: a…@e….org. Its length does not show."""
    local, _, host = address.partition("@")
    name, dot, ending = host.rpartition(".")
    return f"{local[:1]}…@{name[:1]}…{dot}{ending}"
