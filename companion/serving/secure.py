"""HTTPS of this process: a certificate that was given, or one of the household's own authority."""

import logging
import socket
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.serialization import Encoding
from django.conf import settings

from companion.server.addresses import LOOPBACK, lan_address
from companion.server.own_https import Authority, OwnHttps, settings_with
from companion.serving import authority, given
from companion.serving.handshake import context
from companion.serving.refusal import CannotStart

FOLDER = "https"  # in VAR_DIR

log = logging.getLogger(__name__)


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
        _allow(given.hosts_of(files.certificate, files.key))
        own, current = OwnHttps(settings.HTTPS_PORT, None), (files.certificate, files.key)
        renewal = Renewal(tls, lambda: current)
        if warning := given.ends_soon(files.certificate):
            say(warning)
    else:
        own = OwnHttps(settings.HTTPS_PORT, _authority())
        renewal = Renewal(tls, _of_household)
    try:
        renewal.load()
    except (OSError, ssl.SSLError) as error:
        raise CannotStart(f"The certificate can't be used: {error}.") from None
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
        changed = _changed(certificate, key)
        if changed != self.loaded:
            self.tls.load_cert_chain(certificate, key, password="")
            self.loaded = changed

    def renew(self) -> None:
        """As ``load``; what is wrong is logged, and the last certificate stays."""
        try:
            self.load()
        except (CannotStart, OSError) as error:
            log.warning("The certificate of HTTPS can't be renewed: %s", error)


def _changed(*files: Path) -> tuple[int, ...]:
    return tuple(file.stat().st_mtime_ns for file in files)


def _authority() -> Authority:
    folder = settings.VAR_DIR / FOLDER
    try:
        certificate, _key = authority.authority(folder)
    except OSError as error:
        raise CannotStart(f"Can't write {folder}: {error.strerror}. Its folder is VAR_DIR.") from None
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
                f"The household's certificate can't be for {wrong[0]} (ALLOWED_HOSTS): "
                "give one with --certificate."
            )
        return sorted({*authority.hosts_of([]), *(host.strip("[]") for host in settings.GIVEN_HOSTS)})
    lan = lan_address() if settings.HOST not in LOOPBACK else None
    if lan and not authority.may_sign(lan):
        raise CannotStart(f"{lan} isn't a private address: give a certificate with --certificate.")
    hosts = authority.hosts_of([lan] if lan else [])
    settings.ALLOWED_HOSTS += [
        host for host in hosts if host not in settings.ALLOWED_HOSTS and ":" not in host
    ]
    return hosts


def _allow(hosts: set[str]) -> None:
    """Check ALLOWED_HOSTS against the hosts of a given certificate, or set it to them. Raises CannotStart."""
    if settings.GIVEN_HOSTS:
        if not any(given.is_for(hosts, host) for host in settings.GIVEN_HOSTS):
            named = ", ".join(sorted(hosts))
            raise CannotStart(f"The certificate is for {named}, and for none of ALLOWED_HOSTS.")
        return
    plain = sorted(host for host in hosts if not host.startswith(given.WILDCARD))
    if not plain:
        raise CannotStart("The certificate is for any name of its domain: say which one in ALLOWED_HOSTS.")
    settings.ALLOWED_HOSTS += plain
