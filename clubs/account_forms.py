"""allauth's forms in which somebody types a mail address: each takes it in the one form in which it is mailed."""

from typing import Any

from allauth.account.fields import EmailField
from allauth.account.forms import AddEmailForm, LoginForm, RequestLoginCodeForm, SignupForm
from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from clubs.domain.mail_addresses import as_mailed


class MailAddressField(EmailField):  # type: ignore[misc]
    """A mail address that mail can be sent to."""

    def clean(self, value: Any) -> str:
        """The address as `as_mailed` has it."""
        typed = super().clean(value)
        try:
            return as_mailed(typed)
        except ValueError:
            raise ValidationError(validate_email.message, code="invalid") from None


class SignInForm(LoginForm):  # type: ignore[misc]
    """The address to which a code is mailed."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["login"] = MailAddressField()


class CodeForm(RequestLoginCodeForm):  # type: ignore[misc]
    """The same on a page of its own."""

    email = MailAddressField()


class NewAccountForm(SignupForm):  # type: ignore[misc]
    """The address of a new account."""

    email = MailAddressField()


class NewAddressForm(AddEmailForm):  # type: ignore[misc]
    """One more address of an account."""

    email = MailAddressField()
