"""Doing something for an arbiter, and telling what was done or why not."""

from collections.abc import Callable
from datetime import datetime

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext

from clubs.services import Person
from clubs.templatetags.rookery import day
from players.domain.errors import PlayerError
from tournaments.domain.errors import CorrectionRefused, DecisionConflict, IdentityRefused, TournamentError
from tournaments.interchange.remarks import render_remark


def attempt(request: HttpRequest, act: Callable[[], str]) -> bool:
    """Do it, and leave its answer or the reason of the refusal as a message; True if it was done."""
    try:
        messages.success(request, act())
    except (IdentityRefused, CorrectionRefused, PlayerError) as refused:
        template = refused.message if isinstance(refused, PlayerError) else refused.template
        params = dict(refused.params)
        if isinstance(refused, DecisionConflict) and refused.at:
            params["when"] = moment(refused.at)
        messages.error(request, gettext(template) % params)
    except TournamentError as refused:
        messages.error(request, " ".join(render_remark(one, gettext) for one in refused.remarks) or refused.message)
    else:
        return True
    return False


def moment(at: datetime) -> str:
    """A day and a time in the format of the pages, by the clock that `at` goes by: 30 Nov 2026, 04:02."""
    return f"{day(at.date(), 'plain')}, {at:%H:%M}"


def person_of(request: HttpRequest) -> Person:
    """Who acts, for the journal."""
    return request.user if request.user.is_authenticated else None
