"""Django's settings, from the environment alone. `config/variables.py` lists what can be set.

Without DATABASE_URL the embedded servers are used (`config/embedded`): whoever starts the process has started them before.
"""

from pathlib import Path
from urllib.parse import urlsplit

from celery.schedules import crontab
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from config import env
from config.embedded.state import State, read_state
from config.payments import stripe_settings

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / env.text("VAR_DIR")
EMBEDDED_DIR = VAR_DIR / "embedded"
EMBEDDED = env.find("DATABASE_URL") is None
_embedded = (read_state(EMBEDDED_DIR) if EMBEDDED else None) or State()

DEBUG = env.flag("DEBUG")
SECRET_KEY = env.find("SECRET_KEY") or (_embedded.secret_key if EMBEDDED else env.text("SECRET_KEY"))
if len(SECRET_KEY) < 40:
    raise ImproperlyConfigured("SECRET_KEY is shorter than 40 characters.")

PORT = env.integer("PORT", least=1, most=65535)
SITE_URL = (env.find("SITE_URL") or (f"http://localhost:{PORT}" if EMBEDDED else env.text("SITE_URL"))).rstrip("/")
_site = urlsplit(SITE_URL)
if _site.scheme not in {"http", "https"} or not _site.hostname:
    raise ImproperlyConfigured("SITE_URL must look like https://chess.example.org")
HTTPS = _site.scheme == "https"
ALLOWED_HOSTS = [_site.hostname, *env.words("ALLOWED_HOSTS"), *(["127.0.0.1", "localhost", "[::1]"] if EMBEDDED else [])]
CSRF_TRUSTED_ORIGINS = [f"{_site.scheme}://{_site.netloc}", *env.words("CSRF_TRUSTED_ORIGINS")]
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"  # a cookie would keep a name after sign-out
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_REFERRER_POLICY = "same-origin"  # no-referrer makes browsers post `Origin: null`, which breaks every form
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"
if env.flag("TRUST_PROXY"):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    ALLAUTH_TRUSTED_PROXY_COUNT = 1
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

INSTALLED_APPS = [
    "config",
    "archives",
    "ratings",
    "tournaments",
    "players",
    "billing",
    "clubs",
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "csp",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "clubs.middleware.PrivateByDefault",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "clubs.middleware.AnswerPaused",
    "clubs.middleware.SignInForDesk",
    "clubs.control_characters.RefuseControlCharacters",
]
ROOT_URLCONF = "config.urls"
PUBLISHER = "ratings.services.corrections.publication.publish_and_keep"  # by name: tournaments may not import ratings
WSGI_APPLICATION = "config.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
            ],
        },
    },
]

# The application role works under `default`; migrations run under `owner`. Tests use one database through both.
DATABASES = {"default": env.database("DATABASE_URL", env.find("DATABASE_URL") or _embedded.application_url)}
DATABASES["default"]["TEST"] = {"MIRROR": "owner"}
_owner_url = env.find("DATABASE_OWNER_URL") or (_embedded.owner_url if EMBEDDED else None)
if _owner_url:
    DATABASES["owner"] = {**env.database("DATABASE_OWNER_URL", _owner_url), "CONN_MAX_AGE": 0}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.find("REDIS_URL") or (_embedded.valkey_url if EMBEDDED else env.text("REDIS_URL"))
CACHES = {"default": {"BACKEND": "config.cache.ForgivingCache", "LOCATION": REDIS_URL, "KEY_PREFIX": "rookery"}}

AUTHENTICATION_BACKENDS = ["django.contrib.auth.backends.ModelBackend", "allauth.account.auth_backends.AuthenticationBackend"]
OPERATOR_SITE = env.flag("OPERATOR_SITE")
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_FORMS = {
    "login": "clubs.account_forms.SignInForm",
    "request_login_code": "clubs.account_forms.CodeForm",
    "signup": "clubs.account_forms.NewAccountForm",
    "add_email": "clubs.account_forms.NewAddressForm",
}
ACCOUNT_ADAPTER = "clubs.account_adapter.AccountAdapter"
ACCOUNT_REAUTHENTICATION_TIMEOUT = 15 * 60  # seconds; an evening's invitations in one go
ACCOUNT_REAUTHENTICATION_REQUIRED = ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*"]
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = 5  # new codes on one page, within the limits below
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_SESSION_REMEMBER = True
MFA_ADAPTER = "clubs.second_factors.SecondFactors"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS  # browsers themselves allow passkeys without HTTPS at localhost alone
MFA_TOTP_ISSUER = "Rookery"
MFA_TOTP_TOLERANCE = 1  # half a minute: clocks of phones go wrong
MFA_FORMS = {
    "authenticate": "clubs.second_factors.SecondStepForm",
    "reauthenticate": "clubs.second_factors.ConfirmingCodeForm",
    "login_webauthn": "clubs.second_factors.PasskeyForm",
    "authenticate_webauthn": "clubs.second_factors.PasskeyStepForm",
    "reauthenticate_webauthn": "clubs.second_factors.ConfirmingPasskeyForm",
    "add_webauthn": "clubs.second_factors.AddPasskeyForm",
    "edit_webauthn": "clubs.second_factors.RenamePasskeyForm",
}
# A stranger cannot fill somebody's mailbox: of one address 12 codes an hour. No limit a day, which would lock her out for one.
ACCOUNT_RATE_LIMITS = {
    "request_login_code": "20/m/ip,100/h/ip,300/d/ip,3/m/key,12/h/key",
    "signup": "20/m/ip,60/h/ip,200/d/ip",
    "confirm_email": "1/10s/key,12/h/key,30/d/key",
}

STRIPE = stripe_settings()
SELLS_SUBSCRIPTIONS = bool(STRIPE.key)

DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.text("DEFAULT_FROM_EMAIL")
ADMINS = [("", address) for address in env.words("OPERATOR_EMAILS")]
EMAIL_SUBJECT_PREFIX = "[Rookery] "
MAIL_DIR = VAR_DIR / "mail"
ERASURE_LEDGER = BASE_DIR / (env.find("ERASURE_LEDGER") or VAR_DIR / "erasures.jsonl")
_email_url = env.find("EMAIL_URL")
EMAIL_BACKEND = "config.mail.ConsoleAndFolderBackend"
if _email_url:
    globals().update(env.mail("EMAIL_URL", _email_url))

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("he", _("Hebrew")), ("ru", _("Russian"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},  # nothing is uploaded to disk
    "staticfiles": {"BACKEND": "config.staticfiles.OneSheetStorage"},
}

DATA_UPLOAD_MAX_NUMBER_FIELDS = 2_500  # two for each of 1,000 names that are accepted at once, and some
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]  # larger files are passed over, never stored

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "tournaments.api.errors.answer_error",
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Rookery",
    "DESCRIPTION": "Publish the events of a chess club from the program that runs them.",
    "VERSION": "1",
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_AUTHENTICATION": [],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "persistAuthorization": False},
}

CELERY_BROKER_URL = REDIS_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_TIME_LIMIT = 600
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 900, "socket_timeout": 5, "socket_connect_timeout": 2}
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "celerybeat-schedule")
CELERY_BEAT_SCHEDULE = {
    "note-that-beat-is-alive": {"task": "config.tasks.note_beat", "schedule": 5.0},
    "forget-old-uploads": {"task": "tournaments.tasks.forget_old_uploads", "schedule": crontab(minute=41)},
    "forget-old-invitations": {"task": "clubs.tasks.forget_old_invitations", "schedule": crontab(hour=3, minute=7)},
    "forget-old-sessions": {"task": "clubs.tasks.forget_old_sessions", "schedule": crontab(hour=3, minute=11)},
    "delete-closed-clubs": {"task": "archives.tasks.delete_closed_clubs", "schedule": crontab(minute=23)},
    "reconcile-subscriptions": {"task": "billing.tasks.reconcile_all", "schedule": crontab(hour=2, minute=23)},
    "tell-owners-of-subscriptions": {"task": "billing.tasks.tell_owners", "schedule": 10.0, "options": {"expires": 10}},
    "audit-every-ladder": {"task": "ratings.tasks.audit_all", "schedule": crontab(hour=3, minute=17)},
}
CELERY_TIMEZONE = "UTC"

# Requests are logged by path alone, without query or body; names of people never are.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": "config.log_lines.WithoutRows", "format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
    "filters": {"without_family_keys": {"()": "config.log_lines.WithoutFamilyKeys"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["without_family_keys"]}},
    "root": {"handlers": ["console"], "level": env.choice("LOG_LEVEL", ("DEBUG", "INFO", "WARNING", "ERROR"))},
    "loggers": {
        "django": {"level": "INFO", "handlers": ["console"], "propagate": False},
        "django.db.backends": {"level": "INFO"},  # DEBUG would print every value of every statement
        "stripe": {"level": "WARNING"},  # DEBUG would print what is sent
        "urllib3": {"level": "ERROR"},  # below that it prints addresses, and what is asked for in them
    },
}
