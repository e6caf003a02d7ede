"""Corrections that a file would undo, as the page that shows the file asks about them. Real names: the desk only."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from tournaments.domain.corrections import FieldValue, Pairings
from tournaments.domain.errors import NotPublishable
from tournaments.domain.record import EventRecord
from tournaments.domain.stakes import GameAtStake, SettingAtStake, Stake
from tournaments.models import Entry, Event
from tournaments.services.erased_names import without_erased
from tournaments.services.finding import find_version_with
from tournaments.services.preparing import prepare_record
from tournaments.services.weighing import find_stakes
from tournaments.views.words import result_note_in_full

Names = Mapping[int, str]
Cell = tuple[dict[str, Any], ...]


@dataclass(frozen=True, slots=True)
class AtStake:
    """`about`: the event and the version that is shown of it, as the form names its target; "" where nothing is at stake.

    Each of `rows`: what, then as published, as corrected and as in the file.
    """

    about: str = ""
    rows: tuple[tuple[str, Cell, Cell, Cell], ...] = ()
    lost: bool = False


def at_stake(club: Club, event: Event | None, record: EventRecord) -> AtStake:
    """What the file would undo of an event; nothing where it cannot be published as it is, or would change nothing."""
    if event is None or event.latest is None:
        return AtStake()
    try:
        record = prepare_record(record)
    except NotPublishable:
        return AtStake()
    with club_scope(club):
        record = without_erased(club, record, event)
    if find_version_with(club=club, event=event, record=record) is not None:
        return AtStake()
    return describe_stakes(club, event, record, find_stakes(club=club, event=event, record=record))


def describe_stakes(club: Club, event: Event, record: EventRecord, stakes: tuple[Stake, ...]) -> AtStake:
    """The table of the page."""
    if not stakes or event.latest is None:
        return AtStake()
    names = {entry.number: entry.name for entry in record.entries}
    with club_scope(club):
        shown = dict(Entry.objects.filter(club=club, version=event.latest).values_list("number", "name"))
    rows = tuple(_row(stake, names, shown) for stake in stakes)
    lost = not all(stake.can_be_kept for stake in stakes)
    return AtStake(f"{event.public_id}:{event.latest.number}", rows, lost)


def _row(stake: Stake, names: Names, shown: Names) -> tuple[str, Cell, Cell, Cell]:
    if isinstance(stake, SettingAtStake):
        return _setting_name(stake.name), _value(stake.published), _value(stake.corrected), _value(stake.sent)
    called = names if stake.found else shown
    round_name = gettext("Round %(number)s") % {"number": stake.round}
    return round_name, _boards(stake.published, called), _boards(stake.corrected, called), _sent(stake, called)


def _boards(pairings: Pairings, names: Names) -> Cell:
    boards = tuple(
        {
            "white": names[each.white],
            "black": None if each.black is None else names[each.black],
            "result": each.result.value,
            "note": "" if each.result.is_bye else result_note_in_full(each.result),
        }
        for each in pairings
    )
    return boards or ({"text": gettext("no game")},)


def _sent(stake: GameAtStake, names: Names) -> Cell:
    return _boards(stake.sent, names) if stake.found else ({"text": gettext("not certain who is meant")},)


def _setting_name(name: str) -> str:
    return {
        "starts_on": gettext("First day"),
        "ends_on": gettext("Last day"),
        "rated": gettext("Counts for the ladder"),
        "finished": gettext("Finished"),
    }[name]


def _value(value: FieldValue) -> Cell:
    if isinstance(value, bool):
        return ({"text": gettext("yes") if value else gettext("no")},)
    return ({"day": value},)
