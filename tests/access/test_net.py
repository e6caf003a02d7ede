"""Row-level security holds what the code forgets: with the club filter removed from every query nothing of another club comes back."""

import pytest
from django.db import connection, models

from clubs.models import Visibility
from clubs.tenancy.scope import club_scope, snapshot
from tests.access.declared import DECLARED
from tests.access.forgetting import guarded_models, queries_forget_their_club, without_row_level_security
from tests.access.table import Table, Tally
from tests.access.world import World, make_world
from tests.factories import make_club

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])

ASKING = ("owner of ours", "token of ours that reads")


def clubs_of(model: type[models.Model]) -> set[int]:
    """The clubs of all rows that a query without any condition finds."""
    return set(model._default_manager.values_list("club", flat=True))


def ask_forgetfully(world: World) -> dict[str, list[str]]:
    """What is wrong with the answers of each route to members of our club, while queries forget their club."""
    found: dict[str, list[str]] = {}
    table = Table(world, Visibility.UNLISTED, Tally(), is_thorough=True)
    with queries_forget_their_club():
        for route, declared in DECLARED.items():
            cells = (cell for cell in table.cells(route, declared) if declared.keys and cell.who.name in ASKING and cell.method == "GET")
            faults = [f"{cell}: {fault}" for cell in cells for fault in table.judge(cell)]
            if faults:
                found[route] = faults
    return found


def test_a_query_without_a_condition_finds_the_set_club_alone() -> None:
    """Every table has rows of both clubs, so that one could leak."""
    world = make_world()
    ours, theirs = world.ours.club, world.theirs.club
    for scope in (club_scope, snapshot):
        with scope(ours):
            assert {model.__name__: clubs_of(model) for model in guarded_models()} == {m.__name__: {ours.pk} for m in guarded_models()}
        with scope(theirs):
            assert {model.__name__: clubs_of(model) for model in guarded_models()} == {m.__name__: {theirs.pk} for m in guarded_models()}


def test_without_a_club_nothing_is_found_changed_or_deleted() -> None:
    make_world()
    with connection.cursor() as cursor:
        for model in guarded_models():
            table = model._meta.db_table
            for statement in (f'SELECT * FROM "{table}"', f'UPDATE "{table}" SET club_id = club_id', f'DELETE FROM "{table}"'):
                cursor.execute(statement)
                assert (statement, cursor.rowcount) == (statement, 0)


def test_a_club_without_rows_finds_nothing_whatever_others_have() -> None:
    make_world()
    newcomer = make_club("Newcomers")
    with club_scope(newcomer):
        assert {model.__name__ for model in guarded_models() if clubs_of(model)} == {"JournalEntry"}


@pytest.mark.slow
def test_no_page_shows_another_club_when_queries_forget_theirs() -> None:
    assert ask_forgetfully(make_world()) == {}


@pytest.mark.slow
def test_the_same_pages_do_show_it_once_the_net_is_down() -> None:
    """The positive control: it is row-level security that held, and the queries did forget."""
    world = make_world()
    with without_row_level_security():
        found = ask_forgetfully(world)
        with club_scope(world.ours.club), queries_forget_their_club():
            assert all(clubs_of(model) == {world.ours.club.pk, world.theirs.club.pk} for model in guarded_models())
    leaking = {route for route, faults in found.items() if any("tells of Brackley" in fault for fault in faults)}
    assert leaking >= {
        "players:people",
        "players:person",
        "ratings:desk",
        "ratings:event",
        "ratings:events",
        "ratings:player",
        "tournaments:api_event",
        "tournaments:api_events",
        "tournaments:check_upload",
        "tournaments:desk_event",
        "tournaments:names",
    }
