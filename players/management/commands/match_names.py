"""`manage.py match_names`: who of a member list may be meant by each name of another list. Needs no database."""

import json
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from players.domain.matching import Member, Suggestion, build_index, suggest


class Command(BaseCommand):
    help = (
        "Print one line of JSON for each entry: the members who may be meant, best first, with score and reason. MEMBERS has the columns"
        " member_id and name, ENTRIES the column entry; both are UTF-8, separated by tabs, with the names of the columns in the first line."
        " Each entry is looked at by itself. Nothing is stored, and no database is needed."
    )
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("members", type=Path, metavar="MEMBERS.tsv")
        parser.add_argument("entries", type=Path, metavar="ENTRIES.tsv")

    def handle(self, *args: Any, **options: Any) -> None:
        ids, names = _read_members(options["members"])
        entries = [entry for _, (entry,) in _rows(options["entries"], "entry")]
        index = build_index(Member(number, (name,)) for number, name in enumerate(names))
        for entry in entries:
            proposal = suggest(index, entry)
            line = {
                "entry": entry,
                "suggestions": [_told(one, ids) for one in proposal.suggestions],
                "others": [_told(one, ids) for one in proposal.others],
                "preselected": None if proposal.preselected is None else ids[proposal.preselected],
            }
            self.stdout.write(json.dumps(line, ensure_ascii=False))


def _told(one: Suggestion, ids: Sequence[str]) -> dict[str, str | int]:
    return {"member_id": ids[one.member_id], "score": one.score, "reason": str(one.reason)}


def _read_members(path: Path) -> tuple[list[str], list[str]]:
    """Ids and names, in the order of the ids, so that the order of the lines decides nothing."""
    names: dict[str, str] = {}
    lines: dict[str, int] = {}
    for number, (member_id, name) in _rows(path, "member_id", "name"):
        if not member_id.strip():
            raise CommandError(f"{path}, line {number}: the member has no member_id. Give each member one.")
        if member_id in names:
            raise CommandError(
                f"{path}, line {number}: member_id {member_id} stands in line {lines[member_id]} already. Give each member one of its own."
            )
        names[member_id], lines[member_id] = name, number
    return sorted(names), [names[member_id] for member_id in sorted(names)]


def _rows(path: Path, *columns: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The named columns of each line with its number. Quotes mean nothing; empty lines are passed over."""
    lines = [line.removesuffix("\r") for line in _read(path).split("\n")]
    header = lines[0].split("\t")
    for column in columns:
        if column not in header:
            raise CommandError(
                f"{path}, line 1: no column is called {column}. The first line must name the columns, separated by tabs:"
                f" {', '.join(columns)}. Found: {', '.join(header) or 'nothing'}."
            )
    for number, line in enumerate(lines[1:], start=2):
        cells = line.split("\t")
        if line and len(cells) != len(header):
            raise CommandError(
                f"{path}, line {number}: {len(cells)} columns, but line 1 names {len(header)}. Separate the columns by one tab each."
            )
        if line:
            yield number, tuple(cells[header.index(column)] for column in columns)


def _read(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        raise CommandError(f"{path}, line {line}: the file is not UTF-8. Save it as UTF-8 text.") from error
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}. Check the name of the file and who may read it.") from error
