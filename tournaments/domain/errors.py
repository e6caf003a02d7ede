"""Everything that may go wrong in `tournaments`, as one tree of exceptions.

Each error carries a stable `code`, an English `message` that says what is wrong, where and what to do, and
`remarks`, one for each place of the source that is at fault (empty where there is no source).
"""

from dataclasses import dataclass

from tournaments.domain.record import Remark


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
