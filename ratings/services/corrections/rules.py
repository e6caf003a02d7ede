"""The rules of the ladder as a correction: figures set for a date, or forgotten."""

from dataclasses import asdict, dataclass
from datetime import date
from typing import Any, ClassVar

from clubs.models import Club
from clubs.services import Person
from ratings.domain.errors import CorrectionRefused
from ratings.domain.rules import Rules
from ratings.models import Correction, CorrectionKind, LadderRules
from ratings.selectors import ladder_rules_of
from ratings.services.corrections.actions import Applied
from ratings.services.rules import drop_rules, set_rules


@dataclass(frozen=True, slots=True)
class SetRules:
    """These figures hold for events that start on `since` or later (None: from the beginning), until the next date with its own."""

    since: date | None
    rules: Rules
    kind: ClassVar[CorrectionKind] = CorrectionKind.RULES

    def apply(self, *, club: Club, by: Person) -> Applied:
        if _held(club, self.since) == self.rules:
            raise CorrectionRefused("nothing_changes")
        return _change(club, by, self.since, _figures_of(club, self.since), self.rules)


@dataclass(frozen=True, slots=True)
class DropRules:
    """The figures of a date are forgotten: those before it hold on."""

    since: date | None
    kind: ClassVar[CorrectionKind] = CorrectionKind.RULES

    def apply(self, *, club: Club, by: Person) -> Applied:
        return _change(club, by, self.since, _figures_of(club, self.since), None)


@dataclass(frozen=True, slots=True)
class PutRulesBack:
    """The figures of a date, which are `now`, become `wanted` again; None: there are none for this date."""

    since: date | None
    now: Rules | None
    wanted: Rules | None
    kind: ClassVar[CorrectionKind] = CorrectionKind.RULES

    def apply(self, *, club: Club, by: Person) -> Applied:
        if _figures_of(club, self.since) != self.now:
            raise CorrectionRefused("rules_changed_since")
        return _change(club, by, self.since, self.now, self.wanted)


def put_rules_back(_club: Club, correction: Correction) -> PutRulesBack:
    """The inverse of every correction of this kind."""
    kept = correction.detail
    since = None if kept["since"] is None else date.fromisoformat(kept["since"])
    return PutRulesBack(since, now=_from_json(kept["after"]), wanted=_from_json(kept["before"]))


def _change(club: Club, by: Person, since: date | None, now: Rules | None, wanted: Rules | None) -> Applied:
    if now == wanted:
        raise CorrectionRefused("nothing_changes")
    held = _held(club, since)
    if wanted is None:
        drop_rules(club=club, since=since, by=by)
    else:
        set_rules(club=club, since=since, rules=wanted, by=by)
    named = None if since is None else since.isoformat()
    detail: dict[str, Any] = {
        "since": named,
        "before": _as_json(now),
        "after": _as_json(wanted),
        "held": _as_json(held),
        "holds": _as_json(_held(club, since)),
    }
    return Applied(detail, touches=frozenset({f"rules since {named}"}))


def _figures_of(club: Club, since: date | None) -> Rules | None:
    """What is set for exactly this date."""
    row = LadderRules.objects.filter(club=club, since=since).first()
    return None if row is None else Rules(row.start, row.k_new, row.k_established, row.new_games, row.provisional_games)


def _held(club: Club, since: date | None) -> Rules:
    """What holds from this date on, set for exactly this date or an earlier one."""
    book = ladder_rules_of(club)
    return book.beginning if since is None else book.on(since)


def _as_json(rules: Rules | None) -> dict[str, int] | None:
    return None if rules is None else asdict(rules)


def _from_json(kept: dict[str, int] | None) -> Rules | None:
    return None if kept is None else Rules(**kept)
