"""Games that count down: staying, dropping, the turned clubs, the penalty."""

from dataclasses import dataclass

from . import fields, outcomes, shape
from .fields import FLAG, ByName, Field, Way, Word
from .follow import Instruction
from .phases.facts import HandFacts
from .refusal import Refusal
from .shape import Entry
from .table import Line, Names, State, tricks_text
from .variant import Example

TRICKS = 5
NEEDED = 3
STAY, DROP, SWITCH = "stay", "drop", "switch"


@dataclass(frozen=True)
class Table:
    """Differences between the games that count down.

    turned: name of the field for clubs turned up, when everyone plays. choices: allowed choices, the default
    first. maker_must_play: id of the rule that forbids the maker to drop; "": a maker may drop, and concedes
    by ``conceded_rule``. The other ``_rule`` parts are rule ids: of the turned clubs, a trick, the penalty
    for no trick, a euchred maker, dropping, and the only player left. card: the card turned up then.
    deal_rule: id of the rule on the number of cards.
    """

    turned: str
    card: str
    choices: Names
    deal_rule: str
    turned_rule: str
    trick_rule: str
    penalty_rule: str
    maker_rule: str
    dropped_rule: str
    unopposed_rule: str
    maker_must_play: str = ""
    conceded_rule: str = ""


@dataclass(frozen=True)
class Play:
    """One hand as it was played.

    maker: None if clubs were turned up. choices: by player, in seat order. tricks: by player who played.
    """

    maker: str | None
    choices: dict[str, str]
    tricks: dict[str, int]

    @property
    def playing(self) -> list[str]:
        """Players of the hand, in seat order."""
        return [name for name, choice in self.choices.items() if choice != DROP]


def read(state: State, entry: Entry, table: Table) -> Play:
    """One played hand, its fields checked. Raises Refusal."""
    turned = shape.flag(entry, table.turned)
    maker = None if turned else shape.name(entry, "maker", state.players)
    if turned:
        if "maker" in entry:
            raise Refusal("no-maker", "maker", table.turned_rule)
        if entry.get("trump", "clubs") != "clubs":
            raise Refusal("clubs-trump", "trump", table.turned_rule, card=table.card)
    chosen = shape.choices(entry, "choices", state.players, table.choices)
    choices = {**dict.fromkeys(state.players, STAY), **chosen}
    for choice in choices.values() if turned else ():
        if choice != STAY:
            code = "turned-no-switch" if choice == SWITCH else "everyone-plays"
            raise Refusal(code, "choices", table.turned_rule, card=table.card)
    for name, choice in choices.items():
        refusal = no_drop(state, name, maker, table) if choice == DROP else None
        if refusal:
            raise refusal
    playing = tuple(name for name, choice in choices.items() if choice != DROP)
    for name in shape.by_name(entry, "tricks", tuple(choices)):
        if choices[name] == DROP:
            raise Refusal("dropped", "tricks", table.dropped_rule, player=name)
    tricks = shape.counts(entry, "tricks", playing)
    shape.add_up("tricks", tricks, TRICKS if playing else 0, table.deal_rule)
    return Play(maker, choices, tricks)


def lines(state: State, play: Play, table: Table) -> list[Line]:
    """The lines of a hand, in seat order."""
    unopposed = len(play.playing) == 1
    scored: list[Line] = []
    for name, choice in play.choices.items():
        if choice == DROP and name == play.maker:
            text = "maker conceded"
            scored.append(Line(name, _penalty(state), table.conceded_rule, text, outcomes.CONCEDED))
        elif choice == DROP:
            scored.append(Line(name, 0, table.dropped_rule, "dropped", outcomes.DROPPED))
        elif unopposed:
            text, all_of_them = "everyone else dropped: " + tricks_text(TRICKS), {"tricks": TRICKS}
            rule = table.unopposed_rule
            scored.append(Line(name, -TRICKS, rule, text, outcomes.UNOPPOSED, values=all_of_them))
        elif name == play.maker and play.tricks[name] < NEEDED:
            taken, rule = play.tricks[name], table.maker_rule
            values = {"tricks": taken}
            text = "maker euchred, " + (tricks_text(taken) if taken else "no tricks")
            scored.append(Line(name, _penalty(state), rule, text, outcomes.TOO_FEW, values=values))
            if taken and state.options.get("failed_maker_keeps_tricks", False):
                text = tricks_text(taken) + " still counted"
                scored.append(Line(name, -taken, rule, text, outcomes.TRICKS, values=values))
        elif play.tricks[name]:
            taken, is_maker = play.tricks[name], name == play.maker
            text, outcome = ("maker, ", outcomes.MADE) if is_maker else ("", outcomes.TRICKS)
            text += tricks_text(taken)
            scored.append(Line(name, -taken, table.trick_rule, text, outcome, values={"tricks": taken}))
        else:
            scored.append(Line(name, _penalty(state), table.penalty_rule, "no tricks", outcomes.PENALTY))
    return scored


def _penalty(state: State) -> int:
    return int(state.options["penalty"])


def no_drop(state: State, name: str, maker: str | None, table: Table) -> Refusal | None:
    """The refusal of a drop by *name* (TH-14, BU-08); None if they may. *maker* None: not known."""
    if name == maker and table.maker_must_play:
        return Refusal("maker-plays", "choices", table.maker_must_play)
    limit = int(state.options.get("no_drop_at", 0))
    if limit and state.scores[name] <= limit:
        return Refusal("no-drop-at", "choices", "TH-14", player=name, score=limit)
    return None


def hand_fields(
    table: Table, trumps: Names, maker: str, trump: str, tricks: str, choices: str, turned: str, words: str
) -> tuple[Field, ...]:
    """The fields of a hand; *maker*, *trump*, *tricks* and *choices* are their rule ids.

    *turned* and *words* are the label and the clause of the field for clubs turned up.
    """
    return (
        fields.maker(maker),
        fields.trump(trump, trumps),
        fields.tricks(tricks, TRICKS),
        Field("choices", ByName(Word(table.choices)), choices, "Choices"),
        Field(table.turned, FLAG, table.turned_rule, turned, words=words, trump="clubs"),
    )


def ways(table: Table) -> tuple[Way, ...]:
    """The ways to write a hand: with a maker, or with clubs turned up and none."""
    return Way(("maker",)), Way((table.turned, "tricks"), without=("maker",))


def example(players: Names, words: str, rule: str, seat: int, taken: str) -> Example:
    """An example whose maker is the first player; it pays the player of *seat*, from 0.

    *taken*: tricks in seat order, one digit each; "-" for a player who dropped.
    """
    tricks = {name: int(digit) for name, digit in zip(players, taken, strict=True) if digit != "-"}
    choices = {name: DROP for name in players if name not in tricks}
    return Example(words, rule, players[seat], {"maker": players[0], "choices": choices, "tricks": tricks})


def clubs_turned(rule: str) -> Instruction:
    """The instruction when clubs are turned up; *rule*: its rule id."""
    return Instruction("Clubs are trump. The card stays. Everyone needs a trick.", rule)


def unopposed(facts: HandFacts, rule: str) -> list[Instruction]:
    """The instructions when only one player is left; *rule*: their rule id."""
    text = "Only " + facts.active[0] + " stayed in: " + str(TRICKS) + " tricks."
    return [Instruction(text, rule)]
