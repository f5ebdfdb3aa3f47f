"""`manage.py doctor` looks through nginx, as `deploy/` has it and with the slips that people make."""

import socket
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from companion.operating.doctor import services
from companion.operating.doctor.findings import LOOK, NOTE, OK
from tests import proxied
from tests.proxied import NAME, nginx
from tests.serving import Bower

pytestmark = [pytest.mark.service, pytest.mark.nginx, pytest.mark.alike]

SETTINGS = {"ALLOWED_HOSTS": f"{NAME},127.0.0.1", "HTTPS": "on", "TRUST_PROXY": "on"}
HOST, SCHEME = "    proxy_set_header Host $http_host;\n", "    proxy_set_header X-Forwarded-Proto $scheme;\n"
ADDRESS = "    proxy_set_header X-Forwarded-For $remote_addr;\n"
STREAMS, PROBES = "        proxy_buffering off;\n", "location ~ ^/(metrics|readyz)$ {\n        return 404;"
HELD = "        proxy_ignore_headers X-Accel-Buffering;\n"
OTHER_NAME = "    proxy_set_header Host 127.0.0.1;\n"


@pytest.fixture(scope="module")
def bower(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bower]:
    made = Bower(tmp_path_factory.mktemp("bower"), DATABASE_URL="", **SETTINGS)
    made.start()
    yield made
    made.kill()


def found_through(
    bower: Bower,
    folder: Path,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
    authority: str = "fullchain.pem",
) -> list[tuple[str, str]]:
    """Level and line of each finding. The public name leads to this machine, its authority is known."""
    settings.HTTPS, settings.GIVEN_HOSTS = True, [NAME, "127.0.0.1"]
    with nginx(folder, [bower.port, bower.port]) as (site, _http):
        dial = socket.create_connection

        def dialed(to: tuple[str, int], *given: Any, **named: Any) -> socket.socket:
            return dial(("127.0.0.1", site.port) if to == (NAME, 443) else to, *given, **named)

        monkeypatch.setattr(socket, "create_connection", dialed)
        monkeypatch.setenv("SSL_CERT_FILE", str(folder / authority))
        return [(found.level, found.line) for found in services.proxy_answers()]


@pytest.mark.parametrize(
    ("written", "instead", "level", "said"),
    [
        (HOST, HOST, OK, "Proxy: passes on streams, names and addresses."),
        (
            HOST,
            OTHER_NAME,
            LOOK,
            "The proxy sends 127.0.0.1 as Host: no form is accepted – let it send Host as it",
        ),
        (HOST, "", LOOK, f"https://{NAME}/ reaches Bower under another name – let it send Host as it came"),
        (
            SCHEME,
            "",
            LOOK,
            "The proxy does not say that phones come by HTTPS – let it send X-Forwarded-Proto",
        ),
        (
            ADDRESS,
            "",
            LOOK,
            "The proxy passes on the X-Forwarded-For that a phone sends: limits count for nothing",
        ),
        (
            STREAMS,
            HELD,
            LOOK,
            "The proxy holds event streams back: phones hear of a save late – switch its buffer",
        ),
        (
            PROBES,
            "location /none {",
            NOTE,
            f"https://{NAME}/readyz is open to everybody – keep it and /metrics to",
        ),
    ],
)
def test_what_the_proxy_does_wrong_is_named(
    written: str,
    instead: str,
    level: str,
    said: str,
    bower: Bower,
    tmp_path: Path,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slipped = tmp_path / "slipped.conf"
    assert written in proxied.NGINX.read_text()
    slipped.write_text(proxied.NGINX.read_text().replace(written, instead))
    monkeypatch.setattr(proxied, "NGINX", slipped)
    monkeypatch.setattr(services, "SOON", timedelta())  # that of the test is good for two days
    found = found_through(bower, tmp_path, settings, monkeypatch)
    assert [one for one in found if said in one[1] and one[0] == level], found
    assert {one[0] for one in found} <= {OK, level}


@pytest.mark.parametrize(
    ("authority", "said"),
    [
        ("fullchain.pem", f"The certificate of {NAME} ends on "),
        ("none.pem", f"https://{NAME}/ has no good certificate: self-signed certificate – renew it"),
    ],
)
def test_a_certificate_near_its_end_or_of_no_known_authority_is_named(
    authority: str, said: str, bower: Bower, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    level, line = found_through(bower, tmp_path, settings, monkeypatch, authority)[0]
    assert level == LOOK
    assert said in line


def test_a_proxy_before_nothing_is_named(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    [(level, line)] = found_through(Bower(tmp_path, DATABASE_URL=""), tmp_path, settings, monkeypatch)
    assert (level, line) == (LOOK, f"Look  https://{NAME}/ answers 502 at /healthz – look at the proxy’s log")
