"""Files that wait to be confirmed: for their sender, for a day."""

from datetime import timedelta

import pytest

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from tests.factories import make_club, make_user
from tournaments.domain.errors import TooLarge
from tournaments.domain.uploads import KEPT_FOR
from tournaments.interchange.limits import MAX_BYTES
from tournaments.models import StagedUpload
from tournaments.services.staging import discard_upload, find_upload, stage_upload
from tournaments.tasks import forget_old_uploads

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def stage(club: Club, age: timedelta = timedelta(0)) -> StagedUpload:
    upload = stage_upload(club=club, content=b"012 Open\n", file_name="open.trf", by=None)
    with club_scope(club):
        StagedUpload.objects.filter(pk=upload.pk).update(at=upload.at - age)
    return upload


def kept(club: Club) -> set[int]:
    with club_scope(club):
        return set(StagedUpload.objects.values_list("pk", flat=True))


def test_a_file_is_found_by_its_sender_in_its_club() -> None:
    club, sender = make_club(), make_user()
    upload = stage_upload(club=club, content=b"012 Open\n", file_name="open.trf", by=sender)

    found = find_upload(club=club, public_id=upload.public_id, by=sender)

    assert found is not None
    assert (bytes(found.content), found.file_name, found.encoding) == (b"012 Open\n", "open.trf", "")
    assert find_upload(club=club, public_id=upload.public_id, by=make_user()) is None
    assert find_upload(club=make_club(), public_id=upload.public_id, by=sender) is None


def test_the_second_of_two_who_delete_it_is_told_so() -> None:
    club = make_club()
    upload = stage(club)

    assert [discard_upload(club=club, upload=upload) for _ in range(2)] == [True, False]


def test_what_is_a_day_old_goes_in_every_club() -> None:
    clubs = [make_club(), make_club()]
    stage(clubs[0], KEPT_FOR)
    stage(clubs[1], KEPT_FOR + timedelta(days=3))
    young = [stage(club, KEPT_FOR - timedelta(minutes=5)) for club in clubs]
    stage(clubs[1], KEPT_FOR)

    forget_old_uploads()

    assert [kept(club) for club in clubs] == [{upload.pk} for upload in young]


def test_the_limit_is_the_readers() -> None:
    club = make_club()

    with pytest.raises(TooLarge):
        stage_upload(club=club, content=b"0" * (MAX_BYTES + 1), file_name="", by=None)

    assert kept(club) == set()
    assert stage_upload(club=club, content=b"0" * MAX_BYTES, file_name="a" * 300, by=None).file_name == "a" * 120
