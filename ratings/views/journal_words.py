"""What each action of the journal is called, and what its detail says. An action without words fails a test."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.utils.dateparse import parse_datetime
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.forms import scopes_in_words
from clubs.models import Audience, Language, NamePolicy, Role, Visibility
from clubs.templatetags.rookery import day, rating
from ratings.domain.rules import Rules
from ratings.forms import RulesForm, figures_of
from tournaments.models import EventAccess, EventNames

WORDS: Mapping[str, Promise] = {
    "club.founded": _("The club was founded"),
    "club.changed": _("Settings of the club were changed"),
    "club.address_renewed": _("The club's page got a new address"),
    "club.exported": _("Everything of the club was taken along as a file"),
    "club.imported": _("The club was brought from a file"),
    "club.closing": _("The club was closed"),
    "club.kept": _("The club was kept after all"),
    "role.changed": _("A role was changed"),
    "role.removed": _("A role was ended"),
    "role.left": _("Somebody left the club"),
    "invitation.made": _("Somebody was invited"),
    "invitation.renewed": _("An invitation was sent again"),
    "invitation.revoked": _("An invitation was revoked"),
    "invitation.accepted": _("An invitation was accepted"),
    "invitation.declined": _("An invitation was declined"),
    "token.issued": _("A key for a program was made"),
    "token.revoked": _("A key for a program was revoked"),
    "subscription.checkout_begun": _("Paying was begun"),
    "subscription.subscribed": _("The club subscribed"),
    "subscription.renewed": _("The next period of the subscription began"),
    "subscription.interval_changed": _("The subscription got another interval"),
    "subscription.failed": _("A payment failed"),
    "subscription.paid": _("A payment that had failed came"),
    "subscription.cancelled": _("The subscription was cancelled"),
    "subscription.resumed": _("The subscription was taken up again"),
    "subscription.ended": _("The subscription ended"),
    "subscription.paused": _("The club's page was paused"),
    "player.created": _("A person was added"),
    "player.changed": _("What is known of a person was changed"),
    "player.age_group_set": _("The age group of a person was changed"),
    "player.start_rating_set": _("The starting rating of a person was changed"),
    "player.note_written": _("A note about a person was written"),
    "player.renamed": _("A person got another name"),
    "player.rename_undone": _("Another name was taken back"),
    "person.erased": _("A person was erased"),
    "people.imported": _("A list of members was taken in"),
    "people.import_undone": _("A list of members was taken back"),
    "duplicates.asked": _("A search for people entered twice was begun"),
    "players.merged": _("Two people were joined"),
    "players.unmerged": _("A joining was undone"),
    "players.split": _("Events were given to another person"),
    "players.unsplit": _("Events were given back"),
    "players.declared_different": _("Two people were declared different"),
    "players.difference_withdrawn": _("A declaration that two people are different was withdrawn"),
    "family.link_issued": _("A link for a family was made"),
    "family.link_revoked": _("A link of a family was revoked"),
    "family.asked": _("A family asked for something"),
    "family.answered": _("What a family asked was answered"),
    "consent.given": _("A consent was given"),
    "consent.withdrawn": _("A consent was withdrawn"),
    "event.published": _("An event was published"),
    "event.published_again": _("A version of an event was published again"),
    "event.publication_undone": _("A publication was undone"),
    "event.corrected": _("An event was corrected"),
    "event.correction_undone": _("A correction of an event was undone"),
    "event.changed": _("Who sees an event, or its place in the order, was changed"),
    "event.removed": _("An event was removed"),
    "event.restored": _("An event was brought back"),
    "names.decided": _("It was decided who is who in an event"),
    "names.undone": _("A decision who is who was undone"),
    "names.declared_different": _("A name was declared to be somebody else"),
    "names.difference_withdrawn": _("A declaration about a name was withdrawn"),
    "ladder.rebuild": _("The ladder was rebuilt by hand"),
    "ladder.corrected": _("The ladder was corrected"),
    "ladder.rules_set": _("The ladder's rules were changed"),
    "ladder.rules_dropped": _("Rules of the ladder were dropped"),
    "ladder.opening_set": _("Ratings from elsewhere were brought"),
    "ladder.opening_put_back": _("Ratings from elsewhere were put back"),
    "ladder.opening_dropped": _("Ratings from elsewhere were dropped"),
    "operator.changed": _("Whoever runs the site changed a row"),
}

KINDS: Mapping[str, tuple[Promise, tuple[str, ...]]] = {
    "club": (_("The club as a whole"), ("club",)),
    "roles": (_("Roles and keys"), ("role", "invitation", "token")),
    "people": (_("People"), ("player", "players", "person", "people", "duplicates")),
    "families": (_("Families and consent"), ("family", "consent")),
    "events": (_("Events"), ("event", "names")),
    "ladder": (_("The ladder"), ("ladder",)),
    "paying": (_("Paying"), ("subscription",)),
    "operator": (_("Whoever runs the site"), ("operator",)),
}
"""What a reader may ask for, and with what the actions begin that belong to it."""

_Write = Callable[[Any], str]


def _chosen(choices: Any) -> _Write:
    return lambda value: str(dict(choices.choices).get(value, value))


def _moment(value: Any) -> str:
    found = parse_datetime(str(value))
    return day(found, "plain") if isinstance(found, datetime) else str(value)


def _rating(value: Any) -> str:
    return rating(value, "plain")


def _interval(value: Any) -> str:
    return {"year": gettext("by the year"), "month": gettext("by the month")}.get(value, str(value))


_OF_PAYING = ("interval", "next_payment", "open_until")
FIGURES: Mapping[str, Any] = {name: RulesForm.base_fields[name].label for name in RulesForm.base_fields if name in figures_of(Rules())}
FIELDS: Mapping[str, tuple[Promise, _Write]] = {
    "name": (_("Name"), str),
    "language": (_("Language"), _chosen(Language)),
    "time_zone": (_("Time zone"), str),
    "audience": (_("Who plays there?"), _chosen(Audience)),
    "visibility": (_("Who may see the club's pages"), _chosen(Visibility)),
    "name_policy": (_("Names on the club's pages"), _chosen(NamePolicy)),
    "role": (_("Role"), _chosen(Role)),
    "steps_down": (_("Hands the club over"), str),
    "handed_over": (_("By handing the club over"), str),
    "scopes": (_("What it may do"), scopes_in_words),
    "expires_at": (_("Holds until"), _moment),
    "closing_at": (_("Is deleted on"), _moment),
    "access": (_("Who may open the event"), _chosen(EventAccess)),
    "names": (_("Names in the event"), _chosen(EventNames)),
    "order_in_date": (_("Order within the date"), str),
    "always_initials": (_("Initials always"), str),
    "inactive": (_("Does not come any more"), str),
    "start_rating": (_("Starting rating"), _rating),
    "start_games": (_("Games brought along"), str),
    "version": (_("Version"), str),
    "back_to": (_("Back to version"), str),
    "since": (_("From"), str),
    "as_of": (_("As of"), str),
    "people": (_("People"), str),
    "new": (_("New people"), str),
    "events": (_("Events"), str),
    "interval": (_("Interval"), _interval),
    "next_payment": (_("Next payment"), _moment),
    "open_until": (_("The page stays open until"), _moment),
    **{name: (FIGURES[name], _rating if name == "start" else str) for name in FIGURES},
}
"""What of a detail is told, and how. The rest are numbers of rows, which tell a reader nothing."""
_TOLD_ALONE = ("handed_over", "version", "back_to", "since", "as_of", "people", "new", "events", "closing_at", *_OF_PAYING, *FIGURES)
"""What stands in a detail by itself and not as before and after."""


def told_of(detail: Mapping[str, Any]) -> list[str]:
    """What a line says beyond its heading: first what differs, then what else it holds."""
    before, after = detail.get("before", {}), detail.get("after", {})
    return [
        *(_difference(name, before, after) for name in FIELDS if isinstance(before, dict) and _is_told(name, before, after)),
        *(f"{FIELDS[name][0]}: {_written(name, detail[name])}" for name in _TOLD_ALONE if detail.get(name) is not None),
    ]


def _is_told(name: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Of something new it is told what was chosen, and not what was left alone."""
    return name in before or (name in after and not (name == "steps_down" and after[name] is False))


def _difference(name: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    what = FIELDS[name][0]
    if name in before and name in after:
        words = gettext("{what}: {after} (was: {before})")
        return format_html(words, what=what, after=_written(name, after[name]), before=_written(name, before[name]))
    return f"{what}: {_written(name, (after if name in after else before)[name])}"


def _written(name: str, value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return FIELDS[name][1](value)
