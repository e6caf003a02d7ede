"""What corrections sum up to, and what a new version would undo of them."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given

from tests.factories import event_record
from tests.tournaments.corrections.records import patched_records
from tournaments.domain.corrections import (
    EventPatch,
    apply_patch,
    change_dates,
    change_result,
    remove_game,
    replace_by_byes,
    set_finished,
    set_rated,
    together,
)
from tournaments.domain.differences import difference
from tournaments.domain.errors import CorrectionRefused
from tournaments.domain.record import EventRecord, PairingRecord
from tournaments.domain.results import ResultKind
from tournaments.domain.stakes import GameAtStake, SettingAtStake, Stake, keep_corrections, weigh_corrections

WIN, DRAW, LOSS = ResultKind.WHITE_WIN, ResultKind.DRAW, ResultKind.BLACK_WIN
FULL, HALF, ZERO = ResultKind.FULL_POINT_BYE, ResultKind.HALF_POINT_BYE, ResultKind.ZERO_POINT_BYE
NAMES = ["Anna", "Ben", "Chaya", "Dov"]
PUBLISHED = event_record(NAMES, [[(1, 2, WIN), (3, 4, DRAW)]])
NEXT_ROUND = event_record(NAMES, [[(1, 2, WIN), (3, 4, DRAW)], [(1, 3, LOSS), (2, 4, WIN)]])


def at_stake(patch: EventPatch, sent: EventRecord) -> tuple[Stake, ...]:
    corrected = apply_patch(PUBLISHED, patch)
    return weigh_corrections(difference(PUBLISHED, corrected), corrected, sent)


class TestDifference:
    def test_two_corrections_of_one_game_are_one_and_one_taken_back_is_none(self) -> None:
        once = apply_patch(PUBLISHED, change_result(PUBLISHED, 1, 1, DRAW))
        twice = apply_patch(once, change_result(once, 1, 1, LOSS))

        assert difference(PUBLISHED, twice) == change_result(PUBLISHED, 1, 1, LOSS)
        assert not difference(PUBLISHED, apply_patch(twice, change_result(twice, 1, 1, WIN)))

    def test_byes_belong_to_the_game_they_replace(self) -> None:
        patch = replace_by_byes(PUBLISHED, 1, 1, FULL, ZERO)

        assert difference(PUBLISHED, apply_patch(PUBLISHED, patch)) == patch

    def test_another_board_alone_is_no_difference(self) -> None:
        moved = replace(PUBLISHED.rounds[0], pairings=(PairingRecord(5, 1, 2, WIN), PairingRecord(2, 3, 4, DRAW)))

        assert not difference(PUBLISHED, replace(PUBLISHED, rounds=(moved,)))

    @given(patched_records())
    def test_the_difference_leads_from_one_to_the_other(self, made: tuple[EventRecord, EventPatch]) -> None:
        record, patch = made
        corrected = apply_patch(record, patch)

        assert apply_patch(record, difference(record, corrected)) == corrected
        assert apply_patch(corrected, difference(corrected, record)) == record
        assert not difference(record, record)


class TestAtStake:
    def test_the_published_value_again(self) -> None:
        assert at_stake(change_result(PUBLISHED, 1, 1, DRAW), NEXT_ROUND) == (
            GameAtStake(1, (PairingRecord(1, 1, 2, WIN),), (PairingRecord(1, 1, 2, DRAW),), (PairingRecord(1, 1, 2, WIN),)),
        )

    def test_the_corrected_value_is_not_at_stake(self) -> None:
        assert at_stake(change_result(PUBLISHED, 1, 1, DRAW), apply_patch(NEXT_ROUND, change_result(NEXT_ROUND, 1, 1, DRAW))) == ()

    def test_a_third_value_is(self) -> None:
        sent = apply_patch(NEXT_ROUND, change_result(NEXT_ROUND, 1, 1, LOSS))

        [stake] = at_stake(change_result(PUBLISHED, 1, 1, DRAW), sent)

        assert isinstance(stake, GameAtStake)
        assert (stake.sent, stake.can_be_kept) == ((PairingRecord(1, 1, 2, LOSS),), True)

    def test_of_several_games_of_a_pair_none_is_lost_by_keeping(self) -> None:
        twice = event_record(["Anna", "Ben"], [[(1, 2, WIN), (2, 1, WIN)]])
        corrected = apply_patch(twice, change_result(twice, 1, 2, DRAW))

        stakes = weigh_corrections(difference(twice, corrected), corrected, twice)

        assert [stake.can_be_kept for stake in stakes] == [False]
        with pytest.raises(CorrectionRefused):
            keep_corrections(stakes, twice)

    def test_numbers_are_those_of_the_new_version(self) -> None:
        sent = event_record(["Zoe", *reversed(NAMES)], [[(1, None, HALF), (5, 4, WIN), (3, 2, DRAW)]])

        assert at_stake(change_result(PUBLISHED, 1, 1, DRAW), sent) == (
            GameAtStake(1, (PairingRecord(1, 5, 4, WIN),), (PairingRecord(1, 5, 4, DRAW),), (PairingRecord(2, 5, 4, WIN),)),
        )

    def test_somebody_who_is_not_found_is_told_by_the_old_numbers(self) -> None:
        sent = event_record(["Anna Berg", "Ben", "Chaya", "Dov"], [[(1, 2, DRAW), (3, 4, DRAW)]])

        [stake] = at_stake(change_result(PUBLISHED, 1, 1, DRAW), sent)

        assert isinstance(stake, GameAtStake)
        assert (stake.sent, stake.found, stake.can_be_kept) == ((), False, False)

    def test_settings_of_the_event(self) -> None:
        day = date(2026, 3, 10)
        patch = together([change_dates(PUBLISHED, day, day), set_rated(PUBLISHED, False), set_finished(PUBLISHED, False)])

        assert at_stake(patch, replace(NEXT_ROUND, ends_on=day, finished=False)) == (
            SettingAtStake("starts_on", date(2026, 3, 3), day, date(2026, 3, 3)),
            SettingAtStake("rated", True, False, True),
        )
        assert at_stake(change_dates(PUBLISHED, day, day), replace(NEXT_ROUND, starts_on=None, ends_on=None)) == ()


class TestKeeping:
    @pytest.mark.parametrize(
        "patch",
        [
            change_result(PUBLISHED, 1, 1, DRAW),
            change_result(PUBLISHED, 1, 1, ResultKind.BLACK_FORFEIT_WIN),
            replace_by_byes(PUBLISHED, 1, 1, FULL, ZERO),
            remove_game(PUBLISHED, 1, 1),
        ],
    )
    @pytest.mark.parametrize("sent", [NEXT_ROUND, apply_patch(NEXT_ROUND, change_result(NEXT_ROUND, 1, 1, LOSS))])
    def test_the_corrections_stand_and_the_new_round_is_there(self, patch: EventPatch, sent: EventRecord) -> None:
        corrected = apply_patch(PUBLISHED, patch)

        kept = keep_corrections(at_stake(patch, sent), sent)

        assert kept.rounds == (corrected.rounds[0], NEXT_ROUND.rounds[1])
        assert weigh_corrections(difference(PUBLISHED, corrected), corrected, kept) == ()

    def test_settings_stand(self) -> None:
        patch = together([set_rated(PUBLISHED, False), change_dates(PUBLISHED, date(2026, 3, 1), date(2026, 3, 2))])
        expected = replace(NEXT_ROUND, starts_on=date(2026, 3, 1), ends_on=date(2026, 3, 2), rated=False)

        assert keep_corrections(at_stake(patch, NEXT_ROUND), NEXT_ROUND) == expected

    def test_a_game_on_another_board_is_corrected_where_it_stands(self) -> None:
        sent = event_record(["Zoe", *reversed(NAMES)], [[(1, None, HALF), (5, 4, WIN), (3, 2, DRAW)]])

        kept = keep_corrections(at_stake(replace_by_byes(PUBLISHED, 1, 1, FULL, ZERO), sent), sent)

        assert [(each.board, each.white, each.black) for each in kept.rounds[0].pairings] == [
            (1, 1, None),
            (2, 5, None),
            (3, 3, 2),
            (4, 4, None),
        ]

    def test_players_who_were_paired_otherwise_keep_their_new_games(self) -> None:
        sent = event_record(NAMES, [[(1, 3, WIN), (2, 4, DRAW)]])
        stakes = at_stake(change_result(PUBLISHED, 1, 1, DRAW), sent)

        assert [stake.can_be_kept for stake in stakes] == [False]
        with pytest.raises(CorrectionRefused, match="cannot be kept") as refused:
            keep_corrections(stakes, sent)
        assert (refused.value.code, refused.value.params) == ("correction_lost", {"round": 1})

    def test_what_would_contradict_itself_is_refused(self) -> None:
        running = event_record(NAMES, [[(1, 2, WIN), (3, 4, ResultKind.PENDING)]], finished=False)
        published = replace(PUBLISHED, finished=False)
        net = set_finished(published, True)

        with pytest.raises(CorrectionRefused) as refused:
            keep_corrections(weigh_corrections(net, apply_patch(published, net), running), running)

        assert (refused.value.code, refused.value.params) == ("finished_pending", {"round": 1, "board": 2})

    @given(patched_records())
    def test_keeping_over_the_same_file_gives_the_corrected_record(self, made: tuple[EventRecord, EventPatch]) -> None:
        record, patch = made
        corrected = apply_patch(record, patch)
        net = difference(record, corrected)

        assert keep_corrections(weigh_corrections(net, corrected, record), record) == corrected
        assert weigh_corrections(net, corrected, corrected) == ()
