"""Corrections that are not of one event: rules, a start rating, opening ratings. Each previewed, applied, undone and made again."""

from collections.abc import Callable
from datetime import date

import pytest

from clubs.models import Club, JournalEntry
from clubs.tenancy.scope import club_scope
from players.models import Player
from players.services import rename_player, set_start
from ratings.domain.errors import CorrectionRefused
from ratings.domain.opening import OpeningRefused
from ratings.domain.rules import RuleBook, Rules
from ratings.models import Correction, LadderRules
from ratings.selectors import ladder_rules_of
from ratings.selectors.corrections import effects_of
from ratings.selectors.opening import Opening, opening_of
from ratings.services import replay_ladder
from ratings.services.corrections import Action, EffectsDiffer, apply_correction, preview_correction, preview_undo, undo_correction
from ratings.services.corrections.opening import DropOpening, SetOpening
from ratings.services.corrections.rehearsing import apply_as_shown, digest_of, rehearse_correction
from ratings.services.corrections.rules import DropRules, SetRules
from ratings.services.corrections.starts import SetStartRating
from ratings.services.opening import OpeningRow, set_opening
from ratings.services.rules import set_rules
from tests.factories import make_player
from tests.ratings.corrections.scene import NAMES, look_up, make_evenings, rebuilt, week
from tests.ratings.stored import Stored, ratings_of, stored_ladder
from tournaments.models import Event

pytestmark = pytest.mark.django_db

LIVELY = Rules(start=13_000, k_new=60, k_established=30, new_games=10, provisional_games=3)


def people(club: Club) -> list[Player]:
    """The six of the evenings, in the order of their names."""
    with club_scope(club):
        return list(Player.objects.filter(club=club, name__in=NAMES).order_by("name"))


def rows(club: Club, *start: tuple[int, int]) -> tuple[OpeningRow, ...]:
    return tuple(OpeningRow(player.pk, player.name, *each) for player, each in zip(people(club), start, strict=False))


Make = Callable[[Club], Action]
KINDS: dict[str, Make] = {
    "rules from the beginning": lambda club: SetRules(None, LIVELY),
    "rules from a date on": lambda club: SetRules(week(1), LIVELY),
    "rules of a date that has some": lambda club: SetRules(week(2), LIVELY),
    "rules forgotten": lambda club: DropRules(week(2)),
    "a start rating": lambda club: SetStartRating(people(club)[0], 15_005),
    "another start rating for somebody who brought games": lambda club: SetStartRating(people(club)[4], 14_000),
    "a start rating forgotten": lambda club: SetStartRating(people(club)[4], None),
    "an opening": lambda club: SetOpening(
        week(1),
        (*rows(club, (15_000, 40), (14_000, 3)), OpeningRow(None, "Gil Gorse", 16_000, 12), OpeningRow(None, "Hope Holly", 9_999, 0)),
    ),
    "an opening before every event": lambda club: SetOpening(date(2020, 1, 1), rows(club, (15_000, 40), (11_000, 4))),
    "an opening dropped": lambda club: DropOpening(),
}


@pytest.fixture
def club(evenings: tuple[Club, list[Event]]) -> Club:
    """Four evenings; other rules from the third date on; one player who has brought a rating and games."""
    club, _ = evenings
    set_rules(club=club, since=week(2), rules=Rules(k_new=32), by=None)
    set_start(club=club, player=people(club)[4], rating=13_000, games=30, by=None)
    replay_ladder(club=club)
    return club


Kept = tuple[Stored, RuleBook, Opening, list[tuple[str, int | None, int | None]]]


def kept(club: Club) -> Kept:
    """The ladder, and everything of which it is made that these corrections touch."""
    with club_scope(club):
        starts = list(Player.objects.filter(club=club).order_by("pk").values_list("name", "start_rating", "start_games"))
        return stored_ladder(club), ladder_rules_of(club), opening_of(club), starts


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_shown_applied_undone_and_made_again(club: Club, kind: str) -> None:
    elsewhere, _ = make_evenings()
    set_rules(club=elsewhere, since=week(2), rules=Rules(k_new=32), by=None)
    replay_ladder(club=elsewhere)
    action, before, other = KINDS[kind](club), kept(club), kept(elsewhere)

    shown = preview_correction(club=club, action=action, by=None)
    assert kept(club) == before, "a preview leaves nothing behind"
    correction = apply_as_shown(club=club, action=action, by=None, reason="Agreed in the meeting", shown=digest_of(shown))
    after = kept(club)
    assert after != before
    assert after[0] == rebuilt(club)
    assert digest_of(effects_of(correction)) == digest_of(shown)
    assert correction.reason == "Agreed in the meeting"

    back = preview_undo(club=club, correction=look_up(club, correction), by=None)
    assert kept(club) == after
    undone = undo_correction(club=club, correction=look_up(club, correction), by=None, expected=back.digest)
    assert kept(club) == before, "every byte"
    if kind != "an opening":
        undo_correction(club=club, correction=look_up(club, undone), by=None)
        assert kept(club) == after
    assert kept(elsewhere) == other


def test_rules_of_several_dates_are_undone_in_any_order(club: Club) -> None:
    before = kept(club)
    one = apply_correction(club=club, action=SetRules(None, LIVELY), by=None)
    between = kept(club)
    other = apply_correction(club=club, action=SetRules(week(1), Rules(k_new=10)), by=None)
    undo_correction(club=club, correction=look_up(club, one), by=None)
    undo_correction(club=club, correction=look_up(club, other), by=None)
    assert kept(club) == before
    assert between != before


def test_rules_that_were_changed_again_are_not_overwritten(club: Club) -> None:
    first = apply_correction(club=club, action=SetRules(week(1), LIVELY), by=None)
    second = apply_correction(club=club, action=SetRules(week(1), Rules(k_new=10)), by=None)
    before = kept(club)
    with pytest.raises(CorrectionRefused) as refused:
        undo_correction(club=club, correction=look_up(club, first), by=None)
    assert (refused.value.code, refused.value.later) == ("later_in_the_way", second.public_id)
    assert kept(club) == before
    undo_correction(club=club, correction=look_up(club, second), by=None)
    undo_correction(club=club, correction=look_up(club, first), by=None)
    with club_scope(club):
        assert [row.since for row in LadderRules.objects.filter(club=club)] == [week(2)]


@pytest.mark.parametrize(
    "make",
    [
        lambda club: SetRules(week(2), Rules(k_new=32)),
        lambda club: DropRules(week(3)),
        lambda club: SetStartRating(people(club)[4], 13_000),
        lambda club: SetStartRating(people(club)[0], None),
    ],
)
def test_what_changes_nothing_is_refused(club: Club, make: Make) -> None:
    before = kept(club)
    with pytest.raises(CorrectionRefused) as refused:
        preview_correction(club=club, action=make(club), by=None)
    assert refused.value.code == "nothing_changes"
    with pytest.raises(CorrectionRefused):
        apply_correction(club=club, action=make(club), by=None)
    assert kept(club) == before
    with club_scope(club):
        assert not Correction.objects.filter(club=club).exists()


def test_an_opening_that_changes_nothing_is_refused(club: Club) -> None:
    action = SetOpening(week(1), rows(club, (15_000, 40)))
    apply_correction(club=club, action=action, by=None)
    with pytest.raises(CorrectionRefused, match="this is how it stands already"):
        apply_correction(club=club, action=action, by=None)
    apply_correction(club=club, action=DropOpening(), by=None)
    with pytest.raises(CorrectionRefused, match="this is how it stands already"):
        apply_correction(club=club, action=DropOpening(), by=None)


def test_an_opening_replaces_the_one_before(club: Club) -> None:
    anna, ben, _, _, emil, _ = people(club)
    apply_correction(club=club, action=SetOpening(week(1), rows(club, (15_000, 40))), by=None)
    with club_scope(club):
        assert opening_of(club) == Opening(week(1), {anna.pk: (15_000, 40)}), "Emil is not in it and has brought nothing"
    apply_correction(club=club, action=SetOpening(week(2), (OpeningRow(ben.pk, ben.name, 12_345, 0),)), by=None)
    with club_scope(club):
        assert opening_of(club) == Opening(week(2), {ben.pk: (12_345, 0)})
        assert not Player.objects.filter(club=club, pk=emil.pk).exclude(start_rating=None, start_games=None).exists()


def test_people_whom_an_opening_made_go_with_it_unless_something_is_known_of_them(club: Club) -> None:
    made = tuple(OpeningRow(None, name, 14_000, 5) for name in ("Gil Gorse", "Hope Holly", "Ivy Iris"))
    correction = apply_correction(club=club, action=SetOpening(week(1), made), by=None)
    with club_scope(club):
        gil, hope, _ = Player.objects.filter(club=club, pk__in=correction.detail["created"]).order_by("pk")
    rename_player(club=club, player=hope, name="Hope H. Holly", by=None)
    with club_scope(club):
        Player.objects.filter(pk=gil.pk).update(age_group="adult")
    undone = undo_correction(club=club, correction=look_up(club, correction), by=None)
    with club_scope(club):
        left = Player.objects.filter(club=club).exclude(name__in=NAMES).order_by("pk")
        assert list(left.values_list("name", "start_rating", "start_games")) == [("Gil Gorse", None, None), ("Hope H. Holly", None, None)]
    with pytest.raises(CorrectionRefused) as refused:
        undo_correction(club=club, correction=look_up(club, undone), by=None)
    assert refused.value.code == "people_gone", "Ivy is gone, and the file has to be sent again"


def test_an_opening_is_not_taken_back_over_a_later_start_rating(club: Club) -> None:
    correction = apply_correction(club=club, action=SetOpening(week(1), rows(club, (15_000, 40))), by=None)
    later = apply_correction(club=club, action=SetStartRating(people(club)[0], 14_000), by=None)
    before = kept(club)
    with pytest.raises(CorrectionRefused) as refused:
        undo_correction(club=club, correction=look_up(club, correction), by=None)
    assert (refused.value.code, refused.value.later) == ("later_in_the_way", later.public_id)
    assert kept(club) == before
    undo_correction(club=club, correction=look_up(club, later), by=None)
    undo_correction(club=club, correction=look_up(club, correction), by=None)


def test_nobody_is_two_rows_and_nobody_of_another_club_is_any(club: Club) -> None:
    anna, stranger = people(club)[0], make_player(make_evenings()[0], "Anna Alder")
    before = kept(club)
    for code, player_ids in (("person_twice", (anna.pk, anna.pk)), ("person_gone", (anna.pk, stranger.pk))):
        with pytest.raises(OpeningRefused) as refused:
            set_opening(club=club, as_of=week(0), rows=[OpeningRow(pk, "Anna", 12_000, 1) for pk in player_ids], by=None)
        assert refused.value.code == code
    assert kept(club) == before


def test_an_opening_is_told_in_the_journal_without_names(club: Club) -> None:
    apply_correction(club=club, action=KINDS["an opening"](club), by=None)
    with club_scope(club):
        entry = JournalEntry.objects.get(club=club, action="ladder.opening_set")
        detail = Correction.objects.get(club=club).detail
    assert entry.detail == {"as_of": "2026-03-10", "people": 4, "new": 2}
    assert not any(name.split()[0] in str(detail) for name in (*NAMES, "Gil Gorse"))


def test_a_rehearsal_shows_the_people_that_it_makes_and_forgets_them(club: Club) -> None:
    before = kept(club)
    action = KINDS["an opening"](club)
    with rehearse_correction(club=club, action=action, by=None) as effects, club_scope(club):
        entering = {member.player_id for member in effects.members if member.before is None}
        names = set(Player.objects.filter(club=club, pk__in=entering).values_list("name", flat=True))
    assert names == {"Gil Gorse", "Hope Holly"}
    assert kept(club) == before


def test_other_effects_than_those_shown_are_not_applied(club: Club) -> None:
    action = KINDS["an opening"](club)
    shown = digest_of(preview_correction(club=club, action=action, by=None))
    assert shown == digest_of(preview_correction(club=club, action=action, by=None)), "the same again, with people made anew"
    apply_correction(club=club, action=SetRules(None, LIVELY), by=None)
    before = kept(club)
    with pytest.raises(EffectsDiffer):
        apply_as_shown(club=club, action=action, by=None, reason="", shown=shown)
    assert kept(club) == before


def test_a_member_brought_is_on_the_ladder_at_once(club: Club) -> None:
    correction = apply_correction(club=club, action=KINDS["an opening"](club), by=None)
    with club_scope(club):
        made = list(Player.objects.filter(club=club, pk__in=correction.detail["created"]).order_by("pk"))
    assert ratings_of(club, *made) == [16_000, 9_999]
