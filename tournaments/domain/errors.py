"""Everything that may go wrong in `tournaments`, as one tree of exceptions.

Each error carries a stable `code`, an English `message` that says what is wrong, where and what to do, and
`remarks`, one for each place of the source that is at fault (empty where there is no source).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from tournaments.domain.record import PairingRecord, Remark

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


class CorrectionRefused(TournamentError):
    """A correction of an event that cannot be made; nothing of it is kept. `template % params` is the message, for translation at the edge.

    `params` and `message` tell of boards and numbers, never of names. `now`, with the codes changed_since, paired_already and
    plays_twice: what stands in the round by now of the players concerned, in the numbers of the latest version.
    """

    def __init__(self, code: str, params: Mapping[str, str | int] | None = None, *, now: tuple[PairingRecord, ...] = ()) -> None:
        key = "gone_since" if code == "changed_since" and not now else code
        self.template = CORRECTION_MESSAGES[key]
        self.params = dict(params or {}) | ({"now": ", ".join(map(shown_pairing, now))} if now else {})
        self.now = now
        message = self.template % self.params
        super().__init__(code, message, (Remark(f"correction_{key}", message, params=self.params),))


def shown_pairing(pairing: PairingRecord) -> str:
    """3 – 5: ½-½, or 3: H."""
    return f"{pairing.white}{'' if pairing.black is None else f' – {pairing.black}'}: {pairing.result.value}"


IDENTITY_MESSAGES: dict[str, str] = {
    "not_here": N_("This is no longer here. Load the page again."),
    "already_decided": N_("“%(name)s” was decided by %(who)s on %(when)s: it is %(player)s. Nothing was changed."),
    "already_in_event": N_(
        "“%(name)s” cannot be %(player)s: “%(other)s” of the same event is that person. Choose another player, or undo the other one first."
    ),
    "proposals_changed": N_("What was pre-selected has changed since the page was shown (%(names)s). Nothing was accepted; look again."),
    "decided_since": N_("Names were decided since the page was shown (%(names)s). Nothing was taken back; look again."),
    "nothing_to_restore": N_("Its only publication was undone. Undo that in the journal of corrections, or publish the event again."),
    "already_one_person": N_("These two are one person already."),
    "is_not_this_player": N_("“%(name)s” was declared not to be %(player)s. Take that back first, or choose another player."),
    "is_this_player": N_("“%(name)s” is %(player)s: that was decided. Undo it first, or leave it as it is."),
    "joined_elsewhere": N_("One of these two was joined with somebody else since. Undo that first, or join the two anew."),
    "nothing_chosen": N_("No event is chosen. Choose at least one."),
    "moved_on": N_("“%(name)s” was given to yet another person since. Undo that first."),
    "nothing_to_split": N_("All of this was decided otherwise since. There is nothing left to give to somebody else."),
    "erased": N_("Somebody of these was erased. What is left is without a name, and cannot be joined, parted or decided anew."),
    "same_event": N_("%(one)s and %(other)s are two people: both played in %(event)s."),
    "joined_since": N_("%(one)s and %(other)s became one person since, and both are in this version. Separate them first."),
}

CORRECTION_MESSAGES: dict[str, str] = {
    "not_here": N_("This event is no longer here. Load the page again."),
    "nothing_published": N_("Nothing of this event is published, so there is nothing to correct."),
    "same_content": N_("The event is like this already. There is nothing to correct."),
    "paired_already": N_("Round %(round)s: these players are paired already: %(now)s. Take that away first, or in the same correction."),
    "changed_since": N_("Round %(round)s, board %(board)s was changed since: the players with these numbers now have %(now)s."),
    "gone_since": N_("Round %(round)s, board %(board)s was changed since: its players are in no pairing of this round now."),
    "starts_on_changed_since": N_("The first day of the event was changed since: it is now %(now)s."),
    "ends_on_changed_since": N_("The last day of the event was changed since: it is now %(now)s."),
    "rated_changed_since": N_("Whether the event is rated was changed since."),
    "finished_changed_since": N_("Whether the event is finished was changed since."),
    "who_is_unclear": N_(
        "The event was published again with other numbers, and it is not certain who number %(number)s of round %(round)s is in it. "
        "Correct the game anew on the page of the event."
    ),
    "correction_lost": N_("Round %(round)s: what was corrected cannot be kept. The new version has paired these players otherwise."),
    "round_unknown": N_("The event has no round %(round)s."),
    "game_unknown": N_("Round %(round)s has no board %(board)s."),
    "player_unknown": N_("The event has no player with the number %(number)s."),
    "plays_twice": N_("Round %(round)s: number %(number)s is in it already: %(now)s. Take that away first, or in the same correction."),
    "plays_itself": N_("Round %(round)s, board %(board)s: nobody plays against themselves."),
    "board_taken": N_("Round %(round)s: board %(board)s is taken."),
    "bye_already": N_("Round %(round)s, board %(board)s is a bye already."),
    "bye_with_opponent": N_("Round %(round)s, board %(board)s: two players have a game, and a bye is for one. Replace the game by byes."),
    "game_without_opponent": N_("Round %(round)s, board %(board)s: one player can have a bye, but not the result of a game."),
    "finished_pending": N_("Round %(round)s, board %(board)s has no result. A finished event has no such game."),
    "end_before_start": N_("The event cannot end (%(ends_on)s) before it starts (%(starts_on)s)."),
    "date_out_of_range": N_("The date %(date)s is not between %(first)s and %(last)s."),
}
