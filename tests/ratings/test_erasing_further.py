"""Erasing where a name stands in odd places: versions nobody decided, namesakes, mistakes taken back, forged pseudonyms, older copies."""

from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from players.domain.errors import ErasureRefused, NameRefused
from players.domain.pseudonyms import pseudonym_of
from players.models import AgeGroupChoice, Player, PlayerMerge, PlayerNote, PlayerRename, RenameKind
from players.selectors import names_of
from players.services import create_player, rename_player, undo_rename, write_note
from ratings.models import Correction
from ratings.selectors.family import read_family_sheet
from ratings.selectors.held import read_held
from ratings.services import replay_ladder
from ratings.services.corrections import apply_correction
from ratings.services.corrections.opening import SetOpening
from ratings.services.corrections.splits import SplitEvents
from ratings.services.erasing import erase_person, line_of, reapply_erasures
from ratings.services.opening import OpeningRow
from tests.factories import event_record, make_player
from tests.ratings.erasing import AT_DESK, NAME, OTHERS, Scene, evening, everything_stored, figures, hold, traces
from tests.ratings.erasing import scene as scene
from tournaments.domain.record import EventRecord, Reading
from tournaments.domain.results import ResultKind
from tournaments.models import Entry, EntryLink, Event, EventVersion
from tournaments.services import Outcome, Publication, publish_event
from tournaments.services.identity import unmerge_players
from tournaments.services.publish import redo_publication, undo_publication

pytestmark = pytest.mark.django_db

LATER = "2026-03-30T12:00:00+00:00"
TURNED = "Zephyrine Quillfeather"


def sent(club: Club, record: EventRecord) -> Publication:
    return publish_event(club=club, reading=Reading(record), by=None, source="upload")


def names(club: Club, version: EventVersion) -> list[str]:
    with club_scope(club):
        return list(Entry.objects.filter(club=club, version=version).order_by("number").values_list("name", flat=True))


def again(event: Event) -> Event:
    with club_scope(event.club):
        return Event.objects.select_related("latest").get(club=event.club, pk=event.pk)


def of_four(*people: str, **more: Any) -> EventRecord:
    games = [[(1, 2, ResultKind.WHITE_WIN), (3, 4, ResultKind.DRAW)]]
    return event_record(people, games, **{"name": "Sub", "on": date(2026, 3, 21), "external_id": "sub", **more})


def test_a_name_that_nobody_decided_goes_from_versions_that_are_not_shown(scene: Scene) -> None:
    club = scene.club
    removed = sent(club, evening("Removed", 20, NAME)).event
    undo_publication(club=club, event=again(removed), by=None)
    replaced = sent(club, of_four(*OTHERS, NAME)).event
    sent(club, of_four(*OTHERS, "Anna Other"))
    undone = hold(club, of_four(*OTHERS, "Berta Other", external_id="undone"), {4: make_player(club, "Berta Other")})
    second = sent(club, of_four(*OTHERS, NAME, external_id="undone"))
    undo_publication(club=club, event=again(undone), by=None)
    erase_person(club=club, player=scene.person, by=None)
    assert traces(everything_stored()) == []
    shown = redo_publication(club=club, event=again(undone), version=second.version, by=None)
    assert again(shown).rated_version_id == second.version.pk
    assert names(club, second.version) == [*OTHERS, pseudonym_of(scene.person.public_id)]
    assert again(replaced).latest is not None


def test_a_name_with_a_number_of_its_own_goes_too_where_it_stood_twice(scene: Scene) -> None:
    record = event_record((NAME, *OTHERS, NAME), [[(1, 5, ResultKind.WHITE_WIN)]], name="Twice", on=date(2026, 3, 21), external_id="tw")
    sent(scene.club, record)
    hold(scene.club, of_four(NAME, *OTHERS, external_id="tw", name="Twice"), {1: scene.person})
    erase_person(club=scene.club, player=scene.person, by=None)
    assert traces(everything_stored()) == []
    sent(scene.club, record)
    assert traces(everything_stored()) == []


def test_two_of_one_name_are_erased_one_after_the_other(scene: Scene) -> None:
    club, namesake = scene.club, make_player(scene.club, TURNED)
    everybody = (NAME, *OTHERS, TURNED)
    both = event_record(everybody, [[(1, 5, ResultKind.WHITE_WIN)]], name="Both", on=date(2026, 3, 19), external_id="both")
    hold(club, both, {1: scene.person, 5: namesake})
    erase_person(club=club, player=scene.person, by=None)
    assert traces(everything_stored())
    erase_person(club=club, player=namesake, by=None)
    assert traces(everything_stored()) == []
    made = sent(club, both)
    pseudonyms = [pseudonym_of(one.public_id) for one in (scene.person, namesake)]
    assert (made.outcome, names(club, made.shown)) == (Outcome.UNCHANGED, [pseudonyms[0], *OTHERS, pseudonyms[1]])
    copied = sent(club, replace(both, external_id="copy"))
    assert set(names(club, copied.version)) - set(pseudonyms) == set(OTHERS)
    assert traces(everything_stored()) == []


def test_somebody_else_who_once_bore_the_name_by_mistake_keeps_nothing_of_it(scene: Scene) -> None:
    club = scene.club
    with club_scope(club):
        other, third = (Player.objects.get(club=club, name=name) for name in OTHERS[:2])
    rename_player(club=club, player=other, name=NAME, by=None)
    with club_scope(club):
        mistake = PlayerRename.objects.get(club=club, player=other)
    undo_rename(club=club, rename=mistake, by=None)
    rename_player(club=club, player=third, name=NAME, by=None)
    rename_player(club=club, player=third, name=OTHERS[1], by=None)
    # And the person once bore somebody else's by mistake: that makes none of the other names somebody else's.
    rename_player(club=club, player=scene.person, name=OTHERS[2], by=None)
    rename_player(club=club, player=scene.person, name=NAME, by=None)
    erase_person(club=club, player=scene.person, by=None)
    assert traces(everything_stored()) == []
    with club_scope(club):
        held = read_held(club, read_family_sheet(club, third))["former_names"]
    assert NAME not in held
    assert OTHERS[2].casefold() in everything_stored()


def test_a_former_name_of_somebody_living_stays_theirs(scene: Scene) -> None:
    club, living = scene.club, make_player(scene.club, TURNED, age_group=AgeGroupChoice.ADULT)
    record = evening("Hers", 26, TURNED, external_id="hers")
    hold(club, record, {1: living})
    rename_player(club=club, player=living, name="Zephyrine Smith", by=None, kind=RenameKind.CHANGE)
    write_note(club=club, player=living, text=f"Was called {TURNED}.", by=None, seen=0)
    erase_person(club=club, player=scene.person, by=None)
    same, copied = sent(club, record), sent(club, replace(record, external_id="copy"))
    assert (same.outcome, names(club, same.shown)[0], names(club, copied.shown)[0]) == (Outcome.UNCHANGED, TURNED, TURNED)
    with club_scope(club):
        assert PlayerNote.objects.get(club=club, player=living).text == f"Was called {TURNED}."


def test_why_events_were_given_away_is_forgotten(scene: Scene) -> None:
    club, other = scene.club, make_player(scene.club, "Someone Different")
    with club_scope(club):
        third = Event.objects.get(club=club, pk=scene.events[2].pk)
    apply_correction(
        club=club, action=SplitEvents(scene.person, [third], other), by=None, reason="Zephyrine moved to Haifa with her mother"
    )
    erase_person(club=club, player=scene.person, by=None)
    with club_scope(club):
        assert [one.reason for one in Correction.objects.filter(club=club, detail__has_key="from")] == [""]


def test_the_same_opening_table_again_leaves_every_rating(scene: Scene) -> None:
    club = scene.club
    with club_scope(club):
        known = {player.name: player.pk for player in Player.objects.filter(club=club)}
    rows = [OpeningRow(known[name], name, 15000, 20) for name in OTHERS]
    table = [*rows, OpeningRow(scene.person.pk, NAME, 19000, 30)]
    apply_correction(club=club, action=SetOpening(date(2026, 1, 1), tuple(table)), by=None)
    before = figures(club)
    erase_person(club=club, player=scene.person, by=None)
    replay_ladder(club=club)
    apply_correction(club=club, action=SetOpening(date(2026, 1, 2), tuple(rows)), by=None)
    assert figures(club) == before


def test_titles_of_versions_that_are_not_shown_lose_the_name(scene: Scene) -> None:
    record = of_four(*OTHERS, "Cora Other", name=f"{NAME} Memorial")
    sent(scene.club, record)
    sent(scene.club, replace(record, name="Memorial"))
    erase_person(club=scene.club, player=scene.person, by=None)
    assert traces(everything_stored()) == []
    assert "[…] memorial" in everything_stored()


@pytest.mark.parametrize("spelling", ["Dr. Quillfeather Zephyrine (1650)", "QUILLFEATHER-ZEPHYRINE", "Quillfeаther Zephyrine"])
def test_the_file_with_another_spelling_does_not_bring_the_name_back(spelling: str, scene: Scene) -> None:
    erase_person(club=scene.club, player=scene.person, by=None)
    made = sent(scene.club, replace(evening("First", 3, spelling), external_id="e1"))
    assert names(scene.club, made.shown)[0] == pseudonym_of(scene.person.public_id)


class TestForged:
    """Whoever may publish may also type a pseudonym."""

    def test_nobody_living_can_be_called_so(self, scene: Scene) -> None:
        for attempt in (create_player, lambda **more: rename_player(player=scene.person, **more)):
            with pytest.raises(NameRefused) as raised:
                attempt(club=scene.club, name=pseudonym_of("AAAAAAAA"), by=None)
            assert raised.value.code == "name_is_pseudonym"

    def test_one_person_is_not_linked_to_two_names(self, scene: Scene) -> None:
        erase_person(club=scene.club, player=scene.person, by=None)
        before = figures(scene.club)
        forged = event_record(
            (pseudonym_of(scene.person.public_id), pseudonym_of(scene.twin.public_id)),
            [[(1, 2, ResultKind.WHITE_WIN)]],
            name="Forged",
            on=date(2026, 3, 22),
        )
        made = sent(scene.club, forged)
        replay_ladder(club=scene.club)
        assert made.event.rated_version_id is None
        assert figures(scene.club) == before

    def test_a_later_event_waits_for_an_arbiter(self, scene: Scene) -> None:
        erase_person(club=scene.club, player=scene.person, by=None)
        later = timezone.localdate() + timedelta(days=7)
        record = replace(evening("Later", 24, pseudonym_of(scene.person.public_id)), starts_on=later, ends_on=later)
        made = sent(scene.club, record)
        with club_scope(scene.club):
            assert not EntryLink.objects.filter(club=scene.club, entry__version=made.version).exists()

    def test_a_name_beside_the_pseudonym_goes_too(self, scene: Scene) -> None:
        erase_person(club=scene.club, player=scene.person, by=None)
        both = event_record(
            (pseudonym_of(scene.person.public_id), *OTHERS, NAME), [[(1, 5, ResultKind.WHITE_WIN)]], name="Forged", on=date(2026, 3, 22)
        )
        sent(scene.club, both)
        assert traces(everything_stored()) == []


class TestOlderCopy:
    """The database of some days ago, to which the ledger is applied."""

    def line(self, scene: Scene, *players: Player, **more: Any) -> dict[str, Any]:
        return {"erased": [one.public_id for one in players], "club": scene.club.public_id, "at": LATER, **more}

    def test_a_name_that_waited_is_erased_and_decided(self, scene: Scene) -> None:
        made = sent(scene.club, evening("Waits", 25, NAME))
        with pytest.raises(ErasureRefused):
            erase_person(club=scene.club, player=scene.person, by=None)
        assert reapply_erasures([self.line(scene, scene.person, scene.twin)]) == 1
        assert traces(everything_stored()) == []
        with club_scope(scene.club):
            [link] = EntryLink.objects.filter(club=scene.club, entry__version=made.version, undone_at=None)
        assert (link.player_id, link.reason) == (scene.person.pk, "erased")

    def test_who_was_still_taken_for_the_same_person_is_not_erased(self, scene: Scene) -> None:
        club = scene.club
        assert reapply_erasures([self.line(scene, scene.twin, person=scene.twin.public_id)]) == 1
        with club_scope(club):
            known = dict(Player.objects.filter(club=club).values_list("pk", "erased_at"))
            merge = PlayerMerge.objects.get(club=club)
        assert (known[scene.person.pk], known[scene.twin.pk]) == (None, datetime.fromisoformat(LATER))
        unmerge_players(club=club, merge=merge, by=None)
        with club_scope(club):
            book = names_of(club, AT_DESK)
            assert (book.name_of(scene.person.pk), book.name_of(scene.twin.pk).startswith("Former player ")) == (NAME, True)

    def test_the_evenings_that_were_lost_do_not_bring_back_somebody_whom_the_copy_never_knew(self, scene: Scene) -> None:
        club, erased = scene.club, make_player(scene.club, "Lost Child")
        lost = evening("Lost", 29, "Lost Child", external_id="lost")
        hold(club, lost, {1: erased})
        made = erase_person(club=club, player=erased, by=None)
        with club_scope(club):
            line = line_of(club, made).as_line()
            Player.objects.filter(club=club, pk=erased.pk).update(public_id="elsewher")
            made.delete()
        assert reapply_erasures([line, line]) == 0
        copied = sent(club, replace(lost, external_id="lost again"))
        assert names(club, copied.version)[0] == pseudonym_of(line["person"])
        with club_scope(club):
            player = Player.objects.get(club=club, public_id=line["person"])
            assert EntryLink.objects.filter(club=club, entry__version=copied.version, player=player).count() == 1
