"""What a correction does to the ladder, as it is told and kept."""

import json

from hypothesis import given
from hypothesis import strategies as st

from ratings.domain.effects import Effects, MemberEffect, compare_ratings

RATINGS = st.dictionaries(st.integers(1, 12), st.integers(-500, 40_000), max_size=8)


def test_whoever_moves_most_comes_first_and_who_enters_or_leaves_last() -> None:
    before = {1: 12000, 2: 12000, 3: 12000, 4: 12000, 5: 12000}
    after = {1: 12010, 2: 11900, 3: 12000, 4: 12100, 6: 12000}
    assert compare_ratings(before, after) == (
        MemberEffect(2, 12000, 11900),
        MemberEffect(4, 12000, 12100),
        MemberEffect(1, 12000, 12010),
        MemberEffect(5, 12000, None),
        MemberEffect(6, None, 12000),
    )


def test_who_moves_most() -> None:
    assert Effects(compare_ratings({1: 12000, 2: 12000}, {1: 11990, 3: 14000})).largest == MemberEffect(1, 12000, 11990)
    assert Effects(compare_ratings({}, {3: 14000})).largest is None


@given(RATINGS, RATINGS)
def test_the_list_leads_from_one_ladder_to_the_other_and_back(before: dict[int, int], after: dict[int, int]) -> None:
    there, back = compare_ratings(before, after), compare_ratings(after, before)
    reached = {player: rating for player, rating in before.items() if player not in {member.player_id for member in there}}
    assert reached | {member.player_id: member.after for member in there if member.after is not None} == after
    assert {(member.player_id, member.after, member.before) for member in back} == {
        (member.player_id, member.before, member.after) for member in there
    }


@given(RATINGS, RATINGS, st.none() | st.integers(1, 40), st.none() | st.integers(1, 40), st.sampled_from([None, "broken_merges"]))
def test_it_is_kept_as_it_is(before: dict[int, int], after: dict[int, int], led: int | None, leads: int | None, failed: str | None) -> None:
    effects = Effects(compare_ratings(before, after), led, leads, failed)
    kept = Effects.from_json(json.loads(json.dumps(effects.as_json())))
    assert (kept, kept.digest) == (effects, effects.digest)


def test_other_effects_have_another_digest() -> None:
    one = Effects((MemberEffect(1, 12000, 12010),), 1, 1)
    others = [
        Effects((MemberEffect(1, 12000, 12011),), 1, 1),
        Effects((MemberEffect(2, 12000, 12010),), 1, 1),
        Effects((MemberEffect(1, 12000, 12010),), 1, 2),
        Effects((), 1, 1, "broken_merges"),
        Effects((), 1, 1),
    ]
    assert len({each.digest for each in (one, *others)}) == 6
