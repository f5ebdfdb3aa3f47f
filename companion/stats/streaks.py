"""Wins in a row."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Run:
    """*length* games in a row with one result; ``first`` is the place of the first, from 0."""

    won: bool
    first: int
    length: int


def runs(results: Sequence[bool]) -> list[Run]:
    """The runs in games, True for won, in order of play."""
    found: list[Run] = []
    for place, won in enumerate(results):
        if found and found[-1].won == won:
            found[-1] = Run(won, found[-1].first, found[-1].length + 1)
        else:
            found.append(Run(won, place, 1))
    return found


def longest(results: Sequence[bool]) -> Run | None:
    """The longest run of wins, the latest if several are equal; None without a win."""
    return max(
        (run for run in runs(results) if run.won), key=lambda run: (run.length, run.first), default=None
    )


def current(results: Sequence[bool]) -> Run | None:
    """The run that the last game belongs to; None without games."""
    found = runs(results)
    return found[-1] if found else None
