"""`manage.py match_names`: what it prints, and what it says of a file that it cannot read. All people are invented."""

import json
import os
import subprocess
import sys
from pathlib import Path
from secrets import token_urlsafe

import pytest
from django.core.management import CommandError, call_command

from tests.config.processes import PROJECT

MEMBERS = "member_id\tname\nb7\tNadia Brook\na1\tנעמה ברוש\nc3\tNorman Brook\n"


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    members, entries = tmp_path / "members.tsv", tmp_path / "entries.tsv"
    members.write_text(MEMBERS, encoding="utf-8")
    entries.write_text("entry\nNadia Brook\n", encoding="utf-8")
    return members, entries


def printed(files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> list[object]:
    call_command("match_names", *map(str, files))
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def refusal(files: tuple[Path, Path]) -> str:
    with pytest.raises(CommandError) as refused:
        call_command("match_names", *map(str, files))
    return str(refused.value).replace(f"{files[0].parent}/", "")


def test_a_line_for_each_entry(files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    files[1].write_text(
        'entry\texpected\tkind\nNAOMI "N" Stone\t-\tunknown\nN. Brook\tb7|c3\tambiguous\nNaama Brosh\ta1\tcross\n', encoding="utf-8"
    )
    assert printed(files, capsys) == [
        {"entry": 'NAOMI "N" Stone', "suggestions": [], "others": [], "preselected": None},
        {
            "entry": "N. Brook",
            "suggestions": [
                {"member_id": "b7", "score": 86, "reason": "initial of the first name"},
                {"member_id": "c3", "score": 86, "reason": "initial of the first name"},
            ],
            "others": [],
            "preselected": None,
        },
        {
            "entry": "Naama Brosh",
            "suggestions": [{"member_id": "a1", "score": 91, "reason": "same name in Hebrew letters"}],
            "others": [],
            "preselected": None,
        },
    ]


def test_what_is_certain_is_preselected(files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(files, capsys) == [
        {
            "entry": "Nadia Brook",
            "suggestions": [{"member_id": "b7", "score": 100, "reason": "same name"}],
            "others": [],
            "preselected": "b7",
        }
    ]


def test_files_as_a_spreadsheet_saves_them(files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    files[0].write_bytes(b"\xef\xbb\xbf" + MEMBERS.replace("\n", "\r\n").encode())
    files[1].write_bytes(b"kind\tentry\r\nexact\tNadia Brook\r\n\r\n")
    assert [line["preselected"] for line in printed(files, capsys) if isinstance(line, dict)] == ["b7"]


def test_the_order_of_the_members_makes_no_difference(files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    files[1].write_text("entry\nN. Brook\nBrook\nנ. ברוש\n", encoding="utf-8")
    before = printed(files, capsys)
    header, *rows = MEMBERS.splitlines()
    files[0].write_text("\n".join([header, *reversed(rows)]), encoding="utf-8")
    assert printed(files, capsys) == before


@pytest.mark.parametrize(
    ("members", "entries", "message"),
    [
        (
            "id\tname\n1\tNadia\n",
            "entry\n",
            "members.tsv, line 1: no column is called member_id. The first line must name the columns, separated by tabs: member_id, name."
            " Found: id, name.",
        ),
        ("", "entry\n", "members.tsv, line 1: no column is called member_id. The first line must name the columns, separated by tabs:"
            " member_id, name. Found: nothing."),
        (
            "member_id\tname\n1\tNadia\n2\n",
            "entry\n",
            "members.tsv, line 3: 1 columns, but line 1 names 2. Separate the columns by one tab each.",
        ),
        (
            "member_id\tname\n1\tNadia\n\n1\tNora\n",
            "entry\n",
            "members.tsv, line 4: member_id 1 stands in line 2 already. Give each member one of its own.",
        ),
        ("member_id\tname\n \tNadia\n", "entry\n", "members.tsv, line 2: the member has no member_id. Give each member one."),
        (
            MEMBERS,
            "name\nNadia\n",
            "entries.tsv, line 1: no column is called entry. The first line must name the columns, separated by tabs: entry. Found: name.",
        ),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_used(files: tuple[Path, Path], members: str, entries: str, message: str) -> None:
    files[0].write_text(members, encoding="utf-8")
    files[1].write_text(entries, encoding="utf-8")
    assert refusal(files) == message


def test_a_file_in_another_encoding(files: tuple[Path, Path]) -> None:
    files[0].write_bytes("member_id\tname\n1\tNadia\n2\tЛугов\n".encode("cp1251"))
    assert refusal(files) == "members.tsv, line 3: the file is not UTF-8. Save it as UTF-8 text."


def test_a_file_that_is_not_there(files: tuple[Path, Path]) -> None:
    files[1].unlink()
    assert refusal(files) == "entries.tsv cannot be read: No such file or directory. Check the name of the file and who may read it."


@pytest.mark.parametrize("seed", ["0", "1"])
def test_it_needs_no_database_and_says_the_same_whatever_the_hash_seed(files: tuple[Path, Path], seed: str) -> None:
    files[1].write_text("entry\nN. Brook\nNadya Bruk\nTom Brok\nנורמן ברוק\n", encoding="utf-8")
    unreachable = {
        "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/nothing",
        "REDIS_URL": "redis://127.0.0.1:1/0",
        "SECRET_KEY": token_urlsafe(50),
        "SITE_URL": "https://chess.example",
        "PYTHONHASHSEED": seed,
    }
    done = subprocess.run(
        [sys.executable, "manage.py", "match_names", *map(str, files)],
        cwd=PROJECT,
        env={**os.environ, **unreachable},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [[one["member_id"] for one in line["suggestions"]] for line in lines] == [["b7", "c3"], ["b7"], [], ["c3"]]
