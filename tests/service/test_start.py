"""How `manage.py serve` starts: with others at the same time, and what it says when it can't."""

import contextlib
import fcntl
import gzip
import os
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests import available
from tests.service.databases import Postgres, postgres, until
from tests.serving import PATIENCE, ROOT, Bower, free_port
from tests.shelf import cache, lend_static, usual

pytestmark = pytest.mark.service

SQLITE = {"DATABASE_URL": ""}
OF_DEV = ROOT / "tests" / "companion" / "stored" / "bower-0.2.0.dev0.sql.gz"


@pytest.fixture
def database() -> Iterator[Postgres]:
    with postgres() as made:
        yield made


def begin(folder: Path, *arguments: str, **settings: str) -> subprocess.Popen[str]:
    """A start on a free port."""
    lend_static({}, folder)
    return begin_as_it_is(folder, *arguments, **{"PORT": str(free_port())} | settings)


def begin_as_it_is(folder: Path, *arguments: str, **settings: str) -> subprocess.Popen[str]:
    base = {"PATH": os.environ["PATH"], "HOST": "127.0.0.1", "VAR_DIR": str(folder)}
    return subprocess.Popen(
        [sys.executable, "manage.py", "serve", *arguments],
        cwd=ROOT,
        env=base | cache() | settings,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def refused(folder: Path, *arguments: str, **settings: str) -> str:
    """The one line with which a start ends that must fail."""
    process = begin(folder, *arguments, **settings)
    output, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, output, errors.count("\n")) == (1, "", 1), output + errors
    return errors.strip()


def test_a_database_older_than_0_2_0_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "bower.sqlite3"
    with contextlib.closing(sqlite3.connect(file)) as made:
        made.executescript(gzip.decompress(OF_DEV.read_bytes()).decode())
        made.execute("DELETE FROM django_migrations WHERE name > '0024'")
        made.commit()
    (tmp_path / "secret-key").write_text("bower-0.2.0")
    assert "install 0.2.0, start it once, and then this Bower" in refused(tmp_path, **SQLITE)


def come_up_together(bowers: list[Bower]) -> list[str]:
    """Start Bowers at the same moment; what they write until all have come up."""
    told: list[str] = []
    with contextlib.ExitStack() as running:
        processes = [begin_as_it_is(one.folder, PORT=str(one.port), **one.settings) for one in bowers]
        for process in processes:
            running.enter_context(ended(process))
        for one, process in zip(bowers, processes, strict=True):
            assert process.stdout
            told += takewhile(lambda line: "Ctrl-C" not in line, process.stdout)
            until(one.answers)
    return told


@pytest.mark.postgres
def test_starts_at_the_same_moment_on_an_empty_postgresql_all_come_up(
    tmp_path: Path, database: Postgres
) -> None:
    lend_static({}, tmp_path)
    come_up_together([Bower(tmp_path, DATABASE_URL=database.url) for _number in range(2)])


def test_starts_at_the_same_moment_in_a_second_clone_all_come_up_with_the_kit_from_the_cache(
    tmp_path: Path,
) -> None:
    first = usual()
    told = come_up_together([Bower(tmp_path, **SQLITE) for _number in range(2)])
    assert told.count("Compressing what phones fetch.\n") == 1
    assert "Making what phones need without a network.\n" not in told
    for name in ("kit.json", "kit-pack.json", "kit.js", "kit.wasm", "kit-webkit.wasm"):
        assert (tmp_path / "kit" / name).read_bytes() == (first / "kit" / name).read_bytes()


def test_the_port_is_held_while_a_start_waits_and_open_after_it(tmp_path: Path) -> None:
    bower = Bower(tmp_path, **SQLITE)
    with (tmp_path / "starting.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        process = begin(tmp_path, PORT=str(bower.port))
        assert process.stdout
        with ended(process):
            assert process.stdout.readline() == f"Waiting for another Bower that starts in {tmp_path}.\n"
            with pytest.raises(ConnectionRefusedError):
                socket.create_connection(("127.0.0.1", bower.port))
            assert not (tmp_path / "bower.sqlite3").exists()
            fcntl.flock(lock, fcntl.LOCK_UN)
            until(bower.answers)


@contextlib.contextmanager
def ended(process: subprocess.Popen[str]) -> Iterator[None]:
    """The process, and its end."""
    try:
        yield
    finally:
        process.kill()
        process.communicate()


@pytest.mark.postgres
def test_a_database_that_comes_late_is_waited_for(tmp_path: Path, database: Postgres) -> None:
    place = urlsplit(database.url)
    port = free_port()
    url = place._replace(netloc=f"{place.username}@127.0.0.1:{port}").geturl()
    bower = Bower(tmp_path, DATABASE_URL=url)
    process = begin(tmp_path, PORT=str(bower.port), DATABASE_URL=url)
    assert process.stdout
    with ended(process):
        expected = f"Waiting up to 30 seconds for the database at 127.0.0.1:{port}{place.path}.\n"
        assert process.stdout.readline() == expected
        with forwarding(port, place.hostname or "", place.port or 5432):
            until(bower.answers)
            process.kill()


@contextlib.contextmanager
def forwarding(port: int, host: str, to: int) -> Iterator[None]:
    """Connections to the port reach the database."""
    pairs: list[socket.socket] = []

    def pour(source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                sink.sendall(data)
        with contextlib.suppress(OSError):
            sink.shutdown(socket.SHUT_WR)

    def accept() -> None:
        with contextlib.suppress(OSError):
            while True:
                near = listener.accept()[0]
                far = socket.create_connection((host, to))
                pairs.extend((near, far))
                for ends in ((near, far), (far, near)):
                    threading.Thread(target=pour, args=ends, daemon=True).start()

    with socket.create_server(("127.0.0.1", port)) as listener:
        thread = threading.Thread(target=accept, daemon=True)
        thread.start()
        yield
        listener.shutdown(socket.SHUT_RDWR)
        thread.join(PATIENCE)
        for one in pairs:
            one.close()


@pytest.mark.postgres
def test_a_database_that_refuses_is_told_at_once(tmp_path: Path) -> None:
    url = urlsplit(available.postgres_url())._replace(path="/no_such_bower").geturl()
    place = urlsplit(url)
    assert refused(tmp_path, DATABASE_URL=url) == (
        f"The database at {place.hostname}:{place.port}/no_such_bower refuses: "
        'database "no_such_bower" does not exist. Correct DATABASE_URL, or create what it names.'
    )


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("TIME_ZONE", "Mars/Base", "TIME_ZONE: expected a zone such as Europe/Berlin, got 'Mars/Base'"),
        ("LANGUAGE_CODE", "de_DE", "LANGUAGE_CODE: expected a language such as en or de-CH, got 'de_DE'"),
        ("LANGUAGE_CODE", "xx", "LANGUAGE_CODE: expected a language such as en or de-CH, got 'xx'"),
        (
            "VAR_DIR",
            "/proc",
            "Can’t write /proc/starting.lock: No such file or directory. Its folder is VAR_DIR.",
        ),
    ],
)
def test_what_can_not_be_is_told_in_a_sentence(tmp_path: Path, name: str, value: str, told: str) -> None:
    assert refused(tmp_path, **{name: value}) == told


def test_a_damaged_database_is_told_in_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "bower.sqlite3"
    file.write_bytes(b"no database at all" * 400)
    assert refused(tmp_path) == (
        f"The database {file} is damaged (file is not a database). Restore a backup: manage.py restore."
    )
