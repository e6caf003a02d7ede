"""What the program says elsewhere than in its answers: log lines as they are written, mails, tasks, and everything in Valkey."""

import logging
import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import redis
from celery.signals import before_task_publish
from django.conf import settings
from django.core import mail

LOGGING: dict[str, Any] = settings.LOGGING
Said = tuple[str, bytes | str]
"""Where something is said, and what."""


class Listener(logging.Handler):
    """Notes every line as a console is written it, those of DEBUG too."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def stand_in_for(self, console: logging.Handler) -> None:
        """Leave out what it would, and write as it does."""
        self.filters = list(console.filters)
        self.setFormatter(console.formatter)

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@dataclass
class Overheard:
    """Everything that was said since it began."""

    listener: Listener = field(default_factory=Listener)
    tasks: list[str] = field(default_factory=list)
    task_ids: set[str] = field(default_factory=set)

    def all(self) -> Iterator[Said]:
        yield from (("log line", line) for line in self.listener.lines)
        yield from (("task", task) for task in self.tasks)
        yield from ((f"mail, {part}", said) for message in mail.outbox for part, said in _parts_of(message))
        yield from read_valkey()

    def note_task(self, sender: Any = None, headers: Any = None, body: Any = None, **more: Any) -> None:
        self.tasks.append(f"{sender} {headers} {body} {more}")
        self.task_ids.add(headers["id"])


def _parts_of(message: Any) -> Iterator[Said]:
    yield "subject", message.subject
    yield "whole", message.message().as_bytes()


@contextmanager
def listening() -> Iterator[Overheard]:
    """Hears what a console is written, down to DEBUG as an operator may set it; notes tasks, and takes them from the broker afterwards."""
    heard, root = Overheard(), logging.getLogger()
    consoles = [logger for logger in map(logging.getLogger, ("", *LOGGING["loggers"])) if not logger.propagate or logger is root]
    loud = [(logger, handler) for logger in consoles for handler in logger.handlers if type(handler) is logging.StreamHandler]
    level = root.level
    heard.listener.stand_in_for(loud[0][1])
    for logger, handler in loud:
        logger.removeHandler(handler)  # thousands of lines are for the listener alone
    for logger in consoles:
        logger.addHandler(heard.listener)
    root.setLevel(logging.DEBUG)
    before_task_publish.connect(heard.note_task)
    mail.outbox.clear()
    try:
        yield heard
    finally:
        before_task_publish.disconnect(heard.note_task)
        root.setLevel(level)
        for logger in consoles:
            logger.removeHandler(heard.listener)
        for logger, handler in loud:
            logger.addHandler(handler)
        _take_back(heard.task_ids)


def _valkey() -> "redis.Redis":
    return redis.Redis.from_url(settings.REDIS_URL)


def read_valkey() -> Iterator[Said]:
    """Every key with its value, whoever wrote it."""
    with _valkey() as valkey:
        for key in valkey.scan_iter(count=1_000):
            yield "Valkey key", key
            yield from (("Valkey value", _written_out(value)) for value in _values(valkey, key))


def _values(valkey: Any, key: bytes) -> list[bytes]:
    match valkey.type(key):
        case b"string":
            return [valkey.get(key) or b""]
        case b"list":
            return list(valkey.lrange(key, 0, -1))
        case b"set":
            return list(valkey.smembers(key))
        case b"zset":
            return list(valkey.zrange(key, 0, -1))
        case b"hash":
            return [part for pair in valkey.hgetall(key).items() for part in pair]
    return []


def _written_out(value: bytes) -> bytes | str:
    """What the cache keeps is pickled; the bytes of a number would look like letters."""
    return repr(pickle.loads(value)) if value.startswith(b"\x80") else value


def _take_back(task_ids: set[str]) -> None:
    """Nobody works off what a test has sent."""
    with _valkey() as valkey:
        for message in valkey.lrange("celery", 0, -1):
            if any(each.encode() in message for each in task_ids):
                valkey.lrem("celery", 0, message)
