"""Every form of the site that an owner sends: what it writes of the club is a line of the journal, by whoever has sent it."""

import pytest
from django.db import transaction

from clubs.models import JournalEntry, Visibility
from clubs.tenancy.scope import club_scope
from tests.access.declared import DECLARED
from tests.access.rows import changed_tables
from tests.access.table import Cell, Table, Tally
from tests.access.world import OWNER, World, make_world

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])

NOT_YET_OF_THE_CLUB = {"tournaments_stagedupload"}
"""A file that waits to be published or thrown away."""


def cells_of(table: Table, world: World) -> list[Cell]:
    """Whatever the owner may send about something of the club."""
    posted = (cell for route, declared in DECLARED.items() if "POST" in declared.methods for cell in table.cells(route, declared))
    sent = (cell for cell in posted if (cell.method, cell.who.name) == ("POST", "owner of ours"))
    return [cell for cell in sent if cell.is_open and cell.target.is_usual and cell.target.club is world.ours]


def authors(world: World) -> dict[int, int | None]:
    """Of every line of the club's journal."""
    with club_scope(world.ours.club):
        return dict(JournalEntry.objects.values_list("pk", "by"))


def test_what_is_written_is_a_line_by_whoever_wrote_it() -> None:
    world = make_world()
    table, known = Table(world, Visibility.UNLISTED, Tally(), is_thorough=True), authors(world)
    silent, of_nobody, lines = [], [], 0
    for cell in cells_of(table, world):
        with transaction.atomic():
            before = table._digest_inside(cell)
            table._ask(cell)
            written = {*changed_tables(before, table._digest_inside(cell))} - NOT_YET_OF_THE_CLUB
            new = {pk: by for pk, by in authors(world).items() if pk not in known}
            transaction.set_rollback(True)
        lines += len(new)
        silent += [str(cell)] if written and not new else []
        of_nobody += [cell.route] if {*new.values()} - {world.ours.people[OWNER].pk} else []
    assert silent == []
    assert of_nobody == ["ratings:family_consent", "ratings:family_withdraw", "ratings:family_ask"]  # the family, whoever has its link
    assert lines > 30
