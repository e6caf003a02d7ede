"""Keys for programs: issued, shown once, listed without their secret, revoked."""

from datetime import timedelta

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import desk_for
from clubs.domain.errors import ClubError
from clubs.domain.roles import Act
from clubs.domain.tokens import is_prefix
from clubs.forms import TokenForm, scopes_in_words
from clubs.fresh_sign_in import need_fresh_sign_in
from clubs.models import ApiToken, Club
from clubs.selectors import list_tokens
from clubs.services import Person, issue_token, revoke_token
from clubs.views.desk_frame import render_desk


@require_http_methods(["GET", "HEAD", "POST"])
def tokens(request: HttpRequest, club: str) -> HttpResponse:
    """The keys of a club. A new secret is shown by the page after the form, once: loading it again shows and makes nothing."""
    tenant = desk_for(request, club, Act.MANAGE_TOKENS)
    form, kept = TokenForm(request.POST or None), f"new key of {tenant.public_id}"
    if request.method == "POST":
        need_fresh_sign_in(request)
        if form.is_valid() and (new := _issue(request, tenant, form)):
            request.session[kept] = new
            return redirect("clubs:tokens", club=tenant.public_id)
    secret = request.session.pop(kept, "") if request.method == "GET" else ""
    address = request.build_absolute_uri(reverse("tournaments:api_events", args=[tenant.public_id]))
    told = [(token, scopes_in_words(token.scopes)) for token in list_tokens(tenant)]
    context = {"form": form, "secret": secret, "address": address, "tokens": told, "now": timezone.now()}
    return render_desk(request, tenant, "clubs/tokens.html", "clubs:tokens", context)


@require_POST
def revoke(request: HttpRequest, club: str) -> HttpResponse:
    """End one key; one that is not there, or not there any more, is passed over."""
    tenant = desk_for(request, club, Act.MANAGE_TOKENS)
    need_fresh_sign_in(request)
    prefix = request.POST.get("token", "")
    token = ApiToken.objects.filter(club=tenant, prefix=prefix).first() if is_prefix(prefix) else None
    if token is not None:
        revoke_token(club=tenant, token=token, by=_person(request))
        messages.success(request, gettext("The key is revoked. The program that used it is refused from now on."))
    return redirect("clubs:tokens", club=tenant.public_id)


def _issue(request: HttpRequest, club: Club, form: TokenForm) -> str:
    """The secret of the new key; empty, with the reason in the form, where the service refuses."""
    asked = form.cleaned_data
    expires_at = timezone.now() + timedelta(days=asked["holds"]) if asked["holds"] else None
    try:
        return issue_token(club=club, label=asked["label"], scopes=asked["scopes"], by=_person(request), expires_at=expires_at)[1]
    except ClubError as refused:
        form.add_error(None, gettext(refused.message) % refused.params)
        return ""


def _person(request: HttpRequest) -> Person:
    return request.user if request.user.is_authenticated else None
