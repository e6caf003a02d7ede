"""Addresses with control characters, which no link of the site has and no database takes."""

import unicodedata
from collections.abc import Callable
from urllib.parse import unquote_plus

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse

_TYPED = dict.fromkeys(map(ord, "\t\n\r"))


class RefuseControlCharacters:
    """404 for a control character in the path, 400 for one in the query string that no typed text holds. The last of the middleware.

    So the answer passes all the others on its way out, as that of a view does, and is in the reader's language.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if has_control_character(request.path_info):
            raise Http404
        if has_control_character(unquote_plus(request.META.get("QUERY_STRING", "")).translate(_TYPED)):
            raise BadRequest("The query string holds a control character.")
        return self.get_response(request)


def has_control_character(text: str) -> bool:
    return any(unicodedata.category(character) == "Cc" for character in text)
