"""How gunicorn serves the site: processes of one thread each, because threads make rendering slower."""

import os
import signal
from typing import Any

from config import env
from config.processes import die_with_parent

bind = f"{env.text('BIND')}:{env.integer('PORT', least=1, most=65535)}"
workers = env.integer("WEB_WORKERS", least=1, most=64)
worker_class = "sync"
preload_app = True  # the application is loaded, and its database role examined, once
timeout = 30
graceful_timeout = 10
control_socket_disable = True
worker_tmp_dir = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
forwarded_allow_ips = "*" if env.flag("TRUST_PROXY") else "127.0.0.1"
loglevel = "warning"


def post_fork(server: Any, worker: Any) -> None:
    """A worker ends with its master, also when the master is killed."""
    die_with_parent(signal.SIGKILL, server.pid)
