"""The page that says what is stored about people."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from clubs.middleware import INDEXABLE
from config.stored import GROUPS


@require_safe
def what_we_store(request: HttpRequest) -> HttpResponse:
    """Line by line: what, why, who sees it, how long; the same for every club."""
    groups = [
        {
            "title": gettext(group.title),
            "rows": [[gettext(text) for text in (row.what, row.why, row.who_sees, row.how_long)] for row in group.rows],
        }
        for group in GROUPS
    ]
    response = render(request, "clubs/what_we_store.html", {"groups": groups})
    setattr(response, INDEXABLE, True)
    return response
