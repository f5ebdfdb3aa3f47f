"""HTTPS of this process: the household's authority, certificates that were given, and the plain port."""

import plistlib
import runpy
import ssl
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from django.test import Client

from companion import settings as module
from companion.server.addresses import Authority, OwnHttps, settings_with
from companion.serving import process, secure
from companion.serving.preparing import CannotStart
from companion.serving.protocol import context
from tests.companion.certificates import certificate
from tests.companion.factories import Phone
from tests.companion.pages import page

LAN = "192.168.7.5"
HOUSEHOLD = OwnHttps(8443, Authority(b"\x30\x00", "Bower at home 5a87c504", "905f" * 16))
GIVEN = OwnHttps(443, None)


def leaf(folder: Path, *hosts: str) -> x509.Certificate:
    return x509.load_pem_x509_certificate(secure.server_certificate(folder, hosts).read_bytes())


def trusts(folder: Path, host: str, file: Path) -> bool:
    """Whether a client that trusts only this authority accepts the certificate in a file for a host."""
    server = context()
    server.load_cert_chain(file)
    client = ssl.create_default_context(cafile=str(folder / secure.AUTHORITY))
    return agree(client, server, host)


def agree(client: ssl.SSLContext, server: ssl.SSLContext, host: str) -> bool:
    """Whether these two agree on TLS for a host; False if the client refuses the certificate."""
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    ends = [
        client.wrap_bio(to_client, to_server, server_hostname=host),
        server.wrap_bio(to_server, to_client, server_side=True),
    ]
    for _flight in range(4):
        for end in ends:
            try:
                end.do_handshake()
            except ssl.SSLWantReadError:
                continue
            except ssl.SSLCertVerificationError:
                return False
    return ends[0].version() is not None


def test_the_authority_and_its_certificate_are_made_once_for_their_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "https"
    first = leaf(folder, "localhost", LAN, "::1")
    assert leaf(folder, "localhost", LAN) == first
    assert secure.hosts_in(first) == {"localhost", LAN, "::1"}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()} == {0o600}
    lasts = first.not_valid_after_utc - first.not_valid_before_utc
    assert lasts <= timedelta(days=397)
    (folder / secure.AUTHORITY).chmod(0o644)
    signer, _key = secure.authority(folder)
    assert stat.S_IMODE((folder / secure.AUTHORITY).stat().st_mode) == 0o600
    assert signer.not_valid_after_utc - datetime.now(UTC) > timedelta(days=3600)


def test_a_certificate_is_made_anew_for_another_address_before_its_end_and_by_another_authority(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = leaf(tmp_path, "localhost")
    moved = leaf(tmp_path, "localhost", LAN)
    assert moved != first
    (tmp_path / secure.SERVER).write_text("damaged")
    repaired = leaf(tmp_path, "localhost", LAN)
    assert repaired != moved
    (tmp_path / secure.AUTHORITY).unlink()
    other = leaf(tmp_path, "localhost", LAN)
    assert other.issuer != repaired.issuer
    monkeypatch.setattr(secure, "RENEWED_BEFORE", timedelta(days=396, hours=1))
    assert leaf(tmp_path, "localhost", LAN) != other


@pytest.mark.parametrize(
    ("host", "is_accepted"),
    [
        *(("router.local", True), ("nas.home.arpa", True), (LAN, True), ("fd00::1", True)),
        *(("bank.example", False), ("8.8.8.8", False), ("2606:4700::1", False), ("local.example", False)),
    ],
)
def test_a_stolen_authority_signs_for_home_alone(tmp_path: Path, host: str, is_accepted: bool) -> None:
    signer = secure.authority(tmp_path)
    file = tmp_path / "forged.pem"
    file.write_text(secure._pem(secure._issued(signer, [host])))
    assert trusts(tmp_path, host, file) is is_accepted
    assert secure.may_sign(host) is is_accepted


@pytest.mark.parametrize("host", ["", "*.local", ".local", "ä.local", "a b.local", "local.", "LOCAL", "dev"])
def test_no_name_of_another_form_is_signed(host: str) -> None:
    assert not secure.may_sign(host)


def test_an_authority_that_is_damaged_or_at_its_end_keeps_bower_from_starting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secure.authority(tmp_path)
    monkeypatch.setattr(secure, "RENEWED_BEFORE", secure.LASTS)
    with pytest.raises(CannotStart, match="has expired"):
        secure.authority(tmp_path)
    (tmp_path / secure.AUTHORITY).write_text("damaged")
    with pytest.raises(CannotStart, match="isn’t an authority"):
        secure.authority(tmp_path)


# A certificate that was given


def test_a_certificate_that_was_given_says_its_hosts_and_when_it_ends_soon(tmp_path: Path) -> None:
    files = certificate(tmp_path, "bower.example.org", "*.club.example.org", ends=3)
    hosts = secure.hosts_of(*files)
    assert hosts == {"bower.example.org", "*.club.example.org"}
    assert "expires on" in secure.ends_soon(files[0])
    assert [secure.is_for(hosts, one) for one in ("bower.example.org", "a.club.example.org")] == [True, True]
    assert [secure.is_for(hosts, one) for one in ("club.example.org", "a.b.club.example.org")] == [False] * 2
    assert secure.ends_soon(certificate(tmp_path, "a.example.org")[0]) == ""


def test_a_certificate_that_does_not_fit_is_refused_in_one_sentence(tmp_path: Path) -> None:
    def why(*files: Path) -> str:
        with pytest.raises(CannotStart) as caught:
            secure.hosts_of(*files)
        return str(caught.value).replace(f"{tmp_path}/", "")

    assert why(tmp_path / "none", tmp_path / "none") == "Can’t read none: No such file or directory."
    certificate_file, key = certificate(tmp_path, "a.example.org")
    assert why(key, key) == "There is no PEM certificate in key.pem."
    assert why(certificate_file, certificate_file) == "There is no PEM private key in certificate.pem."
    other = tmp_path / "other.pem"
    key.rename(other)
    certificate(tmp_path, "a.example.org")
    assert why(certificate_file, other) == (
        "The key in other.pem isn’t the one of the certificate in certificate.pem."
    )
    yesterday = f"{datetime.now(UTC) - timedelta(days=1):%Y-%m-%d}"
    assert why(*certificate(tmp_path, "a.example.org", begins=-9, ends=-1)) == (
        f"The certificate in certificate.pem expired on {yesterday}."
    )
    assert "is this machine’s clock right?" in why(*certificate(tmp_path, "a.example.org", begins=1))
    assert why(*certificate(tmp_path)) == "The certificate in certificate.pem is for no host name."
    assert "has a password" in why(*certificate(tmp_path, "a.example.org", password=b"secret"))


@pytest.mark.parametrize(
    ("asked", "wrong"),
    [
        ((False, "a.pem", ""), "go with --https"),
        ((True, "a.pem", ""), "go together"),
        ((True, "", "a.pem"), "go together"),
    ],
)
def test_a_command_line_that_says_half_is_refused(asked: tuple[bool, str, str], wrong: str) -> None:
    with pytest.raises(CannotStart, match=wrong):
        secure.files(*asked)
    assert secure.files(False, "", "") is None


def test_https_of_its_own_stands_behind_no_proxy_and_at_a_port_of_its_own(settings: Any) -> None:
    settings.PORT = settings.HTTPS_PORT
    with pytest.raises(CannotStart, match="two ports"):
        secure.files(True, "", "")
    settings.TRUST_PROXY = True
    with pytest.raises(CannotStart, match="without a proxy"):
        secure.files(True, "", "")


# Host names


def test_the_household_s_hosts_are_this_machine_s_and_no_other(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1"]
    monkeypatch.setattr("socket.gethostname", lambda: "Den.example.org")
    monkeypatch.setattr(secure, "lan_address", lambda: LAN)
    assert secure.household() == ["localhost", "den.local", "den.home.arpa", "127.0.0.1", "::1", LAN]
    assert settings.ALLOWED_HOSTS == ["localhost", "127.0.0.1", "den.local", "den.home.arpa", LAN]
    monkeypatch.setattr(secure, "lan_address", lambda: "203.0.113.7")
    with pytest.raises(CannotStart, match=r"203\.0\.113\.7 isn’t a private address"):
        secure.household()
    settings.GIVEN_HOSTS = ["den.local", "[fd00::5]"]
    assert {"fd00::5", "den.local", "localhost"} <= set(secure.household())
    settings.GIVEN_HOSTS = ["den.local", "bower.example.org"]
    with pytest.raises(CannotStart, match=r"can’t be for bower\.example\.org"):
        secure.household()


def test_a_given_certificate_says_which_hosts_are_answered(settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["localhost"]
    secure._allow({"b.example.org", "*.example.org"})
    assert settings.ALLOWED_HOSTS == ["localhost", "b.example.org"]
    with pytest.raises(CannotStart, match="say which one in ALLOWED_HOSTS"):
        secure._allow({"*.example.org"})
    settings.GIVEN_HOSTS = ["c.example.org"]
    secure._allow({"*.example.org"})
    with pytest.raises(CannotStart, match="for none of ALLOWED_HOSTS"):
        secure._allow({"d.example.org"})


def test_a_certificate_that_changed_is_loaded_again_and_a_damaged_one_is_not(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    files = certificate(tmp_path, "a.example.org")
    renewal = secure.Renewal(context(), lambda: (files[0], files[1]))
    renewal.load()
    before = renewal.loaded
    certificate(tmp_path, "a.example.org")
    renewal.renew()
    assert renewal.loaded != before
    files[0].write_text("damaged")
    renewal.renew()
    files[0].unlink()
    renewal.renew()
    assert caplog.text.count("The certificate of HTTPS can’t be renewed") == 2


def test_the_last_certificate_stays_while_the_new_one_has_not_its_key_yet(tmp_path: Path) -> None:
    files = certificate(tmp_path, "a.example.org")
    last = files[0].read_bytes()
    tls = context()
    renewal = secure.Renewal(tls, lambda: (files[0], files[1]))
    renewal.load()
    (tmp_path / "new").mkdir()
    files[0].write_bytes(certificate(tmp_path / "new", "a.example.org")[0].read_bytes())
    renewal.renew()
    assert agree(ssl.create_default_context(cadata=last.decode()), tls, "a.example.org")


# Pages


def test_the_settings_are_those_of_https_but_for_the_redirect_and_hsts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read = {}
    for value in ("on", "off"):
        monkeypatch.setenv("HTTPS", value)
        read[value] = {name: now for name, now in runpy.run_path(module.__file__).items() if name.isupper()}
    differ = {name for name in read["on"] if repr(read["on"][name]) != repr(read["off"][name])}
    ours = settings_with(HOUSEHOLD)
    assert differ - {"SECRET_KEY"} == set(ours) - {"OWN_HTTPS"}
    others = {"OWN_HTTPS", "SECURE_SSL_REDIRECT", "SECURE_HSTS_SECONDS"}
    assert {name: read["on"][name] for name in set(ours) - others} == {
        name: value for name, value in ours.items() if name not in others
    }
    assert (ours["SECURE_SSL_REDIRECT"], ours["SECURE_HSTS_SECONDS"]) == (False, 0)


@pytest.fixture
def household(settings: Any) -> None:
    serve(settings, HOUSEHOLD)


def serve(settings: Any, own: OwnHttps) -> None:
    for name, value in settings_with(own).items():
        setattr(settings, name, value)


@pytest.mark.usefixtures("household")
@pytest.mark.django_db
def test_the_plain_port_has_the_certificate_and_leads_to_https() -> None:
    phone = Client()
    place = phone.get("/games/abc/?x=1").headers["Location"]
    assert place == "/https/?to=%2Fgames%2Fabc%2F%3Fx%3D1"
    shown = page(phone.get(place))
    assert "https://testserver:8443/games/abc/?x=1" in shown.links
    assert "Bower at home 5a87c504" in shown.text
    assert "90 5F 90 5F" in shown.text
    for path in ("/", "/https/", "/https/bower.crt"):
        assert not phone.get(path).cookies, "cookies are for HTTPS alone"
    moved = phone.post("/games/", {"variant": "buck"})
    assert (moved.status_code, moved.headers["Location"]) == (307, "https://testserver:8443/games/")
    assert phone.get("/api/v1/variants/").headers["Location"] == "https://testserver:8443/api/v1/variants/"
    assert phone.get("/healthz").status_code == 200


@pytest.mark.usefixtures("household")
@pytest.mark.django_db
def test_over_https_nothing_is_redirected_cookies_are_the_host_s_and_hsts_is_not_sent() -> None:
    answer = Client().get("/", secure=True)
    assert answer.status_code == 200
    assert {name[:7] for name in answer.cookies} == {"__Host-"}
    assert "Strict-Transport-Security" not in answer.headers
    shown = page(Client().get("/https/", secure=True))
    assert "This page came over HTTPS: nothing is missing." in shown.text


@pytest.mark.django_db
def test_with_a_certificate_that_was_given_the_plain_port_redirects(settings: Any) -> None:
    serve(settings, GIVEN)
    assert Client().get("/J/ABC?x=1").headers["Location"] == "https://testserver/J/ABC?x=1"
    assert page(Client().get("/https/")).links[-1] == "https://testserver/"
    assert Client().get("/https/bower.crt", secure=True).status_code == 404


@pytest.mark.usefixtures("household")
def test_the_certificate_comes_as_phones_take_it() -> None:
    answer = Client().get("/https/bower.crt")
    assert (answer.headers["Content-Type"], answer.content) == ("application/x-x509-ca-cert", b"\x30\x00")
    answer = Client().get("/https/bower.mobileconfig", secure=True)
    assert answer.headers["Content-Type"] == "application/x-apple-aspen-config"
    made = plistlib.loads(answer.content)
    [content] = made["PayloadContent"]
    assert (content["PayloadType"], content["PayloadContent"]) == ("com.apple.security.root", b"\x30\x00")
    assert len({made["PayloadUUID"], content["PayloadUUID"]}) == 2


@pytest.mark.usefixtures("household")
@pytest.mark.parametrize(
    "to", ["//evil.example/", "https://evil.example/", "/\\evil.example", "x", "/a\r\nb"]
)
@pytest.mark.django_db
def test_the_page_leads_to_no_other_site(to: str) -> None:
    assert "https://testserver:8443/" in page(Client().get("/https/", {"to": to})).links
    assert "evil" not in Client().get("/https/", {"to": to}).text


@pytest.mark.django_db
def test_without_https_the_page_says_what_is_missing_and_the_four_ways() -> None:
    shown = page(Phone().get("/https/"))
    assert "What plain HTTP lacks" in shown.text
    assert "Four ways to HTTPS" in shown.text
    assert "nstall the certificate" not in shown.text
    assert [Client().get(f"/https/{name}").status_code for name in ("bower.crt", "bower.mobileconfig")] == [
        404
    ] * 2


def test_the_start_shows_the_address_the_fingerprint_and_one_code(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.OWN_HTTPS = HOUSEHOLD
    monkeypatch.setattr(process, "lan_address", lambda: LAN)
    text = process.open_to_phones()
    assert f"https://{LAN}:8443/" in text
    assert f"http://{LAN}:{settings.PORT}/" in text
    assert "\n    90 5F 90 5F" in text
    assert "plain HTTP: whoever" not in text
    settings.GIVEN_HOSTS = ["127.0.0.1", "den.local"]
    text = process.open_to_phones()
    assert "https://den.local:8443/" in text
    assert "\n    90 5F 90 5F" in text
    settings.OWN_HTTPS, settings.ALLOWED_HOSTS = GIVEN, ["localhost", "bower.example.org"]
    assert "https://bower.example.org/" in process.open_to_phones()
