"""What every hand form has in common: dealer, result, note, and how a game's own form is put together."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from companion.forms.hand import said as say
from companion.forms.hand.parts import Choice, Effect, Group, effects, people, trumps
from companion.forms.hand.said import Entry, Said
from scoring import State, Step
from scoring.tray import USUAL_CASE, Case
from scoring.variants.base import first_from

RESULTS = {
    "played": ("Played", ""),
    "passed-out": ("Passed out", "the deal moves left"),
    "misdeal": ("Misdeal", "the deal moves left"),
    "redeal": ("Dealt again", "same dealer"),
}


@dataclass(frozen=True)
class View:
    """All that a form is drawn from: the table, what was said, what it comes to, what is wrong where.

    *case* is the set of chips that a pot is drawn in.
    """

    state: State
    said: Said
    step: Step | None
    errors: Mapping[str, str]
    case: Case = USUAL_CASE

    @property
    def effects(self) -> dict[str, Effect]:
        """What the hand does to each score."""
        return effects(self.state, self.step)

    @property
    def dealer(self) -> str:
        """Who deals this hand."""
        return dealer(self.state, self.said)

    def group(self, field: str, legend: str, choices: tuple[Choice, ...], css: str = "") -> Group:
        """Choices with what is wrong at their field."""
        return Group(field, legend, choices, css, self.errors.get(field, ""))


@dataclass(frozen=True)
class Family:
    """The form of one game: an entry from what was said and back, what is still to be said, how it looks.

    ``press`` is a button other than Save: what it is and its value; ``extras`` are its rare choices;
    ``like`` is what a new hand takes over from the last one's entry; ``places`` tells for a field of the
    entry at which field of the page its error is shown, where the names differ; ``css`` is the form's class.
    """

    entry: Callable[[State, Said], Entry]
    tell: Callable[[State, Mapping[str, object]], dict[str, str]]
    missing: Callable[[State, Said], tuple[str, ...]]
    show: Callable[[View], dict[str, object]]
    press: Callable[[State, Said, str, str], Said] = lambda state, said, what, value: said
    extras: Callable[[View], tuple[Group, ...]] = lambda view: ()
    thrown_in: bool = False
    like: Callable[[Mapping[str, object]], dict[str, str]] = lambda entry: {}
    places: Mapping[str, str] = field(default_factory=dict)
    css: str = ""


def dealing(state: State, said: Said) -> tuple[str, ...]:
    """Who may deal this hand: everybody dealt in."""
    away = say.ticked(state, said, "away") if say.is_played(said) else []
    return tuple(name for name in state.dealing if name not in away) or state.dealing


def dealer(state: State, said: Said) -> str:
    """Who deals this hand: as said, else by rotation (ALL-01)."""
    named = say.player(state, said.get("dealer", ""))
    return named if named in state.players else in_turn(state, said)


def in_turn(state: State, said: Said) -> str:
    """Whose deal it is by rotation (ALL-01)."""
    return first_from(state.players, state.turn, dealing(state, said))


def dealer_group(view: View) -> Group:
    """The dealers that can be named (ALL-02); whose turn it is needs no naming."""
    turn = in_turn(view.state, view.said)
    choices = tuple(
        Choice(
            "dealer",
            _dealer_value(view, who, turn),
            who,
            who == view.dealer,
            small="in turn" if who == turn else "",
        )
        for who in dealing(view.state, view.said)
    )
    return view.group("dealer", "Dealt by", choices)


def _dealer_value(view: View, who: str, turn: str) -> str:
    """Nothing for whose turn it is, unless an entry named them all the same."""
    seat = say.seat(view.state, who)
    return "" if who == turn and view.said.get("dealer", "") != seat else seat


def result_group(family: Family, view: View) -> Group:
    """How the hand went: what this game and its options allow, and why not the rest."""
    state, chosen = view.state, view.said.get("result") or "played"
    allowed = ("played", *state.variant.results(state.options))
    choices = [
        Choice("result", value, RESULTS[value][0], chosen == value, small=RESULTS[value][1])
        for value in allowed
    ]
    if state.options.get("stick_the_dealer"):
        choices.append(Choice("result", "passed-out", "Passed out", off="the dealer must call (EU-05)"))
    if family.thrown_in:
        choices.insert(
            1,
            Choice(
                "result", say.THROWN_IN, "Thrown in", chosen == say.THROWN_IN, small="nobody can catch up"
            ),
        )
    error = view.errors.get("result") or view.errors.get("thrown_in", "")
    return Group("result", "How it went", tuple(choices), error=error)


def maker_group(view: View, css: str = "", dealer: str | None = None) -> Group:
    """Who made trump; the *dealer* with the button."""
    chosen = view.said.get("maker", "")
    choices = people(view.state, "maker", chosen, among=view.state.dealing, dealer=dealer)
    return view.group("maker", "Made by", choices, css)


def trump_group(view: View, css: str = "") -> Group:
    """What was trump; nobody has to say."""
    return view.group("trump", "Trump", trumps(view.state.variant.trumps, view.said.get("trump", "")), css)
