"""The bank's chips by color: a table's set, the chips left in the bank, and the chips for each payment.

All amounts are in white chips. A *case* is the whole set, a *tray* the part of it that is in the bank.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .chips import CHIP_VALUES, HAND_OUTS, in_colors, least_common_multiple
from .refusal import Refusal
from .variants.base import BANK, POT, Posting

MOST_WORTH = 1000
MOST_CHIPS = 2000
MOST_WAYS = 5000

Counts = dict[str, int]


@dataclass(frozen=True)
class Color:
    """The chips of one color: worth of one in white chips, and their number in the whole set."""

    name: str
    value: int
    number: int


Case = tuple[Color, ...]

# A standard case of 500 chips, in the colors of PC-02.
USUAL_NUMBERS = {"black": 50, "green": 50, "blue": 100, "red": 150, "white": 150}
USUAL_CASE: Case = tuple(Color(name, value, USUAL_NUMBERS[name]) for name, value in CHIP_VALUES.items())


@dataclass(frozen=True)
class Change:
    """Chips that change hands at the bank, by color, most valuable first.

    paid: chips that pay. back: change given back. missing: the rest, in white chips, that can't be made with
    the chips available. swapped: whether the bank has to change chips before they can pay.
    """

    paid: Mapping[str, int]
    back: Mapping[str, int]
    missing: int = 0
    swapped: bool = False


@dataclass(frozen=True)
class Tray:
    """The chips left in the bank, by color; ``unmade``: white chips that are out as no particular chips."""

    case: Case
    left: Mapping[str, int]
    unmade: int = 0

    @property
    def out(self) -> Counts:
        """Number of chips outside the bank, by color."""
        return {color.name: color.number - self.left[color.name] for color in self.case}

    @property
    def holds(self) -> int:
        """Worth of the chips left, in white chips."""
        return _worth(self.case, self.left)

    @property
    def is_out(self) -> int:
        """Worth of the chips outside the bank, in white chips, with ``unmade``."""
        return _worth(self.case, self.out) + self.unmade

    def hand_out(self, chips: int, players: int = 0) -> tuple[Change, "Tray"]:
        """Move *chips* from the bank to one of so many *players*; the change, and the tray after it.

        An amount of at least the chart's is paid in the chart's chips (PC-03) and the rest in few chips; a
        smaller one in few chips. Where small chips have run out, bigger ones go out and small ones come back
        as change.
        """
        charted = _as_charted(chips, players, self.case, self.left)
        change = Change(charted, {}) if charted else _across(chips, self.case, self.left, self.out)
        return change, self._after(change, -1)

    def take_in(self, chips: int) -> tuple[Change, "Tray"]:
        """Move *chips* back to the bank, in the fewest of those out; the change, and the tray after it."""
        change = _across(chips, self.case, self.out, self.left)
        return change, self._after(change, 1)

    def from_the_pot(self, amounts: Iterable[int]) -> list[Change]:
        """The change of each amount that the pot pays, one after the other.

        Only chips outside the bank can lie in the pot, each of them once. Where they can't make an amount,
        the bank changes chips; it hands out a color that nobody has only where the others can't make it.
        """
        there, changes = self.out, []
        for chips in amounts:
            changes.append(self._from(chips, there))
            for name, number in changes[-1].paid.items():
                there[name] = max(0, there[name] - number)
        return changes

    def from_a_stack(self, chips: int) -> Change:
        """The change of an amount that a player pays with the chips outside the bank, as from_the_pot."""
        return self._from(chips, self.out)

    def _from(self, chips: int, there: Mapping[str, int]) -> Change:
        exact = _fewest(chips, self.case, there)
        if exact is not None:
            return Change(exact, {})
        whole, out = {color.name: color.number for color in self.case}, self.out
        in_use = {name: number if out[name] else 0 for name, number in whole.items()}
        made = _fewest(chips, self.case, in_use) or _fewest(chips, self.case, whole)
        return Change(made, {}, swapped=True) if made else Change({}, {}, chips)

    def _after(self, change: Change, sign: int) -> "Tray":
        left = {
            name: number + sign * (change.paid.get(name, 0) - change.back.get(name, 0))
            for name, number in self.left.items()
        }
        return Tray(self.case, left, self.unmade - sign * change.missing)


def case_of(colors: Iterable[Color]) -> Case:
    """A set of chips, most valuable first.

    Raises Refusal with the name of a wrong color as its field, or with ``colors`` for the set as a whole.
    """
    colors = tuple(colors)
    seen: set[str] = set()
    for color in colors:
        if color.name in seen:
            raise Refusal("color-twice", color.name, name=color.name)
        if not 1 <= color.value <= MOST_WORTH:
            raise Refusal("range", color.name, least=1, most=MOST_WORTH)
        if not 1 <= color.number <= MOST_CHIPS:
            raise Refusal("range", color.name, least=1, most=MOST_CHIPS)
        seen.add(color.name)
    if not any(color.value == 1 for color in colors):
        raise Refusal("no-white", "colors")
    return tuple(sorted(colors, key=lambda color: -color.value))


def full(case: Case) -> Tray:
    """The tray with all chips of the case."""
    return Tray(case, {color.name: color.number for color in case})


def counted(case: Case, left: Mapping[str, int], issued: int) -> Tray:
    """The tray with the chips *left* as counted; *issued*: white chips outside the bank by the journal."""
    tray = Tray(case, {color.name: left.get(color.name, 0) for color in case})
    return Tray(case, tray.left, issued - tray.is_out)


def across_the_counter(
    tray: Tray, postings: Iterable[Posting], players: int
) -> tuple[list[Change | None], Tray]:
    """The change of each posting (None: it doesn't touch the bank), and the tray after them."""
    changes: list[Change | None] = []
    for posting in postings:
        change: Change | None = None
        if posting.source == BANK:
            change, tray = tray.hand_out(posting.chips, players if posting.target != POT else 0)
        elif posting.target == BANK:
            change, tray = tray.take_in(posting.chips)
        changes.append(change)
    return changes, tray


def in_case(chips: int, case: Case) -> Counts | None:
    """*chips* in few chips of the whole case, by color; None if no chips make the amount."""
    return _fewest(chips, case, {color.name: color.number for color in case})


def _across(chips: int, case: Case, source: Mapping[str, int], other: Mapping[str, int]) -> Change:
    """Change for *chips* out of *source*: exact, or with change out of *other*, or as much as possible."""
    whole = _worth(case, source)
    if chips >= whole:
        return Change({name: number for name, number in source.items() if number}, {}, chips - whole)
    exact = _fewest(chips, case, source)
    if exact is not None:
        return Change(exact, {})
    reached = _sums(case, source, chips + case[0].value)
    changes = (reached >> chips) & _sums(case, other, case[0].value)
    if changes:
        back = (changes & -changes).bit_length() - 1
        return Change(_fewest(chips + back, case, source) or {}, _fewest(back, case, other) or {})
    most = (reached & ((1 << chips) - 1)).bit_length() - 1
    return Change(_fewest(most, case, source) or {}, {}, chips - most)


def _as_charted(chips: int, players: int, case: Case, left: Mapping[str, int]) -> Counts | None:
    """The chart's chips and the rest in few; None for a smaller amount, or if the chips aren't available."""
    chart = HAND_OUTS.get(players)
    if chart is None or chips < chart.least:
        return None
    counts = {"blue": chart.blue, "red": chart.red, "white": chart.white}
    values = {color.name: color.value for color in case}
    if any(values.get(name) != CHIP_VALUES[name] or left[name] < number for name, number in counts.items()):
        return None
    spare = {name: number - counts.get(name, 0) for name, number in left.items()}
    rest = _fewest(chips - chart.least, case, spare)
    if rest is None:
        return None
    given = {name: counts.get(name, 0) + rest.get(name, 0) for name in values}
    return {name: number for name, number in given.items() if number}


def _fewest(chips: int, case: Case, available: Mapping[str, int]) -> Counts | None:
    """*chips* in the fewest available (nearly, in an unusual case); None if no chips make the amount."""
    if chips > _worth(case, available):
        return None
    # An exact search is fast enough where the values have common multiples that are small.
    ways = 1
    for place, color in enumerate(case):
        smaller = [one.value for one in case[place + 1 :]]
        in_smaller = sum(least_common_multiple(color.value, one) - one for one in smaller)
        ways *= in_smaller // color.value + 1
    if ways <= MOST_WAYS:
        return in_colors(chips, {color.name: color.value for color in case}, available)
    # Else from the most valuable down, as many of each as leave an amount that smaller ones can make.
    used: Counts = {}
    for place, color in enumerate(case):
        reached = _sums(case[place + 1 :], available, chips)
        most = min(available[color.name], chips // color.value)
        number = next((n for n in range(most, -1, -1) if reached >> (chips - n * color.value) & 1), None)
        if number is None:
            return None
        if number:
            used[color.name] = number
        chips -= number * color.value
    return used


def _worth(case: Case, counts: Mapping[str, int]) -> int:
    return sum(color.value * counts.get(color.name, 0) for color in case)


def _sums(case: Case, counts: Mapping[str, int], most: int) -> int:
    """All amounts up to *most* that can be made with these counts, as a bit set."""
    sums, mask = 1, (1 << (most + 1)) - 1
    for color in case:
        number, step = counts[color.name], 1
        while number:
            step = min(step, number)
            sums |= sums << (color.value * step) & mask
            number -= step
            step *= 2
    return sums
