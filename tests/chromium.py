"""Where the browser of the tests is, and how to get one: the system's, else from the system's packages, else Playwright's own."""

import os
import shutil
import subprocess
import sys
from glob import glob
from pathlib import Path

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find() -> str | None:
    """The path of a Chromium, or None. `CHROMIUM` names one explicitly."""
    if named := os.environ.get("CHROMIUM"):
        return named
    for name in _NAMES:
        if path := shutil.which(name):
            return path
    cache = os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or str(Path.home() / ".cache" / "ms-playwright")
    downloaded = sorted(glob(f"{cache}/chromium*/chrome*/chrome") + glob(f"{cache}/chromium*/chrome*/headless_shell"))
    return downloaded[-1] if downloaded else None


def ensure() -> str | None:
    """Find a Chromium, or install one as far as this account may."""
    if path := find():
        return path
    if os.geteuid() == 0 and shutil.which("apt-get"):
        print("Installing Chromium from the system's packages …", flush=True)
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"]):
            subprocess.run(command, env=environment, check=False, stdout=subprocess.DEVNULL)
        if path := find():
            return path
    print("Downloading Playwright's Chromium …", flush=True)
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)
    return find()


if __name__ == "__main__":
    if ensure() is None:
        print("\n*** No Chromium could be found or installed: the tests in a browser are LEFT OUT. ***\n", file=sys.stderr)
        sys.exit(1 if os.environ.get("CI") else 0)
