"""Pages of a club that are kept for strangers: one statement says whether the page is still the same, and then nothing is rendered.

Kept is by everything that such a page is made of: the club's row with its policy version (visibility, names); build, queue and
failures of its ladder; the language; the address with what was asked; and the date by the club's clock, by which names lapse and
people become inactive.
Whoever has a session is a stranger no more, and gets the page rendered afresh, for nobody to keep.
"""

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, Protocol, TypeVar

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from clubs.access import club_for
from clubs.domain.pausing import PagePaused
from clubs.kept import KEPT, answer_with, can_be_kept, page_of
from clubs.tenancy.scope import snapshot
from ratings.selectors import get_ladder_state
from ratings.selectors.kept import PageState, find_page_state


class Asked(Protocol):
    """What the query of an address asks for, in one form for one meaning. Without it two spellings would be two pages."""

    @property
    def is_kept(self) -> bool:
        """False where the visitor wrote some of the page, as in a search."""


Query = TypeVar("Query", bound=Asked)
Answer = Callable[..., HttpResponse]


def kept_page(read: Callable[[QueryDict], Query]) -> Callable[[Callable[..., HttpResponse]], Answer]:
    """A page of a club, `view(request, state, asked, …)`, called inside a snapshot of it; what a stranger gets is kept.

    `state` is of the same snapshot. `read` makes of the query what is asked for, and is all that the view may take from it.
    """

    def decorate(view: Callable[..., HttpResponse]) -> Answer:
        name = f"{view.__module__}.{view.__qualname__}"

        @require_safe
        @wraps(view)
        def answer(request: HttpRequest, slug: str, **parts: Any) -> HttpResponse:
            asked = read(request.GET)
            if settings.SESSION_COOKIE_NAME in request.COOKIES or not asked.is_kept:
                club = club_for(request, slug)
                with snapshot(club):
                    return view(request, PageState(club, get_ladder_state(club)), asked, **parts)
            about: Hashable = (name, get_language(), asked, tuple(parts.items()))
            return _answer_stranger(request, slug, about, lambda state: view(request, state, asked, **parts))

        return answer

    return decorate


def _answer_stranger(request: HttpRequest, slug: str, about: Hashable, render: Callable[[PageState], HttpResponse]) -> HttpResponse:
    state = _state_for_strangers(slug)
    page = KEPT.find(_key(state, about))
    if page is None:
        with snapshot(state.club):
            state = _state_for_strangers(slug)  # of the same moment as all that the page shows
            key, response = _key(state, about), render(state)
        if not can_be_kept(request, response):
            return response
        page = page_of(response)
        KEPT.keep(key, page, of=state.club.pk, edition=state.club.policy_version)
    return answer_with(request, page)


def _key(state: PageState, about: Hashable) -> Hashable:
    return (state.key, state.club.today, about)


def _state_for_strangers(slug: str) -> PageState:
    """Raises Http404 and PagePaused as `club_for` does: no such club, or not for strangers. The clock is asked each time."""
    state = find_page_state(slug)
    if state is None or not state.club.shows_pages:
        raise Http404
    if state.club.is_paused:
        raise PagePaused
    return state
