"""A certificate that whoever runs Bower has given: checked before the start."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from companion.serving.authority import hosts_in
from companion.serving.refusal import CannotStart

SOON = timedelta(days=14)
WILDCARD = "*."


def hosts_of(certificate: Path, key: Path) -> set[str]:
    """The hosts of a certificate (PEM, with its chain) whose key this is. Raises CannotStart."""
    first = _certificate(certificate)
    public = _private_key(key).public_key()
    if public != first.public_key():
        raise CannotStart(f"The key in {key} isn't the one of the certificate in {certificate}.")
    now = datetime.now(UTC)
    if first.not_valid_after_utc <= now:
        raise CannotStart(f"The certificate in {certificate} expired on {_day(first.not_valid_after_utc)}.")
    if first.not_valid_before_utc > now:
        raise CannotStart(
            f"The certificate in {certificate} is good from {_day(first.not_valid_before_utc)} on: "
            "is this machine's clock right?"
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
        raise CannotStart(f"Can't read {file}: {error.strerror}.") from None


def _day(at: datetime) -> str:
    return f"{at:%Y-%m-%d}"
