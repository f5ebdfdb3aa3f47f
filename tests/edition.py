"""Bower without a server, as files under a path of a host that serves nothing else."""

import gzip
import shutil
import subprocess
import sys
import threading
from base64 import b64encode
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from tests.shelf import ROOT, alone, cache, shelf

BASE = "/bower/"
ZIP = "edition.zip"  # on the shelf, beside its folder


def exported(folder: Path, *given: str) -> Path:
    """Write the edition into a folder; it is built where the run keeps what is built once."""
    environment = {"PATH": "/usr/bin:/bin", "VAR_DIR": str(shelf() / "edition-var"), **cache()}
    command = [sys.executable, "manage.py", "export_static", str(folder), "--base", BASE, *given]
    with alone("edition-var"):
        (shelf() / "edition-var").mkdir(exist_ok=True)
        subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
    return folder


def edition() -> Path:
    """The folder of this run, whose folder BASE has the files; made once."""
    folder = shelf() / "edition"
    with alone("edition"):
        if not (folder / BASE.strip("/") / "index.html").is_file():
            exported(folder / BASE.strip("/"), "--zip", str(shelf() / ZIP))
    return folder


def updated(folder: Path, into: Path, was: str, now: str) -> Path:
    """A copy of the edition in *folder* in which its pages say something else: another version of it."""
    shutil.copytree(folder, into)
    here = into / BASE.strip("/")
    [rest] = (here / "static").glob("kit-rest.*.json")
    before = rest.read_bytes()
    after = before.replace(was.encode(), now.encode())
    assert after != before
    name = f"kit-rest.{sha256(after).hexdigest()[:12]}.json"
    rest.rename(rest.with_name(name)).write_bytes(after)
    worker = here / "worker.js"
    text = worker.read_text(encoding="utf-8").replace(rest.name, name)
    for old, new in ((_hash(before), _hash(after)), ('"name": "', f'"name": "{name} ')):
        assert old in text
        text = text.replace(old, new)
    worker.write_text(text, encoding="utf-8")
    return into


def _hash(content: bytes) -> str:
    return b64encode(sha256(content).digest()).decode()


class Host:
    """A plain file server on a port of its own.

    Where there is no file it shows 404.html. gzipped: whether it compresses what it sends.
    """

    def __init__(self, folder: Path, *, gzipped: bool = False) -> None:
        self.gzipped, self.folder = gzipped, folder
        self.missed: list[str] = []  # paths of which there was no file
        self.open()

    def open(self, port: int = 0) -> None:
        """Begin to serve."""
        host = self

        class Handler(SimpleHTTPRequestHandler):
            def __init__(self, *given: Any) -> None:
                super().__init__(*given, directory=str(host.folder))

            def do_GET(self) -> None:
                file = Path(self.translate_path(self.path))
                file = file / "index.html" if file.is_dir() else file
                if not host.gzipped or not file.is_file():
                    return super().do_GET()
                self.send(200, gzip.compress(file.read_bytes()), self.guess_type(file), "gzip")

            def send(self, status: int, content: bytes, kind: str, encoding: str = "") -> None:
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(content)))
                if encoding:
                    self.send_header("Content-Encoding", encoding)
                    self.send_header("Cache-Control", "max-age=600")  # as hosts of files send it
                self.end_headers()
                self.wfile.write(content)

            def send_error(self, code: int, *given: Any, **also: Any) -> None:
                page = host.folder / BASE.strip("/") / "404.html"
                if code != 404:
                    return super().send_error(code, *given, **also)
                host.missed.append(self.path)
                self.send(code, page.read_bytes(), "text/html; charset=utf-8")

            def log_message(self, format: str, *values: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def port(self) -> int:
        return int(self.server.server_address[1])

    @property
    def address(self) -> str:
        """Where Bower begins, without the slash at the end."""
        return f"http://127.0.0.1:{self.port}{BASE[:-1]}"

    def close(self) -> None:
        """Be gone: whoever asks is refused."""
        self.server.shutdown()
        self.server.server_close()
