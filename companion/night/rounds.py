"""One round of an evening at many tables, and what a list of rounds comes to."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

GHOST = ""  # a partner who is not there: the player plays with the cards of both, or alone
PLACES = 4  # at a table

Pair = tuple[str, str]


@dataclass(frozen=True)
class Seats:
    """One table of a round: two pairs of partners. A place may be a GHOST's."""

    first: Pair
    second: Pair

    @property
    def players(self) -> tuple[str, ...]:
        """All four places, partners beside each other."""
        return self.first + self.second


@dataclass(frozen=True)
class Round:
    """One round: its tables in order, and who sits out."""

    tables: tuple[Seats, ...]
    out: tuple[str, ...] = ()


@dataclass(frozen=True)
class Meetings:
    """How often two players were partners, and opponents, in a list of rounds; and who sat out how often.

    A pair is the set of its two players. Ghosts count as one player, GHOST.
    """

    partners: Counter[frozenset[str]]
    opponents: Counter[frozenset[str]]
    out: Counter[str]

    @property
    def partners_again(self) -> int:
        """Partnerships beyond the first of each two players; those with a ghost don't count."""
        return sum(times - 1 for pair, times in self.partners.items() if GHOST not in pair)


def meetings(rounds: Iterable[Round]) -> Meetings:
    """What these rounds come to."""
    partners, opponents, out = Counter[frozenset[str]](), Counter[frozenset[str]](), Counter[str]()
    for one in rounds:
        out.update(one.out)
        for table in one.tables:
            partners.update((frozenset(table.first), frozenset(table.second)))
            opponents.update(frozenset((mine, theirs)) for mine in table.first for theirs in table.second)
    return Meetings(partners, opponents, out)
