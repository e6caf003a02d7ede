"""Questions to every part of an installation. Each probe answers one line, or says what is wrong and how to mend it."""

import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from shutil import disk_usage

import redis
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import get_connection
from django.db import DatabaseError, connections
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from billing.domain.errors import KeyRefused, StripeUnavailable
from billing.domain.prices import PRICES
from billing.interchange.stripe_api import find_price
from config import env
from config.variables import VARIABLES

SWEEPER_SILENCE = 30.0  # seconds after which the sweeper counts as dead
_FREE_BYTES = 500 * 1024 * 1024


class Trouble(Exception):
    """A part does not work."""

    def __init__(self, what: str, remedy: str) -> None:
        super().__init__(what)
        self.what = what
        self.remedy = remedy


@dataclass(frozen=True)
class Probe:
    """One question; `ask` returns a line or raises Trouble."""

    name: str
    ask: Callable[[], str]


def variables() -> str:
    """Every environment variable has a value that can be understood, also those which only the programs read."""
    faults = []
    for variable in VARIABLES:
        try:
            env.check(variable.name)
        except ImproperlyConfigured as error:
            faults.append(str(error))
    if faults:
        raise Trouble(" ".join(faults), "Correct the environment; docs/configuration.md lists every variable.")
    return f"all {len(VARIABLES)} can be understood"


def database_as_application() -> str:
    """A statement under the application role."""
    return _ask_database("default", "DATABASE_URL")


def database_as_owner() -> str:
    """A statement under the owner of the tables."""
    if "owner" not in connections:
        return "no DATABASE_OWNER_URL here: migrations are run elsewhere"
    return _ask_database("owner", "DATABASE_OWNER_URL")


def _ask_database(alias: str, variable: str) -> str:
    try:
        with connections[alias].cursor() as cursor:
            cursor.execute("SELECT current_user, current_setting('server_version')")
            role, version = cursor.fetchone()
    except DatabaseError as error:
        raise Trouble(f"does not answer: {str(error).strip()}", f"Start PostgreSQL, or correct {variable}.") from error
    return f"PostgreSQL {version} as {role}"


def role_safety() -> str:
    """Row-level security binds the application role."""
    from clubs.tenancy.roles import check_application_role

    try:
        check_application_role(connections["default"])
    except ImproperlyConfigured as error:
        raise Trouble(str(error), "See “The two database roles” in docs/operating.md.") from error
    return "owns nothing, passes no policy, may not TRUNCATE"


def row_level_security() -> str:
    """Every table with a policy enforces it, every table that enforces has a policy, and there are some."""
    with connections["default"].cursor() as cursor:
        cursor.execute(
            """
            SELECT c.relname, c.relrowsecurity AND EXISTS (SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid)
              FROM pg_class c
             WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
               AND (c.relrowsecurity OR EXISTS (SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid))
             ORDER BY c.relname
            """
        )
        tables = cursor.fetchall()
    remedy = "Run `manage.py migrate`; if that changes nothing, restore the policies from a dump of a healthy installation."
    if not tables:
        raise Trouble("no table is protected", remedy)
    open_tables = [name for name, closed in tables if not closed]
    if open_tables:
        raise Trouble(f"not enforced on {', '.join(open_tables)}", remedy)
    return f"on for {len(tables)} tables"


def migrations() -> str:
    """All migrations are applied."""
    executor = MigrationExecutor(connections["default"])
    pending = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if pending:
        names = ", ".join(f"{migration.app_label} {migration.name}" for migration, _ in pending[:3])
        raise Trouble(f"{len(pending)} pending ({names} …)", "Run `manage.py migrate`.")
    return "complete"


def valkey() -> str:
    """The broker and cache answers."""
    try:
        with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2) as client:
            version = client.info("server").get("valkey_version") or client.info("server").get("redis_version")
    except (redis.RedisError, OSError) as error:
        raise Trouble(f"does not answer: {error}", "Start Valkey, or correct REDIS_URL.") from error
    return f"version {version}"


def worker(patience: float = 5.0) -> str:
    """A task goes to a worker and its trace comes back."""
    from django.core.cache import cache

    from config.tasks import ECHO_KEY, echo

    valkey()  # a frozen one would hold the task up for minutes
    token, started = uuid.uuid4().hex, time.monotonic()
    remedy = "Start a worker: `celery --app config.celery worker`. Ladders are still brought up to date by the sweeper."
    try:
        echo.apply_async((token,), retry=False, expires=patience)
    except Exception as error:
        raise Trouble(f"the broker takes no task: {type(error).__name__}", "Start Valkey, or correct REDIS_URL.") from error
    while cache.get(ECHO_KEY.format(token)) != token:
        if time.monotonic() - started > patience:
            raise Trouble(f"no worker has answered within {patience:.0f} s", remedy)
        time.sleep(0.05)
    return f"a task came back after {(time.monotonic() - started) * 1000:.0f} ms"


def beat() -> str:
    """Beat has sent its sign of life and a worker has taken it."""
    from django.core.cache import cache

    from config.tasks import BEAT_KEY

    seen = cache.get(BEAT_KEY)
    if seen is None or time.time() - seen > SWEEPER_SILENCE:
        raise Trouble(
            "silent" if seen is None else f"silent for {time.time() - seen:.0f} s", "Start beat: `celery --app config.celery beat`."
        )
    return f"seen {max(0.0, time.time() - seen):.0f} s ago"


def sweeper() -> str:
    """The sweeper has noted that it is alive."""
    from ratings.selectors import sweeper_seen_at

    seen = sweeper_seen_at()
    silence = None if seen is None else (timezone.now() - seen).total_seconds()
    if silence is None or silence > SWEEPER_SILENCE:
        raise Trouble("never seen" if silence is None else f"silent for {silence:.0f} s", "Start it: `manage.py sweep`.")
    return f"seen {max(0.0, silence):.0f} s ago"


def mail() -> str:
    """The mail server takes a connection; nothing is sent."""
    if settings.EMAIL_BACKEND.endswith("ConsoleAndFolderBackend"):
        if not settings.EMBEDDED:
            raise Trouble("goes to the console alone: nobody can sign in", "Set EMAIL_URL.")
        return f"printed on the console and kept in {settings.MAIL_DIR}"
    try:
        connection = get_connection()
        connection.open()
        connection.close()
    except OSError as error:
        raise Trouble(f"the mail server does not answer: {error}", "Correct EMAIL_URL.") from error
    return f"{settings.EMAIL_HOST} answers"


def secret_key() -> str:
    """The key is long and looks random."""
    if len(set(settings.SECRET_KEY)) < 16:
        raise Trouble("SECRET_KEY is not random", "Set it to the output of: python3 -c 'import secrets; print(secrets.token_urlsafe(48))'")
    return "long and random"


def disk() -> str:
    """There is room where the installation writes."""
    settings.VAR_DIR.mkdir(parents=True, exist_ok=True)
    free = disk_usage(settings.VAR_DIR).free
    if free < _FREE_BYTES:
        raise Trouble(f"{free // 2**20} MB free in {settings.VAR_DIR}", "Make room, or move VAR_DIR.")
    return f"{free / 2**30:.1f} GB free"


def subscriptions() -> str:
    """That what is sold here can be bought, if anything is sold."""
    if not settings.SELLS_SUBSCRIPTIONS:
        return "none are sold here"
    try:
        missing = [price.lookup_key for price in PRICES if find_price(price) is None]
    except KeyRefused as error:
        raise Trouble("Stripe refuses the key", "Set STRIPE_SECRET_KEY to a valid key that may read prices.") from error
    except StripeUnavailable as error:
        raise Trouble("Stripe does not answer", f"Check that {settings.STRIPE.base} can be reached.") from error
    if missing:
        raise Trouble(f"Stripe has no price as ours under {', '.join(missing)}", "Run `manage.py prepare_stripe`.")
    return f"{len(PRICES)} prices can be bought"


def standing() -> list[Probe]:
    """What can be asked of any installation, running or not, in the order in which troubles explain one another."""
    return [
        Probe("environment", variables),
        Probe("secret key", secret_key),
        Probe("disk", disk),
        Probe("database, application role", database_as_application),
        Probe("database, owner", database_as_owner),
        Probe("role safety", role_safety),
        Probe("row-level security", row_level_security),
        Probe("migrations", migrations),
        Probe("Valkey", valkey),
        Probe("mail", mail),
        Probe("worker", worker),
        Probe("beat", beat),
        Probe("sweeper", sweeper),
        Probe("subscriptions", subscriptions),
    ]
