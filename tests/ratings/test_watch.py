"""Every change of what the replay reads queues an edit, by whatever door it comes, and nothing else does."""

import importlib
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import date
from typing import Any

import pytest
from django.db import connection, models
from django.utils import timezone

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from players.models import Player, PlayerMerge
from ratings.models import LadderEdit, LadderOpening, LadderRules
from ratings.services import replay_ladder
from ratings.services.rows import read_rows
from ratings.services.statement import LOOK, sources_statement
from tests.ratings.builder import LOSS, WIN, merge, new_club, new_event, new_players
from tournaments.models import Entry, EntryLink, Event, EventVersion, Game

WATCHED: dict[str, Any] = {
    **importlib.import_module("ratings.migrations.0002_watch").WATCHED,
    **importlib.import_module("ratings.migrations.0005_watch_openings").WATCHED,
}
DERIVED = {"ratings_ladderedit", "ratings_ladderbuild", "ratings_ratingchange"}

Edits = set[tuple[str, str]]


@pytest.fixture
def club() -> Club:
    return new_club()


class Undo(Exception):
    """Ends a block of `undone_afterwards`."""


@contextmanager
def undone_afterwards(club: Club) -> Iterator[None]:
    """Plain deletes leave keys that point nowhere, which the end of the transaction would refuse."""
    with suppress(Undo), club_scope(club):
        yield
        raise Undo


class Scene:
    """One event of two versions' worth of rows, a merge, rules, and a name for every id."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.white, self.black, self.other = new_players(club, 3)
        self.event = new_event(club, [(self.white, self.black, WIN)])
        self.second = new_event(club, [(self.white, self.black, WIN)])
        self.merge = merge(club, self.other, self.black)
        with club_scope(club):
            self.rules = LadderRules.objects.create(club=club)
            self.opening = LadderOpening.objects.create(club=club, as_of=date(2020, 1, 1))
        replay_ladder(club=club)
        assert not LadderEdit.objects.exists()

    def edits(self) -> Edits:
        """What is queued, as ("event" | "player" | "all", which)."""
        names = {self.event.pk: "first", self.second.pk: "second"}
        people = {self.white.pk: "white", self.black.pk: "black", self.other.pk: "other"}
        queued: Edits = set()
        for edit in LadderEdit.objects.filter(club=self.club):
            if edit.event_id:
                queued.add(("event", names.get(edit.event_id, "new")))
            elif edit.player_id:
                queued.add(("player", people.get(edit.player_id, "new")))
            else:
                queued.add(("all", ""))
        return queued


def change(model: type[models.Model], **values: Any) -> Callable[[Scene], None]:
    """An UPDATE of the first row of `model`."""

    def act(scene: Scene) -> None:
        row = model._default_manager.filter(club=scene.club).order_by("pk").values_list("pk", flat=True)[0]
        model._default_manager.filter(pk=row).update(**values)

    return act


def delete(model: type[models.Model]) -> Callable[[Scene], None]:
    """A plain DELETE of the first row, without what Django would delete along with it."""

    def act(scene: Scene) -> None:
        row = model._default_manager.filter(club=scene.club).order_by("pk").values_list("pk", flat=True)[0]
        with connection.cursor() as cursor:
            cursor.execute(f"DELETE FROM {model._meta.db_table} WHERE id = %s", [row])

    return act


FIRST: Edits = {("event", "first")}
ALL: Edits = {("all", "")}

CHANGES: dict[str, tuple[Callable[[Scene], object], Edits]] = {
    "event removed": (change(Event, removed_at=timezone.now()), FIRST),
    "event moved within its date": (change(Event, order_in_date=5), FIRST),
    "event points to no version": (change(Event, rated_version=None), FIRST),
    "event closed to strangers": (change(Event, access="closed"), set()),
    "event shown by initials": (change(Event, names="initials"), set()),
    "event touched without a change": (change(Event, order_in_date=0), set()),
    "version starts later": (change(EventVersion, starts_on=date(2026, 1, 1)), FIRST),
    "version ends later": (change(EventVersion, ends_on=date(2027, 1, 1)), FIRST),
    "version unrated": (change(EventVersion, rated=False), FIRST),
    "version unfinished": (change(EventVersion, finished=False), FIRST),
    "version of bughouse": (change(EventVersion, variant="bughouse"), FIRST),
    "version of the other event": (
        lambda s: EventVersion.objects.filter(event=s.event).update(event=s.second, number=9),
        FIRST | {("event", "second")},
    ),
    "version renamed": (change(EventVersion, name="Another"), set()),
    "version deleted": (delete(EventVersion), FIRST),
    "game corrected": (change(Game, result=LOSS), FIRST),
    "game deleted": (delete(Game), FIRST),
    "game moved": (
        lambda s: Game.objects.filter(version__event=s.event).update(version=s.second.rated_version_id, round=9),
        FIRST | {("event", "second")},
    ),
    "game added": (
        lambda s: Game.objects.create(
            club=s.club,
            version_id=s.event.rated_version_id or 0,
            round=7,
            board=1,
            white=Entry.objects.filter(version__event=s.event)[0],
            result="U",
        ),
        FIRST,
    ),
    "entry of another name": (change(Entry, name="Another", number=99), set()),
    "entry deleted, not its games": (delete(Entry), set()),
    "link undone": (change(EntryLink, undone_at=timezone.now()), FIRST),
    "link to another player": (
        lambda s: EntryLink.objects.filter(entry__version__event=s.event, player=s.white).update(player=s.other),
        FIRST,
    ),
    "link's reason": (change(EntryLink, reason="exact"), set()),
    "link deleted": (delete(EntryLink), FIRST),
    "link added": (
        lambda s: EntryLink.objects.create(
            club=s.club, entry=Entry.objects.filter(version__event=s.event)[0], player=s.other, undone_at=timezone.now()
        ),
        FIRST,
    ),
    "player with a start rating": (change(Player, start_rating=15000), {("player", "white")}),
    "player with games from elsewhere": (change(Player, start_games=30), {("player", "white")}),
    "player renamed": (change(Player, name="Another", sort_key="another"), set()),
    "player of another age": (change(Player, age_group="adult", always_initials=True), set()),
    "player added": (lambda s: Player.objects.create(club=s.club, name="N", sort_key="n"), {("player", "new")}),
    "player deleted": (delete(Player), {("player", "white")}),
    "merge undone": (change(PlayerMerge, undone_at=timezone.now()), {("player", "other"), ("player", "black")}),
    "merge into another": (
        lambda s: PlayerMerge.objects.filter(club=s.club).update(into=s.white),
        {("player", "other"), ("player", "black"), ("player", "white")},
    ),
    "merge explained": (change(PlayerMerge, reason="same person"), set()),
    "merge deleted": (delete(PlayerMerge), {("player", "other"), ("player", "black")}),
    "merge added": (
        lambda s: PlayerMerge.objects.create(club=s.club, absorbed=s.black, into=s.white),
        {("player", "black"), ("player", "white")},
    ),
    "rules changed": (change(LadderRules, k_new=30), ALL),
    "rules added": (lambda s: LadderRules.objects.create(club=s.club, since=date(2026, 5, 5)), ALL),
    "rules deleted": (delete(LadderRules), ALL),
    "opening moved": (change(LadderOpening, as_of=date(2019, 1, 1)), ALL),
    "opening deleted": (delete(LadderOpening), ALL),
    "event and all of it deleted": (lambda s: delete_whole(s.event), FIRST | ALL),
}


def delete_whole(event: Event) -> None:
    """As a cascade does it: parents first, so that the triggers of the children find no event any more."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM tournaments_event WHERE id = %s", [event.pk])
        cursor.execute("DELETE FROM tournaments_eventversion WHERE event_id = %s", [event.pk])
        cursor.execute("DELETE FROM tournaments_game g WHERE NOT EXISTS (SELECT FROM tournaments_eventversion v WHERE v.id = g.version_id)")


@pytest.mark.django_db
@pytest.mark.parametrize("case", CHANGES)
def test_a_change_queues_what_it_touches(club: Club, case: str) -> None:
    act, expected = CHANGES[case]
    scene = Scene(club)
    with undone_afterwards(club):
        act(scene)
        assert scene.edits() == expected


@pytest.mark.django_db
def test_an_insert_of_an_event_and_its_version_queues_the_event(club: Club) -> None:
    scene = Scene(club)
    with club_scope(club):
        event = Event.objects.create(club=club)
        assert scene.edits() == {("event", "new")}
        LadderEdit.objects.all().delete()
        EventVersion.objects.create(
            club=club,
            event=event,
            number=1,
            digest="",
            name="N",
            starts_on=date(2026, 1, 1),
            ends_on=date(2026, 1, 1),
            format="swiss",
            variant="standard",
            rated=True,
            finished=True,
            source="test",
        )
        assert scene.edits() == {("event", "new")}


@pytest.mark.django_db
@pytest.mark.parametrize("of_all", [True, False])
def test_the_watched_tables_are_those_that_the_replay_reads(club: Club, of_all: bool) -> None:
    with club_scope(club) as cursor:
        statement = "EXPLAIN (FORMAT JSON) " + sources_statement(LOOK, of_all=of_all)
        ((plan,),) = read_rows(cursor, statement, {"club": club.pk, "algorithm": 3, "whole": False})
    assert relations(json.loads(plan) if isinstance(plan, str) else plan) - DERIVED == set(WATCHED)


@pytest.mark.django_db
def test_every_watched_table_has_its_three_triggers_and_nothing_else_has() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tgrelid::regclass::text, tgname::text FROM pg_trigger WHERE tgname LIKE 'ladder\\_%%' AND tgenabled = 'O'", None
        )
        assert set(cursor.fetchall()) == {(table, f"ladder_{kind}") for table in WATCHED for kind in ("insert", "update", "delete")}


@pytest.mark.django_db
def test_no_watched_table_is_partitioned_or_written_by_the_replay() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'p'")
        assert cursor.fetchone() == (0,)
    assert not {"players_standing", *DERIVED} & set(WATCHED)


def relations(plan: object) -> set[str]:
    """Names of all tables in an EXPLAIN."""
    if isinstance(plan, list):
        return set().union(*map(relations, plan))
    if isinstance(plan, dict):
        own = {plan["Relation Name"]} if "Relation Name" in plan else set()
        return own | relations(list(plan.values()))
    return set()
