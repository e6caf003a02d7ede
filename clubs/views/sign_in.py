"""allauth's ways to sign in, reachable while a sign-up waits for its code, and its sign-up.

Who has an account and signs up all the same gets a mail that says so and has no code. Nobody but them may learn that from a page, so the
page that waits for the code is shown to all, and leads here; allauth alone would lead back to it from every way to sign in.
"""

from allauth.account.internal.flows.email_verification_by_code import EMAIL_VERIFICATION_CODE_SESSION_KEY
from allauth.account.internal.stagekit import clear_login
from allauth.account.stages import LoginStage
from allauth.account.utils import passthrough_next_redirect_url
from allauth.account.views import LoginView, RequestLoginCodeView, SignupView
from allauth.mfa.webauthn.views import LoginWebAuthnView
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.http import HttpRequest, HttpResponseRedirect


class _KeepsTheWay:
    """Whoever is led to the code that they are waiting for still comes to where they were going."""

    def _redirect_to_pending_stage(self, request: HttpRequest, stage: LoginStage) -> HttpResponseRedirect | None:
        answer: HttpResponseRedirect | None = super()._redirect_to_pending_stage(request, stage)  # type: ignore[misc]
        return answer and HttpResponseRedirect(passthrough_next_redirect_url(request, answer.url, REDIRECT_FIELD_NAME))


class _PastSignUp(_KeepsTheWay):
    """A look at the page leaves the code of the sign-up as it is; the first step of a sign-in takes its place."""

    def _redirect_to_pending_stage(self, request: HttpRequest, stage: LoginStage) -> HttpResponseRedirect | None:
        if not stage.login.signup:
            return super()._redirect_to_pending_stage(request, stage)
        if request.method == "POST":
            clear_login(request)
            request.session.pop(EMAIL_VERIFICATION_CODE_SESSION_KEY, None)
        return None


class _SignIn(_PastSignUp, LoginView):  # type: ignore[misc]
    """The address to which a code is mailed."""


class _SignInByCode(_PastSignUp, RequestLoginCodeView):  # type: ignore[misc]
    """The same at its second address."""


class _SignInByPasskey(_PastSignUp, LoginWebAuthnView):  # type: ignore[misc]
    """The challenge for a passkey, and its answer."""


class _SignUp(_KeepsTheWay, SignupView):  # type: ignore[misc]
    """A new account."""


sign_up = _SignUp.as_view()
sign_in = _SignIn.as_view()
sign_in_by_code = _SignInByCode.as_view()
sign_in_by_passkey = _SignInByPasskey.as_view()
