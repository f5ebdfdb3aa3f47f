"""Firefox and WebKitGTK, each with a profile in a folder, driven by the WebDriver commands that both know.

Firefox takes them on a socket of its own (Marionette), WebKitGTK from its driver over HTTP.
"""

import base64
import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests import available
from tests.browser.phone import LEAVING
from tests.serving import free_port

PATIENCE = 30  # seconds
ARRIVED = "async () => !document.getElementById('leaving') && document.readyState === 'complete'"
STEP = 0.05
WINDOW = Path(__file__).with_name("webkit_window.py")
ASKED = """
const [argument, done] = arguments;
(%s)(argument).then((value) => done({ value }), (error) => done({ error: `${error} ${error.stack}` }));
"""
QUIET = {
    "app.normandy.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "browser.newtabpage.enabled": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.ipc.processCount": 1,
    "intl.accept_languages": "en-GB",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "ui.prefersReducedMotion": 1,
}


class Wrong(Exception):
    """What the browser answered to a command that failed."""


class Driven(ABC):
    """One page in a browser that keeps what it knows in *folder*; it finds Bower at *address*."""

    def __init__(self, folder: Path, address: str = "") -> None:
        self.folder, self.address = folder, address
        self.environment = {**os.environ, "HOME": str(folder), "NO_AT_BRIDGE": "1"}
        for kind in ("DATA", "CACHE", "CONFIG"):
            self.environment[f"XDG_{kind}_HOME"] = str(folder / kind.lower())
        self.processes: list[subprocess.Popen[bytes]] = []

    @abstractmethod
    def starts(self) -> None:
        """Start it, and wait until it takes commands."""

    @abstractmethod
    def command(self, name: str, path: str, **values: Any) -> Any:
        """What a command answers: *name* is that of Marionette, *path* that of HTTP. Raises Wrong."""

    def run(self, *order: str, **settings: Any) -> subprocess.Popen[bytes]:
        """Start a process that ends with the browser."""
        group = self.processes[0].pid if self.processes else 0
        with (self.folder / "log").open("ab") as log:
            settings = {"stdout": log, **settings}
            process = subprocess.Popen(
                order, env=self.environment, stderr=log, process_group=group, **settings
            )
        self.processes.append(process)
        return process

    def dies(self) -> None:
        """As with an empty battery: all of its processes are killed."""
        if self.processes:
            os.killpg(self.processes[0].pid, signal.SIGKILL)
        for process in self.processes:
            process.wait(PATIENCE)
        self.processes.clear()

    # What somebody does

    def go(self, path: str) -> None:
        """Open an address of Bower."""
        self.command("Navigate", "url", url=self.address + path)

    def tap(self, css: str) -> None:
        """Tap the first element of a selector, as soon as there is one."""
        found: dict[str, str] = {}

        def is_there() -> bool:
            with contextlib.suppress(Wrong):
                found.update(self.command("FindElement", "element", using="css selector", value=css))
            return bool(found)

        until(is_there)
        element = next(iter(found.values()))
        center = "async (css) => document.querySelector(css).scrollIntoView({ block: 'center' })"
        self.ask(center, css)
        self.command("ElementClick", f"element/{element}/click", id=element)

    def moves_on(self, css: str) -> None:
        """Tap something that leads to another page or room, and wait for it."""
        self.ask(f"async () => {{ ({LEAVING})(document.body); }}")
        self.tap(css)

        def is_elsewhere() -> bool:
            return bool(self.ask(ARRIVED))

        until(is_elsewhere)

    # What the page says

    def ask(self, function: str, argument: Any = None) -> Any:
        """What an asynchronous function of the page returns, called with one argument."""
        values = {"script": ASKED % function, "args": [argument]}
        found = self.command("ExecuteAsyncScript", "execute/async", **values)
        if not found or "error" in found:
            raise Wrong(found["error"] if found else "the page is gone")
        return found.get("value")

    def text(self, css: str) -> str:
        """The words of the first element of a selector; nothing if there is none."""
        return str(self.ask("async (css) => document.querySelector(css)?.textContent.trim() ?? ''", css))

    @property
    def path(self) -> str:
        """Where the page is."""
        return str(self.ask("async () => location.pathname"))

    def picture(self, path: Path) -> None:
        """Save what is on the screen as PNG."""
        path.write_bytes(base64.b64decode(self.command("TakeScreenshot", "screenshot")))


def until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so; while the page changes it may not answer."""
    deadline = time.monotonic() + PATIENCE
    wrong: object = ""
    while time.monotonic() < deadline:
        try:
            if is_so():
                return
        except Wrong as found:
            wrong = found
        time.sleep(STEP)
    raise AssertionError(f"expected {is_so.__name__} within {PATIENCE} s {wrong}")


class Firefox(Driven):
    """Firefox without a window."""

    def starts(self) -> None:
        port = free_port()
        settings = {**QUIET, "marionette.port": port}
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in settings.items()]
        (self.folder / "user.js").write_text("".join(lines), encoding="utf-8")
        path = available.firefox()
        assert path, "expected a test marked others"
        self.run(path, "--headless", "--marionette", "--no-remote", "--profile", str(self.folder))
        until(lambda: self._connects(port))
        self._receive()
        self.number = 0
        self.command("NewSession", "")

    def _connects(self, port: int) -> bool:
        with contextlib.suppress(OSError):
            self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
            self.stream = self.socket.makefile("rb")
            return True
        return False

    def command(self, name: str, path: str, **values: Any) -> Any:
        self.number += 1
        message = json.dumps([0, self.number, f"WebDriver:{name}", values]).encode()
        self.socket.sendall(b"%d:%s" % (len(message), message))
        _kind, _number, error, found = self._receive()
        if error:
            raise Wrong(error["message"])
        return found.get("value", found)

    def _receive(self) -> Any:
        """A message: its length, a colon, JSON."""
        length = b""
        while (one := self.stream.read(1)) != b":":
            assert one, "expected Firefox to answer"
            length += one
        return json.loads(self.stream.read(int(length)))

    def dies(self) -> None:
        super().dies()
        self.stream.close()
        self.socket.close()


class WebKit(Driven):
    """WebKitGTK on a screen of its own, 390 × 664 points large."""

    def starts(self) -> None:
        screen = self.run("Xvfb", "-displayfd", "1", "-screen", "0", "390x664x24", stdout=subprocess.PIPE)
        assert screen.stdout
        with screen.stdout:
            self.environment["DISPLAY"] = f":{int(screen.stdout.readline())}"
        self.port = free_port()
        self.run("WebKitWebDriver", f"--port={self.port}")
        self.session = ""
        options = {"binary": available.SYSTEM_PYTHON, "args": [str(WINDOW)]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        until(self._answers)
        self.session = "/" + self.command("NewSession", "", capabilities=wanted)["sessionId"]

    def _answers(self) -> bool:
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", self.port)).close()
            return True
        return False

    def command(self, name: str, path: str, **values: Any) -> Any:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        with contextlib.closing(connection):
            method = "GET" if path == "screenshot" else "POST"
            connection.request(method, f"/session{self.session}/{path}".rstrip("/"), json.dumps(values))
            answer = connection.getresponse()
            found = json.load(answer)["value"]
        if answer.status != 200:
            raise Wrong(f"{found['error']}: {found['message']}")
        return found
