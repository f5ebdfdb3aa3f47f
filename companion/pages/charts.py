"""Charts of one game: the deal, the chips to hand out, and the score of each outcome of a hand.

Scores of outcomes are computed: a sample table plays an example hand.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.pages.piles import Pile
from scoring import Refusal, State, Variant, from_json, replay, signed
from scoring.chips import CHIP_VALUES, HAND_OUTS
from scoring.packs import Deal
from scoring.record import FORMAT
from scoring.variant import Example

PLAYERS = ("Ann", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou")
USUAL_PLAYERS = 4
COLORS = ("blue", "red", "white")


@dataclass(frozen=True)
class DealRow:
    """The deal for one number of players."""

    players: int
    deal: Deal


@dataclass(frozen=True)
class HandOutRow:
    """Chips that each of so many players should at least start with, in white chips and by color."""

    players: int
    least: int
    piles: tuple[Pile, ...]


@dataclass(frozen=True)
class Payout:
    """An outcome, its score (in words if that depends on the table), and its rule."""

    words: str
    pays: str
    rule: str


def deals(variant: Variant, jokers: bool = False) -> list[DealRow]:
    """The deal by number of players."""
    options = {**variant.standard_options, "jokers": jokers}
    return [DealRow(players, variant.deal_for(players, options)) for players in variant.seats]


def joker_deals(variant: Variant) -> list[DealRow]:
    """Deals whose number of cards for each player changes with Jokers (PE-04)."""
    plain = {row.players: row.deal.cards for row in deals(variant)}
    return [row for row in deals(variant, jokers=True) if row.deal.cards != plain[row.players]]


def hand_outs() -> list[HandOutRow]:
    """Chips to hand out, by number of players (PC-03)."""
    return [
        HandOutRow(players, one.least, tuple(_pile(color, getattr(one, color)) for color in COLORS))
        for players, one in HAND_OUTS.items()
    ]


def _pile(color: str, number: int) -> Pile:
    return Pile(color, CHIP_VALUES[color], number)


def players(variant: Variant, state: State | None = None) -> int:
    """Number of players in the examples: the table's, or the standard number without a table."""
    usual = min(max(USUAL_PLAYERS, variant.seats[0]), variant.seats[-1])
    return len(state.players) if state and len(state.players) in variant.seats else usual


def payouts(variant: Variant, state: State | None = None) -> list[Payout]:
    """The score of each outcome with this table's options; with the standard ones without a table."""
    names = PLAYERS[: players(variant, state)]
    of_table = state.options if state else {}
    options = {one.name: of_table[one.name] for one in variant.options if one.of_the_hand and of_table}
    rows = [(one, one.pays or _paid(variant, names, options, one)) for one in variant.examples(names)]
    return [Payout(one.words, paid, one.rule) for one, paid in rows if paid]


def _paid(variant: Variant, names: tuple[str, ...], options: Mapping[str, object], one: Example) -> str:
    """The score that the rule of an outcome gives its player; "" if this table's options exclude it."""
    header = {"format": FORMAT, "variant": variant.name, "players": list(names), "options": options}
    try:
        standing = replay(from_json({**header, "entries": [{"kind": "hand", **(one.hand or {})}]}))
    except Refusal:
        return ""
    lines = [line for line in standing.hands[0].lines if (line.rule, line.player) == (one.rule, one.player)]
    if not lines:
        return ""
    if lines[0].points:
        return signed(lines[0].points)
    return "wins the game" if standing.state.over else "no change"
