"""The table of roles, read as it stands."""

from clubs.domain.roles import ALLOWED, Act, may, roles_to_give
from clubs.models import Role


def test_every_role_is_in_the_table() -> None:
    assert set(ALLOWED) == {role.value for role in Role}


TABLE = {
    Act.USE_DESK: "arbiter admin owner",
    Act.PUBLISH: "arbiter admin owner",
    Act.CONFIRM_NAMES: "arbiter admin owner",
    Act.REBUILD: "arbiter admin owner",
    Act.CHANGE_RULES: "admin owner",
    Act.CHANGE_CLUB: "admin owner",
    Act.MANAGE_TOKENS: "admin owner",
    Act.ERASE_PERSON: "admin owner",
    Act.EXPORT_CLUB: "admin owner",
    Act.INVITE_ARBITERS: "admin owner",
    Act.MANAGE_ROLES: "owner",
    Act.READ_JOURNAL: "owner",
    Act.MANAGE_SUBSCRIPTION: "owner",
    Act.DELETE_CLUB: "owner",
}


def test_who_may_do_what() -> None:
    assert {act: " ".join(role for role in ALLOWED if may(role, act)) for act in Act} == TABLE
    assert not any(may(None, act) for act in Act)


def test_who_deals_with_whom() -> None:
    assert {role: roles_to_give(role) for role in (None, *ALLOWED)} == {
        None: [],
        "arbiter": [],
        "admin": ["arbiter"],
        "owner": ["arbiter", "admin", "owner"],
    }


def test_an_owner_may_do_whatever_anybody_may() -> None:
    assert ALLOWED["owner"] >= ALLOWED["admin"] >= ALLOWED["arbiter"]
