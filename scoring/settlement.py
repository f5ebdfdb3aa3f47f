"""Closing the bank: what the bank pays each player, or who pays whom in the fewest payments."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .refusal import Refusal
from .variants.base import BANK, State

# With more people the fewest payments are not searched for: the work doubles with each person.
MOST_TO_SEARCH = 14


@dataclass(frozen=True)
class Payment:
    """One payment from *payer* to *receiver*, in white chips."""

    payer: str
    receiver: str
    chips: int


@dataclass(frozen=True)
class Reckoning:
    """One player's account with the bank, in white chips (PC-22).

    ``paid``: cash paid in minus cash taken out; below 0 for a player who took out more. ``credit``: what the
    player still owes for chips. ``holds``: the chips in front of the player.
    """

    player: str
    paid: int
    credit: int
    holds: int

    @property
    def due(self) -> int:
        """What the bank pays for the player's chips, less credit; below 0: the player pays the bank."""
        return self.holds - self.credit

    @property
    def result(self) -> int:
        """The player's result; below 0: lost."""
        return self.due - self.paid


@dataclass(frozen=True)
class Drawer:
    """Cash paid into and out of the drawer over the whole game, in white chips (PC-01)."""

    paid_in: int
    paid_out: int

    @property
    def holds(self) -> int:
        """Cash that should be in the drawer: what is due to all players, and the pot."""
        return self.paid_in - self.paid_out

    def with_payment(self, paid: Payment) -> "Drawer":
        """The drawer after a payment to the bank, or by it."""
        if paid.payer == BANK:
            return Drawer(self.paid_in, self.paid_out + paid.chips)
        return Drawer(self.paid_in + paid.chips, self.paid_out)

    def difference(self, counted: int, chip_value: int = 1) -> int:
        """Cash *counted* minus cash expected, both in units of which a white chip is *chip_value*."""
        return counted - self.holds * chip_value


def reckon(state: State) -> tuple[Reckoning, ...]:
    """The accounts of all players who ever sat down; after the end of the game they are to be paid."""
    return tuple(
        Reckoning(name, _paid(state, name), state.credit.get(name, 0), state.scores.get(name, 0))
        for name in state.invested
    )


def at_the_drawer(state: State) -> tuple[Payment, ...]:
    """Payments at the bank after the end of the game: first by players who owe, then to the others."""
    dues = [(one.player, one.due) for one in reckon(state)]
    owing = [Payment(player, BANK, -due) for player, due in dues if due < 0]
    return (*owing, *(Payment(BANK, player, due) for player, due in dues if due > 0))


def drawer(states: Iterable[State]) -> Drawer:
    """The drawer after the last of *states*: the table before the first entry and after each entry."""
    paid_in = paid_out = 0
    before: State | None = None
    for state in states:
        moved = cash_moved(before, state)
        paid_in += moved.paid_in
        paid_out += moved.paid_out
        before = state
    return Drawer(paid_in, paid_out)


def cash_moved(before: State | None, after: State) -> Drawer:
    """Cash paid into and out of the drawer between two states; *before* None: there was none before."""
    changes = [
        _paid(after, name) - (_paid(before, name) if before and name in before.invested else 0)
        for name in after.invested
    ]
    return Drawer(sum(max(0, paid) for paid in changes), sum(max(0, -paid) for paid in changes))


def _paid(state: State, name: str) -> int:
    """Chips bought minus chips returned, without those still on credit."""
    return state.invested[name] - state.credit.get(name, 0)


def settle_up(net: Mapping[str, int]) -> tuple[Payment, ...]:
    """The fewest payments that settle all results (PC-22), larger ones first.

    *net*: results in white chips, won above 0, lost below. Payments of the same size are in the order of
    *net* by payer, then by receiver; the same results always give the same payments. With more than 14
    winners and losers there may be a few more payments than needed, but always fewer than people. Raises
    Refusal of ``net`` unless the results add up to 0.
    """
    for name, result in net.items():
        if type(result) is not int:
            raise Refusal("whole-for", "net", name=name)
    if sum(net.values()):
        raise Refusal("net-sum", "net", got=sum(net.values()))
    open_results = [(name, result) for name, result in net.items() if result]
    groups = _most_groups(open_results) if len(open_results) <= MOST_TO_SEARCH else [open_results]
    place = {name: index for index, name in enumerate(net)}
    payments = []
    for group in groups:
        # The player who owes most pays the player who is owed most, until all are 0.
        left = dict(group)
        while any(left.values()):
            payer = min(left, key=lambda name: left[name])
            receiver = max(left, key=lambda name: left[name])
            chips = min(-left[payer], left[receiver])
            left[payer] += chips
            left[receiver] -= chips
            payments.append(Payment(payer, receiver, chips))
    return tuple(sorted(payments, key=lambda p: (-p.chips, place[p.payer], place[p.receiver])))


def _most_groups(results: list[tuple[str, int]]) -> list[list[tuple[str, int]]]:
    """The largest number of groups of people such that each group's results add up to 0.

    A group of k people settles in k - 1 payments, so the most groups make the fewest payments. Sets of people
    are bit sets; ``most[people]`` is the largest number of groups closed while these people are added one by
    one; a group closes whenever the sum is 0.
    """
    size = len(results)
    total = [0] * (1 << size)
    most = [0] * (1 << size)
    for people in range(1, 1 << size):
        lowest = people & -people
        total[people] = total[people ^ lowest] + results[lowest.bit_length() - 1][1]
        best = max(most[people ^ (1 << one)] for one in range(size) if people >> one & 1)
        most[people] = best + (total[people] == 0)
    # Remove people one by one along a best path, and cut where the sum of those left is 0.
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
