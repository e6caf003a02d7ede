"""A name that was misspelt, a name that has changed, and going back; notes of the arbiters."""

import pytest

from clubs.models import Club, JournalEntry
from clubs.tenancy.scope import club_scope
from players.domain.errors import NameRefused, NoteRefused, RenameRefused
from players.domain.matching import ReasonCode
from players.models import LONGEST_NOTE, Player, PlayerNote, PlayerRename
from players.selectors import read_known_people
from players.services import change_person, rename_player, undo_rename, write_note
from ratings.models import LadderEdit
from tests.factories import event_record, make_club, make_event, make_player
from tournaments.domain.results import ResultKind
from tournaments.models import Entry
from tournaments.services.identity import merge_players

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.fixture
def club() -> Club:
    return make_club()


def name_of(club: Club, player: Player) -> tuple[str, str]:
    with club_scope(club):
        player.refresh_from_db()
    return player.name, player.sort_key


def renames(club: Club) -> list[PlayerRename]:
    with club_scope(club):
        return list(PlayerRename.objects.filter(club=club).order_by("pk"))


def likely(club: Club, name: str) -> list[tuple[str, ReasonCode]]:
    with club_scope(club):
        return [(one.player.name, one.reason.code) for one in read_known_people(club).like(name) if one.above]


class TestRenaming:
    def test_a_change_keeps_the_old_name_as_a_spelling_and_a_fix_does_not(self, club: Club) -> None:
        fixed, changed = make_player(club, "Oren Vael"), make_player(club, "Nadia Brook")
        rename_player(club=club, player=fixed, name="Oren Vale", by=None, kind="fix")
        rename_player(club=club, player=changed, name="Nadia Lark", by=None, kind="change")
        assert (name_of(club, fixed), name_of(club, changed)) == (("Oren Vale", "oren vale"), ("Nadia Lark", "nadia lark"))
        assert likely(club, "Nadia Brook") == [("Nadia Lark", ReasonCode.KNOWN_SPELLING)]
        with club_scope(club):
            assert dict(read_known_people(club).spellings) == {changed.pk: ["Nadia Brook"]}

    def test_entries_keep_the_name_as_it_appeared(self, club: Club) -> None:
        make_event(club, event_record(["Nadia Brook", "Oren Vale"], [[(1, 2, ResultKind.DRAW)]]))
        with club_scope(club):
            player = Player.objects.get(club=club, name="Nadia Brook")
        rename_player(club=club, player=player, name="Nadia Lark", by=None, kind="fix")
        with club_scope(club):
            assert list(Entry.objects.filter(club=club).order_by("number").values_list("name", flat=True)) == ["Nadia Brook", "Oren Vale"]
            assert dict(read_known_people(club).spellings)[player.pk] == ["Nadia Brook"]

    def test_it_is_journalled_without_a_name_and_makes_pages_out_of_date(self, club: Club) -> None:
        player = make_player(club, "Nadia Brook")
        before = Club.objects.get(pk=club.pk).policy_version
        rename_player(club=club, player=player, name="Nadia Lark", by=None, kind="change")
        rename_player(club=club, player=player, name="Nadia Lark", by=None, kind="fix")
        [row] = renames(club)
        undo_rename(club=club, rename=row, by=None)
        undo_rename(club=club, rename=row, by=None)
        with club_scope(club):
            written = list(JournalEntry.objects.filter(club=club, subject=player.public_id).order_by("pk").values_list("action", "detail"))
        assert written == [
            ("player.renamed", {"rename": row.pk, "kind": "change"}),
            ("player.rename_undone", {"rename": row.pk}),
        ]
        assert Club.objects.get(pk=club.pk).policy_version == before + 2

    def test_the_last_one_is_undone_first_and_leaves_no_spelling(self, club: Club) -> None:
        player = make_player(club, "Nadia Brook")
        rename_player(club=club, player=player, name="Nadia Lark", by=None, kind="change")
        rename_player(club=club, player=player, name="Nadia Finch", by=None, kind="change")
        first, second = renames(club)
        with pytest.raises(RenameRefused) as refused:
            undo_rename(club=club, rename=first, by=None)
        assert refused.value.code == "renamed_since"
        undo_rename(club=club, rename=second, by=None)
        undo_rename(club=club, rename=first, by=None)
        assert name_of(club, player) == ("Nadia Brook", "nadia brook")
        with club_scope(club):
            assert dict(read_known_people(club).spellings) == {}
        assert [row.undone_at is not None for row in renames(club)] == [True, True]

    def test_what_cannot_be_a_name_changes_nothing(self, club: Club) -> None:
        player = make_player(club, "Nadia Brook")
        with pytest.raises(NameRefused):
            rename_player(club=club, player=player, name="Nadia\u200b", by=None)
        with pytest.raises(Player.DoesNotExist):
            rename_player(club=make_club("Other"), player=player, name="Theo Perch", by=None)
        assert (name_of(club, player)[0], renames(club)) == ("Nadia Brook", [])

    def test_the_ladder_is_not_replayed_for_a_name(self, club: Club) -> None:
        player = make_player(club, "Nadia Brook")
        LadderEdit.objects.filter(club=club).delete()
        rename_player(club=club, player=player, name="Nadia Lark", by=None)
        assert LadderEdit.objects.filter(club=club).count() == 0


class TestInactive:
    def test_whoever_comes_no_more_stands_last_among_equals_and_the_ladder_does_not_care(self, club: Club) -> None:
        make_event(club, event_record(["Dana Adler", "Oren Vale"], [[(1, 2, ResultKind.DRAW)]]))
        with club_scope(club):
            gone = Player.objects.get(club=club, name="Dana Adler")
        other = make_player(club, "Dana Adler")
        assert self._order(club) == [gone.pk, other.pk]
        LadderEdit.objects.filter(club=club).delete()
        change_person(club=club, player=gone, by=None, age_group="unknown", age_group_lapses=None, always_initials=False, inactive=True)
        assert self._order(club) == [other.pk, gone.pk]
        assert LadderEdit.objects.filter(club=club).count() == 0

    def _order(self, club: Club) -> list[int]:
        with club_scope(club):
            return [one.player.pk for one in read_known_people(club).like("D. Adler")]


class TestNotes:
    def test_nobody_overwrites_what_they_have_not_seen(self, club: Club) -> None:
        player = make_player(club, "Nadia Brook")
        write_note(club=club, player=player, text=" plays the Grob\r\nalways ", by=None, seen=0)
        with pytest.raises(NoteRefused) as refused:
            write_note(club=club, player=player, text="needs a lift", by=None, seen=0)
        assert refused.value.code == "note_changed_since"
        note = write_note(club=club, player=player, text="plays the Grob\nneeds a lift", by=None, seen=1)
        assert note is not None
        assert (note.text, note.edition) == ("plays the Grob\nneeds a lift", 2)

    def test_an_empty_text_leaves_nothing(self, club: Club) -> None:
        player = make_player(club, "Nadia Brook")
        write_note(club=club, player=player, text="plays the Grob", by=None, seen=0)
        assert write_note(club=club, player=player, text="  ", by=None, seen=1) is None
        with club_scope(club):
            assert PlayerNote.objects.filter(club=club).count() == 0

    @pytest.mark.parametrize(("text", "code"), [("x" * (LONGEST_NOTE + 1), "note_too_long"), ("a\u202eb", "note_unfit_character")])
    def test_what_is_not_kept(self, club: Club, text: str, code: str) -> None:
        player = make_player(club, "Nadia Brook")
        with pytest.raises(NoteRefused) as refused:
            write_note(club=club, player=player, text=text, by=None, seen=0)
        assert refused.value.code == code

    def test_the_journal_has_none_of_the_text(self, club: Club) -> None:
        player = make_player(club, "Nadia Brook")
        write_note(club=club, player=player, text="plays the Grob", by=None, seen=0)
        with club_scope(club):
            entry = JournalEntry.objects.get(club=club, action="player.note_written")
        assert (entry.subject, entry.detail) == (player.public_id, {})


def test_names_of_players_merged_into_a_person_are_spellings_until_the_merge_is_undone(club: Club) -> None:
    nadia, other = make_player(club, "Nadia Brook"), make_player(club, "Nadya Bruk")
    merge_players(club=club, absorbed=other, into=nadia, by=None)
    with club_scope(club):
        assert dict(read_known_people(club).spellings) == {nadia.pk: ["Nadya Bruk"]}
