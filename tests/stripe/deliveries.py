"""Webhooks: events signed as Stripe signs them, sent to one endpoint, and sent again until it has taken them."""

import hashlib
import hmac
import http.client
import json
import threading
import time
from urllib.parse import urlsplit

from tests.stripe.ledger import Ledger, Object

EVERYTHING = ("*",)
_PATIENCE = 10.0
_PAUSES = (0.5, 2.0, 10.0, 60.0)  # seconds; the last one for good


def payload_of(event: Object) -> bytes:
    return json.dumps(event, indent=2).encode()


def signature_of(payload: bytes, *secrets: str, at: int | None = None) -> str:
    """The header `Stripe-Signature`: when, and a digest for each secret that holds."""
    moment = int(time.time()) if at is None else at
    digests = (hmac.new(secret.encode(), f"{moment}.".encode() + payload, hashlib.sha256).hexdigest() for secret in secrets)
    return ",".join([f"t={moment}", *(f"v1={digest}" for digest in digests)])


class Postman(threading.Thread):
    """Takes each event to the endpoint, a little after it has happened; one that is not taken is tried again while the others go on."""

    def __init__(self, ledger: Ledger, url: str, secret: str) -> None:
        super().__init__(name="webhooks", daemon=True)
        self.ledger, self.url, self.secret = ledger, url, secret
        self._waiting: list[tuple[float, int, str]] = [
            (0.0, 0, each["id"]) for each in ledger.all("event")[::-1] if each["pending_webhooks"]
        ]
        self._news = threading.Condition()
        ledger.listener = self.take

    def take(self, event: Object) -> None:
        with self._news:
            self._waiting.append((time.monotonic() + 0.2, 0, event["id"]))
            self._news.notify()

    def run(self) -> None:
        while True:
            with self._news:
                self._waiting.sort()
                if not self._waiting or self._waiting[0][0] > time.monotonic():
                    self._news.wait(self._waiting[0][0] - time.monotonic() if self._waiting else None)
                    continue
                _, tries, id = self._waiting.pop(0)
            if not self._deliver(id):
                with self._news:
                    self._waiting.append((time.monotonic() + _PAUSES[min(tries, len(_PAUSES) - 1)], tries + 1, id))

    def _deliver(self, id: str) -> bool:
        with self.ledger.lock:
            payload = payload_of(self.ledger.objects[id])
        place = urlsplit(self.url)
        connection = http.client.HTTPConnection(place.hostname or "", place.port or 80, timeout=_PATIENCE)
        headers = {"Content-Type": "application/json; charset=utf-8", "Stripe-Signature": signature_of(payload, self.secret)}
        try:
            connection.request("POST", place.path, payload, headers)
            taken = 200 <= connection.getresponse().status < 300
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()
        if taken:
            with self.ledger.lock:
                self.ledger.objects[id]["pending_webhooks"] = 0
                self.ledger.save()
        return taken
