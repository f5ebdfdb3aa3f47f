"""Closing the bank: who pays whom, in the fewest payments."""

from collections.abc import Mapping
from dataclasses import dataclass

from .refusal import expected

# Beyond this many people the fewest payments are no longer searched for: the work doubles with each of them.
MOST_TO_SEARCH = 14


@dataclass(frozen=True)
class Payment:
    """*payer* gives *receiver* that many white chips' worth."""

    payer: str
    receiver: str
    chips: int


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
