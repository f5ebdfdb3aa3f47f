"""How long a save waits, by form and by API, beside a bare Django view with one INSERT on the same database.

One writer, then eight at tables of their own; each measurement between two of the bare view, so that the
ratios hold on a busy machine. On PostgreSQL again with two processes over one database.
"""

import json
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlencode
from uuid import uuid4

from tests import available
from tests.bench.writers import Writer, at_once, request
from tests.service.databases import postgres, until
from tests.service.phone import RECORD, SEE_OTHER, Phone, new_table
from tests.serving import ROOT, Bower

CREATED = 201
COLUMNS = ("p50", "bare", "times", "cpu", "p50", "p95", "p99", "bare95", "each s", "bare s")
EIGHT = 8
SAVES = 120  # of one writer
EACH = 60  # of each of eight
WARM = 20
HAND = {"kind": "hand", "maker": "Ann", "trump": "spades", "tricks": {"Ann & Cy": 3, "Bo & Dee": 2}}
FORM = {"maker": "0", "trump": "spades", "tricks": "3", "save": "1"}
JSON = {"Content-Type": "application/json"}
SETTINGS = {"SECRET_KEY": "only for measuring" * 4, "API_WRITES": "1000000", "API_TABLES": "1000000"}


def main() -> int:
    print("Saves in milliseconds; bare: a Django view with one INSERT, cpu: the processor’s time of one save")
    print(f"{'':<32}{'one writer':<32}{'eight writers, own tables'}")
    print(f"{'':<32}" + "".join(f"{name:>8}" for name in COLUMNS))
    with tempfile.TemporaryDirectory() as folder:
        _on("SQLite", Path(folder) / "sqlite", "", 1)
        if not available.postgres():
            print("no PostgreSQL answers")
            return 0
        for processes in (1, 2):
            with postgres() as made:
                _on("PostgreSQL", Path(folder) / f"postgres-{processes}", made.url, processes)
    return 0


def _on(engine: str, folder: Path, url: str, processes: int) -> None:
    """Print the lines of one database, with so many processes of Bower over it."""
    folder.mkdir()
    with ExitStack() as stack:
        bare = stack.enter_context(_bare(folder, url))
        bowers = [stack.enter_context(_bower(folder / str(number), url)) for number in range(processes)]
        label = f"{engine}, {processes} processes" if processes > 1 else engine
        for how, writer in (("form", _by_form), ("API", _by_api)):
            at_once([writer(bower, WARM) for bower in bowers])
            one = writer(bowers[0], SAVES)
            eight = [writer(bowers[at % processes], EACH) for at in range(EIGHT)]
            bare_one, before = at_once([_of_bare(bare, SAVES)]), _cpu_seconds(bowers[0])
            took = at_once([one])
            cpu = (_cpu_seconds(bowers[0]) - before) / SAVES * 1000
            bare_eight, took_eight = at_once([_of_bare(bare, EACH)] * EIGHT), at_once(eight)
            shown = [took.p50, bare_one.p50, took.p50 / bare_one.p50, cpu]
            shown += [took_eight.p50, took_eight.p95, took_eight.p99, bare_eight.p95]
            figures = "".join(f"{figure:>8.1f}" for figure in shown)
            rates = f"{took_eight.a_second:>8.0f}{bare_eight.a_second:>8.0f}"
            print(f"{label + ', by ' + how:<32}{figures}{rates}", flush=True)


def _cpu_seconds(bower: Bower) -> float:
    """The processor's time that a process has taken."""
    assert bower.process
    with open(f"/proc/{bower.process.pid}/stat", encoding="ascii") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _by_form(bower: Bower, saves: int) -> Writer:
    """A phone that starts a game and saves so many hands by the hand form."""
    phone = Phone(bower)
    path = new_table(phone) + "hands/"
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Cookie": "; ".join(f"{name}={value}" for name, value in phone.cookies.items()),
        "Accept-Language": "en",
        "Accept-Encoding": "gzip, br",
    }
    stamp = {"csrfmiddlewaretoken": phone.cookies["csrftoken"]}
    forms = [FORM | stamp | {"key": str(uuid4()), "seen": str(seen)} for seen in range(saves)]
    return Writer(
        bower.port, [request("POST", path, urlencode(form).encode(), headers) for form in forms], SEE_OTHER
    )


def _by_api(bower: Bower, saves: int) -> Writer:
    """A program that starts a game and adds so many hands."""
    body, headers = json.dumps(RECORD).encode(), JSON | {"Idempotency-Key": str(uuid4())}
    with socket.create_connection(("127.0.0.1", bower.port)) as connection:
        connection.sendall(request("POST", "/api/v1/tables/", body, headers | {"Connection": "close"}))
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    made = json.loads(answer.partition(b"\r\n\r\n")[2])
    path, owner = f"/api/v1/tables/{made['id']}/entries/", JSON | {"Authorization": f"Bearer {made['token']}"}
    keys = [{"Idempotency-Key": str(uuid4()), "If-Match": f'"{seen}"'} for seen in range(saves)]
    sent = [request("POST", path, json.dumps(HAND).encode(), owner | key) for key in keys]
    return Writer(bower.port, sent, CREATED)


def _of_bare(port: int, saves: int) -> Writer:
    return Writer(port, [request("POST", "/save/", json.dumps(HAND).encode(), JSON)] * saves, CREATED)


@contextmanager
def _bower(folder: Path, url: str) -> Iterator[Bower]:
    folder.mkdir()
    bower = Bower(folder, **SETTINGS, **({"DATABASE_URL": url} if url else {}))
    bower.start()
    yield bower
    bower.kill()


@contextmanager
def _bare(folder: Path, url: str) -> Iterator[int]:
    """The port of the bare view, in a process of its own."""
    base = {"PATH": os.environ["PATH"], "VAR_DIR": str(folder), "DATABASE_URL": url}
    with socket.create_server(("127.0.0.1", 0)) as listener:
        number = listener.fileno()
        command = [sys.executable, "-m", "tests.bench.bare", str(number)]
        process = subprocess.Popen(command, cwd=ROOT, env=base | SETTINGS, pass_fds=[number])
        port = int(listener.getsockname()[1])
    until(lambda: _answers(port))
    yield port
    process.kill()
    process.wait()


def _answers(port: int) -> bool:
    try:
        at_once([_of_bare(port, 1)])
    except (OSError, AssertionError):
        return False
    return True
