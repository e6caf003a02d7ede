"""Doing something for an arbiter, and telling what was done or why not."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext

from clubs.services import Person
from clubs.templatetags.rookery import day
from players.domain.errors import PlayerError
from tournaments.domain.errors import CorrectionRefused, DecisionConflict, IdentityRefused, TournamentError
from tournaments.domain.record import Remark
from tournaments.interchange.remarks import render_remark

_DATES = frozenset({"date", "given", "stated", "starts_on", "ends_on", "first", "last"})
"""Parameters of messages that hold dates of ours. What is quoted from a file stays as it stands there."""
_IDS = frozenset({"event_has_other_id", "event_id_taken", "id_conflict"})
"""Messages that quote the ids by which programs know events: an id may well be the day of the evening, and is shown as it is written."""
_ISO_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def attempt(request: HttpRequest, act: Callable[[], str]) -> bool:
    """Do it, and leave its answer or the reason of the refusal as a message; True if it was done."""
    try:
        messages.success(request, act())
    except (IdentityRefused, CorrectionRefused, PlayerError) as refused:
        template = refused.message if isinstance(refused, PlayerError) else refused.template
        params = in_words(refused.params)
        if isinstance(refused, DecisionConflict) and refused.at:
            params["when"] = moment(refused.at)
        messages.error(request, gettext(template) % params)
    except TournamentError as refused:
        messages.error(request, " ".join(map(say, refused.remarks)) or refused.message)
    else:
        return True
    return False


def say(remark: Remark) -> str:
    """The sentence of a remark in the reader's language, dates in it as the language writes them."""
    params = remark.params if remark.code in _IDS else in_words(remark.params)
    return render_remark(replace(remark, params=params), gettext)


def in_words(params: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of a message for a page: dates, which messages keep as ISO 8601 has them, as the language writes them."""
    return {name: _in_words(value) if name in _DATES else value for name, value in params.items()}


def _in_words(value: Any) -> Any:
    """What looks like a date may be none."""
    try:
        return day(date.fromisoformat(value), "plain") if isinstance(value, str) and _ISO_DATE.fullmatch(value) else value
    except ValueError:
        return value


def moment(at: datetime) -> str:
    """A day and a time in the format of the pages, by the clock that `at` goes by: 30 Nov 2026, 04:02."""
    return f"{day(at.date(), 'plain')}, {at:%H:%M}"


def person_of(request: HttpRequest) -> Person:
    """Who acts, for the journal."""
    return request.user if request.user.is_authenticated else None
