"""Random choices of a night, derived from its seed: the same night always gets the same ones."""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def number(seed: int, *about: object) -> int:
    """A number derived from the seed and *about*: always the same, and not to be guessed without the seed."""
    said = ":".join(str(one) for one in (seed, *about))
    return int.from_bytes(hashlib.sha256(said.encode()).digest()[:8], "big")


def chosen(among: Sequence[T], seed: int, *about: object) -> T:
    """One of these."""
    return among[number(seed, *about) % len(among)]


def shuffled(values: Sequence[T], seed: int, *about: object) -> list[T]:
    """These in a random order; which of two comes first doesn't depend on the others."""
    return sorted(values, key=lambda value: number(seed, *about, value))
