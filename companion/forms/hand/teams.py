"""Form parts of games between two teams: both scores, and one strip for the makers' tricks."""

from dataclasses import dataclass

from companion.forms.hand.base import Effect, Missing, Preview, StripGroup, cells
from companion.forms.hand.fields import Count, Entry, count_in, mapped
from companion.pages.pips import Pips, faces, pips
from companion.wording.names import listed
from scoring import State, table
from scoring.table import Sides


@dataclass(frozen=True)
class Side:
    """One half of the score pad: a team's change of score, and its two cards."""

    effect: Effect
    pips: Pips | None


def total(state: State) -> int:
    """Tricks in a hand."""
    return state.variant.tricks_in_hand(len(state.players), state.options)


def sides_of(state: State, maker: str) -> Sides | None:
    """The teams, makers first; None while there is no maker."""
    return table.sides(state, maker) if maker in state.players else None


def tricks_entry(state: State, maker: str, taken: Count) -> Entry:
    """The field ``tricks`` of an entry: tricks of both teams, from those of the makers."""
    if taken is None:
        return {}
    if isinstance(taken, int) and taken <= total(state) and maker in state.players:
        return {"tricks": table.split(state, maker, taken)}
    return {"tricks": taken}


def tricks_of_entry(state: State, entry: Entry) -> Count:
    """The makers' tricks in an entry."""
    sides = sides_of(state, str(entry.get("maker", "")))
    if sides is None or "tricks" not in entry:
        return None
    return count_in(mapped(entry["tricks"]).get(sides.makers, 0))


def missing_tricks(taken: Count) -> list[Missing]:
    """The open field; empty once the makers' tricks are known."""
    return [Missing("tricks", "tricks")] if taken is None else []


def score_pad(preview: Preview) -> dict[str, object]:
    """Both scores and their cards, for ``hand/_score_pad.html``."""
    goal, cards = preview.state.variant.goal, preview.state.variant.score_cards
    target = goal.end(preview.state.options) if goal else 0
    sides = []
    for place, effect in enumerate(preview.effects.values()):
        score = effect.before if effect.after is None else effect.after
        sides.append(Side(effect, pips(cards, target, place, score)))
    return {"sides": sides, "board": {"faces": faces(side.pips for side in sides)}}


def makers_tricks(preview: Preview, taken: Count, alone: bool, scale: tuple[str, ...] = ()) -> StripGroup:
    """The strip of the makers' tricks. *alone*: whether the maker plays without the others of the team."""
    sides, tricks = sides_of(preview.state, preview.common.maker), total(preview.state)
    legend = preview.label("tricks") + " for " + (sides.makers if sides else "the makers")
    if alone and sides:
        legend += ": " + listed(sides.partners) + (" sits out" if len(sides.partners) == 1 else " sit out")
    if taken is None and sides and preview.common.so_far:
        won = preview.common.so_far
        makers = sum(won.get(name, 0) for name in preview.state.players if name not in sides.opponents)
        legend += f", {makers} to {sum(won.values()) - makers} so far"
    return preview.number_strip("tricks", legend, cells(tricks, taken, tricks), scale)
