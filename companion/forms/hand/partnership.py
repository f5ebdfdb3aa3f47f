"""The hand form of euchre, two against two: the tricks are the makers'."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.forms.hand import said as say
from companion.forms.hand.base import Family, View, maker_group, trump_group
from companion.forms.hand.parts import Choice, Effect, Group, Strip, cells
from companion.forms.hand.said import Entry, Said
from companion.pages.pips import Pips, faces, pips
from scoring import Refusal, State, possible, step
from scoring.variants.partnership import TRICKS

EUCHRED, MADE, MARCH = 0, 3, 5


@dataclass(frozen=True)
class Side:
    """One half of the T: a team, what the hand does to it, its two cards."""

    effect: Effect
    pips: Pips | None


def entry(state: State, said: Said) -> Entry:
    """Maker, tricks by team, alone and defended alone."""
    told = say.call(state, said)
    maker = told.get("maker")
    taken = say.number(said.get("tricks", ""))
    if isinstance(taken, int) and taken <= TRICKS and maker in state.players:
        told["tricks"] = possible.split(state, str(maker), taken)
    elif said.get("tricks"):
        told["tricks"] = taken
    if said.get("alone"):
        told["alone"] = True
        defenders = say.ticked(state, said, "defended")
        if defenders:
            told["defended_alone"] = " and ".join(defenders)
    return told


def tell(state: State, entry: Mapping[str, object]) -> dict[str, str]:
    """The fields from an entry."""
    said: dict[str, str] = {}
    if entry.get("maker") in state.players and "tricks" in entry:
        team = possible.sides(state, str(entry["maker"])).makers
        said["tricks"] = str(say.mapped(entry["tricks"]).get(team, 0))
    if entry.get("alone"):
        said["alone"] = say.YES
    return {**said, **say.ticks(state, "defended", [entry.get("defended_alone")])}


def missing(state: State, said: Said) -> tuple[str, ...]:
    """Who made it, how many tricks."""
    wanted = {"maker": "who made it", "tricks": "the tricks"}
    return tuple(text for field, text in wanted.items() if not said.get(field))


def show(view: View) -> dict[str, object]:
    """The T of the score pad, maker, trump, alone, and the makers' tricks."""
    maker = say.player(view.state, view.said.get("maker", ""))
    sides = possible.sides(view.state, maker) if maker in view.state.players else None
    sides_shown = _sides(view)
    return {
        "sides": sides_shown,
        "board": {"faces": faces(side.pips for side in sides_shown)},
        "maker": maker_group(view, "pairs", view.dealer),
        "trump": trump_group(view, "suits"),
        "alone": _alone(view, sides),
        "tricks": _strip(view, sides),
        "scale": _scale(view) if sides else (),
        "tricks_error": view.errors.get("tricks", ""),
    }


def _sides(view: View) -> list[Side]:
    target = int(view.state.options["target"])
    effects = view.effects.values()
    shown = [effect.before if effect.after is None else effect.after for effect in effects]
    return [
        Side(effect, pips("partnership", target, place, score))
        for place, (effect, score) in enumerate(zip(effects, shown, strict=True))
    ]


def _alone(view: View, sides: possible.Sides | None) -> Group:
    alone = bool(view.said.get("alone"))
    rests = f"{sides.partner} sits out" if sides else "partner sits out"
    first = Choice("alone", say.YES, "Alone", alone, small=rests, box=True)
    error = view.errors.get("alone") or view.errors.get("defended_alone", "")
    return Group("alone", "", (first, *_defenders(view, sides, alone)), "", error)


def _defenders(view: View, sides: possible.Sides | None, alone: bool) -> tuple[Choice, ...]:
    if not view.state.options["defend_alone"]:
        return (Choice("defended", say.YES, "Defend alone", off="off in this game", box=True),)
    if not alone or sides is None:
        return (Choice("defended", say.YES, "Defend alone", off="only against a lone maker", box=True),)
    ticked = say.ticked(view.state, view.said, "defended")
    return tuple(
        Choice(
            f"defended-{say.seat(view.state, name)}",
            say.YES,
            name,
            name in ticked,
            small="defends alone",
            box=True,
        )
        for name in sides.opponents
    )


def _strip(view: View, sides: possible.Sides | None) -> Strip:
    team = sides.makers if sides else "the makers"
    total = TRICKS
    return Strip("tricks", f"Tricks for {team}", cells(total, view.said.get("tricks", ""), total))


def _scale(view: View) -> tuple[str, ...]:
    """What the strip's counts score in this hand, as the rules say."""
    texts = []
    for taken, words in ((EUCHRED, "euchred, {} to {}"), (MADE, "{} point"), (MARCH, "march, {}")):
        probe: Entry = {"kind": "hand", **entry(view.state, {**view.said, "tricks": str(taken)})}
        try:
            line = step(view.state, probe).lines[0]
        except Refusal:
            return ()
        texts.append(words.format(line.points, line.player))
    return tuple(texts)


FORM = Family(entry, tell, missing, show, places={"defended_alone": "alone"})
