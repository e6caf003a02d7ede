"""A pretend Stripe beside a site that is only looked at, so that a club can be paid for with a pretend card.

It is part of the tests and comes into no image. It is started only where no key is set, the database is the embedded one, and the site
calls itself local; a small club's own server with an address of its own sells nothing, and no page of it ever pauses.
"""

import secrets
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from config import env
from config.embedded.state import usable_port
from config.payments import is_local
from config.supervise.programs import Program

_HOST = "127.0.0.1"


@dataclass(frozen=True)
class Pretended:
    """The program, and what the others must be told to find it."""

    program: Program
    environment: dict[str, str]


def find_pretend_stripe(folder: Path) -> Pretended | None:
    """What to start for this site, which keeps what it leaves behind in `folder`; None: nothing is pretended here."""
    if env.find("STRIPE_SECRET_KEY") or env.find("DATABASE_URL") or not is_local() or not _is_here():
        return None
    port, secret = usable_port(0), f"whsec_{secrets.token_hex(16)}"
    webhook = f"http://{_HOST}:{env.integer('PORT', least=1, most=65535)}/stripe/webhook/"
    command = (sys.executable, "-m", "tests.stripe", str(folder), str(port), webhook)
    told = {
        "STRIPE_SECRET_KEY": f"sk_test_{secrets.token_hex(12)}",
        "STRIPE_WEBHOOK_SECRET": secret,
        "STRIPE_API_BASE": f"http://{_HOST}:{port}",
    }
    return Pretended(Program("stripe", command), told)


def _is_here() -> bool:
    """False in an image, which has no tests."""
    try:
        return find_spec("tests.stripe") is not None
    except ModuleNotFoundError:
        return False
