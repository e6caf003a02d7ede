"""What families are given and say: the link to the page of one child, and consent to the full name, given and withdrawn."""

from django.utils import timezone

from clubs.models import Club
from clubs.services import Person, outdate_pages, record_in_journal
from clubs.tenancy.scope import club_scope
from players.domain.consent import ConsentTo, lapses_after
from players.domain.errors import ConsentRefused
from players.domain.wording import Wording
from players.models import Consent, FamilyLink, Player
from players.selectors import roots
from players.services.living import lock_living


def issue_family_link(*, club: Club, player: Player, by: Person) -> FamilyLink:
    """A new link for the family of a player; those before it hold on, for a child may have two homes.

    Raises:
        Player.DoesNotExist
    """
    with club_scope(club):
        found = lock_living(club, player.pk)
        link = FamilyLink.objects.create(club=club, player=found, by_id=_key(by))
        record_in_journal(club=club, action="family.link_issued", by=by, subject=found.public_id, detail={"link": link.pk})
    return link


def revoke_family_link(*, club: Club, link: FamilyLink, by: Person) -> None:
    """End a link from the next request on; revoking twice changes nothing. What was said through it stands."""
    with club_scope(club):
        held = FamilyLink.objects.filter(club=club, pk=link.pk, revoked_at=None)
        if held.update(revoked_at=timezone.now(), revoked_by_id=_key(by)):
            record_in_journal(club=club, action="family.link_revoked", by=by, subject=link.player.public_id, detail={"link": link.pk})


def give_consent(
    *,
    club: Club,
    player: Player,
    covers: frozenset[ConsentTo],
    wording: Wording,
    child_asked: bool,
    by: Person = None,
    through: FamilyLink | None = None,
) -> Consent:
    """A parent agrees, on the family's page (`through`) or told an arbiter (`by`); it replaces what was said of the player before.

    Raises:
        ConsentRefused: to_nothing; child_not_asked.
        Player.DoesNotExist
    """
    if not covers:
        raise ConsentRefused("to_nothing")
    if not child_asked:
        raise ConsentRefused("child_not_asked")
    today = club.today
    with club_scope(club):
        found = lock_living(club, player.pk)
        Consent.objects.filter(club=club, player=found, superseded_at=None).update(superseded_at=timezone.now())
        consent = Consent.objects.create(
            club=club,
            player=found,
            club_pages=ConsentTo.CLUB_PAGES in covers,
            events=ConsentTo.EVENTS in covers,
            wording=wording.text,
            wording_version=wording.version,
            language=wording.language,
            child_asked=child_asked,
            through=through,
            by_id=_key(by),
            until=lapses_after(today),
        )
        outdate_pages(club=club)
        detail = {"consent": consent.pk, "covers": sorted(covers)}
        record_in_journal(club=club, action="consent.given", by=by, subject=found.public_id, detail=detail)
    return consent


def withdraw_consent(*, club: Club, player: Player, by: Person = None, through: FamilyLink | None = None) -> int:
    """Take back every consent that holds for the person to whom the player belongs; returns how many. None is no error.

    Every page follows at once: what was rendered before is out of date with the same commit. A consent that is being given at the same
    moment is withdrawn too.
    """
    with club_scope(club):
        players = roots(club).players_of(player.pk)
        list(Player.objects.select_for_update().filter(club=club, pk__in=players).order_by("pk").values_list("pk"))
        held = Consent.objects.filter(club=club, player__in=players, superseded_at=None, withdrawn_at=None)
        withdrawn = held.update(
            withdrawn_at=timezone.now(), withdrawn_by_id=_key(by), withdrawn_through_id=None if through is None else through.pk
        )
        if withdrawn:
            outdate_pages(club=club)
            record_in_journal(club=club, action="consent.withdrawn", by=by, subject=player.public_id)
    return withdrawn


def _key(by: Person) -> int | None:
    return None if by is None else by.pk
