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
from ratings.views.patches import instead


def rules_differences(before: Rules | None, after: Rules) -> list[str]:
    """Every figure that differs; all of them where there were none."""
    figures = [name for name in RulesForm.base_fields if name in figures_of(after)]
    return [_figure(name, before, after) for name in figures if before is None or getattr(before, name) != getattr(after, name)]


def start_sentence(before: int | None, after: int | None) -> str:
    """From one starting rating to another, in tenths; None: as the rules say."""
    by_rules = gettext("that of the rules")
    was, is_ = (by_rules if each is None else rating(each, "plain") for each in (before, after))
    return instead(gettext("Starting rating"), was, is_)


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
    """For the journal. An older line knows only the figures set for its very date."""
    kept: Mapping[str, Any] = correction.detail
    since = None if kept["since"] is None else date.fromisoformat(kept["since"])
    held, holds = _rules(kept.get("held") or kept["before"]), _rules(kept.get("holds") or kept["after"])
    if since is None:
        held, holds = held or Rules(), holds or Rules()
    heading = _from_when(since, is_set=kept["after"] is not None)
    if holds is None:
        return [heading]
    return [heading, *(rules_differences(held, holds) or [gettext("All figures as they are.")])]


def _from_when(since: date | None, *, is_set: bool) -> str:
    words = {"since": day(since, "plain")}
    if since is None:
        return gettext("From the beginning:") if is_set else gettext("From the beginning, the usual figures:")
    if is_set:
        return gettext("From %(since)s on:") % words
    return gettext("From %(since)s on, the same figures as before that date:") % words


def _rules(kept: Mapping[str, int] | None) -> Rules | None:
    return None if kept is None else Rules(**kept)


def describe_start(_club: Club, _book: NameBook, correction: Correction) -> list[str]:
    """For the journal. Of somebody merged with others, what counted where there was no start of the own is told."""
    kept: Mapping[str, Any] = correction.detail
    return [start_sentence(kept.get("held", kept["before"])[0], kept.get("holds", kept["after"])[0])]


def describe_opening(_club: Club, _book: NameBook, correction: Correction) -> list[str]:
    """For the journal."""
    kept: Mapping[str, Any] = correction.detail
    as_of = None if kept["as_of"][1] is None else date.fromisoformat(kept["as_of"][1])
    people = sum(games is not None for _, games in kept["after"].values())
    return opening_sentences(as_of, people, len(kept["created"]))


def _figure(name: str, before: Rules | None, after: Rules) -> str:
    label = str(RulesForm.base_fields[name].label)
    if before is None:
        return gettext("%(figure)s: %(after)s") % {"figure": label, "after": _value(name, after)}
    return instead(label, _value(name, before), _value(name, after))


def _value(name: str, rules: Rules) -> str:
    return str(rating(rules.start, "plain")) if name == "start" else str(getattr(rules, name))
