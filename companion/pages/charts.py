"""Charts of one game: the deal, the chips to hand out, and the score of each outcome of a hand.

Scores of outcomes are computed: a sample table plays an example hand.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.pages.pips import Pile
from scoring import Refusal, Standing, State, Variant, from_json, replay, signed
from scoring.cards import (
    JOKER,
    NO_TRUMP,
    SAME_COLOR,
    SUITS,
    Card,
    Pack,
    effective_suit,
    name_card,
    suit_order,
    trump_order,
)
from scoring.chips import CHIP_VALUES, HAND_OUTS
from scoring.outcomes import FAILED
from scoring.record import FORMAT
from scoring.variant import Deal, Example

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
        HandOutRow(
            players,
            one.least,
            tuple(Pile(color, CHIP_VALUES[color], getattr(one, color)) for color in COLORS),
        )
        for players, one in HAND_OUTS.items()
    ]


def players(variant: Variant, state: State | None = None) -> int:
    """Number of players in the examples: the table's, or the standard number without a table."""
    usual = min(max(USUAL_PLAYERS, variant.seats[0]), variant.seats[-1])
    return len(state.players) if state and len(state.players) in variant.seats else usual


def payouts(variant: Variant, state: State | None = None) -> list[Payout]:
    """The score of each outcome with this table's options; with the standard ones without a table."""
    names = PLAYERS[: players(variant, state)]
    of_table = state.options if state else {}
    options = {one.name: of_table[one.name] for one in variant.options if one.of_the_hand and of_table}
    found = []
    for one in variant.examples(names):
        pays = one.pays
        if not pays:
            try:
                standing = _example(variant, names, options, one)
            except Refusal:  # this table's options exclude it
                continue
            scored = (line for line in standing.hands[0].lines if line.rule == one.rule)
            line = next((line for line in scored if line.player == one.player), None)
            if line is None:
                continue
            # Whether the points alone win depends on the score before.
            by_points = variant.goal and variant.goal.reached(standing.scores, standing.state.options)
            parts = [signed(line.points)] if line.points else []
            parts += ["wins the game"] if standing.state.over and not by_points else []
            pays = ", ".join(parts) or "no change"
        found.append(Payout(one.words, pays, one.rule))
    return found


def may_be_euchred(variant: Variant) -> bool:
    """Whether a maker can be euchred: for chips by another's tricks, for points as an example shows."""
    if variant.has_bank:
        return True
    names = PLAYERS[: players(variant)]
    hands = (_example(variant, names, {}, one) for one in variant.examples(names) if one.hand)
    return any(line.outcome in FAILED for standing in hands for line in standing.hands[0].lines)


def _example(
    variant: Variant, names: tuple[str, ...], options: Mapping[str, object], one: Example
) -> Standing:
    """A game of one hand, that of the example. Raises Refusal."""
    header = {"format": FORMAT, "variant": variant.name, "players": list(names), "options": options}
    return replay(from_json({**header, "entries": [{"kind": "hand", **(one.hand or {})}]}))


# Cards for pages, and their ranking under each trump.

RED = ("hearts", "diamonds")


@dataclass(frozen=True)
class Drawn:
    """One card: its print, its name in words, and its name in this hand ("" if it is the same)."""

    rank: str
    suit: str
    name: str
    called: str = ""

    @property
    def red(self) -> bool:
        """Whether it is printed in red."""
        return self.suit in RED


@dataclass(frozen=True)
class Order:
    """Cards from high to low: those of one suit, of trump, or the Jokers that belong to no suit."""

    suit: str
    trump: bool
    cards: tuple[Drawn, ...]


def drawn(pack: Pack, card: Card, called: str = "") -> Drawn:
    """The card as a page draws it."""
    return Drawn(card.rank, card.suit, name_card(card, pack.joker), called)


def orders(pack: Pack, trump: str, jokers: bool = False) -> tuple[Order, ...]:
    """Rankings of all cards, trump first; with the wild Jokers before all if *jokers* (PE-02).

    A card has a name of its own while it is trump (EU-01, KC-01, TH-13).
    """
    found = [Order("", False, (drawn(pack, JOKER), drawn(pack, JOKER)))] if jokers else []
    for suit in sorted(SUITS, key=lambda suit: (suit != trump, SUITS.index(suit))):
        cards = []
        for card in suit_order(pack, trump, suit):
            called = ""
            if card in pack.best_bower:
                called = "best bower"
            elif trump != NO_TRUMP and effective_suit(pack, trump, card) == trump:
                if card.rank == "J":
                    called = "right bower" if card.suit == trump else "left bower"
                elif card == trump_order(pack, trump)[-1] and card in pack.lowest_trump:
                    called = "lowest trump"
            cards.append(drawn(pack, card, called))
        found.append(Order(suit, suit == trump, tuple(cards)))
    return tuple(found)


def lent(trump: str) -> str:
    """The suit whose Jack counts as trump; "" at no-trump (ALL-03)."""
    return SAME_COLOR.get(trump, "")


def rules(pack: Pack, trump: str, jokers: bool = False) -> list[str]:
    """Ids of the rules behind a ranking."""
    named = [pack.rank_rule, pack.counting_rule, pack.joker_rule if jokers else ""]
    own = [rule for rule in dict.fromkeys(named) if rule]
    return own if trump == NO_TRUMP else [*own, "ALL-03"]
