"""PostgreSQL and Valkey from the installed wheels, for a machine on which nothing is installed.

Whoever needs the servers takes a lease (`acquire`). The first lease starts a keeper process which owns both servers; when the
last lease is gone, by whatever end, the keeper stops them. A lease is a lock on a file, so the kernel gives it back even after
`kill -9`. Everything lies under one directory; two directories never meet.

The servers listen on 127.0.0.1 at free ports and ask for passwords: a Unix socket would not fit below a long path.
"""

from config.embedded.lease import Lease, acquire
from config.embedded.state import EmbeddedError, State, read_state

__all__ = ["EmbeddedError", "Lease", "State", "acquire", "read_state"]
