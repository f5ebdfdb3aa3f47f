"""Tokens and codes of links, codes of pairing and of recovery sheets; only their hashes are stored.

Those of links are derived from a link's nonce and the secret key, so that the host's phone can still show
them. A pairing code, 50 bits as ten characters of Crockford's base32, brings a phone another one's tables. A
recovery sheet has 120 bits as 24 characters, hashed without the secret key: it works after the key was lost
as well.
"""

import hashlib
import hmac
import re
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.utils.crypto import salted_hmac

CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
MISREAD = str.maketrans("OIL", "011", " -")
TOKEN_BYTES = 16
CODE_BYTES = 5
# How long a link may be told to last; None: without end.
EVENING, WEEK, NEVER = "evening", "week", "never"
ENDS: dict[str, timedelta | None] = {EVENING: timedelta(hours=12), WEEK: timedelta(days=7), NEVER: None}

TOKEN_LENGTH = 26
CODE_LENGTH = 8
PAIRING_BYTES, PAIRING_LENGTH = 7, 10
PAIRING_CODE = re.compile(rf"[{CROCKFORD}]{{{PAIRING_LENGTH}}}")
SHEET_BYTES, SHEET_LENGTH, SHEET_GROUP = 15, 24, 4
SHEET_CODE = re.compile(rf"[{CROCKFORD}]{{{SHEET_LENGTH}}}")


def token(nonce: UUID, key: str | None = None) -> str:
    """The link's token: 128 bits as 26 characters of Crockford's base32. None for *key*: the present one."""
    return crockford(_secret("bower.link.token", nonce, key)[:TOKEN_BYTES], TOKEN_LENGTH)


def code(nonce: UUID, key: str | None = None) -> str:
    """The link's code, for reading aloud and typing: 40 bits as eight characters."""
    return crockford(_secret("bower.link.code", nonce, key)[:CODE_BYTES], CODE_LENGTH)


def token_hash(typed: str) -> str:
    """SHA-256 of a token or code, in hex; the same for every spelling."""
    return hashlib.sha256(as_meant(typed).encode()).hexdigest()


def code_hash(typed: str, key: str | None = None) -> str:
    """Keyed hash of a code, in hex. Keyed, since 40 bits alone could be found by brute force."""
    return salted_hmac("bower.link.code.hash", as_meant(typed), key, algorithm="sha256").hexdigest()


def code_hashes(typed: str) -> tuple[str, ...]:
    """The hash of a code with the secret key, and with each of those before."""
    return tuple(code_hash(typed, key) for key in _keys())


def key_of(nonce: UUID, stored: str) -> str | None:
    """The secret key by which the token of this nonce has the stored hash; None: by none that is known."""
    fits = (key for key in _keys() if hmac.compare_digest(token_hash(token(nonce, key)), stored))
    return next(fits, None)


def as_meant(typed: str) -> str:
    """Normalize: upper case, no spaces or dashes, and O, I, L as the digits they look like."""
    return typed.strip().upper().translate(MISREAD)


def _keys() -> tuple[str, ...]:
    return (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)


def _secret(salt: str, nonce: UUID, key: str | None) -> bytes:
    return salted_hmac(salt, nonce.bytes.hex(), key, algorithm="sha256").digest()


def crockford(secret: bytes, length: int) -> str:
    """So many characters of Crockford's base32 for these bytes."""
    number = int.from_bytes(secret, "big")
    return "".join(CROCKFORD[number >> 5 * place & 31] for place in reversed(range(length)))


def pairing_code(nonce: UUID, device: str) -> str:
    """The code that a device makes with this nonce: the same form sent again makes the same code."""
    secret = salted_hmac("bower.pairing", f"{nonce.hex} {device}", algorithm="sha256").digest()
    return crockford(secret[:PAIRING_BYTES], PAIRING_LENGTH)


def pairing_hash(typed: str, key: str | None = None) -> str:
    """Keyed hash of a code, in hex, the same for every spelling. Keyed, as in ``links.code_hash``."""
    return salted_hmac("bower.pairing.hash", as_meant(typed), key, algorithm="sha256").hexdigest()


def pairing_hashes(typed: str) -> tuple[str, ...]:
    """The hash of a code with the secret key, and with each of those before."""
    return tuple(pairing_hash(typed, key) for key in _keys())


def sheet_code(nonce: UUID, stored: str = "") -> str:
    """The code of the sheet that is made with this nonce: the same form sent again makes the same sheet.

    If the sheet with the *stored* hash was made with it, by an earlier secret key, the code of that one.
    """
    made = [_secret("bower.recovery", nonce, key) for key in _keys()]
    codes = [crockford(secret[:SHEET_BYTES], SHEET_LENGTH) for secret in made]
    return next((one for one in codes if token_hash(one) == stored), codes[0])


def grouped_sheet_code(text: str) -> str:
    """A code in groups of four, for reading and typing: "7K3M-9Q2X-…"."""
    return "-".join(text[at : at + SHEET_GROUP] for at in range(0, len(text), SHEET_GROUP))
