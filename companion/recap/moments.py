"""What is worth telling of an evening, found in the lines of its hands by their rules."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.recap.evening import Evening, Row
from companion.wording.names import count, in_figures, ordinal, shown
from scoring import signed

MOST_TOLD = 6
LEAST_KINGS = 2
LEAST_CHIPS_BEHIND = 10

EUCHRES = frozenset(
    ("EU-11", "EU-12", "EU-13", "TH-08", "TH-10", "BU-12", "PP-04", "PC-15", "PC-16", "PC-19"),
)
TAKEN_POTS = frozenset(("PC-12", "PC-14"))
STAKES = frozenset(("PC-05", "PC-07"))
MARCHES = {
    "king-cutthroat": ": a march",
    "poker-chips": ": a grand march",
    "poker-points": ": a grand march",
}
TEAM_MARCH, LONE_MARCH = "EU-08", "EU-09"
NO_SWEEP = frozenset(("TH-11", "BU-14", "KC-11", "KC-20"))


@dataclass(frozen=True)
class Moment:
    """Something that happened in hand *number*, and what it brought in points or chips, with its sign.

    ``weight`` says how much it is worth telling; a moment that weighs less gives way.
    """

    number: int
    text: str
    brought: str
    weight: int


@dataclass(frozen=True)
class Comeback:
    """How far the winner was behind: below 0 in chips, behind the leader in points."""

    winner: str
    number: int
    behind: int
    text: str


def moments(evening: Evening, most: int = MOST_TOLD) -> list[Moment]:
    """What is most worth telling, at most one thing a hand, in the order in which it happened."""
    by_hand: dict[int, Moment] = {}
    for moment in _all(evening):
        if moment.number not in by_hand or by_hand[moment.number].weight < moment.weight:
            by_hand[moment.number] = moment
    weightiest = sorted(by_hand.values(), key=lambda moment: (-moment.weight, moment.number))[:most]
    return sorted(weightiest, key=lambda moment: moment.number)


def comeback(evening: Evening) -> Comeback | None:
    """The hand after which the winner was furthest behind; None where that was not far, or nobody has won."""
    if len(evening.state.winners) != 1 or not evening.hands:
        return None
    [winner] = evening.state.winners
    behind = {row.number or 0: _behind(evening, row, winner) for row in evening.hands}
    number = max(behind, key=lambda hand: behind[hand])
    if behind[number] < _far_behind(evening):
        return None
    what = " down after hand " if evening.for_chips else " behind after hand "
    return Comeback(winner, number, behind[number], str(behind[number]) + what + str(number))


def _behind(evening: Evening, row: Row, name: str) -> int:
    if evening.for_chips:
        return -row.after[name]
    if evening.counts_down:
        return row.after[name] - min(row.after.values())
    return max(row.after.values()) - row.after[name]


def _far_behind(evening: Evening) -> int:
    """A third of the way to the goal; in chips a stack of ten."""
    if evening.for_chips:
        return LEAST_CHIPS_BEHIND
    options = evening.table.header.options
    return max(2, int(options.get("target") or options["start"]) // 3)


def _all(evening: Evening) -> Iterator[Moment]:
    yield from _euchres_in_a_row(evening)
    for row in evening.hands:
        rules = _lines(row)
        yield from _tricks(evening, row, rules)
        yield from _kings(evening, row, rules)
        yield from _showdown(evening, row, rules)
        yield from _lone_hands(evening, row, rules)
        yield from _deciders(evening, row, rules)
    if evening.for_chips:
        yield from _pots(evening)


def _moment(evening: Evening, row: Row, name: str, text: str, weight: int) -> Moment:
    return Moment(row.number or 0, text, signed(row.change.get(name, 0)), weight)


def _lines(row: Row) -> Mapping[str, str]:
    """Who scored by which rule; where several did, the last."""
    return {line.rule: line.player for line in row.lines}


def _called(row: Row) -> str:
    return shown(row.maker) + " makes " + (row.trump or "it")


def _tricks(evening: Evening, row: Row, rules: Mapping[str, str]) -> Iterator[Moment]:
    """One side takes every trick."""
    taker, taken = _sweep(row, rules)
    if not taker:
        return
    who, everything = shown(taker), "all " + count(taken)
    if not row.maker:
        text, weight = f"{who} takes {everything}", 6
    elif LONE_MARCH in rules:
        text, weight = f"{_called(row)} alone and takes {everything}", 7
    elif TEAM_MARCH in rules:
        text, weight = f"{_called(row)} and {who} take {everything}: a march", 4
    elif taker != row.maker:
        text, weight = f"{who} {_verb(evening, 'take')} {everything} against {shown(row.maker)}", 7
    else:
        march = MARCHES.get(evening.table.variant.name, "")
        text, weight = f"{_called(row)} and takes {everything}{march}", 6
    yield _moment(evening, row, taker, text, weight)


def _sweep(row: Row, rules: Mapping[str, str]) -> tuple[str, int]:
    """Who took all the tricks of a hand that was played out, and how many; nobody: an empty name."""
    tricks = row.entry.get("tricks")
    if not isinstance(tricks, dict) or row.entry.get("reneged") or not NO_SWEEP.isdisjoint(rules):
        return "", 0
    taken = [(name, number) for name, number in tricks.items() if number]
    return taken[0] if len(taken) == 1 else ("", 0)


def _kings(evening: Evening, row: Row, rules: Mapping[str, str]) -> Iterator[Moment]:
    fallen = [line.player for line in row.lines if line.rule in ("KC-10", "KC-19")]
    for name in dict.fromkeys(fallen):
        kings = fallen.count(name)
        if kings >= LEAST_KINGS:
            text = f"{shown(name)} wins tricks with {count(kings)} Kings"
            yield _moment(evening, row, name, text, 2 * kings)


def _showdown(evening: Evening, row: Row, rules: Mapping[str, str]) -> Iterator[Moment]:
    if "KC-16" in rules:
        text = f"{shown(rules['KC-16'])} beats {shown(rules['KC-17'])} in the showdown"
        yield _moment(evening, row, rules["KC-16"], text, 4)


def _lone_hands(evening: Evening, row: Row, rules: Mapping[str, str]) -> Iterator[Moment]:
    if "EU-13" in rules:
        text = f"{shown(str(row.entry['defended_alone']))} defends alone and euchres {shown(row.maker)}"
        yield _moment(evening, row, rules["EU-13"], text, 7)
    if "EU-12" in rules:
        text = f"{_called(row)} alone and is euchred by {shown(rules['EU-12'])}"
        yield _moment(evening, row, rules["EU-12"], text, 5)


def _deciders(evening: Evening, row: Row, rules: Mapping[str, str]) -> Iterator[Moment]:
    """The hand itself decides the game."""
    if "KC-11" in rules:
        text = f"A King wins the game for {shown(rules['KC-11'])}"
        yield _moment(evening, row, rules["KC-11"], text, 9)
    if "BU-13" in rules:
        text = f"{shown(rules['BU-13'])} takes all five and with them the game"
        yield _moment(evening, row, rules["BU-13"], text, 9)
    if "PP-08" in rules:
        text = f"{shown(rules['PP-08'])} wins the playoff, and the game"
        yield _moment(evening, row, rules["PP-08"], text, 9)


def _euchres_in_a_row(evening: Evening) -> Iterator[Moment]:
    """The longest row of hands that one maker made and was euchred in, none made good in between."""
    longest: list[Row] = []
    running: dict[str, list[Row]] = {}
    for row in evening.hands:
        if not row.maker:
            continue
        running[row.maker] = [*running.get(row.maker, ()), row] if _is_euchred(evening, row) else []
        longest = max(longest, running[row.maker], key=len)
    if len(longest) > 1:
        yield _streak(evening, longest)


def _is_euchred(evening: Evening, row: Row) -> bool:
    """Whether the maker failed; in chips that costs nothing, and stands in no line, where nobody had bet."""
    tricks = row.entry.get("tricks")
    if evening.for_chips and isinstance(tricks, dict):
        taken = tricks.get(row.maker, 0)
        return any(name != row.maker and number >= taken for name, number in tricks.items())
    return not EUCHRES.isdisjoint(_lines(row))


def _streak(evening: Evening, streak: list[Row]) -> Moment:
    last = streak[-1]
    text = f"{shown(last.maker)} is euchred for the {ordinal(len(streak))} time running"
    collector = "" if evening.counts_down else _collector(evening, last)
    if collector:
        text += f"; {shown(collector)} {_verb(evening, 'collect')}"
    return _moment(evening, last, collector or last.maker, text, 3 + len(streak))


def _collector(evening: Evening, row: Row) -> str:
    """Who gained most by the hand; nobody where nobody gained."""
    best = max(evening.players, key=lambda name: evening.gain(row, name))
    return best if evening.gain(row, best) > 0 else ""


def _verb(evening: Evening, verb: str) -> str:
    teams = evening.players != evening.table.header.players and not evening.for_chips
    return verb if teams else verb + "s"


def _pots(evening: Evening) -> Iterator[Moment]:
    """Pots that had been left lying, pots taken unplayed, and the biggest of all."""
    taken = [row for row in evening.hands if not TAKEN_POTS.isdisjoint(_lines(row))]
    if len(evening.hands) < 2 or not taken:
        return
    biggest = max(taken, key=_pot)
    for row in taken:
        yield from _pot_told(evening, row, row is biggest)


def _pot_told(evening: Evening, row: Row, biggest: bool) -> Iterator[Moment]:
    rules = _lines(row)
    name = rules.get("PC-14") or rules["PC-12"]
    left = row.item.before.pot if row.item.before else 0
    who = shown(name)
    if left:
        yield _moment(evening, row, name, f"{who} takes a pot {_left_by(evening, row, left)}", 5)
    if "PC-12" in rules:
        pot = in_figures(_pot(row), "chip")
        yield _moment(evening, row, name, f"Everybody else folds: {who} takes the pot of {pot} unplayed", 3)
    if biggest:
        text = f"{who} takes the biggest pot of the evening, {in_figures(_pot(row), 'chip')}"
        yield _moment(evening, row, name, text, 4)


def _left_by(evening: Evening, row: Row, left: int) -> str:
    """Where the chips came from that lay in the pot before a hand."""
    chips = in_figures(left, "chip")
    for earlier in reversed(evening.hands[: (row.number or 1) - 1]):
        if earlier.entry.get("result", "played") == "played":
            if earlier.item.step and earlier.item.step.state.pot == left:
                return f"that hand {earlier.number} had left {chips} in"
            break
    return f"with {chips} in it from before"


def _pot(row: Row) -> int:
    """What lay in the pot when it was paid out."""
    left = row.item.before.pot if row.item.before else 0
    return left - sum(line.points for line in row.lines if line.rule in STAKES)
