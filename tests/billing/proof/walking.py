"""Walking through all orders of a history's messages: beginnings that orders share are walked once, and taken back by the database.

At each step the local Stripe knows no more than it must for the messages that have come: what comes early is the harder case, as little
else has happened. Each message first breaks the work at one of its steps, then comes whole, then comes again.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any

import pytest
from django.db import transaction
from django.http import HttpRequest
from django.test import RequestFactory

from billing.domain.entitlement import State
from billing.models import Subscription
from billing.selectors import entitlement_of
from billing.services import hearing
from billing.views.webhook import webhook
from clubs.models import Club
from tests.billing.conftest import SECRET
from tests.billing.proof.histories import History
from tests.stripe.deliveries import payload_of, signature_of
from tests.stripe.ledger import Ledger

STEPS = ("_lock_by_customer", "_note", "fetch", "take_over")
"""Of `hear`, in their order; behind each of them the work breaks once."""


class Broken(Exception):
    """The process was gone in the middle of the work."""


class Breaker:
    """Lets the work break behind one of its steps, once."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.behind = ""
        for name in STEPS:
            monkeypatch.setattr(hearing, name, self._breaking(name, getattr(hearing, name)))

    def _breaking(self, name: str, step: Callable[..., Any]) -> Callable[..., Any]:
        def broken(*positional: Any, **named: Any) -> Any:
            done = step(*positional, **named)
            if self.behind == name:
                self.behind = ""
                raise Broken
            return done

        return broken


@dataclass
class Walk:
    """What was walked, and every place where the club's state was not right: order, step, what was right, what was found."""

    ledger: Ledger
    club: Club
    history: History
    breaker: Breaker
    most_faults: int = 100
    breaking: bool = True
    orders: int = 0
    deliveries: int = 0
    breaks: int = 0
    duplicates: int = 0
    faults: list[tuple[tuple[int, ...], str, State, State]] = field(default_factory=list)
    _beginning: tuple[int, ...] = ()
    _break_behind: Iterator[str] = field(default_factory=lambda: cycle(STEPS))

    def __post_init__(self) -> None:
        self._requests = [self._signed(step.event) for step in self.history.steps]

    def all_orders(self, beginning: tuple[int, ...] = ()) -> None:
        """Each order of the messages that begins so, to its end."""
        self._beginning = beginning
        with taken_back():
            self._come([], -1)

    def in_order(self) -> None:
        """Every way in which messages come in their order, some of them late: how far Stripe is, and how far we have heard."""
        with taken_back():
            self._late(-1, -1)

    def one_order(self, order: tuple[int, ...]) -> None:
        """This order alone, without breaks."""
        with taken_back():
            happened = -1
            for place, number in enumerate(order):
                happened = max(happened, number)
                self._know(happened)
                self.deliver(number)
                self._judge(order[: place + 1], "came", self.history.steps[happened].right)

    def _come(self, before: list[int], happened: int) -> None:
        if len(before) == len(self.history.steps):
            self.orders += 1
            return
        given = self._beginning[len(before) : len(before) + 1]
        for number in given or range(len(self.history.steps)):
            if number not in before and len(self.faults) < self.most_faults:
                with taken_back():
                    self._one((*before, number), happened)
                    self._come([*before, number], max(happened, number))

    def _one(self, order: tuple[int, ...], happened: int) -> None:
        """The last message of `order`: broken off, then whole, then once more."""
        number, now = order[-1], max(happened, order[-1])
        was = self.history.steps[happened].right if happened >= 0 else self.history.start
        self._know(now)
        if self.breaking:
            self._break_off(number)
            self._judge(order, "broken off", was)
        self.deliver(number)
        self._judge(order, "came", self.history.steps[now].right)
        again = order[-1] if len(order) % 2 else order[0]  # this one, or the one of longest ago
        self.deliver(again)
        self.duplicates += 1
        self._judge(order, "came again", self.history.steps[now].right)

    def _late(self, happened: int, heard: int) -> None:
        """While the club pays it is never locked out, wherever we stand."""
        last = len(self.history.steps) - 1
        if heard == last:
            self.orders += 1
            return
        if happened < last:
            self._know(happened + 1)
            self._judge_open(happened + 1, heard)
            self._late(happened + 1, heard)
            self._know(happened)
        if heard < happened:
            with taken_back():
                self._know(happened)
                self.deliver(heard + 1)
                self._judge_open(happened, heard + 1)
                self._late(happened, heard + 1)

    def deliver(self, number: int) -> None:
        """The message comes whole."""
        assert webhook(self._requests[number]()).status_code == 200
        self.deliveries += 1

    def _break_off(self, number: int) -> None:
        self.breaker.behind = next(self._break_behind)
        try:
            webhook(self._requests[number]())
        except Broken:
            self.breaks += 1
        self.breaker.behind = ""

    def _know(self, happened: int) -> None:
        self.ledger.objects = self.history.steps[happened].known if happened >= 0 else self.history.before

    def _judge(self, order: tuple[int, ...], what: str, right: State) -> None:
        seen = self._state()
        if seen != right:
            self.faults.append((order, what, right, seen))

    def _judge_open(self, happened: int, heard: int) -> None:
        seen, pays = self._state(), self.history.steps[happened].right
        if pays != State.PAUSED and seen == State.PAUSED:
            self.faults.append(((happened, heard), "locked out", pays, seen))

    def _state(self) -> State:
        """As the pages see it, from the club's row alone where that says enough; both must say the same."""
        known = Subscription.objects.select_related("club").get(club=self.club)
        state = entitlement_of(known.club, known).state
        assert known.club.is_paused is (state == State.PAUSED)
        return state

    def _signed(self, event: dict[str, Any]) -> Callable[[], HttpRequest]:
        """Signed when it is sent: a signature holds for five minutes."""
        payload, factory = payload_of(event), RequestFactory()

        def send() -> HttpRequest:
            headers = {"Stripe-Signature": signature_of(payload, SECRET)}
            return factory.post("/stripe/webhook/", payload, content_type="application/json", headers=headers)

        return send


@contextmanager
def taken_back() -> Iterator[None]:
    """Whatever is written inside is undone at the end."""
    here = transaction.savepoint()
    yield
    transaction.savepoint_rollback(here)
