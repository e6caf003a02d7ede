"""Who may do what in a club: the one table."""

from enum import StrEnum


class Act(StrEnum):
    """What a role may allow. Every view of the desk names one."""

    USE_DESK = "use the arbiter's desk"
    PUBLISH = "publish and correct events"
    CONFIRM_NAMES = "decide who is who"
    REBUILD = "rebuild the ladder"
    CHANGE_RULES = "change the ladder's rules"
    CHANGE_CLUB = "change the club's name, privacy and time zone"
    MANAGE_TOKENS = "issue and revoke API tokens"


ARBITER_ACTS = frozenset({Act.USE_DESK, Act.PUBLISH, Act.CONFIRM_NAMES, Act.REBUILD})
ADMIN_ACTS = ARBITER_ACTS | {Act.CHANGE_RULES, Act.CHANGE_CLUB, Act.MANAGE_TOKENS}

ALLOWED: dict[str, frozenset[Act]] = {
    "arbiter": ARBITER_ACTS,
    "admin": ADMIN_ACTS,
    "owner": ADMIN_ACTS,
}


def may(role: str | None, act: Act) -> bool:
    """False for somebody without a role in the club."""
    return role is not None and act in ALLOWED[role]
