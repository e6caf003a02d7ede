"""Doing something for an arbiter, and telling what was done or why not."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext

from clubs.services import Person
from players.domain.errors import PlayerError
from tournaments.domain.errors import IdentityRefused, TournamentError


def attempt(request: HttpRequest, act: Callable[[], str]) -> bool:
    """Do it, and leave its answer or the reason of the refusal as a message; True if it was done."""
    try:
        messages.success(request, act())
    except (IdentityRefused, PlayerError) as refused:
        template = refused.template if isinstance(refused, IdentityRefused) else refused.message
        messages.error(request, gettext(template) % refused.params)
    except TournamentError as refused:
        messages.error(request, refused.message)
    else:
        return True
    return False


def person_of(request: HttpRequest) -> Person:
    """Who acts, for the journal."""
    return request.user if request.user.is_authenticated else None
