"""The hand form of partnership euchre."""

from dataclasses import dataclass, replace

from companion.forms.fields import Common, Count, Entry, Names, Posted, all_seated, call_entry
from companion.forms.hand.base import (
    GameForm,
    Group,
    Missing,
    Preview,
    box,
    boxes,
    maker_group,
    makers_tricks,
    missing_call,
    missing_tricks,
    score_pad,
    sides_of,
    tricks_entry,
    tricks_of_entry,
    trump_group,
)
from scoring import Refusal, State, step

EUCHRED, MADE, MARCH = 0, 3, 5
PLACES = {"alone": "trump", "defended_alone": "trump"}


@dataclass(frozen=True)
class Fields:
    """tricks: the makers'. defended: players who defended alone, in seat order; an entry may have one."""

    common: Common
    tricks: Count = None
    alone: bool = False
    defended: Names = ()


def parse(posted: Posted, common: Common) -> Fields:
    """The fields of a posted form."""
    return Fields(common, posted.count("tricks"), posted.flag("alone"), posted.ticked("defended"))


def of_entry(state: State, common: Common, entry: Entry) -> Fields:
    """The fields of an entry."""
    return Fields(
        common,
        tricks_of_entry(state, entry),
        bool(entry.get("alone")),
        all_seated(state, [entry.get("defended_alone")]),
    )


def entry(state: State, fields: Fields) -> Entry:
    """Maker, tricks by team, alone and defended alone."""
    made = {**call_entry(fields.common), **tricks_entry(state, fields.common.maker, fields.tricks)}
    if fields.alone:
        made["alone"] = True
        if fields.defended:
            made["defended_alone"] = " and ".join(fields.defended)
    return made


def missing(state: State, fields: Fields) -> tuple[Missing, ...]:
    """The maker, the tricks."""
    return (*missing_call(fields.common), *missing_tricks(fields.tricks))


def show(preview: Preview, fields: Fields) -> dict[str, object]:
    """The score pad, maker, trump, alone, and the makers' tricks."""
    sides = sides_of(preview.state, fields.common.maker)
    suits = trump_group(preview)
    alone = box("alone", preview.label("alone"), fields.alone)
    defended = None
    if fields.alone and sides and preview.state.options["defend_alone"]:
        choices = boxes(preview.state, "defended", fields.defended, sides.opponents)
        defended = Group("defended_alone", preview.label("defended_alone"), choices)
    scale: list[str] = []  # points for each number of the strip
    numbers = ((EUCHRED, "euchred, {} to {}"), (MADE, "{} point"), (MARCH, "march, {}")) if sides else ()
    for taken, words in numbers:
        tried = {"kind": "hand", **entry(preview.state, replace(fields, tricks=taken))}
        try:
            line = step(preview.state, tried).lines[0]
        except Refusal:
            scale = []
            break
        scale.append(words.format(line.points, line.player))
    return {
        **score_pad(preview),
        "maker": maker_group(preview, "pairs", preview.dealer),
        "trump": replace(suits, choices=(*suits.choices, alone), error=preview.error("trump", *PLACES)),
        "defended": defended,
        "tricks": makers_tricks(preview, fields.tricks, fields.alone, tuple(scale)),
    }


FORM = GameForm(parse=parse, of_entry=of_entry, entry=entry, missing=missing, show=show, places=PLACES)
