"""The list of members as a file for a spreadsheet, which may be changed there and taken in again. Notes are not in it."""

from collections.abc import Iterator
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from clubs.access import desk_for
from clubs.domain.roles import Act
from clubs.models import Club
from clubs.tenancy.scope import snapshot
from clubs.views.csv_files import Cell, csv_answer
from players.access import viewer_of
from players.interchange.workbooks import write_workbook
from players.selectors import NameBook, list_people, names_of

FILE_NAME: Final = "members"
SHEET: Final = "Members"
COLUMNS = (
    *("rookery_id", "name", "rating", "games", "provisional", "last_played", "start_rating", "start_games"),
    *("age_group", "age_group_until", "always_initials", "inactive"),
)
XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@require_safe
def export_people(request: HttpRequest, club: str, kind: str) -> HttpResponse:
    """CSV or XLSX, with the real names; no name is in the name of the file."""
    tenant = desk_for(request, club, Act.CONFIRM_NAMES)
    if kind not in {"csv", "xlsx"}:
        raise Http404
    with snapshot(tenant):
        rows = list(member_rows(tenant, names_of(tenant, viewer_of(request, tenant, at_desk=True))))
    if kind == "csv":
        return csv_answer(FILE_NAME, COLUMNS, rows, fresh=True)
    answer = HttpResponse(write_workbook(SHEET, COLUMNS, rows), content_type=XLSX)
    answer["Content-Disposition"] = f'attachment; filename="{FILE_NAME}.xlsx"'
    return answer


def member_rows(club: Club, book: NameBook) -> Iterator[list[Cell]]:
    """By `COLUMNS`. The name is the one that is stored: a mark that tells namesakes apart on pages would come back as part of it."""
    for listed in list_people(club):
        player, standing = listed.player, listed.standing
        figures: list[Cell] = [None] * 4
        if standing is not None:
            figures = [standing.rating / 10, standing.games, standing.provisional, standing.last_played]
        yield [
            book.public_id_of(player.pk),
            player.name,
            *figures,
            None if player.start_rating is None else player.start_rating / 10,
            player.start_games,
            player.age_group,
            player.age_group_lapses,
            player.always_initials,
            player.inactive,
        ]
