"""The programs that make a site, apart from the two servers."""

import sys
from dataclasses import dataclass

from config import env


@dataclass(frozen=True)
class Program:
    """One long-running program and its command line."""

    name: str
    command: tuple[str, ...]


def web() -> Program:
    """Gunicorn; address and number of processes come from the environment."""
    return Program("web", (sys.executable, "-m", "gunicorn", "--config", "python:config.gunicorn", "config.wsgi:application"))


def worker() -> Program:
    """The Celery worker."""
    concurrency = env.integer("TASK_WORKERS", least=1, most=64)
    options = ("--concurrency", str(concurrency), "--without-gossip", "--without-mingle", "--loglevel", "WARNING")
    return Program("worker", (*_celery(), "worker", *options))


def beat() -> Program:
    """The Celery scheduler; there must be one alone."""
    return Program("beat", (*_celery(), "beat", "--loglevel", "WARNING", "--pidfile="))


def sweeper() -> Program:
    """The process that makes sure that no ladder stays stale."""
    return Program("sweeper", (sys.executable, "manage.py", "sweep"))


def all_programs() -> list[Program]:
    """In the order of starting."""
    return [web(), worker(), beat(), sweeper()]


def _celery() -> tuple[str, ...]:
    # Root is what a container or a small machine has; a warning at every start tells its owner nothing new.
    return (sys.executable, "-W", "ignore:You're running the worker", "-m", "celery", "--quiet", "--app", "config.celery")
