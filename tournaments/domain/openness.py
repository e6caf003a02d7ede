"""How far one event is open besides what its club decides: who may open its page, and how names stand there (RULES section 3)."""

from dataclasses import dataclass

_READERS = ("closed", "club", "open")
_NAMES = ("initials", "club", "adults")


@dataclass(frozen=True, slots=True)
class EventOpenness:
    """The two settings as the database stores them: `access` and `names` of an event."""

    access: str
    names: str


def is_wider(before: EventOpenness, after: EventOpenness) -> bool:
    """True if the world may see more of the event than before, whatever its club decides."""
    return _READERS.index(after.access) > _READERS.index(before.access) or _NAMES.index(after.names) > _NAMES.index(before.names)
