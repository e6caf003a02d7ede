"""What was said about a person's name, and the links of the family. Inside a scope of the club."""

from collections.abc import Sequence
from datetime import date

from django.core.signing import BadSignature, Signer

from clubs.converters import is_public_id
from clubs.models import Club
from players.domain.consent import LastWord, covers, words_in_force
from players.models import Consent, FamilyLink, FamilyRequest, Player
from players.selectors.people import roots

_SIGNER = Signer(salt="players.family")


def list_consents(club: Club, player: Player) -> list[Consent]:
    """Everything that was ever said about the person to whom the player belongs, the latest first. Two statements."""
    said = Consent.objects.filter(club=club, player__in=roots(club).players_of(player.pk))
    return list(said.select_related("by", "withdrawn_by").order_by("-at", "-pk"))


def describe_consents(said: Sequence[Consent], today: date) -> list[tuple[Consent, str]]:
    """Everything that was said about a person, each with one of: withdrawn, replaced by a later word, holds, lapsed.

    What is said of one of the players that the person is made of is said of the others too, as the names follow it.
    """
    words = {one.pk: _word_of(one) for one in said if one.superseded_at is None}
    counting = words_in_force(words.values(), today)
    return [(one, _state_of(one, words.get(one.pk), counting, today)) for one in said]


def _word_of(said: Consent) -> LastWord:
    return LastWord(said.at, said.until, covers(club_pages=said.club_pages, events=said.events), said.withdrawn_at)


def _state_of(said: Consent, word: LastWord | None, counting: Sequence[LastWord], today: date) -> str:
    if said.withdrawn_at is not None:
        return "withdrawn"
    if word is None:
        return "replaced"
    if word in counting:
        return "holds"
    if not word.holds_on(today):
        return "lapsed"
    return "replaced" if counting else "withdrawn"


def list_family_links(club: Club, player: Player) -> list[FamilyLink]:
    """The links that open the page of the person to whom the player belongs, the latest first. Two statements."""
    links = FamilyLink.objects.filter(club=club, player__in=roots(club).players_of(player.pk), revoked_at=None)
    return list(links.select_related("by").order_by("-at", "-pk"))


def list_requests(club: Club, player: Player, *, with_answered: bool = False) -> list[FamilyRequest]:
    """What the family of the person has asked and nobody has answered, the latest first; or all of it. Two statements."""
    asked = FamilyRequest.objects.filter(club=club, player__in=roots(club).players_of(player.pk))
    return list((asked if with_answered else asked.filter(answered_at=None)).order_by("-at", "-pk"))


def list_waiting_requests(club: Club) -> list[int]:
    """The players whose families wait for an answer, who has waited longest first. One statement."""
    return list(FamilyRequest.objects.filter(club=club, answered_at=None).order_by("pk").values_list("player_id", flat=True))


def token_of(club: Club, link: FamilyLink) -> str:
    """What stands in the address of the family's page."""
    return _SIGNER.sign(f"{club.public_id}.{link.public_id}")


def read_token(token: str) -> tuple[str, str] | None:
    """The public ids of club and link; None if the token was not made here. No database is asked."""
    try:
        club, _, link = _SIGNER.unsign(token).partition(".")
    except BadSignature:
        return None
    return (club, link) if is_public_id(club) and is_public_id(link) else None


def find_family_link(club: Club, public_id: str) -> FamilyLink | None:
    """The link with its player, if it holds."""
    return FamilyLink.objects.filter(club=club, public_id=public_id, revoked_at=None).select_related("player").first()
