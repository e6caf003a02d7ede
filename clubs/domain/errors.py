"""What can go wrong with a club or a token. Messages say what is wrong and what to do; they are translated where shown."""

from collections.abc import Mapping

from clubs.domain.text import UNFIT_MESSAGES, UnfitCharacter, isolated

N_ = str  # marks a text for extraction


class ClubError(Exception):
    """Base of this app's errors: a stable `code`, and `message` with `params` for its placeholders, in English."""

    def __init__(self, code: str, message: str, params: Mapping[str, str | int] | None = None) -> None:
        self.code = code
        self.message = message
        self.params = params or {}
        super().__init__(message % self.params)


class UnknownTimeZone(ClubError):
    def __init__(self, name: str) -> None:
        super().__init__("unknown_time_zone", N_("There is no time zone “%(name)s”. Choose one such as Europe/London."), {"name": name})


class UnknownScope(ClubError):
    def __init__(self, scope: str, known: tuple[str, ...]) -> None:
        params = {"scope": scope, "known": ", ".join(known)}
        super().__init__("unknown_scope", N_("There is no scope “%(scope)s”. Choose from: %(known)s."), params)


class NeedsAdultsOnly(ClubError):
    def __init__(self) -> None:
        super().__init__(
            "needs_adults_only",
            N_("Full names for everyone are possible only in a club that is for adults only. Choose initials, or full names for adults."),
        )


class OpennessDiffers(ClubError):
    """What was looked at before something was opened is not what it is now."""

    def __init__(self) -> None:
        super().__init__("openness_differs", N_("Somebody has changed these settings meanwhile. Look at them and choose again."))


class ClubNameRefused(ClubError):
    """A club's name stands on pages of its own and in mails, a key's where keys are told apart; it holds only what can be seen."""

    def __init__(self, unfit: UnfitCharacter | None) -> None:
        """None: the name is empty."""
        if unfit is None:
            super().__init__("name_empty", N_("The name is empty. Type at least one character."))
        else:
            params: dict[str, str | int] = {"position": unfit.position, "character": unfit.code_point}
            super().__init__(f"name_{unfit.why}", UNFIT_MESSAGES[unfit.why], params)


class RoleRefused(ClubError):
    """Whoever asks may not give, change or take this role; perhaps not any more."""

    def __init__(self) -> None:
        super().__init__("role_refused", N_("Your role does not allow this. Ask an owner of the club."))


class LastOwner(ClubError):
    def __init__(self) -> None:
        super().__init__(
            "last_owner",
            N_("A club needs an owner, and this is the only one. Invite somebody as an owner first; when they have accepted, try again."),
        )


class OwnerOfClubs(ClubError):
    """An account cannot go while clubs have no other owner. Names are isolated, not quoted: each language has quotes of its own."""

    def __init__(self, clubs: list[str]) -> None:
        super().__init__(
            "owner_of_clubs",
            N_("You are the only owner of %(clubs)s. Hand it over or delete it first."),
            {"clubs": ", ".join(map(isolated, clubs))},
        )


class AccountGone(ClubError):
    """It was deleted elsewhere at that moment."""

    def __init__(self) -> None:
        super().__init__("account_gone", N_("This account was deleted."))


class OwnershipIsOffered(ClubError):
    def __init__(self) -> None:
        super().__init__("ownership_is_offered", N_("Nobody becomes an owner unasked. Invite them as an owner; they accept by the mail."))


class AlreadyActs(ClubError):
    def __init__(self) -> None:
        super().__init__("already_acts", N_("Whoever has this address acts for the club already. Change their role in the list instead."))


class TooManyInvitations(ClubError):
    def __init__(self, most: int) -> None:
        super().__init__("too_many_invitations", N_("More than %(most)d invitations a day are not sent. Go on tomorrow."), {"most": most})


class TooManyMails(ClubError):
    def __init__(self, most: int) -> None:
        super().__init__(
            "too_many_mails",
            N_("This invitation was mailed %(most)d times already. Ask whether the address is right, or invite another one."),
            {"most": most},
        )


class InvitationGone(ClubError):
    """Never made, revoked, accepted by somebody, or too old: to whoever has the link it is all the same."""

    def __init__(self) -> None:
        super().__init__("invitation_gone", N_("This invitation does not hold any more. Ask whoever invited you for a new one."))


class InvitedAnother(ClubError):
    """`address` is the masked one."""

    def __init__(self, address: str) -> None:
        super().__init__(
            "invited_another",
            N_("This invitation was sent to another address: %(address)s. Sign in with that one, or add it to your account."),
            {"address": address},
        )
