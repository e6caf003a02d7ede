"""Corrections of rules, starting ratings, opening ratings and whole versions of events, in sentences."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.utils.translation import gettext, ngettext

from clubs.models import Club
from clubs.templatetags.rookery import day, rating
from players.selectors import NameBook
from ratings.domain.rules import Rules
from ratings.forms import RulesForm, figures_of
from ratings.models import Correction


def rules_differences(before: Rules | None, after: Rules) -> list[str]:
    """Every figure that differs; all of them where there were none."""
    figures = [name for name in RulesForm.base_fields if name in figures_of(after)]
    return [_figure(name, before, after) for name in figures if before is None or getattr(before, name) != getattr(after, name)]


def start_sentence(before: int | None, after: int | None) -> str:
    """From one starting rating to another, in tenths; None: as the rules say."""
    words = {"before": rating(before, "plain"), "after": rating(after, "plain")}
    if after is None:
        return gettext("Enters the ladder as its rules say, and no longer with %(before)s.") % words
    if before is None:
        return gettext("Enters the ladder with %(after)s, and no longer as its rules say.") % words
    return gettext("Enters the ladder with %(after)s, and no longer with %(before)s.") % words


def opening_sentences(as_of: date | None, people: int, created: int) -> list[str]:
    """An opening with so many people, some of whom are new to the club; without a date there is none any more."""
    if as_of is None:
        return [gettext("Nobody brings a rating from elsewhere, and every event counts.")]
    told = [
        gettext("Events that start before %(day)s do not count.") % {"day": day(as_of, "plain")},
        ngettext("%(people)s person brings a rating.", "%(people)s people bring ratings.", people) % {"people": people},
    ]
    if created:
        told.append(ngettext("%(new)s of them is new in the club.", "%(new)s of them are new in the club.", created) % {"new": created})
    return told


def describe_rules(_club: Club, _book: NameBook, correction: Correction) -> list[str]:
    """For the journal."""
    since = None if correction.detail["since"] is None else date.fromisoformat(correction.detail["since"])
    before, after = (None if kept is None else Rules(**kept) for kept in (correction.detail["before"], correction.detail["after"]))
    words = {"since": day(since, "plain")}
    if after is None and since is None:
        return [gettext("The figures that held from the beginning were forgotten.")]
    if after is None:
        return [gettext("The figures that held from %(since)s on were forgotten.") % words]
    heading = gettext("From the beginning:") if since is None else gettext("From %(since)s on:") % words
    return [heading, *rules_differences(before, after)]


def describe_start(_club: Club, _book: NameBook, correction: Correction) -> list[str]:
    """For the journal."""
    return [start_sentence(correction.detail["before"][0], correction.detail["after"][0])]


def describe_opening(_club: Club, _book: NameBook, correction: Correction) -> list[str]:
    """For the journal."""
    kept: Mapping[str, Any] = correction.detail
    as_of = None if kept["as_of"][1] is None else date.fromisoformat(kept["as_of"][1])
    people = sum(games is not None for _, games in kept["after"].values())
    return opening_sentences(as_of, people, len(kept["created"]))


def describe_publication(_club: Club, _book: NameBook, correction: Correction) -> list[str]:
    """For the journal."""
    before, after = correction.detail["version"]
    return [gettext("Version %(before)s was shown, and now version %(after)s.") % {"before": before, "after": after}]


def _figure(name: str, before: Rules | None, after: Rules) -> str:
    label = RulesForm.base_fields[name].label
    words = {"figure": label, "after": _value(name, after)}
    if before is None:
        return gettext("%(figure)s: %(after)s") % words
    return gettext("%(figure)s: %(after)s, until now %(before)s") % {**words, "before": _value(name, before)}


def _value(name: str, rules: Rules) -> str:
    return str(rating(rules.start, "plain")) if name == "start" else str(getattr(rules, name))
