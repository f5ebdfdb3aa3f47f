"""HTTPS of this process: a certificate that was given, or one of the household's own authority.

The name constraints of this authority allow it to sign for private addresses, ``.local``, ``.home.arpa``
and localhost alone: whoever steals its key can't pretend to be any site of the internet. A host name
without a dot is left out, since allowing it would allow all names below a top-level domain of that name.
"""

import logging
import os
import re
import select
import socket
import ssl
import sys
import tempfile
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, load_pem_private_key
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from django.conf import settings

from companion.server.addresses import LOOPBACK, Authority, OwnHttps, lan_address, settings_with
from companion.serving.preparing import CannotStart, sync, write_secret
from companion.serving.protocol import context

Address = IPv4Address | IPv6Address

AUTHORITY, SERVER = "authority.pem", "server.pem"
LASTS = timedelta(days=3653)
SERVER_LASTS = timedelta(days=397)  # browsers refuse certificates that are good for longer
RENEWED_BEFORE = timedelta(days=30)
BACKDATED = timedelta(days=1)  # for phones whose clock is behind
DOMAINS = ("local", "home.arpa", "localhost")
NETWORKS = tuple(
    ip_network(text)
    for text in (
        *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8"),
        *("fc00::/7", "fe80::/10", "::1/128"),
    )
)
LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")

Signed = tuple[x509.Certificate, ec.EllipticCurvePrivateKey]
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


def may_sign(host: str) -> bool:
    """Whether the authority may sign for this host name or address."""
    found = as_address(host)
    if found is not None:
        return any(found in network for network in NETWORKS)
    if not all(LABEL.fullmatch(label) for label in host.split(".")):
        return False
    return any(host == domain or host.endswith(f".{domain}") for domain in DOMAINS)


def hosts_at(addresses: Iterable[str]) -> list[str]:
    """The hosts of this machine that the authority may sign for, with these addresses of its."""
    name = socket.gethostname().lower().partition(".")[0]
    named = [f"{name}.local", f"{name}.home.arpa"] if LABEL.fullmatch(name) else []
    return ["localhost", *named, "127.0.0.1", "::1", *(one for one in addresses if may_sign(one))]


def authority(folder: Path) -> Signed:
    """The authority kept in a folder; made if there is none, for the owner of the folder only.

    Raises CannotStart for one that can't be read or has expired, OSError if it can't be written.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = folder / AUTHORITY
    if not file.exists():
        write_secret(file, _pem(_made()))
    file.chmod(0o600)
    found = _read_authority(file)
    if found is None:
        raise CannotStart(
            f"{file} isn’t an authority. Put it back, or remove it and install a new one on phones."
        )
    if found[0].not_valid_after_utc < datetime.now(UTC) + RENEWED_BEFORE:
        raise CannotStart(
            f"The authority in {file} has expired. Remove it, and install the new one on phones."
        )
    return found


def server_certificate(folder: Path, hosts: Collection[str]) -> Path:
    """The file with a certificate for these hosts, and its key, signed by the authority in a folder.

    A new one is made unless the last is good for RENEWED_BEFORE and for all of them. Raises as ``authority``.
    """
    signer, file = authority(folder), folder / SERVER
    last = _read_authority(file)
    if last is None or not _is_good(last[0], signer[0], hosts):
        text = _pem(_issued(signer, hosts))
        # For its owner only, in place of the one there
        handle, draft = tempfile.mkstemp(dir=folder, prefix=".server-")
        with os.fdopen(handle, "w", encoding="ascii") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        os.replace(draft, file)
        sync(folder)
    return file


def hosts_in(certificate: x509.Certificate) -> set[str]:
    """The host names and addresses that a certificate is for."""
    try:
        names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        return set()
    addresses = names.get_values_for_type(x509.IPAddress)
    return {one.lower() for one in names.get_values_for_type(x509.DNSName)} | {str(one) for one in addresses}


def as_address(host: str) -> Address | None:
    """The address that a text is; None for a name."""
    try:
        return ip_address(host.strip("[]"))
    except ValueError:
        return None


def _made() -> Signed:
    key = ec.generate_private_key(ec.SECP256R1())
    identifier = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
    name = _name(f"Bower at home {identifier.digest.hex()[:8]}")
    now = datetime.now(UTC)
    allowed = [x509.DNSName(one) for one in DOMAINS] + [x509.IPAddress(one) for one in NETWORKS]
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - BACKDATED)
        .not_valid_after(now + LASTS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs=True), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(
            x509.NameConstraints(permitted_subtrees=allowed, excluded_subtrees=None), critical=True
        )
        .add_extension(identifier, critical=False)
        .sign(key, hashes.SHA256())
    )
    return made, key


def _issued(signer: Signed, hosts: Collection[str]) -> Signed:
    certificate, signing = signer
    key = ec.generate_private_key(ec.SECP256R1())
    now = datetime.now(UTC)
    identifier = certificate.extensions.get_extension_for_class(x509.SubjectKeyIdentifier).value
    names = [
        x509.DNSName(host) if (found := as_address(host)) is None else x509.IPAddress(found)
        for host in sorted(set(hosts))
    ]
    made = (
        x509.CertificateBuilder()
        .subject_name(_name("Bower"))
        .issuer_name(certificate.subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - BACKDATED)
        .not_valid_after(min(now - BACKDATED + SERVER_LASTS, certificate.not_valid_after_utc))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(identifier), critical=False
        )
        .sign(signing, hashes.SHA256())
    )
    return made, key


def _is_good(certificate: x509.Certificate, signer: x509.Certificate, hosts: Collection[str]) -> bool:
    try:
        certificate.verify_directly_issued_by(signer)
    except (ValueError, TypeError, InvalidSignature):
        return False
    lasts = certificate.not_valid_after_utc - datetime.now(UTC)
    return lasts > RENEWED_BEFORE and set(hosts) <= hosts_in(certificate)


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _usage(signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs,
        crl_sign=signs,
        encipher_only=False,
        decipher_only=False,
    )


def _read_authority(file: Path) -> Signed | None:
    """The certificate and its key in a file; None if there are none."""
    try:
        text = file.read_bytes()
        key = serialization.load_pem_private_key(text, password=None)
        certificate = x509.load_pem_x509_certificate(text)
    except (FileNotFoundError, ValueError, TypeError):
        return None
    fits = isinstance(key, ec.EllipticCurvePrivateKey) and key.public_key() == certificate.public_key()
    return (certificate, key) if fits and isinstance(key, ec.EllipticCurvePrivateKey) else None


def _pem(signed: Signed) -> str:
    certificate, key = signed
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return (private + certificate.public_bytes(serialization.Encoding.PEM)).decode()


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
        folder = settings.VAR_DIR / FOLDER
        try:
            signer, _key = authority(folder)
        except OSError as error:
            raise CannotStart(f"Can’t write {folder}: {error.strerror}. Its folder is VAR_DIR.") from None
        [name] = signer.subject.get_attributes_for_oid(NameOID.COMMON_NAME)
        fingerprint = signer.fingerprint(hashes.SHA256()).hex()
        known = Authority(signer.public_bytes(Encoding.DER), str(name.value), fingerprint)
        own = OwnHttps(settings.HTTPS_PORT, known)

        def of_household() -> tuple[Path, Path]:  # for the addresses that this machine has now
            file = server_certificate(folder, household())
            return file, file

        renewal = Renewal(tls, of_household)
    try:
        renewal.load()
    except (OSError, ssl.SSLError) as error:
        raise CannotStart(f"The certificate can’t be used: {error}.") from None
    for setting, value in settings_with(own).items():
        setattr(settings, setting, value)
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
            # First elsewhere: a certificate without its key would already be in the place of the last one.
            context().load_cert_chain(certificate, key, password="")
            self.tls.load_cert_chain(certificate, key, password="")
            self.loaded = changed

    def renew(self) -> None:
        """As ``load``; what is wrong is logged, and the last certificate stays."""
        try:
            self.load()
        except (CannotStart, OSError) as error:
            log.warning("The certificate of HTTPS can’t be renewed: %s", error)


def household() -> list[str]:
    """The hosts of the household's certificate, which ALLOWED_HOSTS then has. Raises CannotStart."""
    if settings.GIVEN_HOSTS:
        wrong = [host for host in settings.GIVEN_HOSTS if not may_sign(host.strip("[]"))]
        if wrong:
            raise CannotStart(
                f"The household’s certificate can’t be for {wrong[0]} (ALLOWED_HOSTS): "
                "give one with --certificate."
            )
        return sorted({*hosts_at([]), *(host.strip("[]") for host in settings.GIVEN_HOSTS)})
    lan = lan_address() if settings.HOST not in LOOPBACK else None
    if lan and not may_sign(lan):
        raise CannotStart(f"{lan} isn’t a private address: give a certificate with --certificate.")
    hosts = hosts_at([lan] if lan else [])
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
    try:
        private = load_pem_private_key(_read(key), password=None)
    except TypeError:
        raise CannotStart(f"The key in {key} has a password: Bower needs one without.") from None
    except (ValueError, UnsupportedAlgorithm):
        raise CannotStart(f"There is no PEM private key in {key}.") from None
    if private.public_key() != first.public_key():
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


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise CannotStart(f"Can’t read {file}: {error.strerror}.") from None


def _day(at: datetime) -> str:
    return f"{at:%Y-%m-%d}"
