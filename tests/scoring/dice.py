"""What random games are drawn from."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st


class Dice:
    """What is drawn, a whole number at a time: the smaller it is, the simpler the game."""

    def __init__(self, draw: Callable[[st.SearchStrategy[int]], int]) -> None:
        self._draw = draw

    def number(self, least: int, most: int) -> int:
        """A whole number, both ends included."""
        return self._draw(st.integers(least, most))

    def one_of(self, things: Sequence[Any]) -> Any:
        """One of *things*, the first being the simplest."""
        return things[self.number(0, len(things) - 1)]

    def rarely(self, times: int) -> bool:
        """True once in so many times."""
        return self.number(0, times - 1) == times - 1

    def some(self, names: Sequence[str], least_left: int, rarely: int = 3) -> list[str]:
        """Some of *names*, often none, so that at least *least_left* are not among them."""
        chosen = [name for name in names if self.rarely(rarely)]
        return chosen[: max(0, len(names) - least_left)]

    def turned(self, names: Sequence[Any]) -> list[Any]:
        """*names* from another one on, going round."""
        start = self.number(0, len(names) - 1)
        return [*names[start:], *names[:start]]

    def split(self, total: int, names: Sequence[str]) -> dict[str, int]:
        """*total* shared out among *names*; zeros are left out."""
        counts, left = {}, total
        order = self.turned(names)
        for name in order[:-1]:
            counts[name] = self.number(0, left)
            left -= counts[name]
        counts[order[-1]] = left
        return {name: counts[name] for name in names if counts[name]}

    def level(self, total: int, names: Sequence[str]) -> dict[str, int]:
        """*total* shared out so that a few of *names* are level, and one of the others has the rest."""
        several = self.turned(names)[: self.number(2, 3)]
        each = total // len(several)
        rest = [name for name in names if name not in several][:1]
        if not each or total % len(several) > (each - 1 if rest else 0):
            return self.split(total, names)
        counts = dict.fromkeys(several, each) | dict.fromkeys(rest, total % len(several))
        return {name: counts[name] for name in names if counts.get(name)}


class Rolled(Dice):
    """Dice of a random generator, most of them small."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def number(self, least: int, most: int) -> int:
        return self._rng.randint(least, most)
