"""Choosing the language of the site: the one form that strangers send, and therefore the one that needs no token.

A token would make every page with the switch a page of one visitor alone, which could not be kept. A browser says itself where a
form stands (`Origin`); one that does not say it must bring the token.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.i18n import set_language

_with_token: Callable[[HttpRequest], HttpResponse] = csrf_protect(set_language)


@csrf_exempt
def choose_language(request: HttpRequest) -> HttpResponse:
    """Keep the language in a cookie and go back to the page (`next`), on this site alone."""
    return set_language(request) if _was_sent_here(request) else _with_token(request)


def _was_sent_here(request: HttpRequest) -> bool:
    """True if the form stands on a page of this site, as the browser tells."""
    ours = f"{request.scheme}://{request.get_host()}"
    return request.META.get("HTTP_ORIGIN") in {ours, *settings.CSRF_TRUSTED_ORIGINS}
