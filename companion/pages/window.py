"""A part of a long list, and the ways from it to the other parts."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Window:
    """The lines from place *start* up to *end* (left out) of a list, counted from 0.

    first, earlier, later: number of a line of the first part, the part before and the part after this one;
    None without one. The part after it may also be the latest, which needs no number: ``is_latest`` says
    whether this is that part.
    """

    start: int
    end: int
    first: int | None = None
    earlier: int | None = None
    later: int | None = None
    is_latest: bool = True

    @property
    def is_part(self) -> bool:
        """Whether there are other parts."""
        return self.first is not None or not self.is_latest


def window(numbers: Sequence[int], most: int, at: int | None = None) -> Window:
    """The part with the line numbered *at*, or the last *most* lines if it is one of them or there is none.

    numbers: of all lines, rising. The parts but the last are counted from the first line, so that they stay
    the same while the list grows.
    """
    latest = max(0, len(numbers) - most)
    place = None if at is None else bisect_left(numbers, at)
    if place is None or place >= latest or numbers[place] != at:
        start, end = latest, len(numbers)
    else:
        start = place - place % most
        end = start + most
    return Window(
        start,
        end,
        numbers[0] if start else None,
        numbers[start - 1] if start else None,
        numbers[end] if end < latest else None,
        end == len(numbers),
    )
