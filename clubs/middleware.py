"""Headers that keep every answer private unless a view has said otherwise, and a desk that asks who is there before anything else."""

from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext
from django_htmx.http import HttpResponseClientRedirect

from clubs.domain.pausing import PagePaused

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


class AnswerPaused:
    """What a paused club answers whoever does not act for it, in the form that was asked for. It tells nothing of the club."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, PagePaused):
            return None
        text = gettext("This club's page is paused.")
        if request.path_info.endswith(".json"):
            return JsonResponse({"error": {"code": "paused", "message": text}}, status=HTTPStatus.PAYMENT_REQUIRED)
        if request.path_info.endswith(".csv"):
            return HttpResponse(f"{text}\n", content_type="text/plain; charset=utf-8", status=HTTPStatus.PAYMENT_REQUIRED)
        return HttpResponse(render_to_string("clubs/paused.html"), status=HTTPStatus.PAYMENT_REQUIRED)


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
