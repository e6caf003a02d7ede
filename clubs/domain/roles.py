"""Who may do what in a club: the one table. A page shows it, every view of the desk names an act of it, and the access tests read it."""

from datetime import timedelta
from enum import StrEnum

N_ = str  # marks a text for extraction
END_REMEMBERED = timedelta(days=90)  # how long somebody is told that another has ended their role


class Act(StrEnum):
    """What a role may allow, in the words of the page that shows the table. Every view of the desk names one."""

    USE_DESK = N_("Use the arbiter's desk")
    PUBLISH = N_("Publish and correct events")
    CONFIRM_NAMES = N_("Decide who is who")
    ERASE_PERSON = N_("Erase a person for good")
    REBUILD = N_("Rebuild the ladder")
    CHANGE_RULES = N_("Change the ladder's rules")
    CHANGE_CLUB = N_("Change the club's name, privacy and time zone")
    MANAGE_TOKENS = N_("Issue and revoke keys for programs")
    EXPORT_CLUB = N_("Take everything of the club along as a file")
    INVITE_ARBITERS = N_("Invite arbiters, and remove them")
    MANAGE_ROLES = N_("Invite and remove anybody, change roles, and hand the club over")
    READ_JOURNAL = N_("Read the journal of everything that was done")
    MANAGE_SUBSCRIPTION = N_("Pay for the club's page, and cancel that")
    DELETE_CLUB = N_("Delete the club, or take that back within 30 days")


ARBITER_ACTS = frozenset({Act.USE_DESK, Act.PUBLISH, Act.CONFIRM_NAMES, Act.REBUILD})
ADMIN_ACTS = ARBITER_ACTS | {Act.CHANGE_RULES, Act.CHANGE_CLUB, Act.MANAGE_TOKENS, Act.ERASE_PERSON, Act.EXPORT_CLUB, Act.INVITE_ARBITERS}
OWNER_ACTS = ADMIN_ACTS | {Act.MANAGE_ROLES, Act.READ_JOURNAL, Act.MANAGE_SUBSCRIPTION, Act.DELETE_CLUB}

ALLOWED: dict[str, frozenset[Act]] = {
    "arbiter": ARBITER_ACTS,
    "admin": ADMIN_ACTS,
    "owner": OWNER_ACTS,
}
"""Least first: each role may do whatever the one before it may."""

_RANKS = list(ALLOWED)


def may(role: str | None, act: Act) -> bool:
    """False for somebody without a role in the club."""
    return role is not None and act in ALLOWED[role]


def is_above(role: str, other: str) -> bool:
    """True if `role` allows more than `other`."""
    return _RANKS.index(role) > _RANKS.index(other)


def may_deal_with(role: str | None, other: str) -> bool:
    """True if somebody with `role` may invite people to be `other`, and remove those who are."""
    return may(role, Act.MANAGE_ROLES) or (may(role, Act.INVITE_ARBITERS) and other == "arbiter")


def roles_to_give(role: str | None) -> list[str]:
    """The roles to which somebody with `role` may invite, least first."""
    return [other for other in _RANKS if may_deal_with(role, other)]
