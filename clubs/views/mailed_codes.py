"""allauth's pages that wait for a mailed code, with a button that mails a new one, and a way on after too many wrong ones.

allauth alone mails nothing more to an address without an account, so that the time it takes would tell which have one; it lets the new code
run out with the first; and for a sign-in it counts no limit but that of the browser.
"""

import time
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.email_verification import consume_email_verification_rate_limit
from allauth.account.utils import passthrough_next_redirect_url
from allauth.account.views import ConfirmEmailVerificationCodeView, ConfirmLoginCodeView, ConfirmReauthenticationCodeView
from allauth.core.ratelimit import consume
from django.contrib import messages
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect


class _SendsAgain:
    """A new code is as good as the first and takes its place. Wrong tries stay counted: a new one gives no more of them."""

    request: HttpRequest
    _process: Any

    def _resend_form_valid(self, form: Form) -> HttpResponseRedirect:
        process = self._process
        if self._may_mail(process.state["email"]):
            process.state["at"] = time.time()
            process.generate_code()
            process.send()
            process.record_resend()
            process.persist()
        else:
            get_adapter().add_message(self.request, messages.ERROR, message=get_adapter().error_messages["rate_limited"])
        return HttpResponseRedirect(self.passthrough_next_url(self.request.path))  # type: ignore[attr-defined]

    def form_invalid(self, form: Form) -> HttpResponse:
        """Whoever has no try left begins anew, and still comes to where they were going."""
        answer: HttpResponse = super().form_invalid(form)  # type: ignore[misc]
        if isinstance(answer, HttpResponseRedirect):
            return HttpResponseRedirect(passthrough_next_redirect_url(self.request, answer.url, REDIRECT_FIELD_NAME))
        return answer

    def _may_mail(self, address: str) -> bool:
        return bool(consume(self.request, action="request_login_code", key=address.lower()))  # as the first code was counted


class _SignInCode(_SendsAgain, ConfirmLoginCodeView):  # type: ignore[misc]
    """The code that signs in."""


class _ConfirmingCode(_SendsAgain, ConfirmReauthenticationCodeView):  # type: ignore[misc]
    """The code that confirms a step."""


class _AddressCode(_SendsAgain, ConfirmEmailVerificationCodeView):  # type: ignore[misc]
    """The code that shows an address to be one's own."""

    def _may_mail(self, address: str) -> bool:
        """Whether sending, which counts it, would be refused."""
        return bool(consume_email_verification_rate_limit(self.request, address, dry_run=True))


sign_in_code = _SignInCode.as_view()
confirming_code = _ConfirmingCode.as_view()
address_code = _AddressCode.as_view()
