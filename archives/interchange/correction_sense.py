"""What the pages of corrections rely on, beyond the shape of a detail."""

from collections.abc import Iterable
from datetime import date
from typing import Any

from archives.domain.errors import Path
from players.services import HIGHEST_START, LOWEST_START
from ratings.domain.errors import RatingError
from ratings.domain.rules import Rules
from ratings.interchange.opening_cells import MOST_GAMES
from ratings.models import CorrectionKind
from tournaments.domain.corrections import EventPatch
from tournaments.domain.errors import TournamentError

_OF_EVENT = frozenset(
    {
        *(CorrectionKind.RESULTS, CorrectionKind.DATES, CorrectionKind.RATED, CorrectionKind.REMOVED),
        *(CorrectionKind.RESTORED, CorrectionKind.ORDER, CorrectionKind.PUBLICATION),
    }
)


def correction_fault(row: dict[str, Any]) -> Path | None:
    """Where a correction says something that cannot be read; None if all of it can be. Its detail has the shape of its kind."""
    kind, detail = row["kind"], row["detail"]
    if kind in _OF_EVENT and row["event"] is None:
        return ("event",)
    if kind == CorrectionKind.START_RATING and row["player"] is None:
        return ("player",)
    try:
        if "patch" in detail:
            EventPatch.from_json(detail["patch"])
        if kind == CorrectionKind.RULES:
            for figures in (detail["before"], detail["after"], detail.get("held"), detail.get("holds")):
                Rules(**figures or {})
            _day(detail["since"])
        if kind == CorrectionKind.START_RATING:
            _starts(detail[name] for name in ("before", "after", "held", "holds") if name in detail)
        if kind == CorrectionKind.OPENING:
            _starts([*detail["before"].values(), *detail["after"].values()])
            for day in detail["as_of"]:
                _day(day)
    except (KeyError, TypeError, ValueError, AttributeError, RatingError, TournamentError):
        return ("detail",)
    return None


def _starts(found: Iterable[tuple[int | None, int | None]]) -> None:
    """Raises ValueError: undoing a correction puts back what was."""
    for rating, games in found:
        if not (rating is None or LOWEST_START <= rating <= HIGHEST_START) or not (games is None or 0 <= games <= MOST_GAMES):
            raise ValueError("out of range")


def _day(text: str | None) -> None:
    if text is not None:
        date.fromisoformat(text)
