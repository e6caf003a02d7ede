"""Tables of opening ratings: what is read, what is odd, what is refused, always all of it or nothing."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.domain.opening import BroughtRating, Column, Note, OpeningFile, OpeningUnreadable
from ratings.interchange.opening_cells import MOST_GAMES
from ratings.interchange.opening_messages import ERRORS, MESSAGES, REMARKS, render_note
from ratings.interchange.openings import MAX_BYTES, MAX_ERRORS, MAX_ROWS, read_opening, read_opening_text
from tournaments.domain.errors import UnknownEncoding, UnreadableFile

ANNE, YOSSI = BroughtRating(2, "Anne Holm", 14325, 24), BroughtRating(3, "יוסי כהן", 12000, 0)
BOTH = OpeningFile((ANNE, YOSSI))


def refused(text: str) -> tuple[Note, ...]:
    with pytest.raises(OpeningUnreadable) as caught:
        read_opening_text(text)
    return caught.value.notes


@pytest.mark.parametrize(
    "text",
    [
        "name,rating,games\nAnne Holm,1432.5,24\nיוסי כהן,1200,0\n",
        'name,rating,games\r\nAnne Holm,"1432,5",24\r\n"יוסי כהן",1200,0',
        "Name;Rating;Games\nAnne Holm;1432,5;24\nיוסי כהן;1200;0\n",
        "RATING\tGames played\tPlayer\n1432.5\t24\tAnne Holm\n1200.0\t0\tיוסי כהן",
        "\ufeffשם,דירוג,משחקים\nAnne Holm,1432.5,24\nיוסי כהן,1200,0\n",
        "מד כושר;מס' משחקים;שם השחקן\n1432,5;24;Anne Holm\n1 200;0;יוסי כהן\n",
        "Фамилия, имя\tРейтинг\tКол-во партий\nAnne Holm\t1432,50\t24,0\nיוסי כהן\t1\u00a0200,0\t0\n",
        "games,rating,name,,\n24,1432.5,  Anne   Holm ,,\n0,1200,יוסי כהן,,\n",
        "name,rating,games\rAnne Holm,1432.5,24\rיוסי כהן,1200,0\r",
    ],
)
def test_it_reads_the_columns_in_any_order_language_and_dress(text: str) -> None:
    assert read_opening_text(text) == BOTH


def test_rows_are_counted_as_a_spreadsheet_counts_them() -> None:
    text = '\nsep=;\nname;rating;games\n\n"Anne\nHolm";1500;3\n;;\nBen Tal;1400;2\n'
    assert read_opening_text(text) == OpeningFile((BroughtRating(5, "Anne Holm", 15000, 3), BroughtRating(7, "Ben Tal", 14000, 2)))


def test_bytes_are_read_as_utf_8_or_by_their_mark_and_otherwise_asked_about() -> None:
    text = "שם,דירוג,משחקים\nיוסי כהן,1200,0\nדנה לוי,1300,5\n"
    rows = (BroughtRating(2, "יוסי כהן", 12000, 0), BroughtRating(3, "דנה לוי", 13000, 5))
    for raw in (text.encode(), text.encode("utf-8-sig"), text.encode("utf-16")):
        assert read_opening(raw).rows == rows
    assert read_opening(text.encode("windows-1255"), "windows-1255").rows == rows
    with pytest.raises(UnknownEncoding) as asked:
        read_opening(text.encode("windows-1255"))
    assert "windows-1255" in {preview.encoding for preview in asked.value.previews}
    with pytest.raises(UnreadableFile) as wrong:
        read_opening(b"name,rating\nA\xd9,1200\n", "windows-1255")
    assert wrong.value.code == "encoding_wrong"


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"", "file_empty"),
        (b" \r\n\t", "file_empty"),
        (b"PK\x03\x04 a workbook", "not_a_table"),
        (b"%PDF-1.7", "not_a_table"),
        (b"name,rating\nA\x00B,1200", "not_a_table"),
    ],
)
def test_what_is_no_text_is_refused_as_such(raw: bytes, code: str) -> None:
    with pytest.raises(OpeningUnreadable) as caught:
        read_opening(raw)
    assert caught.value.notes == (Note(code),)


def test_a_file_of_another_size_is_not_read() -> None:
    with pytest.raises(OpeningUnreadable) as caught:
        read_opening(b"x" * (MAX_BYTES + 1))
    assert caught.value.notes == (Note("file_too_large", params={"size": MAX_BYTES + 1, "limit": MAX_BYTES}),)


@pytest.mark.parametrize(
    ("row", "note"),
    [
        (",1200,3", Note("name_missing", 2, Column.NAME)),
        ("A\u200f B,,3", Note("rating_missing", 2, Column.RATING)),
        ("A B,strong,3", Note("rating_unreadable", 2, Column.RATING, "strong", {"found": "strong"})),
        ('A B,"1,432.5",3', Note("rating_unreadable", 2, Column.RATING, "1,432.5", {"found": "1,432.5"})),
        ("A B,-1400,3", Note("rating_unreadable", 2, Column.RATING, "-1400", {"found": "-1400"})),
        ("A B,١٤٠٠,3", Note("rating_unreadable", 2, Column.RATING, "١٤٠٠", {"found": "١٤٠٠"})),
        ("A B,=1400,3", Note("rating_unreadable", 2, Column.RATING, "=1400", {"found": "=1400"})),
        ("A B,99.9,3", Note("rating_out_of_range", 2, Column.RATING, "99.9", {"found": "99.9", "lowest": 100, "highest": 4000})),
        ("A B,4000.1,3", Note("rating_out_of_range", 2, Column.RATING, "4000.1", {"found": "4000.1", "lowest": 100, "highest": 4000})),
        ("A B,1400,many", Note("games_unreadable", 2, Column.GAMES, "many", {"found": "many"})),
        ("A B,1400,2.5", Note("games_unreadable", 2, Column.GAMES, "2.5", {"found": "2.5"})),
        ("A B,1400,-2", Note("games_unreadable", 2, Column.GAMES, "-2", {"found": "-2"})),
        ("A B,1400,100000", Note("games_out_of_range", 2, Column.GAMES, "100000", {"found": "100000", "limit": MOST_GAMES})),
        ("Cohen, Yossi,1400,3", Note("too_many_cells", 2, cell="Cohen, Yossi,1400,3", params={"cells": 4, "columns": 3})),
        ('"A B,1400,3', Note("quotes_broken", 2)),
        ('"A"B,1400,3', Note("quotes_broken", 2)),
    ],
)
def test_a_fault_names_its_row_and_column_and_nothing_is_kept(row: str, note: Note) -> None:
    assert refused(f"name,rating,games\n{row}\n") == (note,)


def test_a_name_that_is_too_long_is_refused() -> None:
    (note,) = refused(f"name,rating\n{'a' * 121},1200\n")
    assert (note.code, note.row, note.column, note.params) == ("name_too_long", 2, Column.NAME, {"length": 121, "limit": 120})


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("Anne,1200,3\nBen,1300,4", Note("no_heading", 1, cell="Anne,1200,3")),
        ("name,games\nAnne,3", Note("no_heading", 1, cell="name,games")),
        ("\n\nrating;games\n1;3", Note("no_heading", 3, cell="rating;games")),
        ('"name,rating\nA,1200', Note("no_heading", 1, cell='"name,rating')),
        ("name,rating,Elo\nA,1,2", Note("heading_twice", 1, Column.RATING, params={"column": "rating", "one": "rating", "other": "Elo"})),
        ("name,rating\n", Note("no_rows")),
        ("sep=,\n", Note("file_empty")),
    ],
)
def test_the_first_row_names_the_columns(text: str, note: Note) -> None:
    assert refused(text) == (note,)


def test_all_faults_are_told_up_to_a_number() -> None:
    rows = [f"P {n},x,y" for n in range(15)]
    notes = refused("name,rating,games\n" + "\n".join(rows))
    assert [(note.code, note.row) for note in notes[:3]] == [("rating_unreadable", 2), ("games_unreadable", 2), ("rating_unreadable", 3)]
    assert (len(notes), notes[-1]) == (MAX_ERRORS + 1, Note("more_errors", params={"count": 10}))


def test_more_rows_than_a_form_can_ask_about_are_refused() -> None:
    rows = [f"Player {n},1200,3" for n in range(MAX_ROWS + 1)]
    assert len(read_opening_text("\n".join(["name,rating,games", *rows[:-1]])).rows) == MAX_ROWS
    assert refused("\n".join(["name,rating,games", *rows])) == (Note("too_many_rows", MAX_ROWS + 2, params={"limit": MAX_ROWS}),)


def test_what_is_odd_is_remarked_and_read() -> None:
    text = (
        "name,rating,games,Born,FIDE id\n"
        "Anne Holm,1432.4821,24,1990,1\n"
        "anne holm,1300.05,,,\n"
        "=Ben,1400,1\n"
        "\u202bדנה\u200f לוי,1200,2\n"
        "12,1200,2\n"
    )
    assert read_opening_text(text) == OpeningFile(
        (
            BroughtRating(2, "Anne Holm", 14325, 24),
            BroughtRating(3, "anne holm", 13001, 0),
            BroughtRating(4, "=Ben", 14000, 1),
            BroughtRating(5, "דנה לוי", 12000, 2),
            BroughtRating(6, "12", 12000, 2),
        ),
        (
            Note("columns_left_out", params={"columns": "Born, FIDE id"}),
            Note("rating_rounded", 2, Column.RATING, "1432.4821", {"found": "1432.4821", "rating": "1432.5"}),
            Note("rating_rounded", 3, Column.RATING, "1300.05", {"found": "1300.05", "rating": "1300.1"}),
            Note("games_missing", 3, Column.GAMES),
            Note("looks_like_formula", 4, Column.NAME, "=Ben"),
            Note("unseen_characters", 5, Column.NAME, "דנה לוי", {"count": 2}),
            Note("no_letter", 6, Column.NAME, "12"),
            Note("name_twice", 3, Column.NAME, "anne holm", {"first_row": 2}),
        ),
        ("birth_date", "fide_id"),
    )


def test_without_a_column_for_games_nobody_has_any() -> None:
    assert read_opening_text("name;rating\nAnne Holm;1432,5\n") == OpeningFile(
        (BroughtRating(2, "Anne Holm", 14325, 0),), (Note("no_games_column"),)
    )


def test_every_message_can_be_told() -> None:
    assert ERRORS.keys().isdisjoint(REMARKS)
    note = Note("rating_out_of_range", 2, Column.RATING, "9", {"found": "9", "lowest": 100, "highest": 4000})
    assert render_note(note, str) == "A rating lies between 100 and 4000, and this is “9”. Correct it."
    assert all(text.endswith((".", "?")) for text in MESSAGES.values())


texts = st.text(alphabet=st.sampled_from("aé\"',;\t\n\r=-+0123456789. כהЖ\u200f\ufeff\u00a0\u0000\u2028"), max_size=60)
"""Texts of the signs on which a table may break."""


@given(st.one_of(st.binary(max_size=200), texts.map(str.encode), texts.map(lambda text: ("name;rating;games\n" + text).encode())))
def test_nothing_makes_it_fail_and_what_it_keeps_is_sound(raw: bytes) -> None:
    read = _read_or_refusal(raw)
    if isinstance(read, OpeningUnreadable):
        assert read.notes
        assert all(note.code in ERRORS and render_note(note, str) for note in read.notes)
    elif isinstance(read, UnreadableFile):
        assert read.remarks
    else:
        assert read.rows
        assert all(note.code in REMARKS and render_note(note, str) for note in read.remarks)
        assert all(row.name == row.name.strip() != "" and 1000 <= row.rating <= 40000 and row.games >= 0 for row in read.rows)


def _read_or_refusal(raw: bytes) -> OpeningFile | OpeningUnreadable | UnreadableFile:
    try:
        return read_opening(raw)
    except (OpeningUnreadable, UnreadableFile) as refusal:
        return refusal


names = st.text(alphabet=st.sampled_from("aZéßçŁøכהםЖяё漢"), min_size=1, max_size=20).map(lambda name: f'{name} O\'Neil, "Jr"')
people = st.lists(st.tuples(names, st.integers(1000, 40000), st.integers(0, MOST_GAMES)), min_size=1, max_size=6)


@given(
    people, st.sampled_from(",;\t"), st.permutations(["name", "rating", "games"]), st.sampled_from(".,"), st.sampled_from(["\n", "\r\n"])
)
def test_what_a_program_writes_is_read_back(
    rows: list[tuple[str, int, int]], separator: str, order: list[str], point: str, line_end: str
) -> None:
    out = io.StringIO()
    writer = csv.DictWriter(out, order, delimiter=separator, lineterminator=line_end)
    writer.writeheader()
    for name, rating, games in rows:
        writer.writerow({"name": name, "rating": f"{rating // 10}{point}{rating % 10}", "games": games})
    read = read_opening_text(out.getvalue())
    assert [(row.rating, row.games) for row in read.rows] == [(rating, games) for _, rating, games in rows]
    assert [row.row for row in read.rows] == list(range(2, len(rows) + 2))


@given(people, st.integers(0, 5), st.sampled_from(["x", "", "9999", "1,2.3"]))
def test_one_wrong_rating_refuses_all(rows: list[tuple[str, int, int]], place: int, wrong: str) -> None:
    lines = [f"Player {at}\t{rating / 10}\t{games}" for at, (_, rating, games) in enumerate(rows)]
    place %= len(lines)
    lines[place] = f"Wrong\t{wrong}\t0"
    notes = refused("\n".join(["name\trating\tgames", *lines]))
    assert [(note.row, note.column) for note in notes] == [(place + 2, Column.RATING)]
