"""Aims of the benchmarks: a line that misses its aim says so, and the run ends with exit status 1."""

from typing import NamedTuple


class Aim(NamedTuple):
    """A bound of a figure: the most that it may be, or with *least* the least."""

    bound: float
    least: bool = False

    def holds(self, figure: float) -> bool:
        """Whether the figure is within it."""
        return figure >= self.bound if self.least else figure <= self.bound


def aimed(line: str, figure: float, aim: Aim) -> bool:
    """Print a line with its aim; whether the figure is within it."""
    holds = aim.holds(figure)
    print(f"{line}; aim {aim.bound:,g}{'' if holds else ', MISSED'}", flush=True)
    return holds
