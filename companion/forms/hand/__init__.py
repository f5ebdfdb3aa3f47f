"""The hand forms: one module a game, found by the game's name, and what they share.

The form of the game "some-game" is ``FORM`` in ``companion.forms.hand.some_game``, drawn by the template
``hand/some_game.html``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from importlib import import_module

from companion.forms.hand import said as say
from companion.forms.hand.base import Family, View, dealer_group, result_group
from companion.forms.hand.said import Entry, Said
from scoring import Refusal, State, Step, signed, step
from scoring.tray import USUAL_CASE, Case

NAMED_IN_FULL = 4
NO_SCORE = ("nobody", "wins or loses")


def file_name(game: str) -> str:
    """The name of a game's module and template, without ending: "some_game" for "some-game"."""
    return game.replace("-", "_")


@cache
def family_of(game: str) -> Family:
    """The form of a game, by its name in a record."""
    module = import_module("companion.forms.hand." + file_name(game))
    form: Family = module.FORM
    return form


@dataclass(frozen=True)
class HandForm:
    """One hand as far as it was said, at the table as it stood before it."""

    state: State
    said: Said = field(default_factory=dict)

    @property
    def family(self) -> Family:
        """The form of this game."""
        return family_of(self.state.variant.name)

    @cached_property
    def entry(self) -> Entry:
        """The entry that the form says; what cannot be is left for `scoring` to refuse."""
        told = say.common(self.state, self.said)
        return {**told, **self.family.entry(self.state, self.said)} if say.is_played(self.said) else told

    @property
    def begun(self) -> bool:
        """Whether anything was said of the hand itself: from then on cards are on the table."""
        return any(text and name.startswith(say.OF_THE_HAND) for name, text in self.said.items())

    @cached_property
    def missing(self) -> tuple[str, ...]:
        """What is still to be said."""
        return self.family.missing(self.state, self.said) if say.is_played(self.said) else ()

    @cached_property
    def outcome(self) -> Step | Refusal | None:
        """What the hand does; why it cannot be; or None while something is still to be said."""
        if self.missing:
            return None
        try:
            return step(self.state, self.entry)
        except Refusal as refusal:
            return refusal

    def press(self, text: str) -> "HandForm":
        """The form after a button other than Save; raises Refusal for what cannot be."""
        what, _space, value = text.partition(" ")
        return replace(self, said=self.family.press(self.state, self.said, what, value))

    def show(self, errors: Mapping[str, str] | None = None, case: Case = USUAL_CASE) -> dict[str, object]:
        """Everything that the template draws; *case* is the set of chips of a table that has a bank."""
        outcome = self.outcome
        errors = errors or {}
        if isinstance(outcome, Refusal) and not errors:
            errors = {outcome.field or "": outcome.message}
        done = outcome if isinstance(outcome, Step) else None
        view = View(self.state, self.said, done, errors, case)
        played = say.is_played(self.said)
        panel = (dealer_group(view), result_group(self.family, view), *self.family.extras(view))
        return {
            "template": "hand/" + file_name(self.state.variant.name) + ".html",
            "css": self.family.css,
            "number": self.state.hands + 1,
            "dealer": view.dealer,
            "played": played,
            "panel": panel,
            "note": self.said.get("note", ""),
            "said": self.said,
            "note_error": errors.get("note", ""),
            "errors": errors,
            "missing": self.missing,
            "comes_to": comes_to(done),
            "wrong_at": next((self.family.places.get(name, name) for name in errors), ""),
            "panel_open": any(group.error for group in panel) or "note" in errors,
            "ends": done.state.winners if done and done.state.over else (),
            "next_dealer": done.state.next_dealer if done else None,
            "seats": self.state.players,
            **(self.family.show(view) if played else {}),
        }


def blank(state: State, last: Mapping[str, object] | None = None) -> HandForm:
    """A new hand; *last* is the entry of the one before."""
    form = HandForm(state)
    return replace(form, said=form.family.like(last)) if last else form


def of_entry(state: State, entry: Mapping[str, object]) -> HandForm:
    """The form filled from an entry; *state* is the table before it."""
    said = say.tell_common(state, entry)
    form = HandForm(state, said)
    return replace(form, said={**said, **form.family.tell(state, entry)}) if say.is_played(said) else form


def of_post(state: State, said: Said) -> HandForm:
    """The form as it was posted; what was said of people goes with them when the seats changed (PC-04)."""
    seated = tuple(said.get(f"seat-{place}", "") for place in range(len(_seats(said))))
    if not seated or seated == state.players or not state.variant.has_bank:
        return HandForm(state, said)
    return of_entry(state, HandForm(say.as_seated(state, seated), said).entry)


def _seats(said: Said) -> Sequence[str]:
    return [name for name in said if name.startswith("seat-")][:12]


def comes_to(done: Step | None) -> list[tuple[str, str]]:
    """What the hand comes to by name: scores after it, or in poker-chips who gains and loses."""
    if done is None or done.hand is None:
        return []
    if not done.state.variant.has_bank:
        return [(name, str(score).replace("-", "−")) for name, score in done.hand.after.items()]
    return _changes(done.hand.change, done.state.players)


def _changes(change: Mapping[str, int], players: Sequence[str]) -> list[tuple[str, str]]:
    """ "Dee +44", "Eli −12", "the others −8": who changed alike is not named one by one."""
    if not change:
        return [NO_SCORE]
    by_change: dict[int, list[str]] = {}
    for name in players:
        by_change.setdefault(change.get(name, 0), []).append(name)
    alike = max(by_change.values(), key=len)
    crowd = alike if len(alike) > 2 or (len(alike) == 2 and len(players) > NAMED_IN_FULL) else []
    told = [(name, signed(change.get(name, 0))) for name in players if name not in crowd]
    return [*told, ("the others", signed(change.get(crowd[0], 0)))] if crowd else told
