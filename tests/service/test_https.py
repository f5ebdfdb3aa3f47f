"""`serve --https` with the household's certificate, as it is run: phones, half handshakes, and its end."""

import http.client
import os
import pty
import select
import signal
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path

import pytest
from cryptography import x509
from django.test import override_settings

from companion.serving import secure
from companion.serving.secure import AUTHORITY, hosts_in
from tests.companion.certificates import certificate
from tests.service.phone import Phone, new_table
from tests.service.test_start import refused
from tests.serving import PATIENCE, ROOT, Bower, free_port
from tests.shelf import lend_static

pytestmark = [pytest.mark.service, pytest.mark.alike]


class Household(Bower):
    """A Bower with a certificate of the household, whose phones trust its authority."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.https_port = free_port()
        super().__init__(folder, HTTPS_PORT=str(self.https_port), **settings)
        self.arguments = ("--https",)

    @property
    def host(self) -> str:
        return f"localhost:{self.https_port}"

    @property
    def origin(self) -> str:
        return f"https://{self.host}"

    def dial(self) -> socket.socket:
        tls = ssl.create_default_context(cafile=str(self.folder / "https" / AUTHORITY))
        return tls.wrap_socket(self.halfway(), server_hostname="localhost")

    def halfway(self) -> socket.socket:
        """A connection without TLS yet."""
        return socket.create_connection(("127.0.0.1", self.https_port), timeout=PATIENCE)


@pytest.fixture
def bower(tmp_path: Path) -> Iterator[Household]:
    one = Household(tmp_path)
    one.start()
    yield one
    one.kill()


def test_a_phone_starts_a_game_through_tls_beside_a_handshake_that_is_never_finished(
    bower: Household,
) -> None:
    with closing(bower.halfway()) as slow:
        slow.sendall(b"\x16\x03\x01\x02\x00")
        phone = Phone(bower)
        table = new_table(phone)
        assert phone.ask(table).status == 200
        assert all(name.startswith("__Host-") for name in phone.cookies)
        assert "Strict-Transport-Security" not in phone.received
        is_for_this_machine_and_comes_over_plain_http(bower)
        bower.stop()
    assert (bower.process and bower.process.returncode, "Traceback" in bower.told) == (0, False)


def is_for_this_machine_and_comes_over_plain_http(bower: Household) -> None:
    """What is true of the certificate."""
    with closing(bower.dial()) as dialed:
        assert isinstance(dialed, ssl.SSLSocket)
        own = x509.load_der_x509_certificate(dialed.getpeercert(binary_form=True) or b"")
    name = socket.gethostname().lower().partition(".")[0]
    assert {"localhost", "127.0.0.1", f"{name}.local"} <= hosts_in(own)
    plain = http.client.HTTPConnection("127.0.0.1", bower.port, timeout=PATIENCE)
    with closing(plain):
        plain.request("GET", "/https/bower.crt")
        signer = x509.load_der_x509_certificate(plain.getresponse().read())
        own.verify_directly_issued_by(signer)
        plain.request("GET", "/")
        moved = plain.getresponse()
        assert (moved.status, moved.headers["Location"]) == (307, "/https/")
    with pytest.raises(ssl.SSLCertVerificationError):
        ssl.create_default_context().wrap_socket(bower.halfway(), server_hostname="localhost")


def test_a_certificate_that_has_expired_keeps_it_from_starting_in_one_sentence(tmp_path: Path) -> None:
    files = certificate(tmp_path, "bower.example.org", begins=-9, ends=-1)
    given = ("--https", "--certificate", str(files[0]), "--key", str(files[1]))
    why = refused(tmp_path, *given, HTTPS_PORT=str(free_port()))
    assert why.startswith(f"The certificate in {files[0]} expired on ")


def on_a_terminal(environment: Mapping[str, str], answers: Mapping[str, bytes], until: str) -> str:
    """What a start on a terminal says until these words; to each question the answer is typed."""
    lead, follow = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "manage.py", "serve"],
        cwd=ROOT,
        env=environment,
        stdin=follow,
        stdout=follow,
        stderr=follow,
    )
    told, left = "", dict(answers)
    try:
        while until not in told and process.poll() is None:
            assert select.select([lead], [], [], PATIENCE)[0], told
            told += os.read(lead, 10_000).decode()
            for question in [one for one in left if one in told]:
                os.write(lead, left.pop(question))
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)
        os.close(follow)
        os.close(lead)
    return told


def test_the_first_start_on_a_terminal_asks_once(tmp_path: Path) -> None:
    environment = {"PATH": os.environ["PATH"], "HOST": "127.0.0.1", "VAR_DIR": str(tmp_path)}
    lend_static(environment, tmp_path)
    environment |= {"PORT": str(free_port()), "HTTPS_PORT": str(free_port())}
    first = on_a_terminal(environment, {"Use HTTPS?": b"y\n"}, "Ctrl-C stops it.")
    assert "Bower is at  https://localhost" in first
    second = on_a_terminal(environment, {}, "Ctrl-C stops it.")
    assert ("Bower is at  https://localhost" in second, "Use HTTPS?" in second) == (True, False)


def test_without_an_answer_it_goes_on_and_asks_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lead, follow = pty.openpty()
    monkeypatch.setattr(secure, "SECONDS", 0)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    with open(follow, encoding="utf-8") as silent, override_settings(VAR_DIR=tmp_path):
        monkeypatch.setattr(sys, "stdin", silent)
        assert [secure.wished(said) for said in (None, True, False)] == [False, True, False]
        assert not (tmp_path / secure.ANSWER).exists()
        monkeypatch.setattr(secure, "SECONDS", PATIENCE)
        os.write(lead, b"\n")
        assert [secure.wished(None), secure.wished(None)] == [False, False]
    os.close(lead)
    assert (tmp_path / secure.ANSWER).read_text(encoding="utf-8") == "no"
    assert capsys.readouterr().out.count("Use HTTPS?") == 2, "an answer is kept, none is asked for again"
