"""Texts of libraries that our pages show and that our catalogues say better than theirs; in English they stay as they are.

The catalogues of this project come before those of Django and allauth, so it is enough that a text is collected here.
"""

from typing import Final


def N_(message: str) -> str:
    """Mark a message for translation and leave it as it is; extraction looks for this name."""
    return message


SAID_BETTER: Final = (
    N_("Email"),
    N_("Be patient, you are sending too many requests."),
    N_("Too many failed login attempts. Try again later."),
    N_("Enter a valid email address."),
    N_("This email address is already associated with this account."),
    N_("A user is already registered with this email address."),
    N_("Your primary email address must be verified."),
    N_("Code"),
    N_("Authenticator code"),
    N_("Incorrect code."),
)
