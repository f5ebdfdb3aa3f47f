"""Parts of all hand forms, those of two teams’ games too, and GameForm, the form of one game as a value."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, is_dataclass
from typing import Any

from companion.forms.fields import THROWN_IN, YES, Common, Count, Entry, Posted, count_in, mapped, seat_text
from companion.log.progress import HandSoFar
from companion.pages.pips import Face, Pips, faces, pips
from companion.wording.names import listed
from scoring import Line, Refusal, State, Step, signed, table
from scoring.table import Sides
from scoring.tray import USUAL_CASE, Case
from scoring.variants.base import first_from

RESULTS = {
    "played": ("Played", ""),
    "passed-out": ("Passed out", "the deal moves left"),
    "misdeal": ("Misdeal", "the deal moves left"),
    "redeal": ("Redeal", "same dealer"),
}
SUITS = ("spades", "hearts", "diamonds", "clubs")
TIMES = {2: " twice", 3: " three times", 4: " four times"}


def flags(checked: bool, off: bool) -> str:
    """The attributes " checked" and " disabled", as far as they apply."""
    return (" checked" if checked else "") + (" disabled" if off else "")


@dataclass(frozen=True)
class Choice:
    """One choice of a group.

    name, value: of its input. off: the reason it is disabled. small: explanation under the label. suit: drawn
    instead of the label. sign: a suit drawn beside the label. dealer: whether to draw the dealer's button.
    box: a checkbox; otherwise a radio button.
    """

    name: str
    value: str
    label: str
    checked: bool = False
    off: str = ""
    small: str = ""
    suit: str = ""
    sign: str = ""
    dealer: bool = False
    box: bool = False

    @property
    def flags(self) -> str:
        """The attributes of its input."""
        return flags(self.checked, bool(self.off))

    @property
    def sent(self) -> dict[str, str]:
        """The field that a browser sends, as drawn."""
        return {self.name: self.value} if self.checked and not self.off else {}


@dataclass(frozen=True)
class Group:
    """Choices under one legend. ``field``: the entry field they fill."""

    field: str
    legend: str
    choices: tuple[Choice, ...]
    css: str = ""
    error: Refusal | None = None


@dataclass(frozen=True)
class Cell:
    """One cell of a strip; ``word``: as wide as its label."""

    value: str
    label: str
    checked: bool = False
    off: bool = False
    word: bool = False

    @property
    def flags(self) -> str:
        """The attributes of its input."""
        return flags(self.checked, self.off)


@dataclass(frozen=True)
class Strip:
    """A row of numbers 0 1 2 3 …, one tap each.

    none: the 0 of a strip too long for it. worked_out: the number wasn't tapped.
    """

    name: str
    label: str
    cells: tuple[Cell, ...]
    none: Cell | None = None
    worked_out: bool = False

    @property
    def sent(self) -> dict[str, str]:
        """The field that a browser sends, as drawn."""
        drawn = (*self.cells, self.none) if self.none else self.cells
        chosen = [cell.value for cell in drawn if cell.checked and not cell.off]
        return {self.name: chosen[-1]} if chosen else {}


@dataclass(frozen=True)
class Typed:
    """A field to type in."""

    name: str
    value: str

    @property
    def sent(self) -> dict[str, str]:
        """The field that a browser sends, as drawn."""
        return {self.name: self.value}


@dataclass(frozen=True)
class StripGroup:
    """A strip with its legend.

    field: of the entry, as in Group. scale: points of some of its numbers, in words.
    """

    field: str
    strip: Strip
    error: Refusal | None = None
    scale: tuple[str, ...] = ()


@dataclass(frozen=True)
class Press:
    """A button that shows the form again with one thing more or less. ``off``: the reason it is disabled."""

    value: str
    label: str
    name: str = ""
    off: str = ""


@dataclass(frozen=True)
class Why:
    """One reason: words, points, and count. Points "" for none; count "" for once."""

    text: str
    points: str
    times: str = ""

    def __str__(self) -> str:
        return self.text + (" " + self.points if self.points else "") + self.times


@dataclass(frozen=True)
class Effect:
    """Change of one score by the hand. after: None while unknown. lines: its lines on the score sheet."""

    name: str
    before: int
    after: int | None = None
    lines: tuple[Line, ...] = ()

    @property
    def why(self) -> tuple[Why, ...]:
        """Its lines in words with their points; equal lines are merged and counted."""
        pairs = [(line.text, signed(line.points) if line.points else "") for line in self.lines]
        return tuple(
            Why(text, points, TIMES.get(pairs.count((text, points)), ""))
            for text, points in dict.fromkeys(pairs)
        )


@dataclass(frozen=True)
class PlayerRow:
    """One player's row: change of score, choice of maker, strip and button."""

    effect: Effect
    maker: Choice
    strip: Strip | None = None
    press: Press | None = None
    notes: tuple[str, ...] = ()


def people(
    state: State,
    name: str,
    chosen: str,
    off: Mapping[str, str] | None = None,
    among: Sequence[str] | None = None,
    dealer: str | None = None,
) -> tuple[Choice, ...]:
    """A choice for each player of *among* (None: all), by seat. *off*: reasons by player."""
    off = off or {}
    return tuple(
        Choice(
            name,
            str(seat),
            who,
            chosen == who and who not in off,
            off.get(who, ""),
            dealer=who == dealer,
        )
        for seat, who in enumerate(state.players)
        if among is None or who in among
    )


def box(name: str, label: str, ticked: bool, *, off: str = "") -> Choice:
    """A box to tick."""
    return Choice(name, YES, label, ticked, off, box=True)


def boxes(state: State, field: str, ticked: Sequence[str], among: Sequence[str]) -> tuple[Choice, ...]:
    """A box to tick for each of *among*, by seat."""
    return tuple(
        box(f"{field}-{seat}", name, name in ticked)
        for seat, name in enumerate(state.players)
        if name in among
    )


def suit_of(trump: str) -> str:
    """The suit to draw; "" for no-trump."""
    return trump if trump in SUITS else ""


def sent(drawn: object) -> dict[str, str]:
    """The fields that a browser sends of what is drawn: of parts with a member ``sent``, at any depth."""
    if drawn is None or isinstance(drawn, str | int):  # most of what is drawn
        return {}
    own: dict[str, str] | None = getattr(drawn, "sent", None)
    if own is not None:
        return own
    if isinstance(drawn, Mapping):
        inner: Iterable[object] = drawn.values()
    elif isinstance(drawn, list | tuple):
        inner = drawn
    elif is_dataclass(drawn) and not isinstance(drawn, type):
        inner = vars(drawn).values()
    else:
        return {}
    return {name: text for one in inner for name, text in sent(one).items()}


def cells(highest: int, chosen: Count, limit: int, lowest: int = 0, first: int = 0) -> tuple[Cell, ...]:
    """Cells from *first* to *highest*. Cells over *limit* or under *lowest* are off unless chosen."""
    return tuple(
        Cell(
            str(count),
            str(count),
            chosen == count,
            chosen != count and not lowest <= count <= limit,
        )
        for count in range(first, highest + 1)
    )


def tricks_text(count: int) -> str:
    """A number of tricks in words: "no trick", "1 trick", "3 tricks"."""
    return f"{count} tricks" if count > 1 else ("1 trick" if count else "no trick")


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
        """Change of each score by this hand, by side; while it is open the current scores."""
        after: Mapping[str, int] = self.step.hand.after if self.step and self.step.hand else {}
        lines = self.step.lines if self.step else ()
        return {
            name: Effect(name, before, after.get(name), tuple(line for line in lines if line.player == name))
            for name, before in self.state.scores.items()
        }

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
    the field of the page that shows its message, where the names differ; "" for none. css: class of the form.
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
    return Group("result", "What happened", tuple(choices), error=preview.error("result"))


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


def trump_group(preview: Preview) -> Group:
    """Choices of trump; may stay open."""
    chosen = preview.common.trump
    choices = tuple(
        Choice("trump", name, "none" if name == "no-trump" else name, chosen == name, suit=suit_of(name))
        for name in preview.state.variant.trumps
    )
    return preview.group("trump", preview.label("trump"), choices, "suits")


def missing_call(common: Common) -> list[Missing]:
    """The open field; empty once there is a maker."""
    return [] if common.maker else [Missing("maker", "maker")]


# Games between two teams: both scores, and one strip for the makers’ tricks.


@dataclass(frozen=True)
class Side:
    """One half of the score pad: a team's change of score.

    place: from 0. cards, target: those of the table, and the score at the end.
    """

    place: int
    effect: Effect
    cards: tuple[int, int] | None
    target: int

    @property
    def pips(self) -> Pips | None:
        """Its two cards."""
        score = self.effect.before if self.effect.after is None else self.effect.after
        return pips(self.cards, self.target, self.place, score)


def tricks_in_hand(state: State) -> int:
    """Tricks in a hand."""
    return state.variant.tricks_in_hand(len(state.players), state.options)


def sides_of(state: State, maker: str) -> Sides | None:
    """The teams, makers first; None while there is no maker."""
    return table.sides(state, maker) if maker in state.players else None


def tricks_entry(state: State, maker: str, taken: Count) -> Entry:
    """The field ``tricks`` of an entry: tricks of both teams, from those of the makers."""
    if taken is None:
        return {}
    if isinstance(taken, int) and taken <= tricks_in_hand(state) and maker in state.players:
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


@dataclass(frozen=True)
class ScorePad:
    """Both scores, for ``hand/_score_pad.html``. Only a page works out their cards."""

    sides: tuple[Side, ...]

    @property
    def faces(self) -> tuple[Face, ...]:
        """The cards of both, for ``table/_cards.html``."""
        return faces(side.pips for side in self.sides)


def score_pad(preview: Preview) -> dict[str, object]:
    """Both scores and their cards."""
    goal, cards = preview.state.variant.goal, preview.state.variant.score_cards
    target = goal.end(preview.state.options) if goal else 0
    pad = ScorePad(
        tuple(Side(place, effect, cards, target) for place, effect in enumerate(preview.effects.values()))
    )
    return {"sides": pad.sides, "board": pad}


def makers_tricks(preview: Preview, taken: Count, alone: bool, scale: tuple[str, ...] = ()) -> StripGroup:
    """The strip of the makers' tricks. *alone*: whether the maker plays without the others of the team."""
    sides, tricks = sides_of(preview.state, preview.common.maker), tricks_in_hand(preview.state)
    legend = preview.label("tricks") + " for " + (sides.makers if sides else "the makers")
    if alone and sides:
        legend += ": " + listed(sides.partners) + (" sits out" if len(sides.partners) == 1 else " sit out")
    if taken is None and sides and preview.common.so_far:
        won = preview.common.so_far
        makers = sum(won.get(name, 0) for name in preview.state.players if name not in sides.opponents)
        legend += f", {makers} to {sum(won.values()) - makers} so far"
    return preview.number_strip("tricks", legend, cells(tricks, taken, tricks), scale)
