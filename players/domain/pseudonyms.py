"""What stands in the place of a name whose person was erased: a text that comes from the random id and from nothing of the name.

It takes the name's place in every row, so that whatever compares names (who is who from one version to the next, digests, files) goes
on without it. Readers see it in their own language, with a number that is the person's for good (`players.selectors.door`).
"""

import re

from players.domain.errors import NameRefused
from players.domain.names import clean_name

_BEFORE = "Former player "
_PSEUDONYM = re.compile(rf"{_BEFORE}([A-Za-z0-9_-]{{4,22}})")


def pseudonym_of(public_id: str) -> str:
    """The pseudonym of the person with this random id."""
    return f"{_BEFORE}{public_id}"


def is_pseudonym(name: str) -> bool:
    """True if a text is one; of a file that was exported here and comes back too."""
    return name.startswith(_BEFORE) and _PSEUDONYM.fullmatch(name) is not None


def living_name(raw: str) -> str:
    """The name of somebody living as it is stored (`clean_name`). Raises NameRefused as it does, and name_is_pseudonym."""
    name = clean_name(raw)
    if is_pseudonym(name):
        raise NameRefused("name_is_pseudonym")
    return name


def public_id_behind(pseudonym: str) -> str:
    """The random id that a pseudonym was made of. Raises ValueError for another text."""
    found = _PSEUDONYM.fullmatch(pseudonym)
    if found is None:
        raise ValueError("This text is no pseudonym.")
    return found.group(1)
