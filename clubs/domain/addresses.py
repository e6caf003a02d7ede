"""A club's address: readable, and for an unlisted club impossible to guess."""

import re
import unicodedata

LONGEST_READABLE_PART = 40
NOT_IN_ADDRESS = re.compile(r"[^a-z0-9]+")
RANDOM_PART = re.compile(r"-[0-9a-f]{32}$")


def readable_part(name: str) -> str:
    """The Latin letters and digits of a club's name, joined by hyphens; "club" if none are left.

    A club's name is public by nature, unlike a player's, which never stands in an address.
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return NOT_IN_ADDRESS.sub("-", plain).strip("-")[:LONGEST_READABLE_PART].strip("-") or "club"


def is_guessable(slug: str) -> bool:
    """Whether the address lacks a random part, as that of a demo club does."""
    return RANDOM_PART.search(slug) is None


def slug_for(name: str, random_part: str) -> str:
    """`random_part` must carry at least 128 bits; DESIGN section 6."""
    return f"{readable_part(name)}-{random_part}"
