"""The household's own certificate authority, for `serve --https` without a certificate given.

Its name constraints allow it to sign for private addresses, ``.local``, ``.home.arpa`` and localhost alone:
whoever steals its key can't pretend to be any site of the internet. A host name without a dot is left out,
since allowing it would allow all names below a top-level domain of that name.
"""

import os
import re
import socket
import tempfile
from collections.abc import Collection, Iterable
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from companion.serving.preparing import CannotStart, sync, write_secret

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


def may_sign(host: str) -> bool:
    """Whether the authority may sign for this host name or address."""
    found = as_address(host)
    if found is not None:
        return any(found in network for network in NETWORKS)
    if not all(LABEL.fullmatch(label) for label in host.split(".")):
        return False
    return any(host == domain or host.endswith(f".{domain}") for domain in DOMAINS)


def hosts_of(addresses: Iterable[str]) -> list[str]:
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
    found = _read(file)
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
    last = _read(file)
    if last is None or not _is_good(last[0], signer[0], hosts):
        _replace(file, _pem(_issued(signer, hosts)))
    return file


def hosts_in(certificate: x509.Certificate) -> set[str]:
    """The host names and addresses that a certificate is for."""
    try:
        names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        return set()
    addresses = names.get_values_for_type(x509.IPAddress)
    return {one.lower() for one in names.get_values_for_type(x509.DNSName)} | {str(one) for one in addresses}


def name_of(certificate: x509.Certificate) -> str:
    """The common name of a certificate."""
    [name] = certificate.subject.get_attributes_for_oid(NameOID.COMMON_NAME)
    return str(name.value)


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
        .add_extension(
            x509.SubjectAlternativeName([_general(one) for one in sorted(set(hosts))]), critical=False
        )
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


def _general(host: str) -> x509.GeneralName:
    found = as_address(host)
    return x509.DNSName(host) if found is None else x509.IPAddress(found)


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


def _read(file: Path) -> Signed | None:
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


def _replace(file: Path, text: str) -> None:
    """Write a file for its owner only, in place of the one there."""
    handle, draft = tempfile.mkstemp(dir=file.parent, prefix=".server-")
    with os.fdopen(handle, "w", encoding="ascii") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    os.replace(draft, file)
    sync(file.parent)
