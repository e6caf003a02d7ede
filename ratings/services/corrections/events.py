"""What can be corrected in an event: its results, dates and settings, its place within its date, and whether it is there at all."""

from dataclasses import dataclass
from typing import ClassVar

from clubs.models import Club
from clubs.services import Person
from ratings.domain.errors import CorrectionRefused
from ratings.models import Correction, CorrectionKind
from ratings.selectors.corrections import find_removal
from ratings.services.corrections.actions import Action, Applied
from tournaments.domain.corrections import DATE_FIELDS, EventPatch
from tournaments.models import Event, EventVersion
from tournaments.services.correcting import correct_event
from tournaments.services.events import order_event, remove_event, restore_event


@dataclass(frozen=True, slots=True)
class CorrectEvent:
    """Games, dates, rated or finished of an event, in one go. `version` is the one whose boards and numbers the patch speaks of."""

    event: Event
    version: EventVersion
    patch: EventPatch

    @property
    def kind(self) -> CorrectionKind:
        """By what weighs most in it."""
        if self.patch.games:
            return CorrectionKind.RESULTS
        return CorrectionKind.DATES if self.patch.fields.keys() & set(DATE_FIELDS) else CorrectionKind.RATED

    def apply(self, *, club: Club, by: Person) -> Applied:
        """Raises CorrectionRefused of tournaments."""
        corrected = correct_event(club=club, event=self.event, patch=self.patch, on=self.version, by=by)
        detail = {"version": corrected.version.number, "patch": corrected.patch.as_json()}
        return Applied(detail, event=corrected.event, touches=_touched_by(corrected.patch))


@dataclass(frozen=True, slots=True)
class RemoveEvent:
    """The event leaves pages and ladder."""

    event: Event
    kind: ClassVar[CorrectionKind] = CorrectionKind.REMOVED

    def apply(self, *, club: Club, by: Person) -> Applied:
        """Raises CorrectionRefused nothing_changes; IdentityRefused."""
        if _get(club, self.event).removed_at is not None:
            raise CorrectionRefused("nothing_changes")
        return Applied(event=remove_event(club=club, event=self.event, by=by), touches=frozenset({"removed"}))


@dataclass(frozen=True, slots=True)
class RestoreEvent:
    """A removed event is back as it was; the correction that removed it is undone by that, from wherever it is restored."""

    event: Event
    kind: ClassVar[CorrectionKind] = CorrectionKind.RESTORED

    def apply(self, *, club: Club, by: Person) -> Applied:
        """Raises CorrectionRefused nothing_changes; IdentityRefused, among others because its only publication was undone."""
        if _get(club, self.event).removed_at is None:
            raise CorrectionRefused("nothing_changes")
        removal = find_removal(club, self.event)
        return Applied(event=restore_event(club=club, event=self.event, by=by), touches=frozenset({"removed"}), undoes=removal)


@dataclass(frozen=True, slots=True)
class OrderEvent:
    """The event's place among the events of its date. `instead_of` is the place that it must have now; None: whichever."""

    event: Event
    order: int
    instead_of: int | None = None
    kind: ClassVar[CorrectionKind] = CorrectionKind.ORDER

    def apply(self, *, club: Club, by: Person) -> Applied:
        """Raises CorrectionRefused nothing_changes, order_changed_since; IdentityRefused."""
        before = _get(club, self.event).order_in_date
        if before == self.order:
            raise CorrectionRefused("nothing_changes")
        if self.instead_of not in (None, before):
            raise CorrectionRefused("order_changed_since")
        event = order_event(club=club, event=self.event, order=self.order, by=by)
        return Applied({"order": [before, self.order]}, event=event, touches=frozenset({"order"}))


def uncorrect_event(club: Club, correction: Correction) -> Action:
    """The patch turned round, in the numbers of the version that the correction made."""
    event = _event_of(club, correction)
    version = EventVersion.objects.filter(club=club, event=event, number=correction.detail["version"]).first()
    if version is None:
        raise CorrectionRefused("version_gone")
    return CorrectEvent(event, version, EventPatch.from_json(correction.detail["patch"]).inverse())


def unremove_event(club: Club, correction: Correction) -> Action:
    """Bring it back."""
    return RestoreEvent(_event_of(club, correction))


def unrestore_event(club: Club, correction: Correction) -> Action:
    """Take it away again."""
    return RemoveEvent(_event_of(club, correction))


def unorder_event(club: Club, correction: Correction) -> Action:
    """Back to the place before, if it still has the one that the correction gave it."""
    before, after = correction.detail["order"]
    return OrderEvent(_event_of(club, correction), before, instead_of=after)


def _get(club: Club, event: Event) -> Event:
    found = Event.objects.filter(club=club, pk=event.pk).first()
    if found is None:
        raise CorrectionRefused("gone")
    return found


def _event_of(club: Club, correction: Correction) -> Event:
    assert correction.event is not None
    return correction.event


def _touched_by(patch: EventPatch) -> frozenset[str]:
    """Each setting, and each player of each round."""
    players = {f"round {game.round} no. {number}" for game in patch.games for number in game.players}
    return frozenset(players | patch.fields.keys())
