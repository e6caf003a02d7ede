"""What can go wrong with a club or a token. Messages say what is wrong and what to do; they are translated where shown."""

from collections.abc import Mapping

N_ = str  # marks a text for extraction


class ClubError(Exception):
    """Base of this app's errors: a stable `code`, and `message` with `params` for its placeholders, in English."""

    def __init__(self, code: str, message: str, params: Mapping[str, str] | None = None) -> None:
        self.code = code
        self.message = message
        self.params = params or {}
        super().__init__(message % self.params)


class UnknownTimeZone(ClubError):
    def __init__(self, name: str) -> None:
        super().__init__("unknown_time_zone", N_("There is no time zone “%(name)s”. Choose one such as Europe/London."), {"name": name})


class UnknownScope(ClubError):
    def __init__(self, scope: str, known: tuple[str, ...]) -> None:
        params = {"scope": scope, "known": ", ".join(known)}
        super().__init__("unknown_scope", N_("There is no scope “%(scope)s”. Choose from: %(known)s."), params)


class NeedsAdultsOnly(ClubError):
    def __init__(self) -> None:
        super().__init__(
            "needs_adults_only",
            N_("Full names for everyone are possible only in a club that is for adults only. Choose initials, or full names for adults."),
        )
