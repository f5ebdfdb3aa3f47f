"""The hand forms: one module a game, found by the game's name, and what they share.

The form of the game "some-game" is ``FORM`` in ``companion.forms.hand.some_game``, drawn by the template
``hand/some_game.html``.
"""

from collections import ChainMap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib import import_module
from typing import Any

from companion.forms.fields import (
    Common,
    Entry,
    Posted,
    by_seat,
    common_of_entry,
    count_of,
)
from companion.forms.hand.base import GameForm, Missing, Preview, dealer_group, result_group, sent
from companion.log.progress import HandSoFar
from companion.wording.refusal import AppRefusal
from scoring import Refusal, State, Step, signed, step
from scoring.tray import USUAL_CASE, Case

MOST_SEATS = 12
NAMED_IN_FULL = 4
NO_SCORE = ("no chips", "change hands")
OF_ANY_HAND = ("dealer", "result", "note")  # fields that are drawn for a hand that wasn’t played too
UNDRAWN = ("chips", "seat-")  # amounts of the betting that were never bet; who sits where


def file_name(game: str) -> str:
    """The name of a game's module and template, without ending: "some_game" for "some-game"."""
    return game.replace("-", "_")


@cache
def form_of(game: str) -> GameForm:
    """The form of a game, by its name in a record."""
    module = import_module("companion.forms.hand." + file_name(game))
    form: GameForm = module.FORM
    return form


@dataclass(frozen=True)
class HandForm:
    """A hand as filled in so far.

    state: the table before the hand. fields: an instance of the game's own ``Fields``.
    """

    state: State
    fields: Any

    @property
    def form(self) -> GameForm:
        """The form of this game."""
        return form_of(self.state.variant.name)

    @property
    def common(self) -> Common:
        """The part that every form has."""
        common: Common = self.fields.common
        return common

    @cached_property
    def entry(self) -> Entry:
        """The entry. Impossible values stay in it; `scoring` refuses them."""
        common = self.common
        entry: Entry = {"kind": "hand"}
        if common.dealer:
            entry["dealer"] = common.dealer
        if not common.played:
            entry["result"] = common.result
        if common.note.strip():
            entry["note"] = common.note.strip()
        return {**entry, **(self.form.entry(self.state, self.fields) if common.played else {})}

    @property
    def begun(self) -> bool:
        """Whether any field of the hand is filled in; only in games played for chips."""
        return self.form.begun(self.fields)

    @cached_property
    def missing(self) -> tuple[Missing, ...]:
        """The fields that Save waits for."""
        return self.form.missing(self.state, self.fields) if self.common.played else ()

    @property
    def needed(self) -> tuple[Refusal, ...]:
        """The refusals of all fields that Save waits for; those without one of their own are one list."""
        plain = [one for one in self.missing if one.refusal is None]
        field = plain[0].field if len({one.field for one in plain}) == 1 else None
        labels = ", ".join(one.label for one in plain)
        first = [AppRefusal("still-needed", field, fields=labels)] if labels else []
        return (*first, *(one.refusal for one in self.missing if one.refusal))

    @property
    def unsaid(self) -> dict[str, Refusal]:
        """The first refusal at each field that Save waits for."""
        needed: dict[str, Refusal] = {}
        for one in self.missing:
            labels = ", ".join(other.label for other in self.missing if other.field == one.field)
            needed.setdefault(one.field, one.refusal or AppRefusal("still-needed", one.field, fields=labels))
        return needed

    @property
    def drawn(self) -> dict[str, str]:
        """The fields that a browser sends of this form; those it leaves empty may be missing."""
        shown = self.show()
        hidden = [given for part in ("so_far", "hidden") if isinstance(given := shown.get(part), dict)]
        return {"note": self.common.note, **dict(ChainMap(*hidden)), **sent(shown)}

    def changed(self, texts: Mapping[str, str]) -> tuple[str, ...]:
        """The fields of a post that this form draws in another way than they were sent."""
        drawn = self.drawn
        return tuple(
            name
            for name, text in texts.items()
            if text and not name.startswith(UNDRAWN) and count_of(drawn.get(name, "")) != count_of(text)
        )

    @cached_property
    def outcome(self) -> Step | Refusal | None:
        """The result of the hand, or the Refusal; None while a field is open."""
        if self.missing:
            return None
        try:
            return step(self.state, self.entry)
        except Refusal as refusal:
            return refusal

    def press(self, text: str) -> "HandForm":
        """The form after a button other than Save. Raises Refusal."""
        what, _space, value = text.partition(" ")
        return replace(self, fields=self.form.press(self.state, self.fields, what, value))

    def show(self, errors: Mapping[str, Refusal] | None = None, case: Case = USUAL_CASE) -> dict[str, object]:
        """The template's context; *case*: the chip set of a table that has a bank."""
        outcome = self.outcome
        errors = errors or {}
        if isinstance(outcome, Refusal) and not errors:
            errors = {outcome.field or "": outcome}
        done = outcome if isinstance(outcome, Step) else None
        form, fields, common = self.form, self.fields, self.common
        preview = Preview(self.state, common, done, errors, case)
        extras = form.extras(preview, fields) if common.played else ()
        panel, result = (dealer_group(preview), *extras), result_group(form, preview)
        wrong_at = next((form.places.get(name, name) for name in errors), "")
        return {
            "template": "hand/" + file_name(self.state.variant.name) + ".html",
            "css": form.css,
            "number": self.state.hands + 1,
            "dealer": preview.dealer,
            "played": common.played,
            "panel": panel,
            "result": result,
            "rule_off": any(choice.off for choice in result.choices),
            "note": common.note,
            "note_error": preview.error("note"),
            "reasons": tuple(errors.values()),
            "missing": tuple(one.label for one in self.missing),
            "comes_to": comes_to(done),
            "wrong_at": wrong_at if common.played or wrong_at in OF_ANY_HAND else "",
            "panel_open": any(group.error for group in panel) or "note" in errors,
            "ends": done.state.winners if done and done.state.over else (),
            "next_dealer": done.state.next_dealer if done else None,
            "seats": self.state.players,
            "so_far": by_seat(self.state, "so-far", common.so_far),
            **(form.show(preview, fields) if common.played else {}),
        }


def blank(state: State, hands: Sequence[Mapping[str, object]] = ()) -> HandForm:
    """A new hand after the entries of these."""
    form = _blank(state, Common())
    return replace(form, fields=form.form.carry_over(form.fields, hands))


def _blank(state: State, common: Common) -> HandForm:
    return HandForm(state, form_of(state.variant.name).parse(Posted(state, {}), common))


def of_entry(state: State, entry: Mapping[str, object]) -> HandForm:
    """The form filled in from an entry; *state* is the table before it."""
    common = common_of_entry(state, entry)
    if not common.played:
        return _blank(state, common)
    return HandForm(state, form_of(state.variant.name).of_entry(state, common, dict(entry)))


def of_progress(state: State, so_far: HandSoFar) -> HandForm:
    """The form filled in with what is known of a hand in progress; the rest is blank."""
    common = replace(common_of_entry(state, so_far.entry), so_far=so_far.tricks)
    if not common.played:
        return _blank(state, common)
    form = form_of(state.variant.name)
    return HandForm(state, form.go_on(form.of_entry(state, common, dict(so_far.entry)), so_far))


def of_post(state: State, texts: Mapping[str, str]) -> HandForm:
    """The posted form, at *state*.

    A post has the players by seat as of when the page was made. If players came or left since, every value
    stays with its player (PC-04).
    """
    seats = [name for name in texts if name.startswith("seat-")][:MOST_SEATS]
    seated = tuple(texts.get(f"seat-{seat}", "") for seat in range(len(seats)))
    if not seated or seated == state.players or not state.variant.has_bank:
        return _of_post(state, texts)
    turn = state.turn if state.turn in seated else seated[0]
    scores = {name: state.scores.get(name, 0) for name in seated}
    then = replace(state, players=seated, scores=scores, turn=turn)
    return of_entry(state, _of_post(then, texts).entry)


def _of_post(state: State, texts: Mapping[str, str]) -> HandForm:
    posted = Posted(state, texts)
    common = Common(
        posted.player("dealer"),
        posted.text("result"),
        posted.text("note"),
        posted.player("maker"),
        posted.text("trump"),
        posted.ticked("away"),
        {name: count for name, count in posted.counts("so-far").items() if isinstance(count, int)},
    )
    return HandForm(state, form_of(state.variant.name).parse(posted, common))


def comes_to(done: Step | None) -> list[tuple[str, str]]:
    """The result of the hand by name: new scores, or in a game played for chips gains and losses.

    "Dee +44", "Eli −12"; of several with the same change "everyone else −8".
    """
    if done is None or done.hand is None:
        return []
    if not done.state.variant.has_bank:
        return [(name, str(score).replace("-", "−")) for name, score in done.hand.after.items()]
    change, players = done.hand.change, done.state.players
    if not change:
        return [NO_SCORE]
    by_change: dict[int, list[str]] = {}
    for name in players:
        by_change.setdefault(change.get(name, 0), []).append(name)
    alike = max(by_change.values(), key=len)
    crowd = alike if len(alike) > 2 or (len(alike) == 2 and len(players) > NAMED_IN_FULL) else []
    pairs = [(name, signed(change.get(name, 0))) for name in players if name not in crowd]
    return [*pairs, ("everyone else", signed(change.get(crowd[0], 0)))] if crowd else pairs
