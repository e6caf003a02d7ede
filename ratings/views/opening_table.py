"""The rows of a table of opening ratings for the page: what stands in them, what is said about them, who they may be."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ratings.domain.opening import Column, Note
from ratings.interchange.opening_messages import render_note
from ratings.selectors.opening import RowProposal
from ratings.views.opening_form import OpeningForm, field_name

COLUMNS: dict[Column, str | Promise] = {Column.NAME: _("Name"), Column.RATING: _("Rating"), Column.GAMES: _("Games")}


def fault_rows(notes: Iterable[Note]) -> list[dict[str, Any]]:
    """Where each fault is, what stands there, and what is said about it."""
    return [
        {"number": note.row, "column": "" if note.column is None else COLUMNS[note.column], "cell": note.cell, "told": _told(note)}
        for note in notes
        if note.row is not None
    ]


def file_notes(notes: Iterable[Note]) -> list[str]:
    """What is said of the file as a whole."""
    return [_told(note) for note in notes if note.row is None]


def check_rows(form: OpeningForm, proposals: Sequence[RowProposal], remarks: Iterable[Note]) -> list[dict[str, Any]]:
    """Each row with its chooser, None for who can only be new, and with what is odd about it."""
    odd: dict[int, list[str]] = defaultdict(list)
    for note in remarks:
        if note.row is not None:
            odd[note.row].append(_told(note))
    return [
        {
            "brought": proposal.brought,
            "field": form[field_name(proposal)] if proposal.likely else None,
            "is_open": proposal.is_open,
            "remarks": odd[proposal.brought.row],
        }
        for proposal in proposals
    ]


def _told(note: Note) -> str:
    params = dict(note.params)
    if "column" in params:
        params["column"] = gettext(str(COLUMNS[Column(str(params["column"]))]))
    return render_note(Note(note.code, note.row, note.column, note.cell, params), gettext)
