"""The table of roles, read as it stands."""

import pytest

from clubs.domain.roles import ALLOWED, Act, may
from clubs.models import Role


def test_every_role_is_in_the_table() -> None:
    assert set(ALLOWED) == {role.value for role in Role}


@pytest.mark.parametrize(
    ("role", "act", "allowed"),
    [
        (Role.ARBITER, Act.PUBLISH, True),
        (Role.ARBITER, Act.CONFIRM_NAMES, True),
        (Role.ARBITER, Act.REBUILD, True),
        (Role.ARBITER, Act.CHANGE_RULES, False),
        (Role.ARBITER, Act.CHANGE_CLUB, False),
        (Role.ARBITER, Act.MANAGE_TOKENS, False),
        (Role.ADMIN, Act.CHANGE_CLUB, True),
        (Role.OWNER, Act.MANAGE_TOKENS, True),
        (None, Act.USE_DESK, False),
    ],
)
def test_who_may_do_what(role: Role | None, act: Act, allowed: bool) -> None:
    assert may(role, act) is allowed


def test_an_owner_may_do_whatever_anybody_may() -> None:
    assert ALLOWED["owner"] >= ALLOWED["admin"] >= ALLOWED["arbiter"]
