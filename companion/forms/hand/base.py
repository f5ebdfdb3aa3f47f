"""Parts of all hand forms, and GameForm, the form of one game as a value."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.forms.hand.fields import THROWN_IN, Common, Entry, Posted, seat_text
from companion.forms.hand.parts import Cell, Choice, Effect, Group, Strip, StripGroup, effects, people, trumps
from companion.forms.hand.tricks import Tricks
from companion.log.progress import HandSoFar
from scoring import Refusal, State, Step
from scoring.tray import USUAL_CASE, Case
from scoring.variants.base import first_from

RESULTS = {
    "played": ("Played", ""),
    "passed-out": ("Passed out", "the deal moves left"),
    "misdeal": ("Misdeal", "the deal moves left"),
    "redeal": ("Redeal", "same dealer"),
}


@dataclass(frozen=True)
class Missing:
    """A field that Save waits for.

    field: of the entry. label: its name in a list of missing fields. refusal: of the field; None: made from
    the label.
    """

    field: str
    label: str
    refusal: Refusal | None = None


@dataclass(frozen=True)
class Preview:
    """Values that every hand form shows.

    state: the table before the hand. step: the scored hand; None while a field is open. errors: refusals by
    field. case: the chip set to draw a pot with.
    """

    state: State
    common: Common
    step: Step | None
    errors: Mapping[str, Refusal]
    case: Case = USUAL_CASE

    @property
    def effects(self) -> dict[str, Effect]:
        """Change of each score by this hand, by side."""
        return effects(self.state, self.step)

    @property
    def dealer(self) -> str:
        """The dealer of this hand."""
        return dealer(self.state, self.common)

    def label(self, name: str) -> str:
        """The label of a field of this game."""
        declared = self.state.variant.hand_field(name)
        return declared.label if declared else ""

    def error(self, *names: str) -> Refusal | None:
        """The first refusal of these fields."""
        return next((self.errors[name] for name in names if name in self.errors), None)

    def group(self, field: str, legend: str, choices: tuple[Choice, ...], css: str = "") -> Group:
        """Choices with the error message of their field."""
        return Group(field, legend, choices, css, self.error(field))

    def number_strip(
        self, field: str, legend: str, cells: tuple[Cell, ...], scale: tuple[str, ...] = ()
    ) -> StripGroup:
        """A number strip with the error message of its field, for ``hand/_number.html``."""
        return StripGroup(field, Strip(field, legend, cells), self.error(field), scale)


@dataclass(frozen=True)
class GameForm:
    """The form of one game. ``fields`` is its own frozen dataclass with a member ``common``.

    parse: the fields of a posted form. of_entry: the fields of an entry, from the table before it. entry: the
    game's own fields of the entry. missing: fields that Save waits for. show: what the game's template draws.
    press: the fields after a button other than Save, from its name and value; raises Refusal. extras: rare
    choices. carry_over: the blank fields of a hand after these entries of hands. go_on: the fields of an
    entry with what is known of a hand that isn't over. begun: whether there are cards on the table, in a game
    played for chips. thrown_in: whether a hand may end before its last trick. places: by field of the entry,
    the field of the page that shows its message, where the names differ. css: class of the form.
    """

    parse: Callable[[Posted, Common], Any]
    of_entry: Callable[[State, Common, Entry], Any]
    entry: Callable[[State, Any], Entry]
    missing: Callable[[State, Any], tuple[Missing, ...]]
    show: Callable[[Preview, Any], dict[str, object]]
    press: Callable[[State, Any, str, str], Any] = lambda state, fields, what, value: fields
    extras: Callable[[Preview, Any], tuple[Group, ...]] = lambda preview, fields: ()
    carry_over: Callable[[Any, Sequence[Mapping[str, object]]], Any] = lambda fields, hands: fields
    go_on: Callable[[Any, HandSoFar], Any] = lambda fields, so_far: fields
    begun: Callable[[Any], bool] = lambda fields: False
    thrown_in: bool = False
    places: Mapping[str, str] = field(default_factory=dict)
    css: str = ""


def dealing(state: State, common: Common) -> tuple[str, ...]:
    """The players who may deal this hand, in seat order: all who get cards."""
    away = common.away if common.played else ()
    return tuple(name for name in state.dealing if name not in away) or state.dealing


def dealer(state: State, common: Common) -> str:
    """The dealer of this hand: as chosen, else by rotation (ALL-01)."""
    return common.dealer if common.dealer in state.players else in_turn(state, common)


def in_turn(state: State, common: Common) -> str:
    """The dealer by rotation (ALL-01)."""
    return first_from(state.players, state.turn, dealing(state, common))


def dealer_group(preview: Preview) -> Group:
    """Choices of dealer (ALL-02). The dealer by rotation has the value "" unless named."""
    turn = in_turn(preview.state, preview.common)
    choices = tuple(
        Choice(
            "dealer",
            "" if who == turn and preview.common.dealer != who else seat_text(preview.state, who),
            who,
            who == preview.dealer,
            small="next in turn" if who == turn else "",
        )
        for who in dealing(preview.state, preview.common)
    )
    return preview.group("dealer", "Dealer", choices)


def result_group(form: GameForm, preview: Preview) -> Group:
    """Choices of result: played, and those that the game and its options allow; the others are off."""
    state, chosen = preview.state, preview.common.result or "played"
    allowed = ("played", *state.variant.results(state.options))
    choices = [
        Choice("result", value, RESULTS[value][0], chosen == value, small=RESULTS[value][1])
        for value in allowed
    ]
    for one in state.variant.unplayed:
        if one.result not in allowed:
            off = f"stick the dealer is on ({one.rule})"
            choices.append(Choice("result", one.result, RESULTS[one.result][0], off=off))
    if form.thrown_in:
        thrown = preview.common.thrown_in
        choices.insert(
            1, Choice("result", THROWN_IN, "Thrown in", thrown, small="all Kings played, nobody can catch up")
        )
    return Group("result", "Result", tuple(choices), error=preview.error("result"))


def maker_group(
    preview: Preview, css: str = "", dealer: str | None = None, among: Sequence[str] | None = None
) -> Group:
    """Choices of maker.

    dealer: the player drawn with the dealer's button. among: the players of the hand; None: all who may deal.
    """
    playing = preview.state.dealing if among is None else among
    choices = people(preview.state, "maker", preview.common.maker, among=playing, dealer=dealer)
    return preview.group("maker", "Maker", choices, css)


def maker_choices(preview: Preview) -> dict[str, Choice]:
    """The choice of maker in each player's row."""
    return {choice.label: choice for choice in people(preview.state, "maker", preview.common.maker)}


def trump_group(preview: Preview, css: str = "") -> Group:
    """Choices of trump; may stay open."""
    choices = trumps(preview.state.variant.trumps, preview.common.trump)
    return preview.group("trump", preview.label("trump"), choices, css)


def missing_call(common: Common) -> list[Missing]:
    """The open field; empty once there is a maker."""
    return [] if common.maker else [Missing("maker", "maker")]


def missing_tricks(tricks: Tricks) -> list[Missing]:
    """The open field; empty once everyone's tricks are known, or there are too many."""
    return [Missing("tricks", "tricks")] if tricks.open else []
