"""A file between sending and confirming: kept for a day at most, seen by nobody but the person who sent it."""

from django.utils import timezone

from clubs.models import Club
from clubs.services import Person
from clubs.tenancy.scope import club_scope
from tournaments.domain.errors import TooLarge
from tournaments.domain.uploads import KEPT_FOR, UploadPurpose
from tournaments.interchange.limits import MAX_BYTES
from tournaments.interchange.remarks import make_remark
from tournaments.models import StagedUpload

_LONGEST_FILE_NAME = 120


def stage_upload(
    *, club: Club, content: bytes, file_name: str, by: Person, purpose: UploadPurpose = UploadPurpose.EVENT, instead_of: str = ""
) -> StagedUpload:
    """Keep a file until its sender has looked at it, `instead_of` one with this id; those that are a day old go. Errors: TooLarge."""
    if len(content) > MAX_BYTES:
        remark = make_remark("file_too_large", size=len(content), limit=MAX_BYTES)
        raise TooLarge(remark.code, remark.message, (remark,))
    clear_old_uploads(club=club)
    sender = None if by is None else by.pk
    with club_scope(club):
        if instead_of:
            StagedUpload.objects.filter(club=club, public_id=instead_of, by_id=sender).delete()
        return StagedUpload.objects.create(
            club=club, content=content, file_name=file_name[-_LONGEST_FILE_NAME:], by_id=sender, purpose=purpose
        )


def find_upload(*, club: Club, public_id: str, by: Person) -> StagedUpload | None:
    """The file that this person sent; None once it is published, abandoned or a day old."""
    with club_scope(club):
        mine = StagedUpload.objects.filter(club=club, public_id=public_id, by_id=None if by is None else by.pk)
        return mine.filter(at__gt=timezone.now() - KEPT_FOR).first()


def choose_encoding(*, club: Club, upload: StagedUpload, encoding: str) -> None:
    """Remember in which encoding a person found the names right; "" asks again."""
    with club_scope(club):
        StagedUpload.objects.filter(club=club, pk=upload.pk).update(encoding=encoding)


def discard_upload(*, club: Club, upload: StagedUpload) -> bool:
    """Forget the file; False if somebody has done so. Of two at once the second waits for the first."""
    with club_scope(club):
        return StagedUpload.objects.filter(club=club, pk=upload.pk).delete()[0] > 0


def clear_old_uploads(*, club: Club) -> int:
    """Forget what nobody confirmed within a day; returns how many."""
    with club_scope(club):
        return StagedUpload.objects.filter(club=club, at__lte=timezone.now() - KEPT_FOR).delete()[0]
