"""A file that was handed in at the desk and waits there: found again, read in another encoding, given up.

What is in it is not known here: a file of an event, or a table of ratings (`ratings.views.opening`).
"""

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import Promise

from clubs.access import desk_for
from clubs.domain.roles import Act
from clubs.models import Club
from clubs.views.desk_frame import render_desk
from tournaments.domain.errors import TournamentError, UnknownEncoding
from tournaments.forms import EncodingForm
from tournaments.models import StagedUpload
from tournaments.services.staging import choose_encoding, discard_upload, find_upload
from tournaments.views.explaining import person_of, say


@dataclass(frozen=True, slots=True)
class Counter:
    """Where files of one kind are handed in: what somebody must be allowed to do, the names of its addresses, and its words.

    `page` is the part of the desk that it belongs to, `send` the form; the other addresses are those of one file.
    """

    act: Act
    page: str
    send: str
    check: str
    encoding: str
    abandon: str
    gone: Promise
    abandoned: Promise
    abandon_label: Promise

    def find(self, request: HttpRequest, club: str, upload: str) -> tuple[Club, StagedUpload | None]:
        """The club, and the file if this person has handed it in and it still waits. Raises Http404 as `desk_for` does."""
        tenant = desk_for(request, club, self.act)
        return tenant, find_upload(club=tenant, public_id=upload, by=person_of(request))

    def tell_gone(self, request: HttpRequest, club: Club) -> HttpResponse:
        """For somebody who comes too late."""
        messages.info(request, str(self.gone))
        return redirect(self.send, club=club.public_id)

    def look_at(self, club: Club, upload: StagedUpload) -> HttpResponse:
        """To the page of what is in it."""
        return redirect(self.check, club=club.public_id, upload=upload.public_id)

    def given_up(self, club: Club, upload: StagedUpload) -> dict[str, str | None]:
        """For `tournaments/given_up.html`. Another encoding is asked for only where one was chosen."""
        address = [club.public_id, upload.public_id]
        return {
            "encoding_url": reverse(self.encoding, args=address) if upload.encoding else None,
            "abandon_url": reverse(self.abandon, args=address),
            "abandon_label": str(self.abandon_label),
        }

    def ask_encoding(self, request: HttpRequest, club: Club, upload: StagedUpload, error: UnknownEncoding) -> HttpResponse:
        """In which encoding do the names look right? Kept with the file."""
        choices = [(preview.encoding, preview.encoding) for preview in error.previews]
        form = EncodingForm(choices, request.POST if request.method == "POST" else None)
        if form.is_valid():
            choose_encoding(club=club, upload=upload, encoding=form.cleaned_data["encoding"])
            return self.look_at(club, upload)
        context = {"given_up": self.given_up(club, upload), "form": form, "previews": error.previews, "message": told(error)}
        return render_desk(request, club, "tournaments/encoding.html", self.page, context, status=422 if form.errors else 200)

    def change_encoding(self, request: HttpRequest, club: str, upload: str) -> HttpResponse:
        """Forget the chosen encoding, so that it is asked for again."""
        tenant, staged = self.find(request, club, upload)
        if staged is None:
            return self.tell_gone(request, tenant)
        choose_encoding(club=tenant, upload=staged, encoding="")
        return self.look_at(tenant, staged)

    def abandon_upload(self, request: HttpRequest, club: str, upload: str) -> HttpResponse:
        """Forget the file."""
        tenant, staged = self.find(request, club, upload)
        if staged is not None:
            discard_upload(club=tenant, upload=staged)
            messages.info(request, str(self.abandoned))
        return redirect(self.send, club=tenant.public_id)


def told(error: TournamentError) -> str:
    """Everything that is said of a file that cannot be read."""
    return " ".join(map(say, error.remarks)) or error.message
