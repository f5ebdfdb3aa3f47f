"""The hand form of Bid Euchre."""

from dataclasses import dataclass

from companion.forms.fields import Common, Count, Entry, Posted, call_entry, count_in
from companion.forms.hand.base import (
    Cell,
    GameForm,
    Missing,
    Preview,
    cells,
    maker_group,
    makers_tricks,
    missing_call,
    missing_tricks,
    score_pad,
    tricks_entry,
    tricks_in_hand,
    tricks_of_entry,
    trump_group,
)
from scoring import State

ALONE = "alone"


@dataclass(frozen=True)
class Fields:
    """bid: tricks bid, or ``ALONE``. tricks: the makers'."""

    common: Common
    bid: Count = None
    tricks: Count = None


def parse(posted: Posted, common: Common) -> Fields:
    """The fields of a posted form."""
    return Fields(common, posted.count("bid"), posted.count("tricks"))


def of_entry(state: State, common: Common, entry: Entry) -> Fields:
    """The fields of an entry."""
    bid = ALONE if entry.get("alone") else entry.get("bid", "")
    return Fields(common, count_in(bid), tricks_of_entry(state, entry))


def entry(state: State, fields: Fields) -> Entry:
    """Maker, bid, and tricks by team; a bid of all tricks may be one to play alone."""
    made = call_entry(fields.common)
    if fields.bid == ALONE:
        made |= {"bid": tricks_in_hand(state), "alone": True}
    elif fields.bid is not None:
        made["bid"] = fields.bid
    return {**made, **tricks_entry(state, fields.common.maker, fields.tricks)}


def missing(state: State, fields: Fields) -> tuple[Missing, ...]:
    """The maker, the bid, the tricks."""
    bid = [Missing("bid", "bid")] if fields.bid is None else []
    return (*missing_call(fields.common), *bid, *missing_tricks(fields.tricks))


def show(preview: Preview, fields: Fields) -> dict[str, object]:
    """The score pad, maker, bid, trump, and the makers' tricks."""
    highest, lowest = tricks_in_hand(preview.state), int(preview.state.options["min_bid"])
    numbers = cells(highest, fields.bid, highest, lowest, first=1)
    alone = Cell(ALONE, preview.label("alone"), fields.bid == ALONE, word=True)
    return {
        **score_pad(preview),
        "maker": maker_group(preview, "pairs", preview.dealer),
        "bid": preview.number_strip("bid", preview.label("bid"), (*numbers, alone)),
        "trump": trump_group(preview),
        "tricks": makers_tricks(preview, fields.tricks, fields.bid == ALONE),
    }


FORM = GameForm(
    parse=parse, of_entry=of_entry, entry=entry, missing=missing, show=show, places={"alone": "bid"}
)
