"""A small club under change by those who decide who is who, with the inverse of everything they do.

Every step picks among what there is by number, so that any sequence of steps makes sense; what is refused changes nothing.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import FilteredRelation, Q

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from players.domain.disclosure import PUBLIC, Viewer
from players.domain.persons import Persons
from players.models import Player, PlayerMerge, PlayerRename, Standing
from players.selectors import names_of, roots
from players.services import rename_player, set_age_group, set_start_rating, undo_rename
from ratings.models import RatingChange
from ratings.services import replay_ladder
from tests.factories import event_record, make_club, make_event, make_player
from tests.ratings.stored import stored_ladder
from tournaments.domain.corrections import change_result
from tournaments.domain.errors import TournamentError
from tournaments.domain.results import ResultKind
from tournaments.models import Entry, EntryLink, Event, EventVersion, Game
from tournaments.selectors.decided_since import Side, list_decided_since
from tournaments.selectors.events import list_versions_in_force
from tournaments.selectors.names import propose_names
from tournaments.selectors.records import record_of
from tournaments.services.correcting import correct_event
from tournaments.services.identity import (
    link_entry,
    link_to_new_player,
    merge_players,
    remerge_players,
    split_events,
    undo_link,
    unmerge_players,
    unsplit_events,
)
from tournaments.services.merging_undoing import Parted
from tournaments.services.publish import undo_publication
from tournaments.services.splitting import Split

WIN, DRAW, LOSS = ResultKind.WHITE_WIN, ResultKind.DRAW, ResultKind.BLACK_WIN
MEMBERS = ("Nadia Brook", "N. Brook", "Oren Vale", "Tess Quill")
SPELLINGS = ("Nadia Brook", "Nadya Brook", "Brook", "Oren V.", "Tess Quill", "Mira Sand")
AT_DESK = Viewer(is_arbiter_of_club=True, at_desk=True)

Undo = Callable[[], object]
Step = tuple[str, int, int]


def make_small_club() -> Club:
    """Four members, three evenings whose names are decided, and one whose names wait; the ladder is built."""
    club = make_club()
    for name in MEMBERS:
        make_player(club, name)
    evenings = [("Nadia Brook", "Oren Vale", "Tess Quill"), ("N. Brook", "Oren Vale"), ("Tess Quill", "N. Brook")]
    for number, names in enumerate(evenings, 1):
        make_event(club, event_record(names, [[(1, 2, (WIN, DRAW, LOSS)[number % 3])]], name=f"Evening {number}", on=date(2026, 1, number)))
    make_event(club, event_record(("Nadia B.", "Brook", "Oren Vale"), [[(1, 2, WIN)]], name="Waiting", on=date(2026, 1, 9)), decided=False)
    replay_ladder(club=club)
    return club


@dataclass
class Desk:
    """What was done so far, in the order in which it was done, each with what undoes it."""

    club: Club
    answers: Callable[[str], Side | None] = lambda _key: None
    links: list[EntryLink] = field(default_factory=list)
    merges: list[PlayerMerge] = field(default_factory=list)
    splits: list[Split] = field(default_factory=list)
    undoing: list[Undo] = field(default_factory=list)
    asked: dict[int, int] = field(default_factory=dict)

    def attempt(self, step: Step) -> bool:
        """False if it was refused, and nothing has changed."""
        what, one, other = step
        with suppress(TournamentError, Player.DoesNotExist), transaction.atomic():
            undo: Undo | None = getattr(self, what)(one, other)
            if undo is not None:
                self.undoing.append(undo)
                return True
        return False

    @property
    def players(self) -> list[Player]:
        return list(Player.objects.filter(club=self.club).order_by("pk"))

    @property
    def events(self) -> list[Event]:
        shown = Event.objects.filter(club=self.club, removed_at=None, latest__isnull=False)
        return list(shown.select_related("latest").order_by("pk"))

    def link(self, one: int, other: int) -> Undo | None:
        return self._decided(lambda entry: link_entry(club=self.club, entry=entry, player=pick(self.players, other), by=None), one)

    def new(self, one: int, _other: int) -> Undo | None:
        return self._decided(lambda entry: link_to_new_player(club=self.club, entry=entry, by=None), one)

    def _decided(self, decide: Callable[[Entry], EntryLink], one: int) -> Undo | None:
        waiting = Entry.objects.filter(club=self.club, version__in=[event.latest_id for event in self.events])
        open_entries = list(waiting.exclude(links__undone_at=None, links__isnull=False).order_by("pk"))
        if not open_entries:
            return None
        link = decide(pick(open_entries, one))
        self.links.append(link)
        return lambda: undo_link(club=self.club, link=link, by=None)

    def merge(self, one: int, other: int) -> Undo:
        players = self.players
        merge = merge_players(club=self.club, absorbed=pick(players, one), into=pick(players, other), by=None)
        self.merges.append(merge)
        self.asked[merge.pk] = pick(players, one).pk
        return lambda: unmerge_players(club=self.club, merge=merge, by=None)

    def unmerge(self, one: int, _other: int) -> Undo | None:
        held = [merge for merge in self.merges if PlayerMerge.objects.filter(club=self.club, pk=merge.pk, undone_at=None).exists()]
        if not held:
            return None
        merge, before = pick(held, one), len(self.players)
        answers = self.answer(merge)
        parted: Parted = unmerge_players(club=self.club, merge=merge, by=None, answers=answers)
        if len(self.players) < before:
            raise Forgotten
        return lambda: remerge_players(club=self.club, merge=merge, parted=parted, by=None)

    def answer(self, merge: PlayerMerge) -> Mapping[str, Side]:
        asked = list_decided_since(self.club, merge).questions
        chosen = {question.key: (question.options, self.answers(question.key)) for question in asked}
        return {key: side for key, (options, side) in chosen.items() if side in options}

    def undo(self, one: int, _other: int) -> Undo | None:
        """For runs that are not undone themselves."""
        if self.links:
            undo_link(club=self.club, link=pick(self.links, one), by=None)
            return lambda: None
        return None

    def answer_as_asked(self, merge: PlayerMerge) -> Mapping[str, Side]:
        """Whoever was merged since was merged by the player that somebody named, and not as the person that it was then."""
        without = Persons({one: other for one, other in roots(self.club).parents.items() if one != merge.absorbed_id})
        return {
            one.key: Side.ABSORBED if without.are_one(self.asked[one.merge.pk], merge.absorbed_id) else Side.INTO
            for one in list_decided_since(self.club, merge).merges
            if one.absorbs
        }

    def split(self, one: int, other: int) -> Undo:
        players = self.players
        to = None if other % 3 == 0 else pick(players, other)
        made = split_events(club=self.club, player=pick(players, one), events=[pick(self.events, one + other)], to=to, by=None)
        self.splits.append(made)
        return lambda: unsplit_events(club=self.club, split=made, by=None)

    def correct(self, one: int, other: int) -> Undo:
        event = pick(self.events, one)
        assert event.latest is not None
        patch = change_result(record_of(self.club, event.latest), 1, 1, (WIN, DRAW, LOSS)[other % 3])
        made = correct_event(club=self.club, event=event, patch=patch, on=event.latest, by=None)

        def undo() -> None:
            """Unless the version that it corrected was taken back as a whole."""
            if made.version in list_versions_in_force(self.club, Event.objects.get(club=self.club, pk=event.pk)):
                correct_event(club=self.club, event=event, patch=made.patch.inverse(), on=made.version, by=None)

        return undo

    def publish(self, one: int, other: int) -> Undo:
        """Another evening, or an evening again with one more player."""
        before = None
        if one % 2:
            names = [pick(SPELLINGS, other), pick(SPELLINGS, other + 2)]
            event = make_event(self.club, event_record(names, [[(1, 2, WIN)]], name="More", on=date(2026, 2, 1 + other)), decided=False)
        else:
            event = pick(self.events, other)
            assert event.latest is not None
            before = event.latest_id
            names = [entry.name for entry in record_of(self.club, event.latest).entries]
            names.append(next(name for name in (*SPELLINGS, f"Guest {other}", "Guest") if name not in names))
            record = event_record(names, [[(1, 2, DRAW)]], name=event.latest.name, on=event.latest.starts_on)
            event = make_event(self.club, record, event=event, decided=False)
        made = Event.objects.get(club=self.club, pk=event.pk).latest_id
        return lambda: self._unpublish(event, made, before)

    def _unpublish(self, event: Event, made: int | None, before: int | None) -> None:
        """With what was published or corrected on top of it; nothing if it was taken back itself."""
        if made not in {version.pk for version in list_versions_in_force(self.club, Event.objects.get(club=self.club, pk=event.pk))}:
            return
        while Event.objects.get(club=self.club, pk=event.pk).latest_id != before:
            undo_publication(club=self.club, event=event, by=None)

    def rename(self, one: int, other: int) -> Undo | None:
        player = pick(self.players, one)
        rename_player(club=self.club, player=player, name=pick(SPELLINGS, other), by=None)
        last = PlayerRename.objects.filter(club=self.club, player=player, undone_at=None).order_by("pk").last()
        return None if last is None else lambda: undo_rename(club=self.club, rename=last, by=None)

    def know(self, one: int, other: int) -> Undo:
        player = pick(self.players, one)
        if other % 2:
            set_start_rating(club=self.club, player=player, rating=15000 + other, by=None)
            return lambda: set_start_rating(club=self.club, player=player, rating=player.start_rating, by=None)
        set_age_group(club=self.club, player=player, age_group="under18" if other % 4 else "adult", lapses=None, by=None)
        return lambda: set_age_group(club=self.club, player=player, age_group=player.age_group, lapses=player.age_group_lapses, by=None)

    def check(self) -> None:
        """In each version in force a person has one name at most, and what is rated is the newest whose names are all decided."""
        persons = roots(self.club)
        entries: dict[int, int] = Counter(Entry.objects.filter(club=self.club).values_list("version_id", flat=True))
        links: dict[int, list[int]] = defaultdict(list)
        for version, player in EntryLink.objects.filter(club=self.club, undone_at=None).values_list("entry__version_id", "player_id"):
            links[version].append(persons.root_of(player))
        before = dict(EventVersion.objects.filter(club=self.club).values_list("pk", "replaces_id"))
        for event in Event.objects.filter(club=self.club):
            decided: list[int] = []
            at: int | None = event.latest_id
            while at is not None:
                assert len(links[at]) == len(set(links[at]))
                if len(links[at]) == entries[at]:
                    decided.append(at)
                at = before[at]
            assert event.rated_version_id == (decided[0] if decided else None)


class Forgotten(TournamentError):
    """A player who was made for a name that is decided no more went with the merge: nothing brings that merge back."""

    def __init__(self) -> None:
        super().__init__("forgotten", "forgotten")


def pick(among: Any, number: int) -> Any:
    return among[number % len(among)]


def state_of(club: Club, versions: list[EventVersion]) -> dict[str, Any]:
    """Everything that the ladder and the pages are computed from and show. `versions` are those whose links are looked at."""
    replay_ladder(club=club)
    with club_scope(club):
        waiting = versions[-1]
        books = [names_of(club, viewer) for viewer in (PUBLIC, AT_DESK)]
        players = list(Player.objects.filter(club=club).order_by("pk"))
        links = EntryLink.objects.filter(club=club, undone_at=None)
        return {
            "links": sorted(links.filter(entry__version__in=versions).values_list("entry_id", "player_id")),
            "merges": sorted(roots(club).parents.items()),
            "players": [(player.pk, player.name, player.sort_key, player.start_rating, player.age_group) for player in players],
            "events": _contents(club),
            "shown": [[book.display_name(player) for player in players] for book in books],
            "matcher": propose_names(club=club, version=waiting),
            "ladder": stored_ladder(club),
        }


def _contents(club: Club) -> list[tuple[Any, ...]]:
    """What is shown and what is rated of every event, by numbers: a version that says the same as another one is the same."""
    events = list(Event.objects.filter(club=club, removed_at=None, latest__isnull=False).order_by("pk"))
    versions = [version for event in events for version in (event.latest_id, event.rated_version_id) if version]
    told: dict[int | None, list[Any]] = defaultdict(list)
    of_entries = Entry.objects.filter(club=club, version__in=versions).order_by("number")
    held = FilteredRelation("links", condition=Q(links__undone_at=None))
    for version, *entry in of_entries.annotate(held=held).values_list("version_id", "number", "name", "held__player_id"):
        told[version].append(tuple(entry))
    games = Game.objects.filter(club=club, version__in=versions).order_by("round", "board")
    for version, *game in games.values_list("version_id", "round", "white__number", "black__number", "result", "version__starts_on"):
        told[version].append(tuple(game))
    return [(event.pk, told[event.latest_id], told[event.rated_version_id]) for event in events]


def labelled_state(club: Club) -> dict[str, Any]:
    """The same of clubs or runs that were made alike: players and events are told by their order instead of their keys."""
    replay_ladder(club=club)
    with club_scope(club):
        players = list(Player.objects.filter(club=club).order_by("pk"))
        who: dict[int | None, int | None] = {player.pk: number for number, player in enumerate(players)} | {None: None}
        events: dict[int | None, int | None] = {None: None}
        events |= {pk: number for number, pk in enumerate(Event.objects.filter(club=club).order_by("pk").values_list("pk", flat=True))}
        contents = [
            (events[pk], *([(*row[:2], who[row[2]]) if len(row) == 3 else row for row in version] for version in versions))
            for pk, *versions in _contents(club)
        ]
        return {
            "players": [(player.name, player.start_rating, player.age_group, player.always_initials) for player in players],
            "merges": sorted((who[one], who[other]) for one, other in roots(club).parents.items()),
            "events": contents,
            "matcher": [
                (one.entry.name, [(who[each.player.pk], each.reason) for each in (*one.suggestions, *one.others)], who[one.preselected])
                for event in Event.objects.filter(club=club, removed_at=None, latest__isnull=False).select_related("latest").order_by("pk")
                if event.latest is not None and event.latest_id != event.rated_version_id
                for one in propose_names(club=club, version=event.latest)
            ],
            "ladder": _labelled_ladder(club, who, events),
        }


def _labelled_ladder(club: Club, who: Mapping[int | None, int | None], events: Mapping[int | None, int | None]) -> list[Any]:
    changes = RatingChange.objects.filter(club=club).order_by("starts_on", "order_in_date", "event_id")
    rows: list[Any] = [
        (events[row.event_id], row.starts_on, [who[one] for one in row.players], row.before, row.games_before, row.change, row.record)
        for row in changes
    ]
    for standing in Standing.objects.filter(club=club).order_by("player_id"):
        figures = (standing.rating, standing.games, standing.wins, standing.draws, standing.losses, standing.provisional, standing.peak)
        rows.append((who[standing.player_id], *figures, standing.last_change, events[standing.last_event], standing.last_played))
    return rows
