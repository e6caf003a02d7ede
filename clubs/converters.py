"""What may stand in an address: ids and names of clubs by their form alone, so that nothing else ever reaches a query.

An address of another form is not of the site: it gets the same answer as an id that nothing has.
"""

import re

from django.urls import register_converter
from django.urls.converters import StringConverter, get_converters

from clubs.domain.invitations import SECRET_LENGTH

ID = "(?:[A-Za-z0-9_-]{22}|[A-Za-z0-9_-]{11}|[A-Za-z0-9_-]{8})"
SLUG = "[a-z0-9-]{1,80}"


class IdConverter(StringConverter):
    """`<id:…>`: the public id of a club, an event or a file that waits (`clubs.models.new_public_id`), or of a person, which is shorter.

    Who became known earlier has one of 22 or 11 characters, new people have 8.
    """

    regex = ID


class SlugConverter(StringConverter):
    """`<slug_of_club:…>`: the readable address of a club (`clubs.domain.addresses`)."""

    regex = SLUG


class SecretConverter(StringConverter):
    """`<secret:…>`: the secret of an invitation (`clubs.domain.invitations`)."""

    regex = f"[A-Za-z0-9_-]{{{SECRET_LENGTH}}}"


def register_converters() -> None:
    """Make them known to `path`; every urls.py that uses them asks for it, whichever is read first."""
    for name, converter in (("id", IdConverter), ("slug_of_club", SlugConverter), ("secret", SecretConverter)):
        if name not in get_converters():
            register_converter(converter, name)


def is_public_id(text: str) -> bool:
    """True if an id may look like this."""
    return re.fullmatch(ID, text) is not None
