"""Requests that no view was asked about: a page for people, and under /api/ an error in the API's one shape."""

from typing import Final, cast

from django.core.exceptions import RequestDataTooBig
from django.core.handlers.exception import convert_exception_to_response
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.views import defaults
from rest_framework.renderers import JSONRenderer

from clubs.middleware import DESK
from tournaments.api.errors import NOT_FOUND, error_body

API = "/api/"
TAKE_LARGE_TEXTS: Final = frozenset({"tournaments:publish", "ratings:opening"})
"""Pages that say by themselves what is too large, and do nothing when they are sent an empty form."""
_PIECE, _PIECES = 64 * 1024, 256  # of a body that is read and forgotten, so that the browser comes to reading the answer


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400 for what Django refuses by itself; a text too large to be kept in memory is answered by the page it was sent to."""
    if isinstance(exception, RequestDataTooBig):
        _pass_over_body(request)
        if (match := request.resolver_match) is not None and match.view_name in TAKE_LARGE_TEXTS:
            return cast(HttpResponse, convert_exception_to_response(lambda asked: match.func(asked, *match.args, **match.kwargs))(request))
    if not hasattr(request, "_post"):
        request._mark_post_parse_error()  # type: ignore[attr-defined]  # the page of the refusal would read the same form, and fail
    if not request.path_info.startswith(API):
        return defaults.bad_request(request, exception)
    return _api_answer("bad_request", "This request cannot be understood. Check its address and headers.", 400)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404 for an address that is not of the site, the same as for something that is not there."""
    if request.path_info.startswith(API):
        return _api_answer("not_found", NOT_FOUND, 404)
    return defaults.page_not_found(request, exception, "404_desk.html" if request.path_info.startswith(DESK) else "404.html")


def _pass_over_body(request: HttpRequest) -> None:
    """Leave the request with an empty form, whose token nobody has looked at."""
    request._mark_post_parse_error()  # type: ignore[attr-defined]
    try:
        for _ in range(_PIECES):
            if not request.read(_PIECE):
                return
    except UnreadablePostError:
        return


def _api_answer(code: str, message: str, status: int) -> HttpResponse:
    return HttpResponse(JSONRenderer().render(error_body(code, message)), content_type="application/json", status=status)
