"""allauth's page on which the authenticator app is turned on; from there the recovery codes are shown."""

from allauth.mfa.totp.views import ActivateTOTPView
from django.urls import reverse


class _TurnAppOn(ActivateTOTPView):  # type: ignore[misc]
    """Codes that were made with a passkey count from now on: allauth shows new ones alone, and nobody would have seen these."""

    def get_success_url(self) -> str:
        return reverse("mfa_view_recovery_codes")


turn_app_on = _TurnAppOn.as_view()
