"""Rates: a count out of a total, as a percentage with its confidence interval, or "few"."""

from dataclasses import dataclass
from math import sqrt

FEW = 10
"""Fewer than this is too few for a fair percentage."""

SURE = 1.96  # standard deviations of a 95 % interval


@dataclass(frozen=True)
class Rate:
    """*part* of *whole*."""

    part: int
    whole: int

    @property
    def few(self) -> bool:
        """Whether the total is too small for a fair percentage."""
        return self.whole < FEW

    @property
    def percent(self) -> int:
        """The rate in whole percent, halves up; 0 if the total is 0."""
        return (200 * self.part + self.whole) // (2 * self.whole) if self.whole else 0

    @property
    def likely(self) -> tuple[int, int]:
        """Wilson's 95 % interval in whole percent; (0, 100) if the total is 0."""
        if not self.whole:
            return 0, 100
        n, p = self.whole, self.part / self.whole
        middle = p + SURE**2 / (2 * n)
        away = SURE * sqrt(p * (1 - p) / n + SURE**2 / (4 * n * n))
        low, high = ((middle + sign * away) / (1 + SURE**2 / n) for sign in (-1, 1))
        return round(100 * max(0.0, low)), round(100 * min(1.0, high))

    @property
    def order(self) -> tuple[bool, float, int]:
        """Sort key, the best first: fair percentages, then the few by their count."""
        share = self.part / self.whole if self.whole and not self.few else 0.0
        return self.few, -share, -self.whole
