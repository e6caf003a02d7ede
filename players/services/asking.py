"""What a family asks of the club, and that it was answered."""

from django.utils import timezone

from clubs.models import Club
from clubs.services import Person, record_in_journal
from clubs.tenancy.scope import club_scope
from players.domain.errors import RequestRefused
from players.models import FamilyLink, FamilyRequest, Player

MOST_WAITING = 5


def ask_of_club(*, club: Club, link: FamilyLink, kind: str, text: str) -> FamilyRequest:
    """Leave a request for the arbiters.

    Raises:
        RequestRefused: erased; too_many, `MOST_WAITING` of this family wait for an answer.
    """
    with club_scope(club):
        if Player.objects.select_for_update().get(club=club, pk=link.player_id).erased_at is not None:
            raise RequestRefused("erased")
        if FamilyRequest.objects.filter(club=club, player=link.player_id, answered_at=None).count() >= MOST_WAITING:
            raise RequestRefused("too_many")
        asked = FamilyRequest.objects.create(club=club, player=link.player, through=link, kind=kind, text=text)
        record_in_journal(club=club, action="family.asked", by=None, subject=link.player.public_id, detail={"request": asked.pk})
    return asked


def answer_request(*, club: Club, request: FamilyRequest, by: Person) -> None:
    """Note that it is done; noting it twice changes nothing."""
    with club_scope(club):
        waiting = FamilyRequest.objects.filter(club=club, pk=request.pk, answered_at=None)
        if waiting.update(answered_at=timezone.now(), answered_by_id=None if by is None else by.pk):
            record_in_journal(club=club, action="family.answered", by=by, subject=request.player.public_id, detail={"request": request.pk})
