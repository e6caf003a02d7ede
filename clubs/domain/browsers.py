"""What a browser says of itself, in the words of whoever looks for a strange one among their sessions.

It is a hint and no proof: a browser may say anything. Brave and Vivaldi call themselves Chrome, and Safari on an iPad says Macintosh.
"""

from typing import Final

_BROWSERS: Final = (
    ("Edg/", "Edge"),
    ("EdgA/", "Edge"),
    ("EdgiOS/", "Edge"),
    ("OPR/", "Opera"),
    ("YaBrowser/", "Yandex Browser"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
"""Signs of browsers, in this order: most of them say "Chrome" and "Safari" too."""
_SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)
_LONGEST: Final = 60


def known_browser(user_agent: str) -> tuple[str, str] | None:
    """Browser and system by name; None if either is not known, as of a program."""
    browser = next((name for sign, name in _BROWSERS if sign in user_agent), None)
    system = next((name for sign, name in _SYSTEMS if sign in user_agent), None)
    return None if browser is None or system is None else (browser, system)


def shortened(user_agent: str) -> str:
    """The beginning of what a browser says that nobody knows."""
    return user_agent if len(user_agent) <= _LONGEST else f"{user_agent[:_LONGEST].rstrip()}…"
