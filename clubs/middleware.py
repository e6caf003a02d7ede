"""Headers that keep every answer private unless a view has said otherwise."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

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
