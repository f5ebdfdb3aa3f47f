"""Chips: the worth of each color, what to hand out at the start, and amounts by color.

All amounts are in white chips.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from .refusal import Refusal

Used = tuple[int, ...]
Stack = tuple[int, int]  # worth of one chip of a color, and their number

# PC-02, from the most valuable down.
CHIP_VALUES = {"black": 100, "green": 25, "blue": 10, "red": 5, "white": 1}


@dataclass(frozen=True)
class HandOut:
    """The recommended minimum of chips at the start (PC-03).

    least: in white chips. blue, red, white: how many of each.
    """

    least: int
    blue: int
    red: int
    white: int


# PC-03, by the number of players.
HAND_OUTS = {
    2: HandOut(128, 8, 8, 8),
    3: HandOut(96, 6, 6, 6),
    4: HandOut(64, 4, 4, 4),
    5: HandOut(48, 3, 3, 3),
    6: HandOut(42, 3, 2, 2),
    7: HandOut(36, 2, 3, 1),
    8: HandOut(30, 2, 1, 5),
    9: HandOut(25, 1, 2, 5),
    10: HandOut(25, 1, 2, 5),
    11: HandOut(20, 1, 1, 5),
    12: HandOut(20, 1, 1, 5),
}


def hand_out(players: int) -> HandOut:
    """The least that each of *players* should start with (PC-03).

    Raises Refusal of ``players`` for fewer than 2 or more than 12.
    """
    if players not in HAND_OUTS:
        raise Refusal("range", "players", least=min(HAND_OUTS), most=max(HAND_OUTS))
    return HAND_OUTS[players]


def in_colors(
    amount: int, colors: Mapping[str, int] = CHIP_VALUES, available: Mapping[str, int] | None = None
) -> dict[str, int] | None:
    """The fewest chips that make *amount* (in white chips) exactly, by color; None if no chips do.

    *colors*: worth by color. *available*: number of chips by color; a color that is missing has none left;
    None: no limit. Of two results with equally many chips, the one with more of the bigger chips. Order: most
    valuable first, without unused colors. Raises Refusal of ``chips``, ``colors`` or ``available`` for a
    number out of range (PC-02).
    """
    _check("chips", {"the amount": amount}, 0)
    _check("colors", colors, 1)
    _check("available", available or {}, 0)
    names = sorted(colors, key=lambda name: -colors[name])
    stacks = tuple((colors[name], amount if available is None else available.get(name, 0)) for name in names)
    used = _fewest(amount, stacks, {})
    if used is None:
        return None
    return {name: used[place] for place, name in enumerate(names) if used[place]}


def _check(field: str, numbers: Mapping[str, int], least: int) -> None:
    for name, number in numbers.items():
        if type(number) is not int or number < least:
            raise Refusal("number-for", field, name=name, least=least)


def _fewest(rest: int, stacks: tuple[Stack, ...], known: dict[tuple[int, int], Used | None]) -> Used | None:
    """The fewest chips from *stacks* (big to small) that make *rest*: a count for each, or None."""
    if not stacks:
        return () if rest == 0 else None
    key = (len(stacks), rest)
    if key not in known:
        value, number = stacks[0]
        best: Used | None = None
        for count in range(min(number, rest // value), _lowest_worth_trying(rest, stacks) - 1, -1):
            others = _fewest(rest - count * value, stacks[1:], known)
            if others is not None and (best is None or count + sum(others) < sum(best)):
                best = (count, *others)
        known[key] = best
    return known[key]


def _lowest_worth_trying(rest: int, stacks: tuple[Stack, ...]) -> int:
    """The lowest count of the first stack in any result with the fewest chips.

    Chips of a smaller color worth the least common multiple with the first can be replaced by fewer chips of
    the first. So a best result has less than that multiple in each smaller color, unless too few of the first
    are available.
    """
    value, number = stacks[0]
    smaller = [stack[0] for stack in stacks[1:]]
    in_smaller = sum(least_common_multiple(value, one) - one for one in smaller)
    changed_into = max([least_common_multiple(value, one) // value for one in smaller], default=1)
    enough = (rest - in_smaller + value - 1) // value
    return max(0, min(enough, number - changed_into + 1))


def least_common_multiple(first: int, second: int) -> int:
    """Least common multiple of two values."""
    one, other = first, second
    while other:
        one, other = other, one % other
    return first // one * second
