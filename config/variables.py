"""Every environment variable that Rookery reads, in one list: the readers, the documentation page and the tests use it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Variable:
    """One environment variable.

    `default` None means "nothing set", which `without` explains. A `secret` may also be given as the path of a file in `<NAME>_FILE`.
    What a value must be: a whole number within `bounds`, one of the words in `choices`, or yes or no for a `flag`.
    """

    name: str
    description: str
    default: str | None = None
    without: str = ""
    secret: bool = False
    bounds: tuple[int, int] | None = None
    choices: tuple[str, ...] = ()
    flag: bool = False


VARIABLES: tuple[Variable, ...] = (
    Variable(
        "DATABASE_URL",
        "PostgreSQL address of the application role, `postgresql://role:password@host:5432/database`. "
        "The role must own nothing and must not be able to pass row-level security.",
        without="PostgreSQL and Valkey from the installed packages are started under `VAR_DIR`.",
        secret=True,
    ),
    Variable(
        "DATABASE_OWNER_URL",
        "The same database under the role that owns the tables. Needed by `manage.py migrate` alone; web and workers do without.",
        without="migrations cannot be run.",
        secret=True,
    ),
    Variable(
        "REDIS_URL",
        "Valkey or Redis, `redis://:password@host:6379/0`: broker of the workers and cache.",
        without="required when `DATABASE_URL` is set.",
        secret=True,
    ),
    Variable(
        "SECRET_KEY",
        "At least 40 random characters. Whoever knows it can sign in as anybody.",
        without="required when `DATABASE_URL` is set; otherwise one is made and kept under `VAR_DIR`.",
        secret=True,
    ),
    Variable(
        "SITE_URL",
        "The address people type, `https://chess.example.org`. It is allowed as host and as origin of forms; "
        "`https` turns on secure cookies.",
        without="required when `DATABASE_URL` is set; otherwise `http://localhost` at `PORT`.",
    ),
    Variable("ALLOWED_HOSTS", "Further host names that are answered, separated by commas.", default=""),
    Variable("CSRF_TRUSTED_ORIGINS", "Further origins whose forms are accepted, `https://…`, separated by commas.", default=""),
    Variable(
        "TRUST_PROXY",
        "`yes` if a reverse proxy stands in front and always sets `X-Forwarded-Proto` and `X-Forwarded-For`; `no` otherwise.",
        default="no",
        flag=True,
    ),
    Variable(
        "EMAIL_URL",
        "The mail server, `smtp://user:password@host:587?tls=yes` (`ssl=yes` for port 465).",
        without="mail is printed on the console and kept under `VAR_DIR`.",
        secret=True,
    ),
    Variable("DEFAULT_FROM_EMAIL", "The sender of all mail.", default="Rookery <rookery@localhost>"),
    Variable(
        "OPERATOR_EMAILS",
        "Who is written to when a ladder is found wrong or could not be checked, besides the club's owners; addresses separated by commas.",
        default="",
    ),
    Variable(
        "STRIPE_SECRET_KEY",
        "The key of the Stripe account that the clubs' subscriptions are paid to.",
        without="no subscriptions are sold and no club's page ever pauses; `make run` with the embedded database sells pretend ones.",
        secret=True,
    ),
    Variable(
        "STRIPE_WEBHOOK_SECRET",
        "What Stripe signs its webhooks with; `docs/subscription.md` says where to find it.",
        without="required when `STRIPE_SECRET_KEY` is set.",
        secret=True,
    ),
    Variable(
        "STRIPE_WEBHOOK_SECRET_OLD",
        "The secret before, which Stripe goes on using for a day when it is rotated.",
        without="only the one above holds.",
        secret=True,
    ),
    Variable(
        "STRIPE_API_BASE", "Where Stripe is. Another address is for tests, and refused with a live key.", default="https://api.stripe.com"
    ),
    Variable(
        "OPERATOR_SITE",
        "`yes` opens `/operator/` to whoever runs the installation: accounts that `manage.py make_operator` has named, signed in with "
        "a passkey or an authenticator app.",
        default="no",
        flag=True,
    ),
    Variable("PORT", "The port of the web site.", default="8000", bounds=(1, 65535)),
    Variable("BIND", "The network address on which the web site listens.", default="127.0.0.1"),
    Variable("WEB_WORKERS", "Web processes; each answers one request at a time.", default="2", bounds=(1, 64)),
    Variable("TASK_WORKERS", "Processes of the Celery worker.", default="2", bounds=(1, 64)),
    Variable(
        "ERASURE_LEDGER",
        "The file in which erasures are noted, ids and times alone, so that nobody comes back with an older copy of the database. "
        "Keep it where no restore replaces it.",
        without="`erasures.jsonl` under `VAR_DIR`.",
    ),
    Variable("VAR_DIR", "The folder for what a run leaves behind: database, mail, static files.", default="var"),
    Variable(
        "LOG_LEVEL",
        "`DEBUG`, `INFO`, `WARNING` or `ERROR`. No level logs names or what was sent.",
        default="INFO",
        choices=("DEBUG", "INFO", "WARNING", "ERROR"),
    ),
    Variable("DEBUG", "`yes` shows error pages with the program's insides. Never where strangers can reach it.", default="no", flag=True),
)

BY_NAME = {variable.name: variable for variable in VARIABLES}
