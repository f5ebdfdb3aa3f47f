"""The hand form of games that count down and let players drop: each player's strip gives that or tricks."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.forms.hand import said as say
from companion.forms.hand import tricks as strips
from companion.forms.hand.base import Family, View, maker_group, trump_group
from companion.forms.hand.parts import Cell, Choice, Group, Row, people
from companion.forms.hand.said import Entry, Said
from companion.forms.hand.tricks import Tricks
from scoring import State
from scoring.countdown import TRICKS, Table, why_no_drop

DROP, SWITCH = "drop", "switch"


@dataclass(frozen=True)
class Game:
    """Where games of this kind differ.

    table: the game's own differences. turned_words: what the box of the turned clubs says. spare_hand:
    whether a player may take a spare hand.
    """

    table: Table
    turned_words: str
    spare_hand: bool = False

    @property
    def turned(self) -> str:
        """The field of the card that makes everyone play."""
        return self.table.turned


@dataclass(frozen=True)
class _Hand:
    """What was filled in of one hand of such a game."""

    game: Game
    state: State
    said: Said


def form(game: Game) -> Family:
    """The form of one game."""
    return Family(
        lambda state, said: _entry(_Hand(game, state, said)),
        lambda state, entry: _tell(game, state, entry),
        lambda state, said: _missing(_Hand(game, state, said)),
        lambda view: _show(view, _Hand(game, view.state, view.said)),
        places={"choices": "tricks"},
    )


def _entry(hand: _Hand) -> Entry:
    """Maker, choices and tricks; or that a club was turned, and tricks."""
    said, tricks = hand.said, _tricks(hand)
    turned = hand.game.turned
    if said.get(turned):
        clubs: Entry = {"trump": "clubs"} if said.get("trump") == "clubs" else {}
        return {turned: True, **clubs, "tricks": tricks.known}
    choices: Entry = {name: DROP for name, text in tricks.texts.items() if text == DROP}
    switched = _switched(hand)
    if switched:
        choices.setdefault(switched, SWITCH)
    told = say.call(hand.state, said)
    return {**told, **({"choices": choices} if choices else {}), "tricks": tricks.known}


def _tell(game: Game, state: State, entry: Mapping[str, object]) -> dict[str, str]:
    """The fields from an entry."""
    choices = say.mapped(entry.get("choices"))
    taken = {**dict.fromkeys(state.players, 0), **say.mapped(entry.get("tricks"))}
    taken.update({name: DROP for name in state.players if choices.get(name) == DROP})
    said = say.to_seats(state, "tricks", taken)
    if entry.get(game.turned):
        said[game.turned] = say.YES
    for name, choice in choices.items():
        if choice == SWITCH:
            said["switch"] = say.seat(state, name)
    return said


def _missing(hand: _Hand) -> tuple[str, ...]:
    """Who made it, everybody's tricks."""
    wanted = [] if hand.said.get("maker") or _is_turned(hand) else ["who made it"]
    if not _tricks(hand).complete:
        wanted.append("the tricks")
    return tuple(wanted)


def _is_turned(hand: _Hand) -> bool:
    return bool(hand.said.get(hand.game.turned))


def _tricks(hand: _Hand) -> Tricks:
    texts = strips.tapped(hand.state, hand.said, hand.state.players)
    if _is_turned(hand):
        texts = {name: "" if text == DROP else text for name, text in texts.items()}
    may_be_out = [name for name in hand.state.players if not _why_no_drop(hand, name)]
    given = strips.given(TRICKS, texts, may_be_out)
    if all(text == DROP for text in texts.values()):
        return Tricks(0, given.texts, given.counts, {})
    return given


def _switched(hand: _Hand) -> str:
    """Who took the spare hand, where there is one."""
    return say.player(hand.state, hand.said.get("switch", "")) if hand.game.spare_hand else ""


def _why_no_drop(hand: _Hand, name: str) -> str:
    if _is_turned(hand):
        return "a club was turned"
    maker = say.player(hand.state, hand.said.get("maker", ""))
    return why_no_drop(hand.state, name, maker, hand.game.table)


def _show(view: View, hand: _Hand) -> dict[str, object]:
    """The turned card, maker, trump, the spare hand, a line for each player."""
    turned, tricks = hand.game.turned, _tricks(hand)
    box = Choice(turned, say.YES, hand.game.turned_words, _is_turned(hand), sign="clubs", box=True)
    return {
        "turned": view.group(turned, "", (box,), "no-call"),
        "maker": maker_group(view),
        "trump": trump_group(view, "suits"),
        "spare": _spare(view, tricks) if hand.game.spare_hand else None,
        "rows": _rows(view, hand, tricks),
        "caption": tricks.caption,
        "tricks_error": view.errors.get("tricks") or view.errors.get("choices", ""),
        "hidden": strips.hidden(view.state, tricks),
    }


def _spare(view: View, tricks: Tricks) -> Group:
    chosen = view.said.get("switch", "")
    off = {name: "dropped" for name, text in tricks.texts.items() if text == DROP}
    nobody = Choice("switch", "", "nobody", not chosen)
    return view.group("switch", "Spare hand taken by", (nobody, *people(view.state, "switch", chosen, off)))


def _rows(view: View, hand: _Hand, tricks: Tricks) -> list[Row]:
    effects = view.effects
    return [
        Row(
            seat,
            effects[name],
            strips.strip(tricks, seat, name, {}, _drop_cell(hand, tricks, name)),
            notes=tricks.note(name, bool(effects[name].why)),
        )
        for seat, name in enumerate(view.state.players)
    ]


def _drop_cell(hand: _Hand, tricks: Tricks, name: str) -> Cell:
    """*drops*; for a maker who may, what conceding costs (TH-10); or that this player must play."""
    dropped = tricks.texts[name] == DROP
    if _why_no_drop(hand, name) and not dropped:
        return Cell(DROP, "must play", off=True, word=True)
    concedes = name == say.player(hand.state, hand.said.get("maker", ""))
    label = f"Concede (+{hand.state.options['penalty']})" if concedes else "drops"
    return Cell(DROP, label, dropped, word=True)
