"""Every route × method × principal × object, in clubs of each visibility."""

import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from clubs.models import Visibility
from clubs.views.dev_mail import FOLDER_BACKEND
from ratings.models import SweeperHeartbeat
from tests.access.conftest import FIGURES
from tests.access.declared import DECLARED, GROUPS
from tests.access.routes import is_foreign, is_ours, list_routes
from tests.access.table import Table, Tally
from tests.access.world import make_world

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


def test_every_route_is_declared_and_every_declared_route_exists() -> None:
    ours = {route.name for route in list_routes() if is_ours(route)}
    assert (sorted(ours - DECLARED.keys()), sorted(DECLARED.keys() - ours)) == ([], [])
    assert [route for route in list_routes() if not is_ours(route) and not is_foreign(route)] == []


@pytest.mark.slow
@pytest.mark.timeout(900)  # seconds; on an idle machine it takes a twentieth of that
@pytest.mark.parametrize("group", GROUPS)
def test_everybody_reaches_what_is_theirs_and_nothing_else(
    group: str, settings: Any, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    """Every object and every method in unlisted clubs; in the others what depends on who may see the club."""
    SweeperHeartbeat.objects.create(seen_at=timezone.now() + timedelta(hours=1))
    world, tally, began = make_world(), Tally(), time.monotonic()
    settings.EMAIL_BACKEND, settings.MAIL_DIR = FOLDER_BACKEND, tmp_path  # without the mails of making the world
    for visibility in Visibility.values:
        table = Table(world, visibility, tally, is_thorough=visibility == Visibility.UNLISTED)
        for route, declared in GROUPS[group].items():
            table.ask_route(route, declared)
    record_property(FIGURES, tally.figures(len(GROUPS[group]), len(world.principals), time.monotonic() - began))
    assert not tally.faults, "\n".join(tally.faults)
    assert sorted({route for route, declared in GROUPS[group].items() if declared.methods} - tally.succeeded) == []
