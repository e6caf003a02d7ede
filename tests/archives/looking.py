"""What a stranger reads of a club, so that two clubs can be compared byte for byte."""

from django.test import Client

from clubs.models import Club, Visibility
from clubs.services import change_club
from clubs.tenancy.scope import club_scope
from players.models import Player
from tournaments.models import Event


def read_everything(club: Club) -> dict[str, bytes]:
    """The ladder, each history and each event page, by what they are of. Ids and addresses of the club itself are written the same."""
    change_club(club=club, by=None, visibility=Visibility.PUBLIC)
    with club_scope(club):
        people = list(Player.objects.filter(club=club).order_by("public_id").values_list("public_id", flat=True))
        events = list(Event.objects.filter(club=club).order_by("public_id").values_list("public_id", flat=True))
    front = f"/club/{club.slug}/"
    addresses = {
        "ladder": f"{front}ladder.csv",
        "everybody": f"{front}ladder.csv?who=all",
        "ladder page": front,
        "events": f"{front}events/",
        "how": f"{front}how-this-ladder-works/",
        "season": f"{front}seasons/2026/",
        **{f"history of {one}": f"{front}players/{one}/history.csv" for one in people},
        **{f"player {one}": f"{front}players/{one}/" for one in people},
        **{f"event {one}": f"/event/{club.public_id}/{one}/" for one in events},
    }
    return {name: _read(club, address) for name, address in addresses.items()}


def _read(club: Club, address: str) -> bytes:
    answer = Client(HTTP_HOST="127.0.0.1").get(address)
    content = answer.content.replace(club.slug.encode(), b"SLUG").replace(club.public_id.encode(), b"CLUB")
    return str(answer.status_code).encode() + b" " + content
