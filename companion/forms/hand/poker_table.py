"""How the hand form of Poker-Euchre with chips looks: the felt, a row a player, the dock of the moment."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.forms.hand import betting as bets
from companion.forms.hand import renege
from companion.forms.hand import said as say
from companion.forms.hand.base import View, maker_group, trump_group
from companion.forms.hand.betting import Betting
from companion.forms.hand.parts import Choice, Effect, Press, suit_of
from companion.pages.piles import Pile, drawn
from scoring import Line, Turn, outcomes, possible, signed
from scoring.betting import BET, CALL, CHECK, FOLD, RAISE

STAKED = ("PC-05", "PC-07")
LABELS = {CHECK: "Check", CALL: "Call", BET: "Bet", RAISE: "Raise by", FOLD: "Fold"}


@dataclass(frozen=True)
class Felt:
    """Trump, the pot in figures and chips, and what is to be said about it."""

    suit: str
    pot: int
    chips: tuple[Pile, ...]
    caption: str


@dataclass(frozen=True)
class BetRow:
    """One player's row; ``tap`` gives a trick; ``own`` is what a player who folded had bet."""

    seat: int
    name: str
    note: str
    paid: int | None
    left: int | None
    tap: Press
    tricks: str = ""
    dealer: bool = False
    out: bool = False
    acting: bool = False
    folded: bool = False
    idle: bool = False
    own: str = ""


@dataclass(frozen=True)
class Action:
    """A button of the betting dock; ``chosen`` is the amount it adds, ``off`` why it cannot be."""

    value: str
    label: str
    chosen: str = ""
    off: str = ""


@dataclass(frozen=True)
class Dock:
    """Whose turn it is, what it costs, what can be added, and the buttons; the last one is the main one."""

    player: str
    owed: int
    holds: int
    least: int
    most: int
    verb: str
    adding_off: str
    chips: tuple[Choice, ...]
    plain: tuple[Action, ...]
    main: Action


def show(view: View, table: Betting | None, tricks: Mapping[str, int | None]) -> dict[str, object]:
    """Everything of the form but what all forms have."""
    said = view.said
    if table is None:
        return {"table": None, "hidden": {}, "stuck": True}
    called = bool(said.get("maker") and said.get("trump"))
    begun = bool(said.get("betting") or said.get("order"))
    return {
        "table": table,
        "felt": _felt(view, table),
        "rows": _rows(view, table, tricks),
        "heads": _heads(view, table, tricks),
        "advice": _advice(view, table),
        "maker": maker_group(view),
        "trump": trump_group(view, "suits"),
        "call_open": not (called or (begun and said.get("maker")))
        or bool(said.get("calling"))
        or "maker" in view.errors,
        "made_by": say.player(view.state, said.get("maker", "")),
        "dock": _dock(view, table) if table.turn else None,
        "bet_error": _bet_error(view) or table.trouble,
        "tricks_error": view.errors.get("tricks", ""),
        "totals": bets.in_totals(said),
        "level": said.get("level", ""),
        "playing": bool(table.turn is None and not table.alone),
        "given": bool(said.get("order")),
        "begun": bool(said.get("betting")),
        "other": said.get("chips-other", ""),
        "renege": renege.show(view, table.active, tricks) if not table.alone else None,
        "effects": _effects(view),
        "hidden": {field: said.get(field, "") for field in ("betting", "order", "renege", "calling")},
    }


def _bet_error(view: View) -> str:
    return next((view.errors[field] for field in ("betting", "bets", "folded") if field in view.errors), "")


def _effects(view: View) -> list[Effect]:
    return [effect for effect in view.effects.values() if effect.why]


def _felt(view: View, table: Betting) -> Felt:
    pot = possible.pot(view.state, table.stakes(view.state))
    return Felt(suit_of(view.said.get("trump", "")), pot, drawn(pot, view.case), _caption(view, table))


def _caption(view: View, table: Betting) -> str:
    """What the pot comes to; before that who made what, and the raises."""
    if view.step and view.step.hand:
        return _paid_out(view, table)
    maker = say.player(view.state, view.said.get("maker", ""))
    made = [f"{maker} made {view.said.get('trump') or 'trump'}."] if maker in view.state.players else []
    if not view.said.get("betting"):
        made.insert(0, _laid(view, table))
    turn = table.turn
    if turn and table.round:
        limit = view.state.options["max_raises"]
        used = "Two are playing: no limit on raises." if turn.raises_left is None else None
        made.append(used or f"{table.round.raises} of {limit} raises used.")
    return " ".join(made)


def _laid(view: View, table: Betting) -> str:
    """What lies in the pot before the betting."""
    carried = f", {view.state.pot} carried over" if view.state.pot else ""
    return f"Antes are in, {table.deal.each} each{carried}."


def _paid_out(view: View, table: Betting) -> str:
    """Trick pay, who takes the rest, and what is paid on top."""
    postings = view.step.postings if view.step else ()
    if table.alone:
        return f"{table.alone} is the only one left and takes the whole pot."
    rest = [posting for posting in postings if posting.reason.rule == "PC-14"]
    pay = f"Trick pay {possible.moved(postings, outcomes.TRICKS)}, "
    to = (
        f"the other {rest[0].chips} to {rest[0].target} with the most tricks."
        if rest
        else "the rest stays: nobody won."
    )
    extra = [
        f"{p.source} pays {p.chips} to {p.target}."
        for p in postings
        if p.reason.outcome in outcomes.PAID_AGAIN
    ]
    return " ".join([pay + to, *extra])


def _heads(view: View, table: Betting, tricks: Mapping[str, int | None]) -> tuple[str, str]:
    """The captions over the first and the third column."""
    after = "after" if view.step else "left"
    if table.turn or table.alone:
        return "from the dealer’s left", after
    left = possible.left_over(table.deal.each, tricks)
    return f"{table.deal.each - left} of {table.deal.each} tricks given", after


def _advice(view: View, table: Betting) -> str:
    """What to tap now."""
    if table.turn:
        return (
            "Tricks open once the betting closes, one tap each."
            if not view.said.get("betting")
            else "Tricks open once the betting closes."
        )
    if table.alone:
        return "The others folded: no tricks are played."
    return f"Tap a number for each trick taken. {len(table.active)} are playing."


def _rows(view: View, table: Betting, tricks: Mapping[str, int | None]) -> list[BetRow]:
    """From the dealer's left who paid, then who sits out or is away."""
    state = view.state
    paid = [_paid_row(view, table, name, tricks) for name in table.deal.paid]
    idle = [name for name in state.players if name not in table.deal.paid]
    return [*paid, *(_idle_row(view, table, name) for name in idle)]


def _paid_row(view: View, table: Betting, name: str, tricks: Mapping[str, int | None]) -> BetRow:
    stake = table.stakes(view.state)[name]
    seat = int(say.seat(view.state, name))
    folded = name not in table.active
    after = view.effects[name].after
    own = say.by_seat(view.state, view.said, "bets")[name]
    return BetRow(
        seat,
        name,
        _note(view, table, name, tricks),
        stake.paid,
        stake.left if after is None else after,
        Press(f"trick {seat}", str(tricks[name] or 0), name, _no_trick(table, name, tricks)),
        tricks=say.by_seat(view.state, view.said, "tricks")[name],
        dealer=name == view.dealer,
        out=folded,
        acting=bool(table.turn and table.turn.player == name),
        folded=folded,
        own=own,
    )


def _idle_row(view: View, table: Betting, name: str) -> BetRow:
    dealt = name in table.deal.dealt
    note = f"cannot pay {table.deal.each}, sits out" if dealt else "away"
    tap = Press("", "out", name, "not playing")
    seat = int(say.seat(view.state, name))
    return BetRow(seat, name, note, None, view.state.scores[name], tap, dealer=name == view.dealer, idle=True)


def _no_trick(table: Betting, name: str, tricks: Mapping[str, int | None]) -> str:
    """Why *name* cannot be given one more trick, if so."""
    if name not in table.active:
        return "out"
    if table.turn:
        return "not yet"
    if table.alone:
        return "no tricks"
    return "all given" if possible.left_over(table.deal.each, tricks) <= 0 else ""


def _note(view: View, table: Betting, name: str, tricks: Mapping[str, int | None]) -> str:
    """What the player last did; once the hand is told, what it pays."""
    made = ["made it"] if say.player(view.state, view.said.get("maker", "")) == name else []
    if table.turn and table.turn.player == name:
        return ", ".join([*made, "to act"])
    if name not in table.active:
        return ", ".join(["folded", *made, *_got(view, name, None, 0)])
    if view.step:
        return ", ".join([*made, *_got(view, name, tricks[name], len(table.active))])
    done = [table.did[name]] if name in table.did else []
    return ", ".join([*done, *made])


def _got(view: View, name: str, taken: int | None, playing: int) -> list[str]:
    """What the hand pays *name* beside ante and bets: "2 × 4 = 8", or "12 + 48"."""
    lines = [line for line in _lines(view, name) if line.rule not in STAKED]
    if len(lines) == 1 and lines[0].rule == "PC-13" and not view.said.get("renege"):
        return [f"{taken} × {playing} = {lines[0].points}"]
    if len(lines) == 1 and lines[0].rule == "PC-12":
        return [f"takes the pot, {lines[0].points}"]
    if not lines:
        return [] if taken is None else ["no trick"]
    first, *others = [signed(line.points) for line in lines]
    return [" ".join([first.lstrip("+"), *(text[0] + " " + text[1:] for text in others)])]


def _lines(view: View, name: str) -> Sequence[Line]:
    return [line for line in view.step.lines if line.player == name] if view.step else []


def _dock(view: View, table: Betting) -> Dock | None:
    turn = table.turn
    if turn is None:
        return None
    what = RAISE if BET in turn.off and CHECK in turn.off else BET
    chips = _chosen(view, turn)
    sign = "+" if what == RAISE else ""
    return Dock(
        turn.player,
        turn.to_call,
        table.stakes(view.state)[turn.player].left,
        turn.least,
        turn.most,
        what,
        turn.off.get(what, ""),
        tuple(Choice("chips", str(n), sign + str(n), n == chips) for n in bets.amounts(turn))
        if what not in turn.off
        else (),
        *_buttons(table, turn, what, chips),
    )


def _chosen(view: View, turn: Turn) -> int:
    chosen = say.number(view.said.get("chips-other") or view.said.get("chips", ""))
    return chosen if isinstance(chosen, int) else bets.usual(turn)


def _buttons(table: Betting, turn: Turn, what: str, chips: int) -> tuple[tuple[Action, ...], Action]:
    """The plain buttons and the main one: to stay in where that can be, else to fold."""
    level = bets.level_after(table, what, chips)
    to = f"{chips}, to {level}" if level is not None and what == RAISE else str(chips)
    adding = Action(what, LABELS[what], "" if what in turn.off else to, turn.off.get(what, ""))
    fold = Action(FOLD, LABELS[FOLD])
    stay = CHECK if CHECK not in turn.off else CALL
    owed = f" {turn.to_call}" if stay == CALL else ""
    staying = Action(stay, LABELS[stay] + owed, off=turn.off.get(stay, ""))
    return ((adding, staying), fold) if staying.off else ((fold, adding), staying)
