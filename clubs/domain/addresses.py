"""A club's address: readable, and for an unlisted club impossible to guess."""

import re

from anyascii import anyascii

LONGEST_READABLE_PART = 40
NOT_IN_ADDRESS = re.compile(r"[^a-z0-9]+")
RANDOM_PART = re.compile(r"-[0-9a-f]{32}$")


def readable_part(name: str) -> str:
    """A club's name in Latin letters and digits, joined by hyphens, whole words if they fit; "club" if none are left.

    A club's name is public by nature, unlike a player's, which never stands in an address.
    """
    plain = "".join(anyascii(sign).replace("'", "") if sign.isalpha() else anyascii(sign) for sign in name)  # one letter may be ' in Latin
    part = NOT_IN_ADDRESS.sub("-", plain.lower()).strip("-")
    if len(part) > LONGEST_READABLE_PART:
        words, hyphen, _begun = part[: LONGEST_READABLE_PART + 1].rpartition("-")
        part = words if hyphen else part[:LONGEST_READABLE_PART]
    return part or "club"


def is_guessable(slug: str) -> bool:
    """Whether the address lacks a random part, as that of a demo club does."""
    return RANDOM_PART.search(slug) is None


def slug_for(name: str, random_part: str) -> str:
    """`random_part` must carry at least 128 bits; DESIGN section 6."""
    return f"{readable_part(name)}-{random_part}"
