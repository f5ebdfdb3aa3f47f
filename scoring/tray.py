"""The bank's chips by colour: a table's own set, what is left of it, and how an amount crosses the counter.

Everything is counted in white chips. A *case* is the whole set, a *tray* what the bank has left of it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .chips import CHIP_VALUES, HAND_OUTS, in_colours, least_common_multiple
from .refusal import Refusal, expected
from .variants.base import BANK, POT, Posting

MOST_WORTH = 1000
MOST_CHIPS = 2000
MOST_WAYS = 5000

Counts = dict[str, int]


@dataclass(frozen=True)
class Colour:
    """The chips of one colour: what one of them is worth, and how many the bank has in all."""

    name: str
    value: int
    number: int


Case = tuple[Colour, ...]

# A usual case of 500 chips, in the colours of PC-02.
USUAL_NUMBERS = {"black": 50, "green": 50, "blue": 100, "red": 150, "white": 150}
USUAL_CASE: Case = tuple(Colour(name, value, USUAL_NUMBERS[name]) for name, value in CHIP_VALUES.items())


@dataclass(frozen=True)
class Change:
    """Chips that cross the counter, by colour, big ones first: those that pay, and the change given on them.

    ``missing`` is the rest, in white chips' worth, that cannot be made with the chips there are.
    """

    paid: Mapping[str, int]
    back: Mapping[str, int]
    missing: int = 0


@dataclass(frozen=True)
class Tray:
    """What the bank has left of its case; ``unmade`` is what is out that no chips could be found for."""

    case: Case
    left: Mapping[str, int]
    unmade: int = 0

    @property
    def out(self) -> Counts:
        """Chips that the bank has handed out and not taken back."""
        return {colour.name: colour.number - self.left[colour.name] for colour in self.case}

    @property
    def holds(self) -> int:
        """What the chips left are worth together."""
        return _worth(self.case, self.left)

    @property
    def is_out(self) -> int:
        """What the chips handed out are worth together, and those that could not be made."""
        return _worth(self.case, self.out) + self.unmade

    def hand_out(self, chips: int, players: int = 0) -> tuple[Change, "Tray"]:
        """*chips* from the bank, to one of so many *players*; the tray after it.

        Who is given at least what the chart recommends gets the chart's chips (PC-03) and the rest in few
        chips; anybody else few chips. Where small ones have run out, bigger ones go out and small ones come
        back from the table.
        """
        charted = _as_charted(chips, players, self.case, self.left)
        change = Change(charted, {}) if charted else _across(chips, self.case, self.left, self.out)
        return change, self._after(change, -1)

    def take_in(self, chips: int) -> tuple[Change, "Tray"]:
        """*chips* back to the bank, reckoned as few of those that are out; the tray after it."""
        change = _across(chips, self.case, self.out, self.left)
        return change, self._after(change, 1)

    def _after(self, change: Change, sign: int) -> "Tray":
        left = {
            name: number + sign * (change.paid.get(name, 0) - change.back.get(name, 0))
            for name, number in self.left.items()
        }
        return Tray(self.case, left, self.unmade - sign * change.missing)


def case_of(colours: Iterable[Colour]) -> Case:
    """A set of chips, from the most valuable down.

    Raises Refusal of the colour that cannot be, by its name, or of ``colours`` for the set as a whole.
    """
    colours = tuple(colours)
    seen: set[str] = set()
    for colour in colours:
        _check(colour, seen)
        seen.add(colour.name)
    if not any(colour.value == 1 for colour in colours):
        raise Refusal("colours", "expected a colour that is worth 1, or not every amount can be paid")
    return tuple(sorted(colours, key=lambda colour: -colour.value))


def _check(colour: Colour, seen: set[str]) -> None:
    if colour.name in seen:
        raise Refusal(colour.name, "expected every colour once, got " + colour.name + " twice")
    if not 1 <= colour.value <= MOST_WORTH:
        raise expected(colour.name, "a worth of 1 to " + str(MOST_WORTH), colour.value)
    if not 1 <= colour.number <= MOST_CHIPS:
        raise expected(colour.name, "1 to " + str(MOST_CHIPS) + " chips", colour.number)


def full(case: Case) -> Tray:
    """The tray before anything was handed out."""
    return Tray(case, {colour.name: colour.number for colour in case})


def counted(case: Case, left: Mapping[str, int], issued: int) -> Tray:
    """The tray as it was counted, when so many chips' worth was out by the books."""
    tray = Tray(case, {colour.name: left.get(colour.name, 0) for colour in case})
    return Tray(case, tray.left, issued - tray.is_out)


def across_the_counter(
    tray: Tray, postings: Iterable[Posting], players: int
) -> tuple[list[Change | None], Tray]:
    """How each posting crosses the counter (None: not at all), and the tray after them all."""
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
    """*chips* in few chips of the case, whoever has them now; None when that cannot be."""
    return _fewest(chips, case, {colour.name: colour.number for colour in case})


def _across(chips: int, case: Case, source: Mapping[str, int], other: Mapping[str, int]) -> Change:
    """*chips* out of *source*: exactly, or with change out of *other*, or as much of it as can be made."""
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
    """The chart's chips, and the rest in few; None for less than that, or where the case has them not."""
    chart = HAND_OUTS.get(players)
    if chart is None or chips < chart.least:
        return None
    counts = {"blue": chart.blue, "red": chart.red, "white": chart.white}
    values = {colour.name: colour.value for colour in case}
    if any(values.get(name) != CHIP_VALUES[name] or left[name] < number for name, number in counts.items()):
        return None
    spare = {name: number - counts.get(name, 0) for name, number in left.items()}
    rest = _fewest(chips - chart.least, case, spare)
    if rest is None:
        return None
    given = {name: counts.get(name, 0) + rest.get(name, 0) for name in values}
    return {name: number for name, number in given.items() if number}


def _fewest(chips: int, case: Case, available: Mapping[str, int]) -> Counts | None:
    """*chips* in few of those available, or in an odd case in hardly more; None when nothing makes it."""
    if chips > _worth(case, available):
        return None
    if _is_easy(case):
        return in_colours(chips, {colour.name: colour.value for colour in case}, available)
    return _big_ones_first(chips, case, available)


def _is_easy(case: Case) -> bool:
    """Whether the fewest chips are found quickly: not where the values have hardly a multiple in common."""
    ways = 1
    for place, colour in enumerate(case):
        smaller = [one.value for one in case[place + 1 :]]
        in_smaller = sum(least_common_multiple(colour.value, one) - one for one in smaller)
        ways *= in_smaller // colour.value + 1
    return ways <= MOST_WAYS


def _big_ones_first(chips: int, case: Case, available: Mapping[str, int]) -> Counts | None:
    """As many of the biggest chips as leave something that the smaller ones can make, and so on."""
    used: Counts = {}
    for place, colour in enumerate(case):
        reached = _sums(case[place + 1 :], available, chips)
        most = min(available[colour.name], chips // colour.value)
        number = next((n for n in range(most, -1, -1) if reached >> (chips - n * colour.value) & 1), None)
        if number is None:
            return None
        if number:
            used[colour.name] = number
        chips -= number * colour.value
    return used


def _worth(case: Case, counts: Mapping[str, int]) -> int:
    return sum(colour.value * counts.get(colour.name, 0) for colour in case)


def _sums(case: Case, counts: Mapping[str, int], most: int) -> int:
    """Every amount up to *most* that can be made with so many chips of each colour, as a set of bits."""
    sums, mask = 1, (1 << (most + 1)) - 1
    for colour in case:
        number, step = counts[colour.name], 1
        while number:
            step = min(step, number)
            sums |= sums << (colour.value * step) & mask
            number -= step
            step *= 2
    return sums
