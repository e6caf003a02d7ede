"""The local Stripe as a WSGI program: keys, versions and idempotency of the API; the pages beside it."""

import copy
import hashlib
import json
from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

from stripe import api_version

from tests.stripe.api import answer_request
from tests.stripe.ledger import Ledger
from tests.stripe.pages import answer_page
from tests.stripe.params import Refused

_TEST_KEYS = ("sk_test_", "rk_test_")
_LONGEST_KEY = 255
Fault = Callable[[str, str], Refused | None]


class LocalStripe:
    """`fault`: what method and path are refused with, None as a rule; tests let Stripe be down by it."""

    def __init__(self, ledger: Ledger, base: str = "http://127.0.0.1") -> None:
        self.ledger = ledger
        self.base = base
        self.fault: Fault = lambda method, path: None

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        method, path = environ["REQUEST_METHOD"], environ["PATH_INFO"]
        body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0)).decode()
        query = environ.get("QUERY_STRING", "")
        headers = {name[5:].replace("_", "-").lower(): value for name, value in environ.items() if name.startswith("HTTP_")}
        if not path.startswith("/v1/"):
            with self.ledger.lock:
                status, page, more = answer_page(self.ledger, method, path, query, body)
                self.ledger.save()
            start_response(_line(status), [("Content-Type", "text/html; charset=utf-8"), *more])
            return [page.encode()]
        status, answer, more = self.answer(method, path, body if method == "POST" else query, headers)
        start_response(_line(status), [("Content-Type", "application/json"), *more])
        return [answer.encode()]

    def answer(self, method: str, path: str, encoded: str, headers: dict[str, str]) -> tuple[int, str, list[tuple[str, str]]]:
        """Status, JSON and further headers of a request to the API. Header names in lower case."""
        with self.ledger.lock:
            try:
                if fault := self.fault(method, path):
                    raise fault
                _check_headers(headers)
                key = headers.get("idempotency-key") if method == "POST" else None
                status, answer, replayed = self._once(key, method, path, encoded)
            except Refused as refused:
                return refused.status, json.dumps({"error": refused.error}), []
            self.ledger.save()
        return status, answer, [("Idempotent-Replayed", "true")] if replayed else []

    def _once(self, key: str | None, method: str, path: str, encoded: str) -> tuple[int, str, bool]:
        """A key that comes again within a day gets the answer that it got; with another request it is refused. A refusal keeps nothing."""
        digest = hashlib.sha256(f"{method} {path}\n{encoded}".encode()).hexdigest()
        if key is not None and len(key) > _LONGEST_KEY:
            raise Refused(f"Idempotency keys are {_LONGEST_KEY} characters long at the most.", kind="idempotency_error")
        if key is not None and (known := self.ledger.answer_to(key)) is not None:
            asked, status, answer = known
            if asked != digest:
                message = "Keys for idempotent requests can only be used with the same parameters they were first used with."
                raise Refused(message, kind="idempotency_error")
            return status, answer, True
        made: dict[str, Any] = copy.deepcopy(answer_request(self.ledger, self.base, method, path, encoded))
        answer = json.dumps(made)
        if key is not None:
            self.ledger.answered[key] = [digest, 200, answer, self.ledger.now]
        return 200, answer, False


def _check_headers(headers: dict[str, str]) -> None:
    key = headers.get("authorization", "").removeprefix("Bearer ")
    if not key:
        raise Refused("You did not provide an API key.", status=401)
    if not key.startswith(_TEST_KEYS):
        raise Refused("This local Stripe takes test keys alone.", status=401)
    if headers.get("stripe-version") != api_version:
        raise Refused(f"This local Stripe speaks {api_version}, not {headers.get('stripe-version')}.")


def _line(status: int) -> str:
    return f"{status} {HTTPStatus(status).phrase}"
