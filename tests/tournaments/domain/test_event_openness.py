"""What counts as opening an event further."""

from itertools import product

import pytest

from tournaments.domain.openness import EventOpenness, is_wider
from tournaments.models import EventAccess, EventNames


@pytest.mark.parametrize(
    ("before", "after", "wider"),
    [
        (("club", "club"), ("open", "club"), True),
        (("closed", "club"), ("club", "club"), True),
        (("club", "club"), ("club", "adults"), True),
        (("club", "initials"), ("club", "club"), True),
        (("open", "adults"), ("closed", "initials"), False),
        (("closed", "initials"), ("closed", "adults"), True),
        (("open", "initials"), ("club", "initials"), False),
    ],
)
def test_wider(before: tuple[str, str], after: tuple[str, str], wider: bool) -> None:
    assert is_wider(EventOpenness(*before), EventOpenness(*after)) is wider


def test_of_two_that_differ_one_is_wider_and_the_values_are_those_of_the_models() -> None:
    every = [EventOpenness(*each) for each in product(EventAccess.values, EventNames.values)]
    for one, other in product(every, every):
        assert (is_wider(one, other) or is_wider(other, one)) is (one != other)
