"""What counts as opening a club further."""

from itertools import product

import pytest

from clubs.domain.openness import Openness, is_wider, may_show_more, opens_to_more
from clubs.models import Audience, NamePolicy, Visibility

ALL = [Openness(*each) for each in product(Visibility.values, Audience.values, NamePolicy.values)]


def test_the_values_are_those_of_the_models() -> None:
    """A setting that this module does not know would raise at the first comparison."""
    assert [is_wider(each, each) for each in ALL] == [False] * len(ALL)


@pytest.mark.parametrize(
    ("before", "after", "readers", "names"),
    [
        (("arbiters", "mixed", "initials"), ("unlisted", "mixed", "initials"), True, False),
        (("unlisted", "mixed", "initials"), ("public", "mixed", "initials"), True, False),
        (("public", "mixed", "initials"), ("arbiters", "mixed", "initials"), False, False),
        (("unlisted", "mixed", "initials"), ("unlisted", "mixed", "adults_in_full"), False, True),
        (("unlisted", "mixed", "adults_in_full"), ("unlisted", "mixed", "initials"), False, False),
        (("unlisted", "mixed", "adults_in_full"), ("unlisted", "adults", "adults_in_full"), False, True),
        (("unlisted", "mixed", "initials"), ("unlisted", "adults", "initials"), False, False),
        (("unlisted", "adults", "everyone_in_full"), ("public", "mixed", "initials"), True, False),
        (("public", "mixed", "initials"), ("arbiters", "adults", "everyone_in_full"), False, True),
    ],
)
def test_wider(before: tuple[str, str, str], after: tuple[str, str, str], readers: bool, names: bool) -> None:
    one, other = Openness(*before), Openness(*after)
    assert (opens_to_more(one, other), may_show_more(one, other), is_wider(one, other)) == (readers, names, readers or names)


def test_no_way_there_and_back_is_wider_in_neither_direction_unless_nothing_that_counts_changes() -> None:
    """A change and its reverse cannot both pass as narrower, unless the world sees the same after both."""
    for one, other in product(ALL, ALL):
        if not (is_wider(one, other) or is_wider(other, one)):
            same_readers = one.visibility == other.visibility
            same_names = one.name_policy == other.name_policy
            assert same_readers
            assert same_names
            assert one.adults_only == other.adults_only or one.name_policy == "initials"
