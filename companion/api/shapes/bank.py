"""Shapes: chips, payouts, and settling up."""

from dataclasses import dataclass
from typing import Annotated

from companion.api.shapes.common import COUNT, ITEMS, Number, Scores
from companion.api.typed import Doc
from companion.forms.chips import COLORS
from scoring.tray import MOST_CHIPS, MOST_WORTH


@dataclass(frozen=True, kw_only=True)
class ChipColor:
    """The chips of one color."""

    color: Annotated[str, Doc("The color.", {"enum": list(COLORS)})]
    value: Annotated[int, Doc("What one is worth, in white chips.", {"minimum": 1, "maximum": MOST_WORTH})]
    number: Annotated[int, Doc("How many there are in all.", {"minimum": 1, "maximum": MOST_CHIPS})]


@dataclass(frozen=True, kw_only=True)
class BankColor(ChipColor):
    """The chips of one color, and how many the bank has left."""

    left: Annotated[int, Doc("How many the bank has left, as counted or estimated since.")]


@dataclass(frozen=True, kw_only=True)
class ChipSet:
    """The chips of a table's bank."""

    version: Annotated[int, Doc("How often they were saved; 0: never.", COUNT)]
    colors: Annotated[list[BankColor], Doc("The colors, the most valuable first.")]
    counted: Annotated[bool, Doc("Whether they have been counted; otherwise `left` is an estimate.")]


@dataclass(frozen=True, kw_only=True)
class ChipSetChange:
    """The chips that a table's bank has."""

    colors: Annotated[
        list[ChipColor], Doc("The colors; one of them is worth 1.", {"minItems": 1, "maxItems": len(COLORS)})
    ]


@dataclass(frozen=True, kw_only=True)
class ChipCount:
    """The chips that were counted in the bank."""

    left: Annotated[Scores, Doc("How many of each color of the set, by color; every color of it.")]


@dataclass(frozen=True, kw_only=True)
class Payout:
    """One thing to hand over."""

    item: Annotated[int, Doc("Its place in the list, from 0.", COUNT)]
    source: Annotated[str, Doc("Who pays: a player's name, `bank`, or `pot`.", name="from")]
    target: Annotated[str, Doc("Who is paid.", name="to")]
    chips: Annotated[int, Doc("How much, in white chips.", COUNT)]
    rule: Annotated[str, Doc("The rule's id in the rulebook.")]
    reason: Annotated[str, Doc("The reason in words.")]
    give: Annotated[Scores, Doc("The chips to hand over, by color; empty where none make it.")]
    back: Annotated[Scores, Doc("The change to take for them, by color.")]
    missing: Annotated[int, Doc("What can't be made with the chips there are, in white chips.", COUNT)]
    paid: Annotated[bool, Doc("Whether it was ticked off.")]


@dataclass(frozen=True, kw_only=True)
class Bill:
    """The payouts of one entry."""

    number: Number
    revision: Annotated[str, Doc("Identifies this list: ticks of an earlier one are void.")]
    title: Annotated[str, Doc("The entry in words.")]
    corrected: Annotated[bool, Doc("Whether the entry was corrected.")]
    payouts: Annotated[list[Payout], Doc("What to hand over, in order.")]


@dataclass(frozen=True, kw_only=True)
class BillList:
    """The payouts of a table's bank."""

    bills: Annotated[list[Bill], Doc("What to pay, by entry.")]


@dataclass(frozen=True, kw_only=True)
class Ticks:
    """Items paid, and items no longer paid. Only changes are sent."""

    revision: Annotated[str, Doc("The list that is meant, as it was read.", {"maxLength": 100})]
    paid: Annotated[list[int], Doc("Items to tick off.", ITEMS, left_out=True)]
    unpaid: Annotated[list[int], Doc("Items whose tick to take back.", ITEMS, left_out=True)]


@dataclass(frozen=True, kw_only=True)
class Payment:
    """One payment of the settling up."""

    item: Annotated[int, Doc("Its place in both lists together, from 0.", COUNT)]
    source: Annotated[str, Doc("Who pays: a player's name or `bank`.", name="from")]
    target: Annotated[str, Doc("Who is paid.", name="to")]
    chips: Annotated[int, Doc("How much, in white chips.", COUNT)]
    paid: Annotated[bool, Doc("Whether it was ticked off.")]


@dataclass(frozen=True, kw_only=True)
class Settlement:
    """Who pays whom at the end; before it, who would pay whom now."""

    over: Annotated[bool, Doc("Whether the game is over. Payments are ticked off only then.")]
    revision: Annotated[str, Doc("Identifies these lists: ticks of earlier ones are void.")]
    cents: Annotated[int, Doc("What a white chip is worth, in cents; 0: play chips.", COUNT)]
    results: Annotated[Scores, Doc("What each player is up or down, in white chips.")]
    through_bank: Annotated[list[Payment], Doc("One way to pay: everyone settles with the bank.")]
    among_players: Annotated[list[Payment], Doc("The other way: the fewest payments between players.")]
