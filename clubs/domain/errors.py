"""What can go wrong with a club, an invitation or a token. Messages say what, where and what to do."""


class ClubError(Exception):
    """Base of this app's errors. `code` is stable and in English; `message` may be shown."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class UnknownTimeZone(ClubError):
    def __init__(self, name: str) -> None:
        super().__init__("unknown_time_zone", f"There is no time zone “{name}”. Choose one such as Europe/London.")


class UnknownScope(ClubError):
    def __init__(self, scope: str, known: tuple[str, ...]) -> None:
        super().__init__("unknown_scope", f"There is no scope “{scope}”. Known: {', '.join(known)}.")
