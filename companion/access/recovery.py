"""Codes of recovery sheets: 120 bits as 24 characters of Crockford's base32.

Only the SHA-256 of a code is stored, without the secret key: a sheet works after the key was lost as well.
"""

import re
from uuid import UUID

from django.utils.crypto import salted_hmac

from companion.access import links

BYTES, LENGTH, GROUP = 15, 24, 4
CODE = re.compile(rf"[{links.CROCKFORD}]{{{LENGTH}}}")


def code(nonce: UUID) -> str:
    """The code of the sheet that is made with this nonce: the same form sent again makes the same sheet."""
    secret = salted_hmac("bower.recovery", nonce.bytes.hex(), algorithm="sha256").digest()
    return links.crockford(secret[:BYTES], LENGTH)


def code_hash(typed: str) -> str:
    """SHA-256 of a code, in hex; the same for every spelling."""
    return links.token_hash(typed)


def is_code(typed: str) -> bool:
    """Whether this has the format of a sheet's code, in any spelling."""
    return bool(CODE.fullmatch(links.as_meant(typed)))


def grouped(text: str) -> str:
    """A code in groups of four, for reading and typing: "7K3M-9Q2X-…"."""
    return "-".join(text[at : at + GROUP] for at in range(0, len(text), GROUP))
