"""nginx in front of Bower as `deploy/nginx.conf` has it; ports, certificate and log are the test's own."""

import os
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.serving import PATIENCE, ROOT, free_port

NAME = "bower.example.org"
NGINX = ROOT / "deploy" / "nginx.conf"

# What Debian's nginx.conf has around the sites; all that nginx writes is in the folder.
AROUND = """
{user}
worker_processes 1;
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log;
events {{ worker_connections 4096; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""


def configured(folder: Path, http: int, https: int, bowers: Sequence[int]) -> Path:
    """The file to start nginx with; `deploy/nginx.conf` at other ports beside it, and a certificate."""
    make_certificate(folder)
    site = NGINX.read_text()
    for known, own in (
        ("    listen [::]:80;\n", ""),
        ("    listen [::]:443 ssl http2;\n", ""),
        ("listen 80;", f"listen 127.0.0.1:{http};"),
        ("listen 443 ", f"listen 127.0.0.1:{https} "),
        ("server 127.0.0.1:8000;", f"server 127.0.0.1:{bowers[0]};"),
        ("# server 127.0.0.1:8001;", f"server 127.0.0.1:{bowers[1]};"),
        (f"/etc/letsencrypt/live/{NAME}", str(folder)),
        ("/var/log/nginx", str(folder)),
    ):
        assert known in site, f"expected {known!r} in {NGINX.name}"
        site = site.replace(known, own)
    (folder / "site.conf").write_text(site)
    file = folder / "nginx.conf"
    file.write_text(AROUND.format(folder=folder, user="user root;" if os.geteuid() == 0 else ""))
    return file


def make_certificate(folder: Path) -> None:
    """A certificate for NAME, signed by itself."""
    subprocess.run(
        [
            *(
                "openssl",
                "req",
                "-x509",
                "-newkey",
                "ec",
                "-pkeyopt",
                "ec_paramgen_curve:prime256v1",
                "-nodes",
            ),
            *("-days", "2", "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"),
            *("-keyout", "privkey.pem", "-out", "fullchain.pem"),
        ],
        cwd=folder,
        check=True,
        capture_output=True,
    )


class Site:
    """The site as phones see it, by HTTPS from one address of this machine."""

    def __init__(self, port: int, trusted: ssl.SSLContext, source: str = "127.0.0.1") -> None:
        self.port, self.trusted, self.source = port, trusted, source
        self.host = f"{NAME}:{port}"
        self.origin = f"https://{self.host}"

    def dial(self) -> socket.socket:
        """A new connection; its certificate is checked."""
        plain = socket.create_connection(("127.0.0.1", self.port), PATIENCE, (self.source, 0))
        return self.trusted.wrap_socket(plain, server_hostname=NAME)

    def seen_from(self, source: str) -> "Site":
        """The same site for a phone with another address."""
        return Site(self.port, self.trusted, source)


@contextmanager
def nginx(folder: Path, bowers: Sequence[int]) -> Iterator[tuple[Site, int]]:
    """The site before these two Bowers, and the port of plain HTTP."""
    http, https = free_port(), free_port()
    file = configured(folder, http, https, bowers)
    process = subprocess.Popen(["nginx", "-c", str(file), "-p", str(folder)], stderr=subprocess.DEVNULL)
    try:
        wait_for(https, process)
        yield Site(https, ssl.create_default_context(cafile=str(folder / "fullchain.pem"))), http
    finally:
        process.terminate()
        process.wait(PATIENCE)


def wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    """Return when something listens at the port."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        assert process.poll() is None, "expected nginx to come up"
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.05)
    raise AssertionError("expected nginx to come up")
