"""Headers that keep every answer private unless a view has said otherwise, and a desk that asks who is there before anything else."""

from collections.abc import Callable

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django_htmx.http import HttpResponseClientRedirect

DESK = "/desk/"
INDEXABLE = "rookery_indexable"  # set by a view on its response when search engines may list the page


class PrivateByDefault:
    """`Cache-Control: private, no-store` where a view set none, and noindex on every content type.

    Such an answer always varies by cookie: whether a view asked who is there would tell whether it found something.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if "Cache-Control" not in response:
            response["Cache-Control"] = "private, no-store"
            patch_vary_headers(response, ["Cookie"])
        if not getattr(response, INDEXABLE, False):
            response["X-Robots-Tag"] = "noindex"
        return response


class SignInForDesk:
    """Whoever is not signed in is sent to sign in from every address of the desk, before anybody looks whether it exists.

    An arbiter whose session has lapsed comes back to the same page; what a form had sent is not kept, so a POST leads to the front.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info.startswith(DESK) and not request.user.is_authenticated:
            back = request.get_full_path() if request.method in ("GET", "HEAD") else DESK
            answer = redirect_to_login(back, settings.LOGIN_URL)
            return HttpResponseClientRedirect(answer.url) if "HX-Request" in request.headers else answer
        return self.get_response(request)
