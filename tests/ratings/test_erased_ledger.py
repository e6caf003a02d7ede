"""The ledger beside the database: an older copy forgets again whoever was erased since."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from clubs.domain.erased import Erased
from clubs.ledger import note_erasure, read_ledger
from clubs.tenancy.scope import club_scope
from players.domain.pseudonyms import pseudonym_of
from players.models import Player
from ratings.services.erasing import complete_ledger, erase_person, reapply_erasures
from tests.factories import make_club, make_player
from tests.ratings.erasing import NAME, Scene, everything_stored, traces
from tests.ratings.erasing import scene as scene

pytestmark = pytest.mark.django_db


def test_an_older_copy_of_the_database_forgets_again(
    scene: Scene,
    settings: Settings,
    tmp_path: Path,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    settings.ERASURE_LEDGER = tmp_path / "kept" / "ledger.jsonl"
    with django_capture_on_commit_callbacks(execute=True):
        erasure = erase_person(club=scene.club, player=scene.person, by=None)
    moment = erasure.at
    lines = list(read_ledger())
    ids = sorted([scene.person.public_id, scene.twin.public_id])
    [known] = lines
    assert {key: value for key, value in known.items() if key != "digests"} == {
        "erased": ids,
        "person": scene.person.public_id,
        "club": scene.club.public_id,
        "at": moment.isoformat(),
        "before": (timezone.localdate() + timedelta(days=1)).isoformat(),
    }
    assert (erasure.players, complete_ledger()) == (ids, 0)
    # As in a copy that was made before: the same ids, the names there.
    with club_scope(scene.club):
        Player.objects.filter(club=scene.club, pk__in=[scene.person.pk, scene.twin.pk]).update(name=NAME, erased_at=None)
        erasure.delete()
    other = make_club("Other club")
    make_player(other, NAME)
    lines += [{"erased": ids, "club": "unknown-club", "at": moment.isoformat()}, {"deleted": "x", "at": moment.isoformat()}]
    assert (reapply_erasures(lines), reapply_erasures(lines)) == (1, 0)
    with club_scope(scene.club):
        names = set(Player.objects.filter(club=scene.club, pk__in=[scene.person.pk, scene.twin.pk]).values_list("name", "erased_at"))
    assert names == {(pseudonym_of(scene.person.public_id), moment)}
    assert [row.split(":")[0] for row in traces(everything_stored())] == ["players_player"]  # of the other club


def test_what_the_database_alone_knows_is_written_into_the_ledger(scene: Scene, settings: Settings, tmp_path: Path) -> None:
    settings.ERASURE_LEDGER = tmp_path / "ledger.jsonl"
    erase_person(club=scene.club, player=scene.person, by=None)
    (tmp_path / "ledger.jsonl").write_text('{"cut off\n')
    assert (complete_ledger(), complete_ledger()) == (1, 0)


def test_a_line_that_was_cut_off_does_not_swallow_the_next(settings: Settings, tmp_path: Path) -> None:
    settings.ERASURE_LEDGER = tmp_path / "ledger.jsonl"
    (tmp_path / "ledger.jsonl").write_text('{"erased": ["cut o')
    for one in ("a", "b"):
        note_erasure(Erased("club", one, (one,), datetime.fromisoformat("2026-03-20T12:00:00+00:00")))
    assert [line["erased"] for line in read_ledger()] == [["a"], ["b"]]
