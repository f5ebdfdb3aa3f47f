"""Closing the bank: what each player gets at the drawer, or who pays whom in the fewest payments."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .refusal import expected
from .variants.base import BANK, State

# Beyond this many people the fewest payments are no longer searched for: the work doubles with each of them.
MOST_TO_SEARCH = 14


@dataclass(frozen=True)
class Payment:
    """*payer* gives *receiver* that many white chips' worth."""

    payer: str
    receiver: str
    chips: int


@dataclass(frozen=True)
class Reckoning:
    """How one player stands with the bank, in white chips' worth (PC-22).

    ``paid``: cash put into the drawer less cash taken out of it, below 0 for who came away with more;
    ``credit``: what they still owe for chips; ``holds``: the chips in front of them.
    """

    player: str
    paid: int
    credit: int
    holds: int

    @property
    def due(self) -> int:
        """What the bank pays them for their chips, credit deducted; below 0 they pay the bank."""
        return self.holds - self.credit

    @property
    def result(self) -> int:
        """What they have won, or below 0 lost."""
        return self.due - self.paid


@dataclass(frozen=True)
class Drawer:
    """The cash that went in and out over the evening, in white chips' worth (PC-01)."""

    paid_in: int
    paid_out: int

    @property
    def holds(self) -> int:
        """What should be in it now: what is due to everybody, and the pot."""
        return self.paid_in - self.paid_out

    def difference(self, counted: int, chip_value: int = 1) -> int:
        """Cash *counted* less what should be there, both in units of which a white chip is *chip_value*."""
        return counted - self.holds * chip_value


def reckon(state: State) -> tuple[Reckoning, ...]:
    """How everybody who ever sat down stands with the bank; with the game over all of it is to be paid."""
    return tuple(
        Reckoning(name, _paid(state, name), state.credit.get(name, 0), state.scores.get(name, 0))
        for name in state.invested
    )


def at_the_drawer(state: State) -> tuple[Payment, ...]:
    """What is paid at the bank once the game is over, first by those who owe, then to the others."""
    dues = [(one.player, one.due) for one in reckon(state)]
    owing = [Payment(player, BANK, -due) for player, due in dues if due < 0]
    return (*owing, *(Payment(BANK, player, due) for player, due in dues if due > 0))


def drawer(states: Iterable[State]) -> Drawer:
    """The drawer after the last of *states*: the table before the first entry and after each of them."""
    paid_in = paid_out = 0
    before: State | None = None
    for state in states:
        moved = cash_moved(before, state)
        paid_in += moved.paid_in
        paid_out += moved.paid_out
        before = state
    return Drawer(paid_in, paid_out)


def cash_moved(before: State | None, after: State) -> Drawer:
    """What went into the drawer and out of it from one state of the table to the next; None: nothing yet."""
    changes = [
        _paid(after, name) - (_paid(before, name) if before and name in before.invested else 0)
        for name in after.invested
    ]
    return Drawer(sum(max(0, paid) for paid in changes), sum(max(0, -paid) for paid in changes))


def _paid(state: State, name: str) -> int:
    """Chips bought less chips returned, but for those that are still owed."""
    return state.invested[name] - state.credit.get(name, 0)


def settle_up(net: Mapping[str, int]) -> tuple[Payment, ...]:
    """The fewest payments that settle everybody's result (PC-22), larger ones first.

    *net*: results in white chips, won above 0, lost below; they must add up to 0, or a Refusal of ``net``.
    Payments of the same size stand in the order of *net* by payer, then by receiver; the same results always
    give the same payments. With more than 14 who won or lost there may be a few payments more than needed,
    but always fewer than people.
    """
    for name, result in net.items():
        if type(result) is not int:
            raise expected("net", "a whole number of chips for " + name, result)
    if sum(net.values()):
        raise expected("net", "results that add up to 0", sum(net.values()))
    open_results = [(name, result) for name, result in net.items() if result]
    groups = _most_groups(open_results) if len(open_results) <= MOST_TO_SEARCH else [open_results]
    place = {name: index for index, name in enumerate(net)}
    payments = [payment for group in groups for payment in _settle_group(group)]
    return tuple(sorted(payments, key=lambda p: (-p.chips, place[p.payer], place[p.receiver])))


def _most_groups(results: list[tuple[str, int]]) -> list[list[tuple[str, int]]]:
    """The most groups, each adding up to 0, that the people can be divided into.

    A group of k people settles in k - 1 payments, so the most groups make the fewest payments. People are
    sets of bits; ``most[people]`` is the most groups that can be closed while these people are added one by
    one, a group closing whenever the sum comes to 0.
    """
    size = len(results)
    total = [0] * (1 << size)
    most = [0] * (1 << size)
    for people in range(1, 1 << size):
        lowest = people & -people
        total[people] = total[people ^ lowest] + results[lowest.bit_length() - 1][1]
        best = max(most[people ^ (1 << one)] for one in range(size) if people >> one & 1)
        most[people] = best + (total[people] == 0)
    return _groups_along(results, total, most)


def _groups_along(
    results: list[tuple[str, int]], total: list[int], most: list[int]
) -> list[list[tuple[str, int]]]:
    """Take people away one by one, never losing a group, and cut where the sum of those left is 0."""
    groups: list[list[tuple[str, int]]] = []
    people = len(most) - 1
    while people:
        if total[people] == 0:
            groups.append([])
        kept = most[people] - (total[people] == 0)
        one = next(i for i in range(len(results)) if people >> i & 1 and most[people ^ (1 << i)] == kept)
        groups[-1].append(results[one])
        people ^= 1 << one
    return groups


def _settle_group(group: list[tuple[str, int]]) -> list[Payment]:
    """Whoever owes the most pays whoever is owed the most: fewer payments than people."""
    left = dict(group)
    payments = []
    while any(left.values()):
        payer = min(left, key=lambda name: left[name])
        receiver = max(left, key=lambda name: left[name])
        chips = min(-left[payer], left[receiver])
        left[payer] += chips
        left[receiver] -= chips
        payments.append(Payment(payer, receiver, chips))
    return payments
