"""nginx or Caddy in front of Bower as `deploy/` has them; ports, certificate and log are the test's own."""

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
CADDYFILE = ROOT / "deploy" / "Caddyfile"

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
        ("# server 127.0.0.1:8001;", " ".join(f"server 127.0.0.1:{port};" for port in bowers[1:])),
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


# At the top of the Caddyfile: the test's own ports, no administration, an authority for its certificate.
OF_THE_TEST = """{{
	admin off
	default_bind 127.0.0.1
	http_port {http}
	https_port {https}
	local_certs
	skip_install_trust
"""


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
    """The site before these Bowers, and the port of plain HTTP."""
    http, https = free_port(), free_port()
    file = configured(folder, http, https, bowers)
    command = ["nginx", "-c", str(file), "-p", str(folder)]
    with running(folder, command, folder / "fullchain.pem", https) as site:
        yield site, http


@contextmanager
def caddy(folder: Path, bower: int) -> Iterator[tuple[Site, int]]:
    """The site before this Bower, and the port of plain HTTP."""
    http, https = free_port(), free_port()
    given = CADDYFILE.read_text()
    assert given.count("\n{\n") == 1
    file = folder / "Caddyfile"
    file.write_text(given.replace("\n{\n", "\n" + OF_THE_TEST.format(http=http, https=https)))
    command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(file)]
    settings = {"SITE": NAME, "BOWER": f"127.0.0.1:{bower}", "HOME": str(folder)}
    authority = folder / ".local" / "share" / "caddy" / "pki" / "authorities" / "local" / "root.crt"
    with running(folder, command, authority, https, **settings) as site:
        yield site, http


@contextmanager
def running(folder: Path, command: list[str], authority: Path, https: int, **settings: str) -> Iterator[Site]:
    """The site of a proxy while it runs, once it answers with a certificate. It logs into the folder."""
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, env={"PATH": os.environ["PATH"], **settings}, stderr=log)
    try:
        yield answering(https, authority, process)
    finally:
        process.terminate()
        process.wait(PATIENCE)


def answering(port: int, authority: Path, process: subprocess.Popen[bytes]) -> Site:
    """Wait until phones can connect with TLS."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        assert process.poll() is None, "expected the proxy to come up"
        with suppress(OSError):
            site = Site(port, ssl.create_default_context(cafile=str(authority)))
            site.dial().close()
            return site
        time.sleep(0.05)
    raise AssertionError("expected the proxy to come up")
