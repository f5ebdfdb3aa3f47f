"""One round of an evening at many tables, and what a list of rounds comes to."""

from collections import Counter
from collections.abc import Iterable, Sequence
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

    @property
    def opponents_at_most(self) -> int:
        """The number of rounds in which the two who met most often were opponents."""
        return max((times for pair, times in self.opponents.items() if GHOST not in pair), default=0)


def meetings(rounds: Iterable[Round]) -> Meetings:
    """What these rounds come to."""
    partners, opponents, out = Counter[frozenset[str]](), Counter[frozenset[str]](), Counter[str]()
    for one in rounds:
        out.update(one.out)
        for table in one.tables:
            partners.update((frozenset(table.first), frozenset(table.second)))
            opponents.update(frozenset((mine, theirs)) for mine in table.first for theirs in table.second)
    return Meetings(partners, opponents, out)


def is_whole(one: Round, players: Sequence[str]) -> bool:
    """Whether everybody has exactly one place in the round, or sits out."""
    placed = [name for table in one.tables for name in table.players if name != GHOST]
    return sorted([*placed, *one.out]) == sorted(players)
