"""One's own account: what there is of it, taking it along, and deleting it."""

from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.domain.errors import OwnerOfClubs
from clubs.fresh_sign_in import is_fresh, lead_to_sign_in, need_fresh_sign_in
from clubs.selectors import list_owned_alone, list_perhaps_paid_by
from clubs.services import delete_account, describe_account


@require_safe
@login_required
def account(request: HttpRequest) -> HttpResponse:
    """Where each part of the account is."""
    ready = "file" in request.GET and is_fresh(request)
    return render(request, "clubs/account.html", {"shows_messages": True, "ready": ready})


@require_POST
@login_required
def export_account(request: HttpRequest) -> HttpResponse:
    """Everything about the account as a file."""
    if not is_fresh(request):
        return lead_to_sign_in(request, f"{reverse('clubs:account')}?file")
    answer = JsonResponse(describe_account(user=_user(request)), json_dumps_params={"ensure_ascii": False, "indent": 2})
    answer["Content-Disposition"] = 'attachment; filename="rookery-account.json"'
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def end_account(request: HttpRequest) -> HttpResponse:
    """What would be deleted and what stays; then that it is done."""
    refusal = ""
    if request.method == "POST":
        need_fresh_sign_in(request)
        try:
            delete_account(user=_user(request))
        except OwnerOfClubs as refused:
            refusal = gettext(refused.message) % refused.params
        else:
            logout(request)
            return render(request, "clubs/account_deleted.html")
    paying = [club for club in list_perhaps_paid_by(_user(request)) if club.pays_on]
    context = {"refusal": refusal, "owned": list_owned_alone(_user(request)), "paying": paying, "shows_messages": True}
    return render(request, "clubs/delete_account.html", context)


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user
