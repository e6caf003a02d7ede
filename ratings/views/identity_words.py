"""Merges and splits in words: for their pages, and for the journal of corrections."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext, ngettext

from clubs.models import Club
from clubs.templatetags.rookery import day, rating
from players.domain.persons import Persons
from players.models import AgeGroupChoice, Player, PlayerMerge
from players.selectors import NameBook
from ratings.models import Correction
from ratings.selectors.identity import Played
from tournaments.domain.errors import SharedEvent
from tournaments.models import EntryLink
from tournaments.selectors.decided_since import FactSince, LinkSince, MergeSince, Question, Side


@dataclass(frozen=True, slots=True)
class EventRow:
    """An event with the names that somebody has in it. `url` is its page at the desk; `games` None where that does not matter."""

    event_id: str
    url: str
    title: str
    on: date
    names: tuple[str, ...]
    games: int | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """One answer. `label` is safe HTML."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class QuestionShown:
    """A question about what was decided since, with its answers. `text` is safe HTML."""

    key: str
    text: str
    options: tuple[Option, ...]


def event_rows(club: Club, played: Iterable[Played]) -> list[EventRow]:
    """For a list of what moves."""
    return [
        EventRow(one.event.public_id, _desk_url(club, one.event.public_id), one.title, one.on, (one.name,), one.games) for one in played
    ]


def evidence_rows(club: Club, shared: Iterable[SharedEvent]) -> list[EventRow]:
    """The events that prove two people to be two."""
    return [EventRow(one.event_id, _desk_url(club, one.event_id), one.event, one.on, (one.one, one.other)) for one in shared]


def _desk_url(club: Club, event_id: str) -> str:
    return reverse("tournaments:desk_event", args=[club.public_id, event_id])


def merged_start_sentence(club: Club, persons: Persons, apart: NameBook, absorbed: Player, into: Player) -> str:
    """With which start the person enters the ladder, where one of its players has a start of its own; "" where none has."""
    everybody = Player.objects.filter(club=club, pk__in=persons.players_of(absorbed.pk) | persons.players_of(into.pk))
    own = [player for player in everybody if (player.start_rating, player.start_games) != (None, None)]
    if not own:
        return ""
    holds = min(own, key=lambda player: (player != into, player.pk))
    figure = gettext("that of the rules") if holds.start_rating is None else rating(holds.start_rating, "plain")
    words: dict[str, Any] = {"rating": figure, "name": isolated(apart.display_name(holds))}
    if holds.start_games is None:
        sentence = format_html(gettext("Starting rating: {rating}, as of {name}."), **words)
    else:
        told = ngettext(
            "Starting rating: {rating}, with {games} game brought from elsewhere, as of {name}.",
            "Starting rating: {rating}, with {games} games brought from elsewhere, as of {name}.",
            holds.start_games,
        )
        sentence = format_html(told, games=holds.start_games, **words)
    if len(own) == 1:
        return sentence
    return format_html("{} {}", sentence, gettext("What the other one brought is not counted while the two are one."))


def question_shown(question: Question, answers: Mapping[str, Side], apart: NameBook, merge: PlayerMerge) -> QuestionShown:
    """In the words of the page."""
    chosen = answers.get(question.key, question.default)
    names = {Side.ABSORBED: apart.name_of(merge.absorbed_id), Side.INTO: apart.name_of(merge.into_id)}
    options = tuple(
        Option(side.value, gettext("both") if side is Side.BOTH else isolated(names[side]), side is chosen) for side in question.options
    )
    match question:
        case LinkSince():
            return QuestionShown(question.key, _link_text(question.links[-1]), options)
        case MergeSince():
            joined = timezone.localtime(question.merge.at, ZoneInfo(merge.club.time_zone)).date()
            words = {"name": isolated(apart.name_of(question.player_id)), "when": day(joined)}
            return QuestionShown(question.key, format_html(gettext("{name}, joined on {when}"), **words), options)
        case FactSince():
            return QuestionShown(question.key, _fact_text(question), options)


def confirmed_since_shown(key: str, link: EntryLink, ends: Mapping[str, str], chosen: str) -> QuestionShown:
    """What was confirmed for a player that a split made. `ends`: the names of the two whom it may belong to."""
    options = tuple(Option(end, isolated(name), end == chosen) for end, name in ends.items())
    return QuestionShown(key, _link_text(link), options)


def _link_text(link: EntryLink) -> str:
    version = link.entry.version
    words = {"name": isolated(link.entry.name), "event": isolated(version.name), "when": isolated(day(version.starts_on))}
    return format_html(gettext("“{name}” in {event}, {when}"), **words)


def _fact_text(since: FactSince) -> str:
    now, then = since.player, since.kept
    match since.fact:
        case "name":
            words = {"name": isolated(now.name), "before": isolated(then.name)}
            return format_html(gettext("The name {name}, until then {before}"), **words)
        case "age_group":
            words = {"group": str(AgeGroupChoice(now.age_group).label), "before": str(AgeGroupChoice(then.age_group).label)}
            return format_html(gettext("The age group: {group}, until then {before}"), **words)
        case "initials":
            return gettext("The wish for initials") if now.always_initials else gettext("That the wish for initials was taken back")
        case _:
            by_rules = gettext("that of the rules")
            rated, before = (by_rules if each is None else rating(each, "plain") for each in (now.start_rating, then.start_rating))
            return format_html(gettext("The starting rating: {rating}, until then {before}"), rating=rated, before=before)


def subject_of_identity(apart: NameBook, correction: Correction) -> str:
    """The two it is about, or from whom to whom events went."""
    which = ("absorbed", "into") if "merge" in correction.detail else ("from", "to")
    return " → ".join(_name(apart, correction.detail[end]) for end in which)


def describe_merge(_club: Club, _book: NameBook, correction: Correction) -> list[str]:
    """For the journal: what became of what was decided since, when a merge was undone."""
    moved = len(correction.detail.get("links", ()))
    if correction.detail["holds"] or not moved:
        return []
    told = ngettext("%(names)s name of an event went to the other one.", "%(names)s names of events went to the other one.", moved)
    return [told % {"names": moved}]


def describe_split(club: Club, _book: NameBook, correction: Correction) -> list[str]:
    """For the journal: the events, with the names as they stand there."""
    closed = [pair[0] for pair in correction.detail["links"]]
    links = EntryLink.objects.filter(club=club, pk__in=closed).select_related("entry__version").order_by("entry__version_id")
    newest = {link.entry.version.event_id: link for link in links}
    return [_link_text(link) for link in sorted(newest.values(), key=lambda link: link.entry.version.starts_on, reverse=True)]


def isolated(name: str) -> str:
    """A name within a sentence of another direction."""
    return format_html("<bdi>{}</bdi>", name)


def _name(apart: NameBook, player_id: int) -> str:
    try:
        return apart.name_of(player_id)
    except KeyError:
        return gettext("Somebody who is not in the club")
