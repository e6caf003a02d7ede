"""The files that were sent and not published, as the desk lists them: whoever has sent one can go on with it or give it up."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext

from clubs.models import Club
from tournaments.models import StagedUpload
from tournaments.selectors.uploads import list_waiting_uploads


def waiting_uploads(request: HttpRequest, club: Club) -> list[dict[str, Any]]:
    """For `tournaments/uploads_waiting.html`. What a colleague's file is called is not told, only that it is there. One statement."""
    return [_line(club, upload, is_mine=upload.by_id == request.user.pk) for upload in list_waiting_uploads(club)]


def _line(club: Club, upload: StagedUpload, *, is_mine: bool) -> dict[str, Any]:
    address = [club.public_id, upload.public_id]
    named = upload.file_name or gettext("Pasted text")
    return {
        "name": named if is_mine else gettext("A file of an event"),
        "is_file": bool(upload.file_name),
        "at": upload.at,
        "by": upload.by,
        "check_url": reverse("tournaments:check_upload", args=address) if is_mine else None,
        "abandon_url": reverse("tournaments:abandon_upload", args=address) if is_mine else None,
    }
