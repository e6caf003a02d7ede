"""Bringing a club from another installation: anybody who is signed in may, and owns what they bring."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AbstractBaseUser
from django.core.files.uploadhandler import MemoryFileUploadHandler
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods

from archives.domain.errors import ArchiveRefused, Fault
from archives.forms import BringForm
from archives.interchange.reading import MEGABYTE, Limits
from archives.services.importing import import_in_turn

LIMITS = Limits(file=8, unpacked=16)
"""What is taken in within the 30 seconds that the web server gives a request; larger files are for the command."""

_FORM_OVERHEAD = 64 * 1024  # bytes of a form around its file


class ArchiveUploadHandler(MemoryFileUploadHandler):
    """Keeps a file up to this page's own limit in memory; a larger one is passed over."""

    def handle_raw_input(self, input_data: Any, META: Any, content_length: Any, boundary: Any, encoding: Any = None) -> None:
        self.activated = content_length <= LIMITS.file * MEGABYTE + _FORM_OVERHEAD


@csrf_exempt  # the form is read, and its token asked for, only when the limit of its file is set
@require_http_methods(["GET", "HEAD", "POST"])
def bring(request: HttpRequest) -> HttpResponse:
    """The form, and the desk of the club once it is here."""
    request.upload_handlers = [ArchiveUploadHandler(request)]
    answer: HttpResponse = _bring(request)
    return answer


@csrf_protect
@login_required(login_url="account_signup")
def _bring(request: HttpRequest) -> HttpResponse:
    form = BringForm(request.POST, request.FILES) if request.method == "POST" else BringForm()
    faults: tuple[Fault, ...] = ()
    if request.method == "POST":
        try:
            _refuse_large(request)
            if form.is_valid():
                return _brought(request, form)
        except ArchiveRefused as refused:
            faults = refused.faults
    told = [{"pointer": fault.pointer, "text": gettext(fault.message) % fault.params} for fault in faults]
    return render(request, "archives/bring.html", {"form": form, "faults": told}, status=422 if told or form.errors else 200)


def _brought(request: HttpRequest, form: BringForm) -> HttpResponse:
    assert isinstance(request.user, AbstractBaseUser)
    club = import_in_turn(content=form.cleaned_data["file"].read(), by=request.user, limits=LIMITS)
    messages.success(
        request,
        gettext("The club is here, and you are its owner. Only its arbiters see its pages until you choose otherwise under Privacy."),
    )
    return redirect("ratings:desk", club.public_id)


def _refuse_large(request: HttpRequest) -> None:
    """A file beyond the limit was passed over; say why it is missing."""
    if int(request.META.get("CONTENT_LENGTH") or 0) > LIMITS.file * MEGABYTE + _FORM_OVERHEAD:
        raise ArchiveRefused([Fault("too_large", (), {"limit": LIMITS.file})])
