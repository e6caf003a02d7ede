"""What arbiters, programs and psql do to a club of the soak: every kind of correction, one at a time, at random."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import connection

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from players.models import Player, PlayerMerge
from ratings.domain.rules import Rules
from ratings.models import Correction
from ratings.services import request_rebuild
from ratings.services.corrections import apply_correction, preview_correction, undo_correction
from ratings.services.corrections.actions import Action
from ratings.services.corrections.events import CorrectEvent, OrderEvent, RemoveEvent, RestoreEvent
from ratings.services.corrections.opening import DropOpening, SetOpening
from ratings.services.corrections.rules import DropRules, SetRules
from ratings.services.corrections.starts import SetStartRating
from ratings.services.opening import OpeningRow
from tests.factories import make_player
from tests.faults.soak.clubs import KINDS, random_day, random_record
from tournaments.domain.corrections import EventPatch, change_dates, change_result, remove_game, set_rated
from tournaments.domain.record import EventRecord, Reading
from tournaments.models import EntryLink, Event
from tournaments.selectors.records import record_of
from tournaments.services import publish_event, undo_publication
from tournaments.services.identity import link_entry, merge_players, undo_link, unmerge_players


@dataclass
class Arbiter:
    """One person, or psql, at one club, who draws lots."""

    club: Club
    chance: random.Random

    def correct_result(self) -> None:
        self._patch(lambda record: change_result(record, self.chance.randint(1, 2), self.chance.randint(1, 2), self.chance.choice(KINDS)))

    def remove_game(self) -> None:
        self._patch(lambda record: remove_game(record, self.chance.randint(1, 2), self.chance.randint(1, 2)))

    def redate(self) -> None:
        day = random_day(self.chance)
        self._patch(lambda record: change_dates(record, day, day + timedelta(days=self.chance.choice((0, 0, 0, 3)))))

    def switch_rated(self) -> None:
        self._patch(lambda record: set_rated(record, not record.rated))

    def remove_or_restore(self) -> None:
        event = self._event()
        self._apply(RestoreEvent(event) if event.removed_at else RemoveEvent(event))

    def order(self) -> None:
        self._apply(OrderEvent(self._event(), self.chance.randint(0, 3)))

    def set_rules(self) -> None:
        since = self.chance.choice((None, random_day(self.chance)))
        self._apply(SetRules(since, Rules(k_new=self.chance.choice((30, 40)), provisional_games=self.chance.randint(0, 5))))

    def drop_rules(self) -> None:
        self._apply(DropRules(None))

    def start_rating(self) -> None:
        self._apply(SetStartRating(self._player(), self.chance.choice((None, 10000, 15000))))

    def set_opening(self) -> None:
        player = self._player()
        row = OpeningRow(player.pk, player.name, self.chance.choice((11000, 14000)), self.chance.choice((0, 7, 25)))
        self._apply(SetOpening(random_day(self.chance) - timedelta(days=20), [row]))

    def drop_opening(self) -> None:
        self._apply(DropOpening())

    def undo(self) -> None:
        with club_scope(self.club):
            corrections = list(Correction.objects.filter(club=self.club).order_by("-pk")[:10])
        if corrections:
            undo_correction(club=self.club, correction=self.chance.choice(corrections), by=None)

    def preview(self) -> None:
        preview_correction(club=self.club, action=SetStartRating(self._player(), 17000), by=None)

    def merge(self) -> None:
        """Into somebody who never played here, since those who did have met."""
        with club_scope(self.club):
            spare = Player.objects.filter(club=self.club, name="Spare").first()
        if spare is None or self.chance.random() < 0.3:
            spare = make_player(self.club, "Spare")
        merge_players(club=self.club, absorbed=self._player(), into=spare, by=None)

    def unmerge(self) -> None:
        with club_scope(self.club):
            merges = list(PlayerMerge.objects.filter(club=self.club, undone_at=None))
        if merges:
            unmerge_players(club=self.club, merge=self.chance.choice(merges), by=None)

    def publish(self) -> None:
        record = random_record(self.chance, name=f"Evening {self.chance.randrange(3)}")
        publish_event(club=self.club, reading=Reading(record), by=None, source="upload", event=self._event())

    def undo_publication(self) -> None:
        undo_publication(club=self.club, event=self._event(), by=None)

    def relink(self) -> None:
        with club_scope(self.club):
            links = list(EntryLink.objects.filter(club=self.club, undone_at=None).select_related("entry", "player").order_by("-pk")[:20])
        if links:
            link = self.chance.choice(links)
            undo_link(club=self.club, link=link, by=None)
            link_entry(club=self.club, entry=link.entry, player=link.player, by=None)

    def rebuild(self) -> None:
        request_rebuild(club=self.club, by=None)

    def psql_results(self) -> None:
        self._by_hand(
            "UPDATE tournaments_game SET result = %s WHERE version_id = %s AND round = %s AND black_id IS NOT NULL",
            [self.chance.choice(KINDS).value, self._event().rated_version_id, self.chance.randint(1, 2)],
        )

    def psql_dates(self) -> None:
        day = random_day(self.chance)
        self._by_hand("UPDATE tournaments_eventversion SET starts_on = %s, ends_on = %s WHERE event_id = %s", [day, day, self._event().pk])

    def psql_removed(self) -> None:
        self._by_hand(
            "UPDATE tournaments_event SET removed_at = CASE WHEN removed_at IS NULL THEN now() END WHERE id = %s", [self._event().pk]
        )

    def _patch(self, make: Callable[[EventRecord], EventPatch]) -> None:
        with club_scope(self.club):
            event = self.chance.choice(list(Event.objects.filter(club=self.club, latest__isnull=False).select_related("latest")))
            version = event.latest
            assert version is not None
            record = record_of(self.club, version)
        self._apply(CorrectEvent(event, version, make(record)))

    def _apply(self, action: Action) -> None:
        apply_correction(club=self.club, action=action, by=None)

    def _event(self) -> Event:
        with club_scope(self.club):
            return self.chance.choice(list(Event.objects.filter(club=self.club).order_by("pk")))

    def _player(self) -> Player:
        with club_scope(self.club):
            return self.chance.choice(list(Player.objects.filter(club=self.club).order_by("pk")))

    def _by_hand(self, sql: str, values: list[Any]) -> None:
        with club_scope(self.club), connection.cursor() as cursor:
            cursor.execute(sql, values)


DEEDS: tuple[Callable[[Arbiter], None], ...] = (
    Arbiter.correct_result,
    Arbiter.correct_result,
    Arbiter.remove_game,
    Arbiter.redate,
    Arbiter.switch_rated,
    Arbiter.remove_or_restore,
    Arbiter.remove_or_restore,
    Arbiter.order,
    Arbiter.set_rules,
    Arbiter.drop_rules,
    Arbiter.start_rating,
    Arbiter.set_opening,
    Arbiter.drop_opening,
    Arbiter.undo,
    Arbiter.undo,
    Arbiter.preview,
    Arbiter.merge,
    Arbiter.merge,
    Arbiter.unmerge,
    Arbiter.publish,
    Arbiter.undo_publication,
    Arbiter.relink,
    Arbiter.rebuild,
    *(Arbiter.psql_results, Arbiter.psql_dates, Arbiter.psql_removed) * 3,
)
