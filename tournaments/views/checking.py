"""What is shown of a file before it is published: what it holds, what is odd about it, and which event it may be."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.utils.translation import gettext, ngettext

from clubs.models import Club
from clubs.templatetags.rookery import day
from clubs.tenancy.scope import club_scope
from players.views.doubting import letters_of
from tournaments.domain.double_names import double_names
from tournaments.domain.errors import NotPublishable
from tournaments.domain.record import EventRecord, Reading, Remark
from tournaments.forms import NEW_EVENT
from tournaments.models import Event
from tournaments.selectors.events import find_event_by_identity
from tournaments.services.finding import Candidate, find_candidates, find_version_with
from tournaments.services.preparing import prepare_record, with_end
from tournaments.views.explaining import say
from tournaments.views.personal_data import dropped_sentence
from tournaments.views.upload_results import results_of

FIRST_ROWS = 10
MOST_LETTERS = 50
_LONGEST_PIECE = 60
_ANY_DAY = date(2000, 1, 1)  # stands for a date that is still to be given, to find every other fault


@dataclass(frozen=True, slots=True)
class Target:
    """Which event a file belongs to. `known` if the file says so itself; else `choices` are to be chosen from.

    `near` are the ids of the events that the page asks about: whoever answers "a new event" has seen them.
    """

    known: Event | None
    choices: tuple[tuple[str, str], ...]
    chosen: str
    unchanged: bool
    near: tuple[str, ...] = ()


def target_of(club: Club, record: EventRecord) -> Target:
    """Known by its id, or the nearest events first; "new" is chosen beforehand only where nothing is near."""
    if record.external_id is not None:
        with club_scope(club):
            known = find_event_by_identity(club, record.program, record.external_id)
        return Target(known, (), "", known is not None and _has_content(club, known, record))
    candidates = find_candidates(club=club, record=record)
    return replace(target_among(candidates), unchanged=any(_has_content(club, candidate.event, record) for candidate in candidates))


def target_among(candidates: Sequence[Candidate]) -> Target:
    """The events that a file without an id may belong to, and a new one; nothing to choose where there is no candidate."""
    near = tuple(candidate.event.public_id for candidate in candidates if candidate.near)
    choices = tuple((_value(candidate), _label(candidate)) for candidate in candidates)
    new = (NEW_EVENT, gettext("A new event"))
    if not choices:
        return Target(None, (), NEW_EVENT, False)
    return Target(None, (*choices, new) if near else (new, *choices), "" if near else NEW_EVENT, False, near)


def faults_of(record: EventRecord) -> tuple[Remark, ...]:
    """What keeps the event from being published, apart from a missing date."""
    try:
        prepare_record(record if record.starts_on else replace(record, starts_on=_ANY_DAY, ends_on=None))
    except NotPublishable as refusal:
        return refusal.remarks
    return ()


def preview_of(reading: Reading, text: str, today: date) -> dict[str, Any]:
    """The parts of the preview; `text` is the file, to show the lines that remarks are about, `today` by the club's clock."""
    record = reading.record
    faults = faults_of(record)
    return {
        "name": record.name,
        "facts": _facts(record),
        "results": results_of(record),
        "columns": [gettext("Name"), gettext("Rating"), gettext("Title")],
        "players": [(entry.number, entry.name, entry.rating, entry.title) for entry in record.entries[:FIRST_ROWS]],
        "more_players": max(0, len(record.entries) - FIRST_ROWS),
        "remark_columns": remark_columns(),
        "remarks": remark_rows(reading.warnings, text, "warnings"),
        "remark_notes": [*_notes_on_dates(record, today), *remark_notes(reading.warnings)],
        "faults": remark_rows(faults, text, "errors"),
        "fault_notes": remark_notes(faults),
        "doubles": double_names(record),
        "letters": [(entry.number, said) for entry in record.entries for said in letters_of(entry.name)][:MOST_LETTERS],
        "dropped": dropped_sentence(reading.dropped),
    }


def remark_columns() -> list[str]:
    """Heads of the columns after the line's number."""
    return [gettext("Column"), gettext("Text there")]


def remark_rows(remarks: Iterable[Remark], text: str, kind: str) -> list[dict[str, Any]]:
    """Rows of the preview table for remarks about a place, `kind` "errors" or "warnings": the file there, and what is said about it."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return [
        {
            "number": remark.line,
            "cells": [remark.column or "", _piece(lines, remark.line, remark.column)],
            "errors": [],
            "warnings": [],
            kind: [say(remark)],
        }
        for remark in remarks
        if remark.line is not None
    ]


def remark_notes(remarks: Iterable[Remark]) -> list[str]:
    """What is said of the file as a whole, and of no place in it."""
    return [say(remark) for remark in remarks if remark.line is None]


def _piece(lines: list[str], line: int | None, column: int | None) -> str:
    """The line around the column; of a player's row in a TRF only what follows: a date of birth may stand before it."""
    whole = lines[line - 1] if line is not None and line <= len(lines) else ""
    at = (column or 1) - 1
    start = at if whole.startswith("001") else max(0, at - _LONGEST_PIECE // 2)
    return whole[start : start + _LONGEST_PIECE].strip()


def _facts(record: EventRecord) -> list[str]:
    rounds, players = len(record.rounds), len(record.entries)
    games = sum(len(played.pairings) for played in record.rounds)
    dates = [str(day(when, "plain")) for when in dict.fromkeys((record.starts_on, record.ends_on)) if when is not None]
    return [
        " – ".join(dates) if dates else gettext("No date"),
        ngettext("%(players)s player", "%(players)s players", players) % {"players": players},
        ngettext("%(rounds)s round", "%(rounds)s rounds", rounds) % {"rounds": rounds},
        ngettext("%(games)s pairing or bye", "%(games)s pairings and byes", games) % {"games": games},
        *([] if record.finished else [gettext("not finished")]),
        *([] if record.rated else [gettext("not rated")]),
    ]


def _notes_on_dates(record: EventRecord, today: date) -> list[str]:
    """Of a day still to come, which is rather a slip of the pen: the ladder would have everything else before it for years."""
    last = max((when for when in (record.starts_on, record.ends_on) if when is not None), default=today)
    if last <= today:
        return []
    return [gettext("%(day)s is still to come. Look whether the date is right.") % {"day": day(last, "plain")}]


def _has_content(club: Club, event: Event, record: EventRecord) -> bool:
    """True if publishing the record would change nothing."""
    return record.starts_on is not None and find_version_with(club=club, event=event, record=with_end(record)) is not None


def _value(candidate: Candidate) -> str:
    assert candidate.event.latest is not None
    return f"{candidate.event.public_id}:{candidate.event.latest.number}"


def _label(candidate: Candidate) -> str:
    latest = candidate.event.latest
    assert latest is not None
    reasons = ", ".join(map(say, candidate.reasons))
    named = gettext("A new version of “%(name)s” (%(date)s)") % {"name": latest.name, "date": day(latest.starts_on, "plain")}
    return f"{named}: {reasons}" if reasons else named
