"""A real cache between the site and its visitors: nginx, in front of the application in a thread of the test."""

import http.client
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from wsgiref.simple_server import WSGIRequestHandler, make_server

from django.core.signals import request_finished, request_started
from django.db import close_old_connections, connections

from config.requests import Handler

_CONFIGURATION = """
daemon off; master_process off; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{ worker_connections 64; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  proxy_cache_path {folder}/cache keys_zone=shared:1m;
  server {{
    listen 127.0.0.1:{port};
    location / {{
      proxy_pass http://127.0.0.1:{origin};
      proxy_set_header Host 127.0.0.1;
      proxy_cache shared;
      proxy_cache_key $request_uri;
      add_header X-Cache $upstream_cache_status always;
    }}
  }}
}}
"""
PATIENCE = 20.0  # seconds for nginx to listen


def find() -> str | None:
    """The path of nginx, which stands where only root's PATH leads."""
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")


def ensure() -> str | None:
    """Find nginx, or install it from the system's packages where this account may."""
    if path := find():
        return path
    if os.geteuid() == 0 and shutil.which("apt-get"):
        print("Installing nginx from the system's packages …", flush=True)
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "nginx-light"]):
            subprocess.run(command, env=environment, check=False, stdout=subprocess.DEVNULL)
    return find()


@dataclass(frozen=True)
class Reply:
    """What came back. `from_cache`: nginx answered by itself."""

    status: int
    location: str
    body: bytes
    from_cache: bool


class SharedCache:
    """The site, asked through the cache or past it."""

    def __init__(self, port: int, origin: int) -> None:
        self._ports = {True: port, False: origin}

    def get(self, address: str, *, session: str = "", language: str = "en", cached: bool = True) -> Reply:
        headers = {"Host": "127.0.0.1", "Accept-Language": language} | ({"Cookie": f"sessionid={session}"} if session else {})
        connection = http.client.HTTPConnection("127.0.0.1", self._ports[cached], timeout=60)
        try:
            connection.request("GET", address, headers=headers)
            response = connection.getresponse()
            return Reply(
                response.status, response.headers.get("Location", ""), response.read(), response.headers.get("X-Cache") in ("HIT", "STALE")
            )
        finally:
            connection.close()


@contextmanager
def shared_cache(nginx: str, folder: Path) -> Iterator[SharedCache]:
    """nginx in front of the application, which works in the transaction of the test."""
    with _origin() as origin, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        configuration = folder / "nginx.conf"
        configuration.write_text(_CONFIGURATION.format(folder=folder, port=port, origin=origin))
        with subprocess.Popen([nginx, "-p", str(folder), "-c", str(configuration)], stderr=subprocess.PIPE, text=True) as process:
            try:
                _wait_until(lambda: _listens(port) or process.poll() is not None)
                assert process.poll() is None, process.stderr and process.stderr.read()
                yield SharedCache(port, origin)
            finally:
                process.terminate()


class _Quiet(WSGIRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Nothing is printed."""


@contextmanager
def _origin() -> Iterator[int]:
    """The application at a port, one request after another, on the connections of this thread."""
    shared = {alias: connections[alias] for alias in connections}
    server = make_server("127.0.0.1", 0, Handler(), handler_class=_Quiet)

    def serve() -> None:
        for alias, connection in shared.items():
            connections[alias] = connection
        server.serve_forever(poll_interval=0.05)

    for connection in shared.values():
        connection.inc_thread_sharing()
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)  # they would take the transaction of the test with them
    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
        for signal in (request_started, request_finished):
            signal.connect(close_old_connections)
        for connection in shared.values():
            connection.dec_thread_sharing()


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _wait_until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so() and time.monotonic() < end:
        time.sleep(0.02)


if __name__ == "__main__":
    if ensure() is None:
        print("\n*** nginx could not be found or installed: the tests of a shared cache are LEFT OUT. ***\n", file=sys.stderr)
        sys.exit(1 if os.environ.get("CI") else 0)
