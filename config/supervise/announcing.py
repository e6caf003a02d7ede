"""Saying where the site is, once it answers."""

import json
import sys
import time
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlsplit

from config import env

PATIENCE = 60.0  # seconds after which a site that does not answer is told of
_ONE_LOOK = 0.5
_WHAT_TO_DO = "What it printed stands above; `manage.py doctor` says what is wrong."


@dataclass
class Announcement:
    """Told once, when /healthz answers; after `PATIENCE` without an answer that is said instead, and the looking goes on.

    `started` is monotonic time; `stripe` the address of the pretend Stripe, empty where none runs beside the site.
    """

    started: float
    stripe: str = ""
    made: bool = False
    warned: bool = False

    def attempt(self) -> None:
        """Look once, if it has not been told yet."""
        if self.made:
            return
        if _answers():
            print(_text(self.stripe), flush=True)
            self.made = True
        elif not self.warned and time.monotonic() - self.started > PATIENCE:
            print(f"The web site has not answered within {PATIENCE:.0f} s. {_WHAT_TO_DO}", file=sys.stderr, flush=True)
            self.warned = True


def _answers() -> bool:
    """True if this site answers /healthz at its own port."""
    bound = env.text("BIND").strip("[]")
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(bound, bound)
    connection = HTTPConnection(host, env.integer("PORT", least=1, most=65535), timeout=_ONE_LOOK)
    try:
        site = urlsplit(_address())
        connection.request("GET", "/healthz", headers={"Host": site.netloc, "X-Forwarded-Proto": site.scheme})
        answer = connection.getresponse()
        return answer.status == 200 and bool(json.loads(answer.read()).get("alive"))
    except (OSError, HTTPException, ValueError):
        return False
    finally:
        connection.close()


def _address() -> str:
    port = env.integer("PORT", least=1, most=65535)
    return (env.find("SITE_URL") or f"http://localhost:{port}").rstrip("/")  # by name: browsers know no passkeys of figures


def _text(stripe: str) -> str:
    address = _address()
    pretended = f"\n  Pretend Stripe   {stripe}/ (nothing is paid; its clock can be put on)" if stripe else ""
    return f"""
Rookery runs at {address}/

  Sign in at       {address}/accounts/login/
  Demo arbiter     arbiter@demo.example
  The code comes   here on the console and at {address}/dev/mail/{pretended}

Ctrl-C stops everything. The clubs stay where they are until the next start.
"""
