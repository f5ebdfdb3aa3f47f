"""Bower as it is run: `manage.py serve` in a process, with a folder, a database and a port of its own."""

import atexit
import contextlib
import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from uuid import uuid4

import psycopg

from tests.shelf import SHELF, cache, lend_database, lend_static, once, shelf

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 180  # seconds, which only what fails uses up
TEMPLATE = "postgres"  # on the shelf: the name of a migrated database


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def own_database(*, migrated: bool = True) -> dict[str, str]:
    """A setting for a new database of its own where the tests run on PostgreSQL; else Bower makes a file."""
    server = os.environ.get("DATABASE_URL", "")
    if not server.startswith("postgres"):
        return {}
    name = f"bower_{uuid4().hex}"
    _on_server(server, f'CREATE DATABASE "{name}" TEMPLATE "{template(server, migrated=migrated)}"')
    atexit.register(_drop, server, name)
    return {"DATABASE_URL": _url(server, name)}


def template(server: str, *, migrated: bool) -> str:
    """The name of an empty database to copy, with Bower's tables or without."""
    return once(TEMPLATE, lambda: _migrated(server)) if migrated else "template0"


def _migrated(server: str) -> str:
    """The name of a new database that is migrated and empty: to copy it takes a tenth of the time."""
    name = f"bower_{uuid4().hex}"
    _on_server(server, f'CREATE DATABASE "{name}"')
    if SHELF not in os.environ:
        atexit.register(_drop, server, name)
    environment = {"PATH": os.environ["PATH"], "VAR_DIR": str(shelf()), "DATABASE_URL": _url(server, name)}
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
    return name


def drop_template(server: str, folder: Path) -> None:
    """Drop the database that processes with this shelf have copied, if there is one."""
    if (folder / TEMPLATE).is_file():
        _drop(server, (folder / TEMPLATE).read_text(encoding="utf-8"))


def _url(server: str, name: str) -> str:
    return server.rpartition("/")[0] + "/" + name


def _drop(server: str, name: str) -> None:
    _on_server(server, f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def _on_server(server: str, order: str) -> None:
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(order.encode())


Done = subprocess.CompletedProcess[str]


class Bower:
    """One Bower, which can be killed and started again over what it had written."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.folder = folder
        self.arguments: tuple[str, ...] = ()  # of `serve`
        self.descriptors = 0  # that it may have at most; 0: as many as this process
        self.port = free_port()
        self.settings = settings if "DATABASE_URL" in settings else own_database() | settings
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def host(self) -> str:
        """The Host header of its phones."""
        return f"127.0.0.1:{self.port}"

    @property
    def origin(self) -> str:
        """The Origin header of forms from its pages."""
        return self.address

    def dial(self) -> socket.socket:
        """A new connection, as a phone opens one."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)

    @property
    def told(self) -> str:
        """What it wrote to its log."""
        return (self.folder / "log").read_text(encoding="utf-8")

    def manage(self, *command: str) -> Done:
        """A command of manage.py with the settings of this Bower."""
        own = {"PATH": os.environ["PATH"], "VAR_DIR": str(self.folder), "PORT": str(self.port)}
        return subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT,
            env=own | self.settings,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )

    def start(self) -> None:
        """Start, and wait until it answers."""
        self.launch()
        self.wait()

    def launch(self) -> None:
        """Start the process."""
        lend_static(self.settings, self.folder)
        if not self.settings.get("DATABASE_URL"):
            lend_database(self.folder)
        base = {
            "PATH": os.environ["PATH"],
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            "VAR_DIR": str(self.folder),
            "PAGE_TABLES": "0",  # tests start games without a limit
            "PAGE_SECONDS": "0",  # all phones of a test have one address
        } | cache()
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [*self._few(), sys.executable, "manage.py", "serve", *self.arguments],
                cwd=ROOT,
                env=base | self.settings,
                stdout=subprocess.DEVNULL,
                stderr=log,
            )

    def wait(self) -> None:
        """Wait until it answers."""
        deadline = time.monotonic() + PATIENCE
        while not self.answers():
            if self.process is None or self.process.poll() is not None or time.monotonic() > deadline:
                self.kill()
                raise AssertionError(f"expected Bower to come up, got {self.told}")
            time.sleep(0.05)

    def _few(self) -> list[str]:
        return ["prlimit", f"--nofile={self.descriptors}:{self.descriptors}"] if self.descriptors else []

    def answers(self) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        with contextlib.closing(connection), contextlib.suppress(OSError):
            connection.request("GET", "/healthz")
            return connection.getresponse().status == 200
        return False

    def kill(self) -> None:
        """As when the power goes."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """As with Ctrl-C."""
        self._end(signal.SIGINT)

    def _end(self, number: signal.Signals) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(number)
            self.process.wait(timeout=PATIENCE)
