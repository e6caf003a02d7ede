"""Founding a club: anybody who is signed in may, and is its owner."""

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_http_methods

from clubs.domain.errors import ClubError
from clubs.forms import FoundClubForm
from clubs.models import Club, Language
from clubs.services import found_club
from clubs.time_zones import LIKELIEST


@require_http_methods(["GET", "HEAD", "POST"])
@login_required(login_url="account_signup")  # who founds a club is new here more often than not
def found(request: HttpRequest) -> HttpResponse:
    """The form, and the desk of the new club once it is founded."""
    language = _language()
    form = FoundClubForm(request.POST or None, initial={"language": language, "time_zone": LIKELIEST.get(language)})
    if request.method == "POST" and form.is_valid() and (club := _found(request, form)):
        return redirect("ratings:desk", club.public_id)
    return render(request, "clubs/found.html", {"form": form, "shows_messages": True})


def _found(request: HttpRequest, form: FoundClubForm) -> Club | None:
    """The new club; None, with the reason in the form, where the service refuses."""
    assert isinstance(request.user, AbstractBaseUser)
    try:
        return found_club(by=request.user, **form.cleaned_data)
    except ClubError as error:
        form.add_error(None, gettext(error.message) % error.params)
        return None


def _language() -> str:
    """The reader's language is the likeliest one of the club."""
    language = (get_language() or "").partition("-")[0]
    return language if language in Language.values else Language.ENGLISH
