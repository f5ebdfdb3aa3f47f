"""What a night decides by chance, from its seed: the same night always decides the same."""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def number(seed: int, *about: object) -> int:
    """A number that nobody can guess from *about* without the seed, and that is always the same."""
    said = ":".join(str(one) for one in (seed, *about))
    return int.from_bytes(hashlib.sha256(said.encode()).digest()[:8], "big")


def chosen(among: Sequence[T], seed: int, *about: object) -> T:
    """One of these."""
    return among[number(seed, *about) % len(among)]


def shuffled(values: Sequence[T], seed: int, *about: object) -> list[T]:
    """These in an order of chance; of two of them the same is first, whoever else is there."""
    return sorted(values, key=lambda value: number(seed, *about, value))
