"""`python -m tests.stripe FOLDER PORT WEBHOOK`: the local Stripe as a process of its own, on 127.0.0.1.

The secret of its webhooks comes from the environment. Everything stays in the folder until the next start. Prices are there from the
beginning, and the subscriptions of the demo clubs.
"""

import os
import sys
from pathlib import Path
from socketserver import ThreadingMixIn
from urllib.parse import urlsplit
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from config.payments import is_local
from tests.stripe.app import LocalStripe
from tests.stripe.catalogue import stock
from tests.stripe.deliveries import Postman
from tests.stripe.ledger import Ledger

HOST = "127.0.0.1"
_OF_A_SITE = ("DATABASE_URL", "DATABASE_URL_FILE", "DATABASE_OWNER_URL", "DATABASE_OWNER_URL_FILE", "STRIPE_SECRET_KEY_FILE")


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _Quiet(WSGIRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """What is asked of it is nobody's business."""


def main(folder: str, port: str, webhook: str) -> None:
    """Serve until it is ended. Never beside a site with a database of its own: what it says is paid is not."""
    for name in _OF_A_SITE:
        if os.environ.get(name, "").strip():
            raise SystemExit(f"This pretend Stripe is for tests and for looking at Rookery. It does not run where {name} is set.")
    if not is_local():
        raise SystemExit(
            "This pretend Stripe is for tests and for looking at Rookery. It does not run where SITE_URL is not of this machine."
        )
    if urlsplit(webhook).hostname != HOST:
        raise SystemExit(f"This pretend Stripe tells what happens to {HOST} alone.")
    ledger = Ledger(Path(folder) / "stripe.json")
    stock(ledger)
    ledger.save()
    Postman(ledger, webhook, os.environ["STRIPE_WEBHOOK_SECRET"]).start()
    with make_server(HOST, int(port), LocalStripe(ledger, f"http://{HOST}:{port}"), _Server, _Quiet) as server:
        server.serve_forever()


if __name__ == "__main__":
    main(*sys.argv[1:])
