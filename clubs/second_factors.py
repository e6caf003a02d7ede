"""How allauth's second factors behave here: an authenticator app is a second step, a passkey a way of its own.

Whoever has a passkey alone may still sign in by a mailed code. Else a phone lost on a club night would lock a volunteer out, and
whoever reads her mail gains nothing by it that they did not have before. Operators are asked for the passkey, too: whoever reads their mail
would have every club.
"""

import time
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from allauth.account.adapter import get_adapter as get_account_adapter
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    EditWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from cryptography.exceptions import InvalidSignature
from django import forms
from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

SECOND_STEPS: set[str] = {Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN}
LONGEST_NAME = 60
MOST_TRIES, TRIES_COUNT_FOR = 5, 15 * 60  # seconds
_WRONG_CODES = "wrong_second_steps"  # in the session: when


def second_step_since(user: AbstractBaseUser) -> datetime | None:
    """Since when a mailed code alone does not show who somebody is. None: it does."""
    steps = Authenticator.objects.filter(user_id=user.pk, type__in=_second_steps_of(user))
    since: datetime | None = steps.order_by("created_at").values_list("created_at", flat=True).first()
    return since


def second_step_without(authenticator: Authenticator) -> str:
    """What follows the mailed code once `authenticator` is removed: "totp" before "webauthn", "" if nothing does."""
    left = Authenticator.objects.filter(user_id=authenticator.user_id, type__in=_second_steps_of(authenticator.user))
    kinds = set(left.exclude(pk=authenticator.pk).values_list("type", flat=True))
    return min(map(str, kinds), default="")


def _second_steps_of(user: AbstractBaseUser) -> set[str]:
    return SECOND_STEPS if getattr(user, "is_staff", False) else {Authenticator.Type.TOTP}


class SecondFactors(DefaultMFAAdapter):  # type: ignore[misc]
    """allauth asks it what to do."""

    def is_mfa_enabled(self, user: AbstractBaseUser, types: Sequence[Any] | None = None) -> bool:
        """Whether a second step follows the code, if asked about both kinds of step at once; else whether one of `types` is there."""
        asked = _second_steps_of(user) if types is not None and set(types) == SECOND_STEPS else types
        return bool(super().is_mfa_enabled(user, asked))

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """The site as the browser shows it when it asks."""
        return {"id": context.request.get_host().partition(":")[0], "name": "Rookery"}

    def generate_authenticator_name(self, user: AbstractBaseUser, type: Any) -> str:
        """What a new passkey is called if nobody says otherwise."""
        known = Authenticator.objects.filter(user_id=user.pk, type=type).count()
        return gettext("Passkey") if known == 0 else gettext("Passkey %(number)d") % {"number": known + 1}


class _FewTries:
    """Wrong codes of a browser are counted in its session, too: the limits of the cache are off while the cache is down."""

    def clean_code(self) -> str:
        """Errors: ValidationError after `MOST_TRIES` wrong ones within a quarter of an hour, whatever the code."""
        session, now = context.request.session, time.time()
        wrong = [at for at in session.get(_WRONG_CODES, []) if at > now - TRIES_COUNT_FOR]
        if len(wrong) >= MOST_TRIES:
            raise get_account_adapter().validation_error("too_many_login_attempts")
        try:
            code: str = super().clean_code()  # type: ignore[misc]
        except forms.ValidationError:
            session[_WRONG_CODES] = [*wrong, now]
            raise
        session.pop(_WRONG_CODES, None)
        return code


class SecondStepForm(_FewTries, AuthenticateForm):  # type: ignore[misc]
    """The code of the app, or one of the recovery codes, while signing in."""


class ConfirmingCodeForm(_FewTries, ReauthenticateForm):  # type: ignore[misc]
    """The same to confirm a step."""


class _AnyCredential:
    """Whatever a browser, or somebody with another program, says a passkey has answered: what cannot be read is no passkey."""

    data: Mapping[str, Any]

    def full_clean(self) -> None:
        """Errors of the libraries that read it are those of the field."""
        try:
            super().full_clean()  # type: ignore[misc]
        except (KeyError, TypeError, ValueError, InvalidSignature):
            self.data = {name: value for name, value in self.data.items() if name != "credential"}  # no page shows it again
            self.add_error("credential", get_account_adapter().validation_error("incorrect_code"))  # type: ignore[attr-defined]


class PasskeyForm(_AnyCredential, LoginWebAuthnForm):  # type: ignore[misc]
    """Signing in by a passkey."""


class PasskeyStepForm(_AnyCredential, AuthenticateWebAuthnForm):  # type: ignore[misc]
    """A passkey after the mailed code."""


class ConfirmingPasskeyForm(_AnyCredential, ReauthenticateWebAuthnForm):  # type: ignore[misc]
    """A passkey to confirm a step."""


class AddPasskeyForm(_AnyCredential, AddWebAuthnForm):  # type: ignore[misc]
    """Always one that signs in by itself: the box stands there for allauth's script, ticked and unseen."""

    name = forms.CharField(
        label=_("Name of the passkey"),
        max_length=LONGEST_NAME,
        required=False,
        help_text=_("So that you know it again in the list, such as: my phone."),
        widget=forms.TextInput(attrs={"dir": "auto"}),
    )
    passwordless = forms.BooleanField(initial=True, widget=forms.CheckboxInput(attrs={"hidden": True}))


class RenamePasskeyForm(EditWebAuthnForm):  # type: ignore[misc]
    """Another name for it."""

    name = forms.CharField(label=_("Name of the passkey"), max_length=LONGEST_NAME, widget=forms.TextInput(attrs={"dir": "auto"}))
