"""HTTPS of this process: a certificate that was given, or one of the household's own authority."""

import logging
import select
import socket
import ssl
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes
from cryptography.hazmat.primitives.serialization import Encoding, load_pem_private_key
from django.conf import settings

from companion.server.addresses import LOOPBACK, Authority, OwnHttps, lan_address, settings_with
from companion.serving import authority
from companion.serving.authority import hosts_in
from companion.serving.preparing import CannotStart
from companion.serving.protocol import context

FOLDER, ANSWER = "https", "https-answer"  # in VAR_DIR
YES = "yes"
SECONDS = 15  # to answer the question of the first start
QUESTION = """
  Over HTTPS phones can install Bower, go on without a network, and keep their screens on, and
  nobody reads along. Bower makes a certificate for this household; each phone installs it once,
  which takes a minute or two. Everything else works without it, too.

  Use HTTPS? [y/N] """

log = logging.getLogger(__name__)
SOON = timedelta(days=14)
WILDCARD = "*."


@dataclass(frozen=True)
class Secure:
    """The socket and TLS of HTTPS; ``renew`` looks after the certificate and never raises."""

    listener: socket.socket
    tls: ssl.SSLContext
    renew: Callable[[], None]


@dataclass(frozen=True)
class Files:
    """A certificate and its key, PEM; both None for one that the household's authority makes."""

    certificate: Path | None
    key: Path | None


def wished(said: bool | None) -> bool:
    """Whether to speak HTTPS: as the command line says, else as was answered on a terminal, which is kept.

    The first start on a terminal asks, and waits for SECONDS. Without an answer the next start asks again.
    """
    file = settings.VAR_DIR / ANSWER
    if said is not None:
        return said
    if settings.TRUST_PROXY or settings.PORT == settings.HTTPS_PORT:
        return False
    if file.is_file():
        return file.read_text(encoding="utf-8").strip() == YES
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    print(QUESTION, end="", flush=True)
    heard, _writable, _wrong = select.select([sys.stdin], [], [], SECONDS)
    answer = sys.stdin.readline() if heard else ""
    if not answer:
        print("\n  No answer: plain HTTP for now.", flush=True)
        return False
    is_wished = answer.strip().lower() in ("y", YES)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(YES if is_wished else "no", encoding="utf-8")
    return is_wished


def files(https: bool, certificate: str, key: str) -> Files | None:
    """The files that the command line names; None without HTTPS. Raises CannotStart."""
    if not https:
        if certificate or key:
            raise CannotStart("--certificate and --key go with --https.")
        return None
    if bool(certificate) != bool(key):
        raise CannotStart("--certificate and --key go together.")
    if settings.TRUST_PROXY:
        raise CannotStart("--https is for a Bower without a proxy: with TRUST_PROXY, the proxy speaks HTTPS.")
    if settings.PORT == settings.HTTPS_PORT:
        raise CannotStart("PORT and HTTPS_PORT must be two ports.")
    return Files(Path(certificate), Path(key)) if certificate else Files(None, None)


def secured(files: Files, listener: socket.socket, say: Callable[[str], None]) -> Secure:
    """Make TLS ready, and set the settings for it. Raises CannotStart.

    *say* is called with a sentence if a given certificate ends soon.
    """
    tls = context()
    if files.certificate and files.key:
        _allow(hosts_of(files.certificate, files.key))
        own, current = OwnHttps(settings.HTTPS_PORT, None), (files.certificate, files.key)
        renewal = Renewal(tls, lambda: current)
        if warning := ends_soon(files.certificate):
            say(warning)
    else:
        own = OwnHttps(settings.HTTPS_PORT, _authority())
        renewal = Renewal(tls, _of_household)
    try:
        renewal.load()
    except (OSError, ssl.SSLError) as error:
        raise CannotStart(f"The certificate can’t be used: {error}.") from None
    for name, value in settings_with(own).items():
        setattr(settings, name, value)
    return Secure(listener, tls, renewal.renew)


class Renewal:
    """Loads a certificate into TLS again when its files have changed; connections that are there stay.

    *find* gives the files of certificate and key, after it has made new ones if that is due.
    """

    def __init__(self, tls: ssl.SSLContext, find: Callable[[], tuple[Path, Path]]) -> None:
        self.tls = tls
        self.find = find
        self.loaded: tuple[int, ...] = ()

    def load(self) -> None:
        """Load the certificate. Raises CannotStart, OSError, ssl.SSLError."""
        certificate, key = self.find()
        changed = tuple(file.stat().st_mtime_ns for file in (certificate, key))
        if changed != self.loaded:
            self.tls.load_cert_chain(certificate, key, password="")
            self.loaded = changed

    def renew(self) -> None:
        """As ``load``; what is wrong is logged, and the last certificate stays."""
        try:
            self.load()
        except (CannotStart, OSError) as error:
            log.warning("The certificate of HTTPS can’t be renewed: %s", error)


def _authority() -> Authority:
    folder = settings.VAR_DIR / FOLDER
    try:
        certificate, _key = authority.authority(folder)
    except OSError as error:
        raise CannotStart(f"Can’t write {folder}: {error.strerror}. Its folder is VAR_DIR.") from None
    fingerprint = certificate.fingerprint(hashes.SHA256()).hex()
    return Authority(certificate.public_bytes(Encoding.DER), authority.name_of(certificate), fingerprint)


def _of_household() -> tuple[Path, Path]:
    """The file with the household's certificate and key, for the addresses that this machine has now."""
    file = authority.server_certificate(settings.VAR_DIR / FOLDER, household())
    return file, file


def household() -> list[str]:
    """The hosts of the household's certificate, which ALLOWED_HOSTS then has. Raises CannotStart."""
    if settings.GIVEN_HOSTS:
        wrong = [host for host in settings.GIVEN_HOSTS if not authority.may_sign(host.strip("[]"))]
        if wrong:
            raise CannotStart(
                f"The household’s certificate can’t be for {wrong[0]} (ALLOWED_HOSTS): "
                "give one with --certificate."
            )
        return sorted({*authority.hosts_of([]), *(host.strip("[]") for host in settings.GIVEN_HOSTS)})
    lan = lan_address() if settings.HOST not in LOOPBACK else None
    if lan and not authority.may_sign(lan):
        raise CannotStart(f"{lan} isn’t a private address: give a certificate with --certificate.")
    hosts = authority.hosts_of([lan] if lan else [])
    settings.ALLOWED_HOSTS += [
        host for host in hosts if host not in settings.ALLOWED_HOSTS and ":" not in host
    ]
    return hosts


def _allow(hosts: set[str]) -> None:
    """Check ALLOWED_HOSTS against the hosts of a given certificate, or set it to them. Raises CannotStart."""
    if settings.GIVEN_HOSTS:
        if not any(is_for(hosts, host) for host in settings.GIVEN_HOSTS):
            named = ", ".join(sorted(hosts))
            raise CannotStart(f"The certificate is for {named}, and for none of ALLOWED_HOSTS.")
        return
    plain = sorted(host for host in hosts if not host.startswith(WILDCARD))
    if not plain:
        raise CannotStart("The certificate is for any name of its domain: say which one in ALLOWED_HOSTS.")
    settings.ALLOWED_HOSTS += plain


def hosts_of(certificate: Path, key: Path) -> set[str]:
    """The hosts of a certificate (PEM, with its chain) whose key this is. Raises CannotStart."""
    first = _certificate(certificate)
    public = _private_key(key).public_key()
    if public != first.public_key():
        raise CannotStart(f"The key in {key} isn’t the one of the certificate in {certificate}.")
    now = datetime.now(UTC)
    if first.not_valid_after_utc <= now:
        raise CannotStart(f"The certificate in {certificate} expired on {_day(first.not_valid_after_utc)}.")
    if first.not_valid_before_utc > now:
        raise CannotStart(
            f"The certificate in {certificate} is good from {_day(first.not_valid_before_utc)} on: "
            "is this machine’s clock right?"
        )
    hosts = hosts_in(first)
    if not hosts:
        raise CannotStart(f"The certificate in {certificate} is for no host name.")
    return hosts


def ends_soon(certificate: Path) -> str:
    """A sentence if the certificate ends within SOON, else ""."""
    ends = _certificate(certificate).not_valid_after_utc
    if ends - datetime.now(UTC) > SOON:
        return ""
    return f"The certificate in {certificate} expires on {_day(ends)}."


def is_for(hosts: set[str], host: str) -> bool:
    """Whether a certificate with these hosts is for this one; "*.a.org" is for one label before a.org."""
    return host in hosts or WILDCARD + host.partition(".")[2] in hosts


def _certificate(file: Path) -> x509.Certificate:
    try:
        return x509.load_pem_x509_certificates(_read(file))[0]
    except ValueError:
        raise CannotStart(f"There is no PEM certificate in {file}.") from None


def _private_key(file: Path) -> PrivateKeyTypes:
    try:
        return load_pem_private_key(_read(file), password=None)
    except TypeError:
        raise CannotStart(f"The key in {file} has a password: Bower needs one without.") from None
    except (ValueError, UnsupportedAlgorithm):
        raise CannotStart(f"There is no PEM private key in {file}.") from None


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise CannotStart(f"Can’t read {file}: {error.strerror}.") from None


def _day(at: datetime) -> str:
    return f"{at:%Y-%m-%d}"
