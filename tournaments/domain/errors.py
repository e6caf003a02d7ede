"""Everything that may go wrong in `tournaments`, as one tree of exceptions.

Each error carries a stable `code`, an English `message` that says what is wrong, where and what to do, and
`remarks`, one for each place of the source that is at fault (empty where there is no source).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from tournaments.domain.record import Remark

N_ = str  # marks a text for extraction; it is translated where it is shown


class TournamentError(Exception):
    """Base of every error that this app raises on purpose."""

    def __init__(self, code: str, message: str, remarks: tuple[Remark, ...] = ()) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.remarks = remarks


class UnreadableFile(TournamentError):
    """An event file that cannot be read; nothing of it has been kept."""


class UnknownFormat(UnreadableFile):
    """The content is none of the accepted formats."""


class TooLarge(UnreadableFile):
    """The file is beyond a limit of `tournaments.interchange.limits`."""


@dataclass(frozen=True, slots=True)
class EncodingPreview:
    """How the first lines with letters outside ASCII would look in one encoding: (line from 1, text)."""

    encoding: str
    lines: tuple[tuple[int, str], ...]


class UnknownEncoding(UnreadableFile):
    """The bytes are not UTF-8 and nobody has said what they are.

    `previews` are ordered by plausibility; choosing is left to a person.
    """

    def __init__(self, code: str, message: str, remarks: tuple[Remark, ...] = (), previews: tuple[EncodingPreview, ...] = ()) -> None:
        super().__init__(code, message, remarks)
        self.previews = previews


class NotPublishable(TournamentError):
    """An event that was read but cannot be published as it is; nothing of it has been kept."""


class EventConflict(TournamentError):
    """What is to be published contradicts what is already there: another version, another id."""


class EventUnknown(TournamentError):
    """The club has no such event."""


class IdentityRefused(TournamentError):
    """A decision about who is who that cannot be made. `template % params` is the message, for translation at the edge."""

    def __init__(self, code: str, params: Mapping[str, str | int] | None = None) -> None:
        self.template = IDENTITY_MESSAGES[code]
        self.params = dict(params or {})
        super().__init__(code, self.template % self.params)


class DecisionConflict(IdentityRefused):
    """Somebody else has decided meanwhile. `at`: when, by the club's clock; None where several decisions are concerned."""

    def __init__(self, code: str, params: Mapping[str, str | int] | None = None, at: datetime | None = None) -> None:
        super().__init__(code, params)
        self.at = at


@dataclass(frozen=True, slots=True)
class SharedEvent:
    """Proof that two players are two people: one version of an event has both names. `event_id` is the public one."""

    event_id: str
    event: str
    on: date
    version: int
    one: str
    other: str


class MergeRefused(IdentityRefused):
    """Two players who cannot be one person. `evidence`: the events in which both appear, newest first."""

    def __init__(self, code: str, params: Mapping[str, str | int] | None = None, evidence: tuple[SharedEvent, ...] = ()) -> None:
        super().__init__(code, params)
        self.evidence = evidence


IDENTITY_MESSAGES: dict[str, str] = {
    "not_here": N_("This is no longer here. Load the page again."),
    "already_decided": N_("“%(name)s” was decided by %(who)s on %(when)s: it is %(player)s. Nothing was changed."),
    "already_in_event": N_(
        "“%(name)s” cannot be %(player)s: “%(other)s” of the same event is that person. Choose another player, or undo the other one first."
    ),
    "proposals_changed": N_("What was pre-selected has changed since the page was shown (%(names)s). Nothing was accepted; look again."),
    "nothing_to_restore": N_("The only publication of this event was undone. Publish it again instead."),
    "already_one_person": N_("These two are one person already."),
    "same_event": N_("%(one)s and %(other)s are two people: both played in %(event)s."),
}
