"""All that the local Stripe knows: objects by their ids, events in the order in which they happened, answered keys, and a clock."""

import copy
import json
import secrets
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from stripe import api_version  # the one that the library pins

from tests.stripe.params import Refused

Object = dict[str, Any]
_KEYS_ARE_KEPT = 86_400
_CALLED = {
    "billing_portal.configuration": "portal configuration",
    "billing_portal.session": "portal session",
    "checkout.session": "checkout.session",
}


class Ledger:
    """`now` is the clock of subscriptions, in seconds: the machine's, put on by `shift`. `frozen` replaces it altogether.

    `listener` is told of each event when it has happened. `history` keeps the state right after each event, if it was asked for.
    """

    def __init__(self, file: Path | None = None, *, frozen: int | None = None) -> None:
        self.lock = threading.RLock()
        self.objects: dict[str, Object] = {}
        self.answered: dict[str, list[Any]] = {}
        self.shift = 0
        self.frozen = frozen
        self.listener: Callable[[Object], None] = lambda event: None
        self.history: list[tuple[Object, dict[str, Object]]] | None = None
        self._file = file
        if file is not None and file.exists():
            kept = json.loads(file.read_text(encoding="utf-8"))
            self.objects, self.shift = kept["objects"], kept["shift"]
            self.answered = {key: answer for key, answer in kept["answered"].items() if len(answer) == 4}

    @property
    def now(self) -> int:
        return int(time.time()) + self.shift if self.frozen is None else self.frozen

    def put_clock_on(self, to: int) -> None:
        """Never back: what has happened has happened."""
        if self.frozen is not None:
            self.frozen = max(self.frozen, to)
        else:
            self.shift = max(self.shift, to - int(time.time()))

    def add(self, prefix: str, made: Object) -> Object:
        """A new object under an id of its own, or under the one that it brings."""
        one: Object = {"id": f"{prefix}_{secrets.token_hex(12)}", "created": self.now, "livemode": False, "metadata": {}} | made
        self.objects[one["id"]] = one
        return one

    def get(self, kind: str, id: str, param: str = "id") -> Object:
        """Raises Refused as Stripe does for an object that is not there."""
        one = self.objects.get(id)
        if one is None or one["object"] != kind:
            raise Refused(f"No such {_CALLED.get(kind, kind)}: '{id}'", status=404, code="resource_missing", param=param)
        return one

    def all(self, kind: str, **fields: Any) -> list[Object]:
        """The newest first. `fields`: what must stand in them."""
        found = (one for one in self.objects.values() if one["object"] == kind)
        return [one for one in found if all(one.get(name) == value for name, value in fields.items())][::-1]

    def answer_to(self, key: str) -> tuple[str, int, str] | None:
        """What an idempotency key asked for, and got, less than a day ago: digest of the request, status, and text."""
        digest, status, answer, at = self.answered.get(key, ["", 0, "", 0])
        return None if at <= self.now - _KEYS_ARE_KEPT else (digest, status, answer)

    def tell(self, kind: str, about: Object, **before: Any) -> None:
        """Something has happened to an object. The event keeps it as it is now; `before` are the values that have changed."""
        happened = {"object": copy.deepcopy(about), **({"previous_attributes": before} if before else {})}
        event = self.add(
            "evt",
            {
                "object": "event",
                "api_version": api_version,
                "type": kind,
                "data": happened,
                "pending_webhooks": 1,
                "request": {"id": None, "idempotency_key": None},
            },
        )
        del event["metadata"]  # events have none
        if self.history is not None:
            self.history.append((event, copy.deepcopy(self.objects)))
        self.listener(event)

    def save(self) -> None:
        """Keep everything for the next start."""
        if self._file is None:
            return
        written = json.dumps({"objects": self.objects, "answered": self.answered, "shift": self.shift})
        draft = self._file.with_suffix(".new")
        draft.write_text(written, encoding="utf-8")
        draft.replace(self._file)
