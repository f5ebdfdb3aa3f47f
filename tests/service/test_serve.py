"""`manage.py serve` as it is run: it comes up, shows no debugging, and goes when told."""

import contextlib
import http.client
import json
import os
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scoring import __version__
from tests.service.phone import Phone, new_table
from tests.service.stopping import STOP_WITHIN
from tests.serving import PATIENCE, Bower
from tests.shelf import lend_static

ROOT = Path(__file__).parent.parent.parent
pytestmark = pytest.mark.service

MAX_BODY_BYTES = 2_000_000  # as long as no setting says otherwise
Start = Callable[..., subprocess.Popen[str]]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def start(tmp_path: Path, port: int) -> Iterator[Start]:
    """Starts Bower on the loopback, with a folder and database of its own, and waits until it answers."""
    processes: list[subprocess.Popen[str]] = []

    def start_one(wait: bool = True, **settings: str) -> subprocess.Popen[str]:
        lend_static(settings, tmp_path)
        base = {"PATH": os.environ["PATH"], "HOST": "127.0.0.1", "PORT": str(port), "VAR_DIR": str(tmp_path)}
        process = subprocess.Popen(
            [sys.executable, "manage.py", "serve"],
            cwd=ROOT,
            env=base | settings,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        processes.append(process)
        if wait:
            wait_until_up(port, process)
        return process

    yield start_one
    for process in processes:
        if process.poll() is None:
            process.kill()
        process.communicate()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bower]:
    """One Bower for the tests that only ask it; somebody asked for debugging."""
    one = Bower(tmp_path_factory.mktemp("bower"), DEBUG="on")
    one.start()
    yield one
    one.kill()


def wait_until_up(port: int, process: subprocess.Popen[str]) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and process.poll() is None:
        with contextlib.suppress(OSError):
            if get(port, "/healthz")[0] == 200:
                return
        time.sleep(0.05)
    process.kill()
    raise AssertionError(f"expected Bower to come up, got {process.communicate()}")


def get(port: int, path: str, host: str = "127.0.0.1") -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    with contextlib.closing(connection):
        connection.request("GET", path, headers={"Host": host})
        response = connection.getresponse()
        return response.status, response.read().decode()


def test_it_comes_up_with_its_own_database_and_secret_and_goes_without_a_trace(
    start: Start, port: int, tmp_path: Path
) -> None:
    process = start()
    status, body = get(port, "/healthz")
    assert (status, json.loads(body)) == (200, {"status": "ok", "version": __version__})
    for name in ("bower.sqlite3", "bower.sqlite3-wal", "bower.sqlite3-shm", "secret-key"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600, name
    goes(process, signal.SIGTERM)


def goes(process: subprocess.Popen[str], number: signal.Signals) -> str:
    """What a Bower wrote that ends within seconds and without a trace."""
    process.send_signal(number)
    output, errors = process.communicate(timeout=STOP_WITHIN)
    assert (process.returncode, errors) == (0, "")
    return output


def test_it_makes_no_new_key_beside_tables(tmp_path: Path) -> None:
    bower = Bower(tmp_path)
    bower.start()
    phone = Phone(bower)
    table = new_table(phone)
    bower.kill()
    key = (tmp_path / "secret-key").rename(tmp_path / "elsewhere")
    with pytest.raises(AssertionError, match="secret-key is missing: put it back from your backup"):
        bower.start()
    assert "Traceback" not in bower.told
    assert not (tmp_path / "secret-key").exists()
    key.rename(tmp_path / "secret-key")
    bower.start()
    assert phone.ask(table).status == 200
    bower.kill()


def test_a_missing_page_shows_no_debugging_and_its_stylesheet_is_served(served: Bower) -> None:
    status, page = get(served.port, "/no-such-page")
    assert status == 404
    assert "Page not found" in page
    assert "DEBUG" not in page
    stylesheet = page.split('href="')[1].split('"')[0]
    assert get(served.port, stylesheet)[0] == 200


def test_a_foreign_host_name_is_refused(served: Bower) -> None:
    assert get(served.port, "/healthz", host="evil.example")[0] == 400
    own = f"{socket.gethostname().lower()}:{served.port}"
    assert get(served.port, "/healthz", host=own)[0] == 200


def test_a_taken_port_is_told_in_one_line_before_anything_is_made(
    start: Start, port: int, tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", port)):
        process = start(wait=False)
        output, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, output, errors) == (
        1,
        "",
        f"Port {port} is taken; another can be chosen, as with PORT={port + 1}\n",
    )
    assert not (tmp_path / "bower.sqlite3").exists()


@pytest.mark.parametrize(
    ("wrong", "place"),
    [
        ({"PORT": "70000"}, "HOST=127.0.0.1 PORT=70000: "),
        ({"HOST": "bower.invalid"}, "HOST=bower.invalid PORT="),
    ],
)
def test_a_port_or_host_that_cannot_be_is_told_in_one_line(
    start: Start, wrong: dict[str, str], place: str
) -> None:
    process = start(wait=False, **wrong)
    errors = process.communicate(timeout=PATIENCE)[1]
    assert process.returncode == 1
    assert errors.startswith("Cannot listen on " + place)
    assert errors.count("\n") == 1
    assert "Unknown error" not in errors


def test_an_endless_body_without_a_length_is_cut(served: Bower) -> None:
    with socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE) as phone:
        phone.sendall(b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in range(MAX_BODY_BYTES // 4096 + 1):
            phone.sendall(b"1000\r\n" + b"x" * 4096 + b"\r\n")
        assert phone.recv(4096).startswith(b"HTTP/1.1 413")


def test_the_welcome_has_the_address_and_its_code(start: Start, port: int) -> None:
    output = goes(start(HOST="0.0.0.0"), signal.SIGINT)  # noqa: S104 - as at a table
    assert f"http://127.0.0.1:{port}/" in output
    if "for phones" in output:
        assert "▀" in output
        assert "This is plain HTTP: whoever is in the same network could read" in output
