"""allauth's ways to sign in, and its sign-up, reachable while another beginning waits for its code.

Who has an account and signs up all the same gets a mail that says so and has no code. Nobody but them may learn that from a page, so the
page that waits for the code is shown to all, and leads here; allauth alone would lead back to it from every way to sign in. It would also
lead whoever has mistyped an address, and sends the right one, to the page that waits for the code of the wrong one.
"""

from typing import Any

from allauth.account.internal.flows.email_verification_by_code import EMAIL_VERIFICATION_CODE_SESSION_KEY
from allauth.account.internal.stagekit import clear_login
from allauth.account.stages import LoginStage
from allauth.account.utils import passthrough_next_redirect_url
from allauth.account.views import LoginView, RequestLoginCodeView, SignupView
from allauth.mfa.webauthn.views import LoginWebAuthnView
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect


class _KeepsTheWay:
    """Whoever looks is led to the code that they are waiting for, and still comes to where they were going; who begins anew may."""

    def _redirect_to_pending_stage(self, request: HttpRequest, stage: LoginStage) -> HttpResponseRedirect | None:
        if request.method == "POST":
            return None
        answer: HttpResponseRedirect | None = super()._redirect_to_pending_stage(request, stage)  # type: ignore[misc]
        return answer and HttpResponseRedirect(passthrough_next_redirect_url(request, answer.url, REDIRECT_FIELD_NAME))

    def form_valid(self, form: Any) -> HttpResponse:
        """The new beginning takes the place of the one that waits; a form that is refused leaves that its code."""
        request: HttpRequest = self.request  # type: ignore[attr-defined]
        clear_login(request)
        request.session.pop(EMAIL_VERIFICATION_CODE_SESSION_KEY, None)
        answer: HttpResponse = super().form_valid(form)  # type: ignore[misc]
        return answer


class _PastSignUp(_KeepsTheWay):
    """A look at the page leaves the code of a sign-up as it is."""

    def _redirect_to_pending_stage(self, request: HttpRequest, stage: LoginStage) -> HttpResponseRedirect | None:
        return None if stage.login.signup else super()._redirect_to_pending_stage(request, stage)


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
