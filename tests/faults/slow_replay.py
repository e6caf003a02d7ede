"""A process that replays one club on the database of the test, and stands still in the middle of it, having told how far it is.

`python -m tests.faults.slow_replay CLUB`: prints a line when it stands still, and goes on at a line on its standard input.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db import connections

from config.supervise.supervisor import PROJECT


@contextmanager
def standing_still(club: int) -> "Iterator[subprocess.Popen[str]]":
    """The process while it stands still. It is killed at the end if nobody has ended it."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.faults.slow_replay", str(club)],
        cwd=PROJECT,
        env={**os.environ, **_addresses()},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "standing still\n"
        yield process
    finally:
        process.kill()
        process.wait()
        process.stdin.close()
        process.stdout.close()


def _addresses() -> dict[str, str]:
    """The test's database for another process, as in production."""

    def address(alias: str) -> str:
        of = connections[alias].settings_dict
        return f"postgresql://{of['USER']}:{of['PASSWORD']}@{of['HOST']}:{of['PORT']}/{of['NAME']}"

    return {
        "DATABASE_URL": address("default"),
        "DATABASE_OWNER_URL": address("owner"),
        "REDIS_URL": settings.REDIS_URL,
        "SECRET_KEY": settings.SECRET_KEY,
        "SITE_URL": settings.SITE_URL,
    }


def main(club: int) -> None:
    """Replay, with a stop before what was computed is stored."""
    import django

    django.setup()
    from clubs.models import Club
    from ratings.services import replay
    from ratings.services.progress import Progress
    from ratings.services.storing import store_changes

    def stand_still(*args: object) -> int:
        progress = args[-1].__self__  # type: ignore[attr-defined]
        assert isinstance(progress, Progress)
        progress.total = 600
        progress._tell(240)
        print("standing still", flush=True)
        sys.stdin.readline()
        return store_changes(*args)  # type: ignore[arg-type]

    setattr(replay, "store_changes", stand_still)  # noqa: B010  mypy knows better what it is
    replay.replay_ladder(club=Club.objects.get(pk=club))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    main(int(sys.argv[1]))
