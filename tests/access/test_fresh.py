"""Steps that a browser left open must not allow: they ask who is there first, write nothing, and do not give away what is there."""

import pytest

from clubs.models import Visibility
from tests.access.asking import ask
from tests.access.declared import DECLARED
from tests.access.table import Cell, Table, Tally
from tests.access.world import OWNER, Principal, World, make_world
from tests.signing_in import signed_in

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])

SENSITIVE = {
    "archives:close",
    "clubs:delete_account",
    "clubs:export_account",
    "clubs:leave",
    "clubs:member",
    "clubs:remove_member",
    "clubs:renew_invitation",
    "clubs:revoke_invitation",
    "clubs:revoke_token",
    "clubs:roles",
    "clubs:tokens",
}
"""Keys for programs, roles, handing over, deleting. Second factors and addresses: `tests/clubs/views/test_second_factors.py`."""
ASKS = "/accounts/reauthenticate/code/"


def stale_owner(world: World) -> Principal:
    """The owner of our club, who signed in an hour ago."""
    client = signed_in(world.ours.people[OWNER], minutes_ago=60, raise_request_exception=False, HTTP_HOST="127.0.0.1")
    return Principal("owner of ours", client, {world.ours.mark: OWNER}, is_signed_in=True)


def cells(table: Table, who: Principal) -> list[Cell]:
    """Every form of the site that this person sends to an object of their own club, or to one that names no club."""
    found = (cell for route, declared in DECLARED.items() if "POST" in declared.methods for cell in table.cells(route, declared))
    return [cell for cell in found if (cell.method, cell.who.name) == ("POST", who.name) and cell.is_open]


def test_each_of_them_asks_and_nothing_is_written_before() -> None:
    world = make_world()
    table, who = Table(world, Visibility.UNLISTED, Tally(), is_thorough=True), stale_owner(world)
    before, asking = table._digest(), set()
    for cell in cells(table, who):
        if cell.route in SENSITIVE:
            answer = ask(who, "POST", table.address_of(cell), table.body_of(cell))
            asking |= {cell.route} if answer.location.startswith(ASKS) else set()
    assert asking == SENSITIVE
    assert table._digest() == before


def test_who_may_not_is_refused_before_anybody_is_asked() -> None:
    """An administrator of another club sees no difference between what is there and what is not."""
    world = make_world()
    table = Table(world, Visibility.UNLISTED, Tally(), is_thorough=True)
    client = signed_in(world.theirs.people[OWNER], minutes_ago=60, raise_request_exception=False, HTTP_HOST="127.0.0.1")
    who = Principal("owner of theirs", client, {world.theirs.mark: OWNER}, is_signed_in=True)
    of_clubs = [route for route in SENSITIVE if DECLARED[route].keys]
    refused = {
        (cell.route, ask(who, "POST", table.address_of(cell), table.body_of(cell)).status)
        for route in of_clubs
        for cell in table.cells(route, DECLARED[route])
        if (cell.method, cell.who.name) == ("POST", who.name) and cell.target.club is world.ours and not cell.is_open
    }
    assert refused == {(route, 404) for route in of_clubs}
