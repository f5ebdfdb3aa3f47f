"""Highlights of a game, found in the score lines of its hands by their outcomes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.recap.euchres import called, euchres, verb
from companion.recap.evening import Evening, EveningRow
from companion.wording.names import count, in_figures, shown
from scoring import outcomes as o
from scoring import signed
from scoring.facts import sweeper

MOST_MOMENTS = 6
LEAST_KINGS = 2
LEAST_CHIPS_BEHIND = 10


@dataclass(frozen=True)
class Highlight:
    """Text and weight of an outcome's highlight.

    text: a sentence; {player} is the score line's player, {called} "Cy makes hearts", {maker} the maker,
    {all} the number of tricks in words, {loser} the loser of the showdown, {defender} the lone defender.
    weight: see Moment. short: only for a bid missed by so many tricks; 0: always.
    """

    text: str
    weight: int
    short: int = 0


BY_OUTCOME: Mapping[str, Highlight] = {
    o.SHOWDOWN_WON: Highlight("{player} beats {loser} in the showdown", 4),
    o.LONE_DEFENSE: Highlight("{defender} defends alone and euchres {maker}", 7),
    o.LONER_EUCHRED: Highlight("{called} alone and is euchred by {player}", 5),
    o.SET: Highlight("{called} and is set by 1", 4, short=1),
    o.LONER_SET: Highlight("{called} alone and is set", 5),
    o.WON_BY_KING: Highlight("A King wins the game for {player}", 9),
    o.SWEEP: Highlight("{player} takes all {all} and wins the game", 9),
    o.PLAYOFF_WON: Highlight("{player} wins the playoff, and the game", 9),
}
"""Outcomes that are a highlight by themselves."""

ELSEWHERE = frozenset(
    (
        *(o.MARCH, o.MARCH_AGAINST, o.LONER, o.GRAND_MARCH, o.UNOPPOSED, o.THROWN_IN),  # in _tricks
        *(o.EUCHRED, o.FOLDED_EUCHRED, o.TOO_FEW, o.CONCEDED),  # in euchres
        *(o.KING, o.SHOWDOWN_LOST),  # with others of their kind
        *(o.MADE, o.GAME_WON),  # in _out_on_the_bid
        *(o.HAND_WON, o.POT_UNPLAYED, o.ANTE, o.BET),  # in _pots
    )
)
"""Outcomes whose highlights depend on more than one score line."""

NO_HIGHLIGHT = frozenset(
    (
        *(o.MADE_ALONE, o.TRICKS, o.MOST_TRICKS, o.PENALTY, o.DROPPED, o.KEPT_AT_ZERO),
        *(o.BOUGHT_IN, o.BOUGHT_ON_CREDIT, o.BOUGHT_TO_PAY, o.CASHED_OUT, o.POT_SHARED, o.ADJUSTED),
    )
)
"""Outcomes without a highlight."""

BIDS_MADE = frozenset((o.MADE, o.LONER))


@dataclass(frozen=True)
class Moment:
    """One highlight.

    number: the hand's, from 1. text: a sentence. brought: points or chips with a sign. weight: importance; of
    two in one hand, and beyond the limit, the lighter one is left out.
    """

    number: int
    text: str
    brought: str
    weight: int


@dataclass(frozen=True)
class Comeback:
    """The winner's largest deficit.

    number: the hand after which it was, from 1. behind: points behind the leader; in chips the result, below
    0. text: a sentence.
    """

    winner: str
    number: int
    behind: int
    text: str


def moments(evening: Evening, most: int = MOST_MOMENTS) -> list[Moment]:
    """The weightiest highlights, at most one for each hand and *most* in all, in order of time."""
    by_hand: dict[int, Moment] = {}
    for moment in _all(evening):
        if moment.number not in by_hand or by_hand[moment.number].weight < moment.weight:
            by_hand[moment.number] = moment
    weightiest = sorted(by_hand.values(), key=lambda moment: (-moment.weight, moment.number))[:most]
    return sorted(weightiest, key=lambda moment: moment.number)


def comeback(evening: Evening) -> Comeback | None:
    """The winner's largest deficit; None if it was small, or no one has won."""
    if len(evening.state.winners) != 1 or not evening.hands:
        return None
    [winner] = evening.state.winners
    behind = {row.number or 0: _behind(evening, row, winner) for row in evening.hands}
    number = max(behind, key=lambda hand: behind[hand])
    if behind[number] < _far_behind(evening):
        return None
    what = " down after hand " if evening.for_chips else " behind after hand "
    return Comeback(winner, number, behind[number], str(behind[number]) + what + str(number))


def _behind(evening: Evening, row: EveningRow, name: str) -> int:
    if evening.for_chips:
        return -row.after[name]
    if evening.counts_down:
        return row.after[name] - min(row.after.values())
    return max(row.after.values()) - row.after[name]


def _far_behind(evening: Evening) -> int:
    """The deficit that counts as large: a third of the way to the goal; in chips a stack of ten."""
    if evening.for_chips:
        return LEAST_CHIPS_BEHIND
    options = evening.table.header.options
    return max(2, int(options.get("target") or options["start"]) // 3)


def _all(evening: Evening) -> Iterator[Moment]:
    for row, name, text, weight in euchres(evening):
        yield _moment(evening, row, name, text, weight)
    for row in evening.hands:
        by_outcome = _lines(row)
        yield from _tricks(evening, row, by_outcome)
        yield from _kings(evening, row)
        yield from _outcomes(evening, row, by_outcome)
        yield from _out_on_the_bid(evening, row, by_outcome)
    if evening.for_chips:
        yield from _pots(evening)


def _moment(evening: Evening, row: EveningRow, name: str, text: str, weight: int) -> Moment:
    return Moment(row.number or 0, text, signed(row.change.get(name, 0)), weight)


def _lines(row: EveningRow) -> Mapping[str, str]:
    """Player of the score line by outcome; the last one if there are several."""
    return {line.outcome: line.player for line in row.lines}


def _tricks(evening: Evening, row: EveningRow, by_outcome: Mapping[str, str]) -> Iterator[Moment]:
    """Highlights of hands in which one side took every trick."""
    taker = sweeper(row.entry, by_outcome)
    if not taker:
        return
    who, everything = shown(taker), "all " + count(row.tricks)
    march = f": {row.variant.march}" if row.variant.march else ""
    if not row.maker:
        text, weight = f"{who} takes {everything}", 6
    elif o.LONER in by_outcome:
        text, weight = f"{called(row)} alone and takes {everything}", 7
    elif taker == row.maker:
        text, weight = f"{called(row)} and takes {everything}{march}", 6
    elif row.variant.teams and taker == row.variant.side_of(evening.table.header.players, row.maker):
        text, weight = f"{called(row)} and {who} take {everything}{march}", 4
    else:
        text, weight = f"{who} {verb(evening, 'take')} {everything} against {shown(row.maker)}", 7
    yield _moment(evening, row, taker, text, weight)


def _kings(evening: Evening, row: EveningRow) -> Iterator[Moment]:
    fallen = [line.player for line in row.lines if line.outcome == o.KING]
    for name in dict.fromkeys(fallen):
        kings = fallen.count(name)
        if kings >= LEAST_KINGS:
            text = f"{shown(name)} wins tricks with {kings} Kings"
            yield _moment(evening, row, name, text, 2 * kings)


def _outcomes(evening: Evening, row: EveningRow, by_outcome: Mapping[str, str]) -> Iterator[Moment]:
    """Highlights of single score lines."""
    for line in row.lines:
        highlight = BY_OUTCOME.get(line.outcome)
        if highlight and highlight.short in (0, line.short):
            text = highlight.text.format(
                player=shown(line.player),
                called=called(row),
                maker=shown(row.maker),
                all=count(row.tricks),
                loser=shown(by_outcome.get(o.SHOWDOWN_LOST, "")),
                defender=shown(str(row.entry.get("defended_alone", ""))),
            )
            yield _moment(evening, row, line.player, text, highlight.weight)


def _out_on_the_bid(evening: Evening, row: EveningRow, by_outcome: Mapping[str, str]) -> Iterator[Moment]:
    """Highlights of makers who win the game by making their bid."""
    bid = row.entry.get("bid")
    won = [line.player for line in row.lines if line.outcome in BIDS_MADE]
    if bid and won and by_outcome.get(o.GAME_WON) == won[0]:
        yield _moment(evening, row, won[0], f"{called(row)}, bid {bid}, and goes out on it", 8)


def _pots(evening: Evening) -> Iterator[Moment]:
    """Highlights of pots carried over, pots taken unplayed, and the biggest pot."""
    taken = [row for row in evening.hands if not o.POT_TAKEN.isdisjoint(_lines(row))]
    if len(evening.hands) < 2 or not taken:
        return
    biggest = max(taken, key=_pot)
    for row in taken:
        yield from _pot_told(evening, row, row is biggest)


def _pot_told(evening: Evening, row: EveningRow, biggest: bool) -> Iterator[Moment]:
    by_outcome = _lines(row)
    name = by_outcome.get(o.HAND_WON) or by_outcome[o.POT_UNPLAYED]
    left = row.item.before.pot if row.item.before else 0
    who = shown(name)
    if left:
        yield _moment(evening, row, name, f"{who} wins a pot {_left_by(evening, row, left)}", 5)
    if o.POT_UNPLAYED in by_outcome:
        pot = in_figures(_pot(row), "chip")
        yield _moment(
            evening, row, name, f"Everyone else folds: {who} wins the pot of {pot} without a trick", 3
        )
    if biggest:
        text = f"{who} wins the biggest pot of the game, {in_figures(_pot(row), 'chip')}"
        yield _moment(evening, row, name, text, 4)


def _left_by(evening: Evening, row: EveningRow, left: int) -> str:
    """Where the chips came from that were in the pot before a hand."""
    chips = in_figures(left, "chip")
    for earlier in reversed(evening.hands[: (row.number or 1) - 1]):
        if earlier.entry.get("result", "played") == "played":
            if earlier.item.step and earlier.item.step.state.pot == left:
                return f"with {chips} left from hand {earlier.number}"
            break
    return f"with {chips} left from before"


def _pot(row: EveningRow) -> int:
    """Chips in the pot when it was paid out."""
    left = row.item.before.pot if row.item.before else 0
    return left - sum(line.points for line in row.lines if line.outcome in o.STAKED)
