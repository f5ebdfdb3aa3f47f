"""Tokens and codes: the secret part of a link, which nobody who reads the database can know.

Both follow from the link's nonce and the secret key, so that the owner's phone can show them again and again
while only their digests are kept.
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
    """The 128 bits of the link with this nonce, as 26 characters of Crockford's base32."""
    return _crockford(_secret("bower.link.token", nonce)[:TOKEN_BYTES], TOKEN_LENGTH)


def code(nonce: UUID) -> str:
    """The 40 bits to be read aloud and typed: eight characters."""
    return _crockford(_secret("bower.link.code", nonce)[:CODE_BYTES], CODE_LENGTH)


def token_hash(typed: str) -> str:
    """What is stored of a token, whichever way it was written."""
    return hashlib.sha256(as_meant(typed).encode()).hexdigest()


def code_hash(typed: str) -> str:
    """What is stored of a code: with the secret key, since 40 bits alone could be tried out one by one."""
    return salted_hmac("bower.link.code.hash", as_meant(typed), algorithm="sha256").hexdigest()


def holds(nonce: UUID, stored: str) -> bool:
    """Whether the token of this nonce is still the one that was stored: not if the secret key has changed."""
    return hmac.compare_digest(token_hash(token(nonce)), stored)


def as_meant(typed: str) -> str:
    """Letters that the alphabet leaves out are the digits they look like; case, spaces and dashes go."""
    return typed.strip().upper().translate(MISREAD)


def _secret(salt: str, nonce: UUID) -> bytes:
    return salted_hmac(salt, nonce.bytes.hex(), algorithm="sha256").digest()


def _crockford(secret: bytes, length: int) -> str:
    number = int.from_bytes(secret, "big")
    return "".join(CROCKFORD[number >> 5 * place & 31] for place in reversed(range(length)))
