"""Shapes: the standing of a game."""

from dataclasses import dataclass
from typing import Annotated

from companion.api.shapes.common import COUNT, POSITIVE, Scores
from companion.api.typed import Doc
from scoring.game import STANDING


@dataclass(frozen=True, kw_only=True)
class ScoreLine:
    """One line of the score sheet: what a player or team scored, and by which rule."""

    player: Annotated[str, Doc("The player's or team's name.")]
    points: Annotated[int, Doc("Points, or chips in a game played for chips.")]
    rule: Annotated[str, Doc("The rule's id in the rulebook.")]
    text: Annotated[str, Doc("The reason in words.")]


@dataclass(frozen=True, kw_only=True)
class ScoredHand:
    """One hand of the score sheet."""

    number: Annotated[int, Doc("The hand's number, from 1.", POSITIVE)]
    dealer: Annotated[str, Doc("The player who dealt.")]
    change: Annotated[Scores, Doc("What changed, by name; nothing for those whose score stayed.")]
    after: Annotated[Scores, Doc("All scores after the hand, by name.")]
    lines: Annotated[list[ScoreLine], Doc("The lines that make up the change.")]


@dataclass(frozen=True, kw_only=True)
class Posting:
    """One movement of chips between two accounts: players, the bank, or the pot."""

    entry: Annotated[int, Doc("Place of the entry in the record, from 1.", COUNT)]
    source: Annotated[str, Doc("The account that gives: a player's name, `bank`, or `pot`.", name="from")]
    target: Annotated[str, Doc("The account that receives.", name="to")]
    chips: Annotated[int, Doc("How many, in white chips.", COUNT)]
    rule: Annotated[str, Doc("The rule's id in the rulebook.")]


@dataclass(frozen=True, kw_only=True)
class PointsStanding:
    """How a game played for points stands: `bower.standing/1`."""

    format: Annotated[str, Doc("The format.", {"const": STANDING})]
    over: Annotated[bool, Doc("Whether the game is over.")]
    winners: Annotated[list[str], Doc("Who won, in seat order; empty while the game goes on.")]
    next_dealer: Annotated[str | None, Doc("Who deals next; null when the game is over.")]
    scores: Annotated[Scores, Doc("The score of each player or team, in seat order.")]
    hands: Annotated[list[ScoredHand], Doc("Every hand, in order.")]


@dataclass(frozen=True, kw_only=True)
class ChipsStanding:
    """How a game played for chips stands: `bower.standing/1`."""

    format: Annotated[str, Doc("The format.", {"const": STANDING})]
    over: Annotated[bool, Doc("Whether the game is over.")]
    winners: Annotated[list[str], Doc("Who won, in seat order; empty while the game goes on.")]
    next_dealer: Annotated[str | None, Doc("Who deals next; null when the game is over.")]
    chips: Annotated[Scores, Doc("Chips of everyone seated.")]
    pot: Annotated[int, Doc("Chips in the pot.", COUNT)]
    bank: Annotated[int, Doc("Minus all chips issued and not returned.", {"maximum": 0})]
    net: Annotated[Scores, Doc("Chips won or lost so far, of everyone who ever sat down.")]
    ledger: Annotated[list[Posting], Doc("Every movement of chips, in order.")]
    hands: Annotated[list[ScoredHand], Doc("Every hand, in order.")]
