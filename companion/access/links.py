"""Tokens and codes of links, derived from a link's nonce and the secret key.

Only their hashes are stored; the host's phone can still show them.
"""

import hashlib
import hmac
from uuid import UUID

from django.utils.crypto import salted_hmac

CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
MISREAD = str.maketrans("OIL", "011", " -")
TOKEN_BYTES = 16
CODE_BYTES = 5
TOKEN_LENGTH = 26
CODE_LENGTH = 8


def token(nonce: UUID) -> str:
    """The link's token: 128 bits as 26 characters of Crockford's base32."""
    return _crockford(_secret("bower.link.token", nonce)[:TOKEN_BYTES], TOKEN_LENGTH)


def code(nonce: UUID) -> str:
    """The link's code, for reading aloud and typing: 40 bits as eight characters."""
    return _crockford(_secret("bower.link.code", nonce)[:CODE_BYTES], CODE_LENGTH)


def token_hash(typed: str) -> str:
    """SHA-256 of a token, in hex; the same for every spelling."""
    return hashlib.sha256(as_meant(typed).encode()).hexdigest()


def code_hash(typed: str) -> str:
    """Keyed hash of a code, in hex. Keyed, since 40 bits alone could be found by brute force."""
    return salted_hmac("bower.link.code.hash", as_meant(typed), algorithm="sha256").hexdigest()


def holds(nonce: UUID, stored: str) -> bool:
    """Whether the token of this nonce has the stored hash; False after a change of the secret key."""
    return hmac.compare_digest(token_hash(token(nonce)), stored)


def as_meant(typed: str) -> str:
    """Normalize: upper case, no spaces or dashes, and O, I, L as the digits they look like."""
    return typed.strip().upper().translate(MISREAD)


def _secret(salt: str, nonce: UUID) -> bytes:
    return salted_hmac(salt, nonce.bytes.hex(), algorithm="sha256").digest()


def _crockford(secret: bytes, length: int) -> str:
    number = int.from_bytes(secret, "big")
    return "".join(CROCKFORD[number >> 5 * place & 31] for place in reversed(range(length)))
