"""Pairing codes: 50 bits as ten characters of Crockford's base32, by which a phone gets another one's tables.

Only a keyed hash of a code is stored.
"""

import re
from uuid import UUID

from django.utils.crypto import salted_hmac

from companion.access import links

BYTES, LENGTH, GROUP = 7, 10, 5
CODE = re.compile(rf"[{links.CROCKFORD}]{{{LENGTH}}}")


def code(nonce: UUID, device: str) -> str:
    """The code that a device makes with this nonce: the same form sent again makes the same code."""
    secret = salted_hmac("bower.pairing", f"{nonce.hex} {device}", algorithm="sha256").digest()
    return links.crockford(secret[:BYTES], LENGTH)


def code_hash(typed: str) -> str:
    """Keyed hash of a code, in hex, the same for every spelling. Keyed, as in ``links.code_hash``."""
    return salted_hmac("bower.pairing.hash", links.as_meant(typed), algorithm="sha256").hexdigest()


def is_code(typed: str) -> bool:
    """Whether this has the format of a pairing code, in any spelling."""
    return bool(CODE.fullmatch(links.as_meant(typed)))


def grouped(text: str) -> str:
    """A code in two halves, for reading and typing: "7K3M9-Q2X4B"."""
    return f"{text[:GROUP]}-{text[GROUP:]}"
