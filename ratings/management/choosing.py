"""Which clubs a command is about: one by its address or id, or all."""

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from clubs.management.choosing import chosen_club
from clubs.models import Club


def add_club_arguments(parser: ArgumentParser, *, required: bool) -> None:
    """`--club SLUG` or `--all`. Where neither is required, all are meant without them."""
    choice = parser.add_mutually_exclusive_group(required=required)
    choice.add_argument("--club", metavar="SLUG", help="the address, or the public id, of one club")
    choice.add_argument("--all", action="store_true", help="every club")


def chosen_clubs(options: dict[str, Any]) -> Iterator[Club]:
    """The clubs that were asked for.

    Raises:
        CommandError: no club has this address.
    """
    if options["club"] is None:
        yield from Club.objects.order_by("pk")
        return
    yield chosen_club(options["club"])
