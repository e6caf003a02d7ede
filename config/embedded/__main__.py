"""`python -m config.embedded`: start the embedded servers and hold them until interrupted, or say where they are."""

import argparse
import signal
import sys
from pathlib import Path

from clubs.stopping import StopFlag
from config.embedded.keeper import keep
from config.embedded.lease import acquire, keeper_is_running
from config.embedded.state import EmbeddedError, read_state

_DEFAULT = Path(__file__).resolve().parents[2] / "var" / "embedded"


def main(arguments: list[str]) -> int:
    """Run one of `keep`, `start`, `status`."""
    parser = argparse.ArgumentParser(prog="python -m config.embedded", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, text in (
        ("start", "hold the servers until interrupted"),
        ("status", "print the addresses"),
        ("keep", "own the servers (used by others)"),
    ):
        command = commands.add_parser(name, help=text)
        command.add_argument("directory", type=Path, nargs="?", default=_DEFAULT)
        command.add_argument("--fast", action="store_true", help="unsafe on power failure; for tests")
        command.add_argument("--announce", type=int, default=1, help="descriptor that is told when the servers are ready (used by others)")
    options = parser.parse_args(arguments)
    directory: Path = options.directory.resolve()
    if options.command == "keep":
        return keep(directory, durable=not options.fast, announce=options.announce)
    if options.command == "start":
        return _start(directory, durable=not options.fast)
    return _status(directory)


def _start(directory: Path, *, durable: bool) -> int:
    try:
        lease = acquire(directory, durable=durable)
    except EmbeddedError as error:
        print(error, file=sys.stderr)
        return 1
    _status(directory)
    interrupted = StopFlag()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda _number, _frame: interrupted.set())
    interrupted.wait()
    lease.release()
    return 0


def _status(directory: Path) -> int:
    state = read_state(directory)
    if state is None or not keeper_is_running(directory):
        print("The embedded servers are not running.")
        return 1
    print(f"DATABASE_URL={state.application_url}\nDATABASE_OWNER_URL={state.owner_url}\nREDIS_URL={state.valkey_url}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
