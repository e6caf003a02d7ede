"""The root of all addresses."""

from allauth.account.urls import urlpatterns as account_urls
from django.conf import settings
from django.urls import include, path
from django.views.generic import RedirectView

from clubs.admin import operators
from clubs.views.authenticator_app import turn_app_on
from clubs.views.mailed_codes import address_code, confirming_code, sign_in_code
from clubs.views.sign_in import sign_in, sign_in_by_code, sign_in_by_passkey, sign_up
from config import health
from config.language import choose_language
from config.what_we_store import what_we_store

SIGN_IN = [
    path("signup/", sign_up, name="account_signup"),
    path("login/", sign_in, name="account_login"),
    path("login/code/", sign_in_by_code, name="account_request_login_code"),
    path("login/code/confirm/", sign_in_code, name="account_confirm_login_code"),
    path("confirm-email/", address_code, name="account_email_verification_sent"),
    path("reauthenticate/code/confirm/", confirming_code, name="account_confirm_reauthentication_code"),
    path("factors/webauthn/login/", sign_in_by_passkey, name="mfa_login_webauthn"),
    path("factors/totp/activate/", turn_app_on, name="mfa_activate_totp"),
]

# Sign-in is by code alone: nobody has a password, so nobody can set, change or reset one.
ACCOUNTS = [
    *SIGN_IN,
    *(each for each in account_urls if "password" not in str(each.name)),
    path("password/reset/", RedirectView.as_view(pattern_name="account_login"), name="account_reset_password"),  # named in allauth's mails
]

handler400, handler404 = "config.refusals.bad_request", "config.refusals.page_not_found"

# An address is held against them in this order: the pages that everybody opens come first.
urlpatterns = [
    path("", include("ratings.urls")),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("what-we-store/", what_we_store, name="what_we_store"),
    path("i18n/setlang/", choose_language, name="set_language"),
    path("accounts/", include(ACCOUNTS)),
    path("accounts/factors/", include("allauth.mfa.urls")),
    path("accounts/sessions/", include("allauth.usersessions.urls")),
    path("", include("archives.urls")),
    *([path("operator/", operators.urls)] if settings.OPERATOR_SITE else []),
    path("", include("clubs.urls")),
    path("", include("billing.urls")),
    path("", include("players.urls")),
    path("", include("tournaments.urls")),
]
