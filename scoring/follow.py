"""How the hands of a game are followed card by card: the game's phases in order, each of them a value.

A game composes the standard phases of ``scoring.phases`` with its own rule ids and words, and may add phases
of its own. All that a hand in progress needs of a game is here or in the rest of its ``Variant``.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .refusal import Refusal

if TYPE_CHECKING:
    from .phases.facts import HandFacts
    from .phases.view import Progress
    from .table import State

Names = tuple[str, ...]
Move = Mapping[str, object]

# Types of a move's fields. A flag may be left out; ANYTHING is checked by the move itself.
WORD, FLAG, NUMBER, CARD, ANYTHING = "word", "flag", "number", "card", "anything"

# States of a hand without an open phase: something is missing, or the entry is complete.
FORM, DONE = "form", "done"


@dataclass(frozen=True)
class Offer:
    """One possible move: ``move`` as a client sends it, ``words`` for a button.

    ``off`` is the refusal that the move meets now; None when it is allowed. ``rule`` is the id of the rule
    behind the move, "" without one. A bet or a raise is sent with ``chips``, from ``least`` to ``most``; both
    are None for every other move.
    """

    move: Move
    words: str
    off: Refusal | None = None
    rule: str = ""
    least: int | None = None
    most: int | None = None

    @property
    def allowed(self) -> bool:
        """Whether the move may be made."""
        return self.off is None


def offer(words: str, kind: str, rule: str = "", off: Refusal | None = None, **fields: object) -> Offer:
    """The offer of a move of *kind* with *fields*; *off*: the refusal it meets, of any field."""
    return Offer({"move": kind, **fields}, words, off.under("move") if off else None, rule)


@dataclass(frozen=True)
class Instruction:
    """An action at the table now: ``text`` in whole sentences, ``rule`` the rule's id."""

    text: str
    rule: str


@dataclass(frozen=True)
class MoveKind:
    """One kind of move: ``apply`` returns the facts after it, ``fields`` are types by field name.

    ``apply`` gets only moves that fit an allowed offer, or say no more than is ``so`` anyway: a correction
    of the table's log may have made it so since.
    """

    apply: "Callable[[HandFacts, Move], HandFacts]"
    fields: Mapping[str, str] = field(default_factory=dict)
    so: "Callable[[HandFacts, Move], bool]" = lambda facts, move: False


PLAYER = {"player": WORD}


@dataclass(frozen=True)
class Telling:
    """A move that fills in a whole part of the hand at once, without its single moves.

    ``may`` gets the facts and the name of the current phase. Every field may be left out. ``apply`` raises
    Refusal for what can't be.
    """

    kind: str
    fields: Mapping[str, str]
    may: "Callable[[HandFacts, str], bool]"
    apply: "Callable[[HandFacts, Move], HandFacts]"


@dataclass(frozen=True)
class Phase:
    """One phase of a hand. All functions get the facts of the hand so far and change nothing.

    - ``name`` is unique within the game; clients see it
    - ``is_open``: whether the phase is still to be done; the first open phase of a game is the current one
    - ``moves``: the kinds of moves by name; another phase may offer them too (``anytime``)
    - ``offers``: the possible moves while this phase is the current one, in the order of the buttons
    - ``ask``: the question above the buttons
    - ``instructions``: actions at the table now, in order
    - ``to_act``: the player who calls, chooses, bets, takes a card or leads now; None: no one in particular
    - ``waiting``: the players after that one, in turn order
    - ``tellings``: moves that fill in all of it at once
    - ``skips``: names of further phases that are left unknown when this one is skipped
    - ``skipped``: the facts after a skip, beyond noting that
    - ``implied``: any move of a later phase implies that this one is done
    - ``ends_deal``: whether a deal that came to nothing may be noted in this phase
    - ``anytime``: offers added to those of another phase (its name is the second argument), "form" and "done"
      included
    - ``known``: whether the players still in the hand are known, as far as this phase settles that
    - ``complete``: whether the entry holds what it needs of this phase
    - ``record``: fields of the entry
    - ``guess``: plausible fields for what is still missing, so that totals can be checked before
    - ``show``: adds what a page shows of this phase
    """

    name: str
    is_open: "Callable[[HandFacts], bool]"
    moves: Mapping[str, MoveKind] = field(default_factory=dict)
    offers: "Callable[[HandFacts], list[Offer]]" = lambda facts: []
    ask: "Callable[[HandFacts], str]" = lambda facts: ""
    instructions: "Callable[[HandFacts], list[Instruction]]" = lambda facts: []
    to_act: "Callable[[HandFacts], str | None]" = lambda facts: None
    waiting: "Callable[[HandFacts], Names]" = lambda facts: ()
    tellings: tuple[Telling, ...] = ()
    skips: frozenset[str] = frozenset()
    skipped: "Callable[[HandFacts], HandFacts]" = lambda facts: facts
    implied: bool = False
    ends_deal: bool = True
    anytime: "Callable[[HandFacts, str], list[Offer]]" = lambda facts, phase: []
    known: "Callable[[HandFacts], bool]" = lambda facts: True
    complete: "Callable[[HandFacts], bool]" = lambda facts: True
    record: "Callable[[HandFacts], dict[str, object]]" = lambda facts: {}
    guess: "Callable[[HandFacts], dict[str, object]]" = lambda facts: {}
    show: "Callable[[HandFacts, Progress], Progress]" = lambda facts, progress: progress


NO_PENALTY = Instruction(
    "This game has no penalty for a renege. Agree on one and enter it under Adjust score.", "ALL-05"
)


@dataclass(frozen=True)
class Follow:
    """How the hands of one game are followed card by card.

    - ``phases`` in the order in which they are played; the first open one is the current one
    - ``first_dealer``: the instruction for finding the first dealer; None where the rules have none
    - ``no_hand``: the refusal of a deal now; None when there can be one
    - ``won_by_kings``: the player who has won the game with Kings, from the winners of tricks with Kings, in
      order; None: no one
    - ``credits_unopposed``: whether a player left alone is credited with every trick; if not, the entry has
      neither tricks nor needs a maker then
    - ``over``: instructions of this game's own after a hand; [] for the standard ones
    - ``unplayed``: more instructions after a deal that came to nothing
    - ``renege``: the instruction for a renege
    """

    phases: tuple[Phase, ...]
    first_dealer: Instruction | None = None
    no_hand: "Callable[[HandFacts], Refusal | None]" = lambda facts: None
    won_by_kings: "Callable[[State, Names], str | None]" = lambda state, kings: None
    credits_unopposed: bool = True
    over: "Callable[[HandFacts], list[Instruction]]" = lambda facts: []
    unplayed: "Callable[[HandFacts], list[Instruction]]" = lambda facts: []
    renege: Instruction = NO_PENALTY

    def phase(self, name: str) -> Phase | None:
        """The phase of that name; None for "form", "done" and unknown names."""
        for phase in self.phases:
            if phase.name == name:
                return phase
        return None

    @property
    def tellings(self) -> tuple[Telling, ...]:
        """All moves that fill in a whole part of the hand, in the order of the phases."""
        return tuple(telling for phase in self.phases for telling in phase.tellings)

    @property
    def fields(self) -> dict[str, dict[str, str]]:
        """Every kind of move of this game, with the types of its fields beside "move"."""
        known: dict[str, dict[str, str]] = {"result": {"result": WORD}, "skip": {}}
        for phase in self.phases:
            for kind, of_kind in phase.moves.items():
                known.setdefault(kind, {}).update(of_kind.fields)
            for telling in phase.tellings:
                known.setdefault(telling.kind, {}).update(telling.fields)
        return known
