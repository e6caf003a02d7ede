"""Making the module's own exceptions from remarks."""

from tournaments.domain.errors import TooLarge, UnknownFormat, UnreadableFile
from tournaments.domain.record import Remark


def unreadable(first: Remark, *more: Remark) -> UnreadableFile:
    """The error that tells of `first`, and lists all."""
    return UnreadableFile(first.code, first.message, (first, *more))


def too_large(first: Remark, *more: Remark) -> TooLarge:
    """The error for a limit that was passed."""
    return TooLarge(first.code, first.message, (first, *more))


def unknown_format(remark: Remark) -> UnknownFormat:
    """The error for content that is no accepted format."""
    return UnknownFormat(remark.code, remark.message, (remark,))
