"""An event as every format is read into: frozen, complete, free of any database.

`EventRecord` is the one shape between reading (`tournaments/interchange`) and publishing (`tournaments/services`).
"""

from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from tournaments.domain.results import ResultKind


class EventFormat(StrEnum):
    """How the pairings of an event come about."""

    SWISS = "swiss"
    ROUND_ROBIN = "round_robin"
    DOUBLE_ROUND_ROBIN = "double_round_robin"
    KNOCKOUT = "knockout"
    SCHEVENINGEN = "scheveningen"
    ARENA = "arena"
    OTHER = "other"


class Variant(StrEnum):
    """The game that is played; only standard chess is ever rated."""

    STANDARD = "standard"
    BUGHOUSE = "bughouse"
    CHESS960 = "chess960"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class EntryRecord:
    """One name of the event. `number` is the tournament pairing number, unique in the event, from 1."""

    number: int
    name: str
    rating: int | None = None  # whole points, as the organiser listed it
    title: str = ""
    rank: int | None = None  # final rank as published, if the source has one
    points: int | None = None  # half-points as the source states them, kept only to check against


@dataclass(frozen=True, slots=True)
class PairingRecord:
    """One board of a round. A bye has its player as `white` and None as `black`."""

    board: int
    white: int
    black: int | None
    result: ResultKind


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """One round; boards in their order."""

    number: int
    pairings: tuple[PairingRecord, ...]
    played_on: date | None = None


@dataclass(frozen=True, slots=True)
class EventRecord:
    """A whole event. `external_id` is None where the format has no identity of its own (TRF, CSV).

    `starts_on` is None when the source has no readable date; publishing then asks for one.
    `finished` is True where a format has no mark (RULES section 1). `planned_rounds` may exceed `len(rounds)`.
    """

    name: str
    starts_on: date | None
    ends_on: date | None
    entries: tuple[EntryRecord, ...]
    rounds: tuple[RoundRecord, ...]
    program: str = ""
    external_id: str | None = None
    format: EventFormat = EventFormat.OTHER
    variant: Variant = Variant.STANDARD
    time_control: str = ""
    rated: bool = True
    finished: bool = True
    planned_rounds: int | None = None


@dataclass(frozen=True, slots=True)
class Remark:
    """A warning or an error about the source. `line` and `column` count from 1; None when there is no place.

    `message` is in English with its variables already filled in `params`, so that it can be translated where shown.
    """

    code: str
    message: str
    line: int | None = None
    column: int | None = None
    params: dict[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reader returns: the event and everything the arbiter should know about how it was read."""

    record: EventRecord
    warnings: tuple[Remark, ...] = ()
    dropped: tuple[str, ...] = ()  # kinds of personal data found and left out: "fide_id", "birth_date", …
    source_format: str = ""  # key of the format in `tournaments.interchange.FORMATS`
