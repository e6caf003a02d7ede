"""Reading clubs, their people with accounts, and their tokens: what must be known before a club is set."""

import hmac
from collections.abc import Iterable

from allauth.account.models import EmailAddress
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.db.models import Case, Q, QuerySet, When
from django.utils import timezone
from django.utils.translation import gettext

from clubs.domain.invitations import digest_of as digest_of_invitation
from clubs.domain.invitations import is_secret
from clubs.domain.tokens import digest_of, is_prefix, prefix_of
from clubs.models import ApiToken, Club, EndedRole, Invitation, JournalEntry, Membership, Role

Account = AbstractBaseUser | AnonymousUser


def find_club(slug_or_public_id: str) -> Club | None:
    """The club at this address, or with this stable id."""
    return Club.objects.filter(Q(slug=slug_or_public_id) | Q(public_id=slug_or_public_id)).first()


def get_club(club_id: int) -> Club:
    """Raises Club.DoesNotExist."""
    return Club.objects.get(pk=club_id)


def find_role(account: Account, club: Club) -> Role | None:
    """The role of a signed-in person in a club; None for everybody else."""
    if not account.is_authenticated:
        return None
    role = Membership.objects.filter(club=club, user__pk=account.pk).values_list("role", flat=True).first()
    return None if role is None else Role(role)


def list_memberships(account: Account) -> QuerySet[Membership]:
    """The clubs that a person acts for, by name."""
    return Membership.objects.filter(user__pk=account.pk or 0).select_related("club").order_by("club__name", "pk")


def time_zone_of(account: Account) -> str:
    """By whose clock a person reads what is of no club: that of the club for which they have acted longest. UTC without a club."""
    first = Membership.objects.filter(user__pk=account.pk or 0).order_by("since", "pk")
    return first.values_list("club__time_zone", flat=True).first() or "UTC"


def list_ended_roles(account: Account) -> QuerySet[EndedRole]:
    """Roles of a person that others have ended lately, the last one first; not of clubs that are about to be deleted."""
    mine = EndedRole.objects.filter(user__pk=account.pk or 0, club__closing_at=None)
    return mine.select_related("club").order_by("-ended_at", "-pk")


def list_owned_alone(account: AbstractBaseUser) -> list[Club]:
    """The clubs that would have no owner without this person, by name."""
    mine = Membership.objects.filter(role=Role.OWNER, user__pk=account.pk)
    alone = Club.objects.filter(memberships__in=mine).exclude(pk__in=_other_owners(account).values("club"))
    return list(alone.order_by("name", "pk"))


def list_perhaps_paid_by(account: AbstractBaseUser) -> list[Club]:
    """The clubs that this person owns beside others or administers, perhaps after handing one over, by name: their card may pay."""
    roles = Membership.objects.filter(user__pk=account.pk, role__in=(Role.OWNER, Role.ADMIN))
    clubs = Club.objects.filter(memberships__in=roles, pk__in=_other_owners(account).values("club"))
    return list(clubs.order_by("name", "pk"))


def _other_owners(account: AbstractBaseUser) -> QuerySet[Membership]:
    return Membership.objects.filter(role=Role.OWNER).exclude(user__pk=account.pk)


def name_of_account(account: AbstractBaseUser | None) -> str:
    """How somebody who acts for a club is told of another; empty for a program and the software itself."""
    return "" if account is None else getattr(account, "email", "") or gettext("somebody who has left")


def list_members(club: Club) -> QuerySet[Membership]:
    """Who acts for a club, owners first, then in the order in which they came."""
    ranked = Case(*(When(role=role, then=rank) for rank, role in enumerate(Role.values)))
    return Membership.objects.filter(club=club).select_related("user").order_by(ranked, "since", "pk")


def find_member(club: Club, public_id: str) -> Membership | None:
    return Membership.objects.filter(club=club, public_id=public_id).select_related("user").first()


def has_address(account: AbstractBaseUser, address: str) -> bool:
    """True if somebody has shown, by a code that was mailed there, that the address is theirs."""
    return bool(EmailAddress.objects.filter(user__pk=account.pk, email=address, verified=True).exists())


def list_invitations(club: Club) -> QuerySet[Invitation]:
    """Those that have not ended, newest first; also those that are too old, which may be sent again."""
    return Invitation.objects.filter(club=club, ended_at=None).order_by("-created_at", "-pk")


def list_invitations_to(account: Account) -> QuerySet[Invitation]:
    """Open invitations to addresses that a person has shown to be theirs, newest first; not of clubs that are about to be deleted."""
    addresses = EmailAddress.objects.filter(user__pk=account.pk or 0, verified=True).values("email")
    opened = Invitation.objects.filter(email__in=addresses, ended_at=None, expires_at__gt=timezone.now(), club__closing_at=None)
    return opened.select_related("club", "by").order_by("-created_at", "-pk")


def find_invitation_to(account: Account, public_id: str) -> Invitation | None:
    """One that is open to an address which a person has shown to be theirs, or that this person has accepted already."""
    accepted = Invitation.objects.filter(public_id=public_id, accepted_by__pk=account.pk or 0, club__closing_at=None)
    return list_invitations_to(account).filter(public_id=public_id).first() or accepted.select_related("club").first()


def invited_by_ids(club: Club, public_ids: Iterable[str]) -> dict[str, str]:
    """Whom invitations are for, as their colleagues know them, by their public ids; those that are not kept any more are missing.

    Of an ended one the address is forgotten, unless it was declined, and known is only who has accepted it. One statement, none for no id.
    """
    wanted = set(public_ids)
    found = Invitation.objects.filter(club=club, public_id__in=wanted).select_related("accepted_by") if wanted else ()
    return {each.public_id: each.email or name_of_account(each.accepted_by) for each in found}


def find_invitation(secret: str) -> Invitation | None:
    """The invitation with this secret, whatever has become of it. None for a club that is about to be deleted."""
    if not is_secret(secret):
        return None
    found = Invitation.objects.filter(digest=digest_of_invitation(secret)).select_related("club", "by").first()
    return None if found is None or found.club.is_shut else found


def list_journal(club: Club) -> QuerySet[JournalEntry]:
    """Everything that was done, the newest first. Inside the club's scope."""
    return JournalEntry.objects.filter(club=club).select_related("by").order_by("-at", "-pk")


def find_brought(club: Club) -> int:
    """The key of the line that says that the club was brought from a file, the last if it was brought on; 0 without one."""
    brought = JournalEntry.objects.filter(club=club, action="club.imported").order_by("-pk").values_list("pk", flat=True)
    return brought.first() or 0


def list_authors(club: Club) -> list[User]:
    """Everybody who stands in the journal, by their address; who has left comes last. Inside the club's scope."""
    known = JournalEntry.objects.filter(club=club).exclude(by=None).order_by("by").values_list("by", flat=True).distinct()
    people = User.objects.filter(pk__in=list(known))
    return sorted(people, key=lambda person: (not person.email, person.email, person.pk))


def accounts_of(ids: Iterable[int]) -> dict[int, User]:
    """Accounts by their primary keys. One statement, none for nobody."""
    wanted = set(ids)
    return {person.pk: person for person in User.objects.filter(pk__in=wanted)} if wanted else {}


def list_admin_addresses(club: Club) -> list[str]:
    """The mail addresses of the club's owners and administrators, each once."""
    return _list_addresses(club, Role.OWNER, Role.ADMIN)


def list_owner_addresses(club: Club) -> list[str]:
    """The mail addresses of the club's owners, each once."""
    return _list_addresses(club, Role.OWNER)


def _list_addresses(club: Club, *roles: Role) -> list[str]:
    members = Membership.objects.filter(club=club, role__in=roles, user__is_active=True)
    return sorted({address for address in members.values_list("user__email", flat=True) if address})


def find_token(secret: str) -> ApiToken | None:
    """The token with this secret, if it still holds; the comparison takes the same time for every wrong secret."""
    prefix = prefix_of(secret)
    token = ApiToken.objects.filter(prefix=prefix).select_related("club").first() if is_prefix(prefix) else None
    if token is None or not hmac.compare_digest(token.digest, digest_of(secret)):
        return None
    expired = token.expires_at is not None and token.expires_at <= timezone.now()
    return None if expired or token.revoked_at is not None else token


def list_tokens(club: Club) -> QuerySet[ApiToken]:
    """All tokens of a club, newest first, revoked ones included."""
    return ApiToken.objects.filter(club=club).order_by("-created_at", "-pk")


def labels_of_tokens(club: Club, tokens: Iterable[int]) -> dict[int, str]:
    """What the club calls these keys, by their primary keys. One statement, none for no key."""
    wanted = list(tokens)
    return dict(ApiToken.objects.filter(club=club, pk__in=wanted).values_list("pk", "label")) if wanted else {}


DEMO_ARBITER = "arbiter@demo.example"
"""Whose account acts for the demo clubs; nobody gets mail at a name that ends in .example."""


def list_demo_clubs() -> QuerySet[Club]:
    """The demo clubs of this installation, in the order in which they were made."""
    return Club.objects.filter(memberships__user__username=DEMO_ARBITER).order_by("pk")
