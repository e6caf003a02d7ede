"""How allauth's accounts behave here: what confirms a step, where its pages lead, and what its mails say."""

import logging
from contextlib import suppress
from typing import Any
from zoneinfo import ZoneInfo

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.account.utils import passthrough_next_redirect_url
from allauth.core.exceptions import ImmediateHttpResponse
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.models import AbstractBaseUser
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from clubs.fresh_sign_in import is_fresh
from clubs.second_factors import second_step_since
from clubs.selectors import time_zone_of
from clubs.templatetags.sessions import browser, told_moment

_log = logging.getLogger(__name__)


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """allauth's own pages of an account ask no sooner than ours, and its mails tell the time by a clock that they name."""

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        """What a step may be confirmed by: a mailed code only where it is enough."""
        methods: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        mailed_is_enough = second_step_since(user) is None
        return [method for method in methods if mailed_is_enough or method["id"] != "reauthenticate_by_code"]

    def is_reauthentication_required(self, *, app: str, **more: object) -> bool:
        """Whether a step of allauth's `app` has to be confirmed in the request at hand."""
        return bool(super().is_reauthentication_required(app=app, **more)) and not is_fresh(self.request)

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """False, as for an address that another account has, also where that account has confirmed it at this very moment.

        The main address is told of every other one: whoever has come to an account by a forgotten browser would else stay in by it unseen.
        """
        try:
            with transaction.atomic():
                confirmed = bool(super().confirm_email(request, email_address))
        except IntegrityError:
            text = "account/messages/email_confirmation_failed.txt"
            self.add_message(request, messages.ERROR, text, {"email": email_address.email})
            return False
        if confirmed and not email_address.primary:
            self.send_notification_mail("account/email/email_added", email_address.user, {"added_email": email_address.email})
        return confirmed

    def add_message(self, request: HttpRequest, level: int, *texts: Any, message: str | None = None, **more: Any) -> None:
        """Whoever has no try left for a mailed code need not wait: the next code has tries of its own."""
        if message == self.error_messages["too_many_login_attempts"]:
            message = gettext("The code was wrong too often. Have a new one sent.")
        super().add_message(request, level, *texts, message=message, **more)

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:
        """Whoever has added an address sees it among theirs."""
        if self.request.user.is_authenticated:
            return reverse("account_email")
        return str(super().get_email_verification_redirect_url(email_address))

    def respond_email_verification_sent(self, request: HttpRequest, user: AbstractBaseUser | None) -> HttpResponse:
        """To the page that waits for the code; it is told where the way leads, for those who go on from there by signing in."""
        return HttpResponseRedirect(self._on_the_way(request, "account_email_verification_sent"))

    def send_account_already_exists_mail(self, email: str) -> None:
        """The mail to whoever signs up again: it leads to the sign-in, and from there to where the sign-up would have led."""
        self.send_mail("account/email/account_already_exists", email, {"login_path": self._on_the_way(self.request, "account_login")})

    def _on_the_way(self, request: HttpRequest, route: str) -> str:
        return str(passthrough_next_redirect_url(request, reverse(route), REDIRECT_FIELD_NAME))

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """The site's own address goes along: a link without a scheme is none. If it cannot be sent, a page says so."""
        try:
            super().send_mail(template_prefix, email, {"site_url": settings.SITE_URL, **context})
        except Exception as error:  # whatever a mail server does
            _log.exception("A mail about an account could not be sent")
            raise ImmediateHttpResponse(render(self.request, "account/mail_failed.html", status=503)) from error

    def send_notification_mail(
        self, template_prefix: str, user: AbstractBaseUser, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        """The mail about a change of an account: when, by the clock of the person's club, and the browser in words."""
        with timezone.override(ZoneInfo(time_zone_of(user))):
            told = {"timestamp": told_moment(timezone.now()), "user_agent": browser(self.get_http_user_agent(self.request), "plain")}
        with suppress(ImmediateHttpResponse):  # what it tells of is done
            super().send_notification_mail(template_prefix, user, {**told, **(context or {})}, email)
