"""Requests that no view was asked about: a page for people, and under /api/ an error in the API's one shape."""

from django.http import HttpRequest, HttpResponse
from django.views import defaults
from rest_framework.renderers import JSONRenderer

from tournaments.api.errors import NOT_FOUND, error_body

API = "/api/"


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400 for what Django refuses by itself."""
    if not request.path_info.startswith(API):
        return defaults.bad_request(request, exception)
    return _api_answer("bad_request", "This request cannot be understood. Check its address and headers.", 400)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404 for an address that is not of the site, the same as for something that is not there."""
    return _api_answer("not_found", NOT_FOUND, 404) if request.path_info.startswith(API) else defaults.page_not_found(request, exception)


def _api_answer(code: str, message: str, status: int) -> HttpResponse:
    return HttpResponse(JSONRenderer().render(error_body(code, message)), content_type="application/json", status=status)
