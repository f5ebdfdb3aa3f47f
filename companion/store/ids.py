"""Random ids for addresses: of tables, groups and people."""

import secrets

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
LENGTH = 10


def new() -> str:
    """A random id."""
    return "".join(secrets.choice(ALPHABET) for _place in range(LENGTH))
