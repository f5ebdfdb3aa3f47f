"""The hand form of Poker-Euchre with chips: the betting, then one tap for each trick."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.forms.fields import (
    BACK,
    YES,
    Common,
    Counts,
    Entry,
    Names,
    Posted,
    call_entry,
    count_in,
    count_text,
    counts_seated,
    known,
    mapped,
    only_whole,
    player_at,
    seat_text,
    seats_text,
)
from companion.forms.hand import betting as bets
from companion.forms.hand import renege
from companion.forms.hand.base import (
    Choice,
    GameForm,
    Group,
    Missing,
    Press,
    Preview,
    Typed,
    box,
    boxes,
    dealer,
    maker_group,
    missing_call,
    suit_of,
    trump_group,
)
from companion.forms.hand.betting import Betting, Standing
from companion.forms.hand.renege import Renege
from companion.log.progress import HandSoFar
from companion.pages.pips import Pile, amounts, drawn
from companion.wording.refusal import AppRefusal
from scoring import Refusal, State, outcomes, possible, signed
from scoring.betting import BET, CALL, CHECK, FOLD, RAISE
from scoring.poker import unwon

LABELS = {CHECK: "Check", CALL: "Call", BET: "Bet", RAISE: "Raise by", FOLD: "Fold"}
MOST_TAPS = 25


@dataclass(frozen=True)
class Fields:
    """tricks: by player, in seat order. order: players by trick given with a tap, in order.

    calling: whether maker and trump are being changed.
    """

    common: Common
    betting: Betting
    tricks: Counts
    order: Names
    renege: Renege
    calling: bool = False

    @property
    def counts(self) -> dict[str, int | None]:
        """Tricks that are numbers, by player."""
        return {name: only_whole(count) for name, count in self.tricks.items()}

    @property
    def takers(self) -> Names:
        """Players by trick, in order: those whose tricks were typed, then those given with a tap."""
        left = {name: count or 0 for name, count in self.counts.items()}
        tapped: list[str] = []
        for name in reversed(self.order):
            if left.get(name, 0) > 0:
                left[name] -= 1
                tapped.append(name)
        typed = (name for name, count in left.items() for _trick in range(min(count, MOST_TAPS)))
        return (*typed, *reversed(tapped))


def parse(posted: Posted, common: Common) -> Fields:
    """The fields of a posted form."""
    return Fields(
        common,
        bets.parse(posted),
        posted.counts("tricks"),
        posted.players("order"),
        renege.parse(posted),
        posted.flag("calling"),
    )


def of_entry(state: State, common: Common, entry: Entry) -> Fields:
    """The fields of an entry."""
    tricks, unwon = mapped(entry.get("tricks")), None
    if "tricks" in entry:
        dealt = state.variant.tricks_in_hand(len(state.players) - len(common.away), state.options)
        unwon = possible.left_over(
            dealt, {name: only_whole(count_in(count)) for name, count in tricks.items()}
        )
    return Fields(
        common,
        bets.of_entry(state, entry),
        counts_seated(state, tricks),
        (),
        replace(renege.of_entry(state, entry), unwon=unwon),
    )


def go_on(fields: Fields, so_far: HandSoFar) -> Fields:
    """The fields with the tricks and the betting of a hand that isn't over."""
    betting = bets.go_on(fields.betting, so_far)
    tricks = {name: so_far.tricks.get(name) or count for name, count in fields.tricks.items()}
    return replace(fields, betting=betting, tricks=tricks)


def entry(state: State, fields: Fields) -> Entry:
    """Players away, betting, and unless only one player is left maker, tricks and renege."""
    made = call_entry(fields.common)
    if fields.common.away:
        made["away"] = list(fields.common.away)
    table = standing(state, fields)
    made.update(bets.entry(fields.betting, table.deal.paid if table else state.players))
    if table is None or table.alone:
        return made
    tricks = {name: count for name, count in known(fields.tricks).items() if name in table.active or count}
    return {**made, "tricks": tricks, **renege.entry(fields.renege)}


def carry_over(fields: Fields, hands: Sequence[Mapping[str, object]]) -> Fields:
    """The blank fields of the next hand: in totals if the last played hand was."""
    played = [hand for hand in hands if hand.get("result", "played") == "played"]
    return replace(fields, betting=Betting(totals=bool(played) and "betting" not in played[-1]))


def begun(fields: Fields) -> bool:
    """Whether any field of the hand itself is filled in."""
    betting = fields.betting
    return bool(
        fields.common.maker
        or fields.common.trump
        or betting.actions
        or betting.folded
        or betting.level is not None
        or known(betting.bets)
        or known(fields.tricks)
    )


def missing(state: State, fields: Fields) -> tuple[Missing, ...]:
    """The rest of the betting, the maker, the tricks."""
    table = standing(state, fields)
    if table is None:
        return ()
    betting = bets.missing(fields.betting, table)
    if table.alone or table.turn:
        return tuple(betting)
    left = possible.left_over(table.deal.each, fields.counts)
    tricks = [Missing("tricks", "tricks")] if left > 0 and fields.renege.unwon != left else []
    return (
        *betting,
        *missing_call(fields.common),
        *tricks,
        *renege.missing(fields.renege, fields.counts),
    )


def press(state: State, fields: Fields, what: str, value: str) -> Fields:
    """Add an action or a trick, or take back the last one. Raises Refusal."""
    table = standing(state, fields)
    if what == "calling":
        return replace(fields, calling=not fields.calling)
    if what == "renege":
        return replace(fields, renege=replace(fields.renege, there=not fields.renege.there))
    if what == "bet" and table:
        calling = fields.calling and value in {BACK, bets.OVER}
        return replace(fields, betting=bets.press(state, fields.betting, table, value), calling=calling)
    if what != "trick" or table is None:
        return fields
    if value == BACK:
        if not fields.takers:  # without a trick, the last action is taken back
            betting = replace(fields.betting, actions=fields.betting.actions[:-1])
            return replace(fields, order=(), betting=betting)
        *order, name = fields.takers
        tricks = {**fields.tricks, name: order.count(name) or None}
    else:
        name = player_at(state, value)
        if name not in table.active or table.turn:
            raise AppRefusal("not-playing", "tricks", player=name)
        if possible.left_over(table.deal.each, fields.counts) <= 0:
            raise AppRefusal("tricks-entered", "tricks", "PE-04", total=table.deal.each)
        tricks, order = {**fields.tricks, name: (fields.counts[name] or 0) + 1}, [*fields.takers, name]
    return replace(fields, tricks=tricks, order=tuple(order))


def standing(state: State, fields: Fields) -> Standing | None:
    """The betting so far; None if too few can play."""
    try:
        table = bets.so_far(state, fields.common, fields.betting, dealer(state, fields.common))
    except Refusal:
        return None
    return table if table.deal.playable else None


def extras(preview: Preview, fields: Fields) -> tuple[Group, ...]:
    """The players away; and the way of entering the betting, once it has begun."""
    away = boxes(preview.state, "away", fields.common.away, preview.state.players)
    begun = (_telling(preview, fields),) if fields.betting.actions else ()
    return preview.group("away", "Away, not dealt in", away), *begun


def show(preview: Preview, fields: Fields) -> dict[str, object]:
    """The pot, the players' rows, and the current dock."""
    table = standing(preview.state, fields)
    if table is None:
        return {"hidden": {}, "stuck": True}
    common, betting, state = fields.common, fields.betting, preview.state
    begun = bool(betting.actions)
    unsaid = not begun or (table.turn and not common.maker)
    call_open = bool(unsaid or fields.calling or "maker" in preview.errors)
    pot = possible.pot(preview.state, table.stakes(preview.state))
    return {
        "felt": Felt(
            suit_of(fields.common.trump), pot, drawn(pot, preview.case), _caption(preview, fields, table)
        ),
        "rows": _rows(preview, fields, table),
        "heads": _heads(preview, fields, table),
        "advice": _advice(fields, table),
        "maker": maker_group(preview, among=table.deal.paid),
        "trump": trump_group(preview),
        "call_open": call_open,
        "call_over": not unsaid,
        "made_by": common.maker,
        "dock": _dock(preview, fields, table) if table.turn else None,
        "bet_error": _bet_error(preview, table),
        "level_error": None if _wrong_own(preview, fields, table) else _bet_error(preview, table),
        "tricks_error": preview.error("tricks"),
        "totals": betting.totals,
        "telling": None if betting.actions else _telling(preview, fields),
        "level": Typed("level", count_text(betting.level)) if betting.totals else None,
        "playing": bool(table.turn is None and not table.alone),
        "has_tricks": bool(fields.takers),
        "begun": begun,
        "other": count_text(betting.other),
        "renege": renege.show(preview, fields.renege, table.active, fields.counts)
        if not table.alone
        else None,
        "effects": [effect for effect in preview.effects.values() if effect.lines],
        "hidden": {
            "betting": bets.tokens(state, betting.actions),
            "order": seats_text(state, fields.order),
            "renege": YES if fields.renege.there else "",
            "calling": YES if fields.calling else "",
            **({} if call_open else {"maker": seat_text(state, common.maker), "trump": common.trump}),
        },
        "unwon": _unwon(preview, fields, table),
    }


@dataclass(frozen=True)
class Felt:
    """The pot: suit of trump, number of chips, the chips to draw, a caption."""

    suit: str
    pot: int
    chips: tuple[Pile, ...]
    caption: str


@dataclass(frozen=True)
class BetRow:
    """One player's row.

    note: the last action, or the pay. paid: chips put in; None for a player who sits out. left: chips left.
    tap: gives a trick. tricks: won, to type. fold: the box of betting in totals, and own: chips put in before
    folding, to type; None while the betting is told action by action. wrong: the refusal of them.
    idle: sits out or is away.
    """

    seat: int
    name: str
    note: str
    paid: int | None
    left: int | None
    tap: Press
    tricks: Typed
    fold: Choice | None = None
    own: Typed | None = None
    wrong: Refusal | None = None
    dealer: bool = False
    out: bool = False
    acting: bool = False
    idle: bool = False


@dataclass(frozen=True)
class Action:
    """A button of the betting dock. ``chosen``: the amount it adds. ``off``: the refusal that disables it."""

    value: str
    label: str
    chosen: str = ""
    off: Refusal | None = None


@dataclass(frozen=True)
class Dock:
    """The possible actions of the player in turn.

    owed: chips to call. holds: chips left. least, most: chips of a bet or raise. verb: "bet" or "raise".
    adding_off: the refusal of it; None if it is possible. chips: amounts to choose from. plain: the buttons
    beside the main one.
    """

    player: str
    owed: int
    holds: int
    least: int
    most: int
    verb: str
    adding_off: Refusal | None
    chips: tuple[Choice, ...]
    plain: tuple[Action, ...]
    main: Action


def _telling(preview: Preview, fields: Fields) -> Group:
    """The two ways of entering the betting."""
    choices = (
        Choice("telling", "", "One by one", not fields.betting.totals),
        Choice("telling", bets.TOTALS, "Totals only", fields.betting.totals, small="after the betting"),
    )
    return preview.group("telling", "Enter bets", choices)


def _unwon(preview: Preview, fields: Fields, table: Standing) -> Group | None:
    """The box that confirms that nobody won the other tricks; None if somebody must have (PE-02, PE-08)."""
    left = possible.left_over(table.deal.each, fields.counts)
    must = not fields.renege.there and left > unwon(preview.state, len(table.active))
    return None if must or table.turn or table.alone else renege.unwon_group(fields.renege, left)


def _caption(preview: Preview, fields: Fields, table: Standing) -> str:
    """The pot in words: trick pay, the winner of the rest, payments on top; before, maker and raises."""
    done = preview.step
    if done and done.hand:
        if table.alone:
            return f"Everyone else folded: {table.alone} takes the pot."
        told = [f"Tricks pay {possible.moved(done.postings, outcomes.TRICKS)}."]
        rest = [posting for posting in done.postings if posting.reason.outcome == outcomes.HAND_WON]
        told += [f"{won.target} wins the hand and takes the other {won.chips}." for won in rest]
        if rest and fields.counts.get(rest[0].target) == fields.counts.get(fields.common.maker):
            told += ["The maker loses the tie."] if rest[0].target != fields.common.maker else []
        if done.state.pot:
            told.append(f"No winner: {done.state.pot} stays in the pot.")
        told += [
            f"{p.source} pays {p.chips} to {p.target}."
            for p in done.postings
            if p.reason.outcome in outcomes.PAID_AGAIN
        ]
        return " ".join(told)
    maker = fields.common.maker
    made = [f"{maker} called {fields.common.trump or 'trump'}."] if maker in preview.state.players else []
    if not fields.betting.actions:
        carried = f", {preview.state.pot} carried over" if preview.state.pot else ""
        made.insert(0, f"Antes are in, {table.deal.each} each{carried}.")
    turn = table.turn
    if turn and table.round:
        limit = preview.state.options["max_raises"]
        used = "Two are playing: no limit on raises." if turn.raises_left is None else None
        made.append(used or f"{table.round.raises} of {limit} raises used.")
    return " ".join(made)


def _heads(preview: Preview, fields: Fields, table: Standing) -> tuple[str, str]:
    """The captions over the first and the third column."""
    after = "after" if preview.step else "left"
    if table.turn or table.alone:
        return "Dealer’s left first", after
    left = possible.left_over(table.deal.each, fields.counts)
    return f"{table.deal.each - left} of {table.deal.each} tricks", after


def _advice(fields: Fields, table: Standing) -> str:
    """The next thing to tap, in words."""
    if table.turn:
        return "Betting first, then tricks."
    if table.alone:
        return "Everyone else folded: no tricks."
    return "Tap a player’s number for each trick won."


def _bet_error(preview: Preview, table: Standing) -> Refusal | None:
    return preview.error("betting", "bets", "folded") or table.refusal


def _wrong_own(preview: Preview, fields: Fields, table: Standing) -> str:
    """Who folded and has the refusal of the bets at their own field; "" if nobody does."""
    error = _bet_error(preview, table)
    player = str(error.values.get("player", "")) if error and fields.betting.totals else ""
    return player if player in fields.betting.folded and player in table.deal.paid else ""


def _rows(preview: Preview, fields: Fields, table: Standing) -> list[BetRow]:
    """Rows of those who paid, from the dealer's left; then those who sit out or are away."""
    stakes, players = table.stakes(preview.state), preview.state.players
    rows = []
    for name in table.deal.paid:
        seat, folded, after = players.index(name), name not in table.active, preview.effects[name].after
        own = Typed(f"bets-{seat}", count_text(fields.betting.bets.get(name)))
        off = "all given" if possible.left_over(table.deal.each, fields.counts) <= 0 else ""
        if folded:
            off = "out"
        elif table.turn:
            off = "after the betting"
        elif table.alone:
            off = "no tricks"
        row = BetRow(
            seat,
            name,
            _note(preview, fields, table, name),
            stakes[name].paid,
            stakes[name].left if after is None else after,
            Press(f"trick {seat}", str(fields.counts[name] or 0), name, off),
            tricks=Typed(f"tricks-{seat}", count_text(fields.tricks[name])),
            fold=box(f"folded-{seat}", "folded", folded) if fields.betting.totals else None,
            own=own if fields.betting.totals and folded else None,
            wrong=_bet_error(preview, table) if _wrong_own(preview, fields, table) == name else None,
            dealer=name == preview.dealer,
            out=folded,
            acting=bool(table.turn and table.turn.player == name),
        )
        rows.append(row)
    for seat, name in enumerate(players):
        if name not in table.deal.paid:
            note = f"can’t pay {table.deal.each}, sits out" if name in table.deal.dealt else "away"
            out, typed = Press("", "out", name, "not playing"), Typed(f"tricks-{seat}", "")
            deals, chips = name == preview.dealer, preview.state.scores[name]
            rows.append(BetRow(seat, name, note, None, chips, out, typed, dealer=deals, idle=True))
    return rows


def _note(preview: Preview, fields: Fields, table: Standing, name: str) -> str:
    """A player's last action; once the hand is complete, the pay."""
    made = ["maker"] if fields.common.maker == name else []
    if table.turn and table.turn.player == name:
        return ", ".join([*made, "to act"])
    if name not in table.active:
        return ", ".join(["folded", *made, *_got(preview, fields, name, None, 0)])
    if preview.step:
        return ", ".join([*made, *_got(preview, fields, name, fields.counts[name], len(table.active))])
    done = [table.did[name]] if name in table.did else []
    return ", ".join([*done, *made])


def _got(preview: Preview, fields: Fields, name: str, taken: int | None, playing: int) -> list[str]:
    """A player's pay, without ante and bets: "2 × 4 = 8", or "12 + 48"."""
    lines = [
        line
        for line in (preview.step.lines if preview.step else ())
        if line.player == name and line.outcome not in outcomes.STAKED
    ]
    if len(lines) == 1 and lines[0].outcome == outcomes.TRICKS and not fields.renege.there:
        return [f"{taken} × {playing} = {lines[0].points}"]
    if len(lines) == 1 and lines[0].outcome == outcomes.POT_UNPLAYED:
        return [f"takes the pot, {lines[0].points}"]
    if not lines:
        return [] if taken is None else ["no trick"]
    first, *others = [signed(line.points) for line in lines]
    return [" ".join([first.lstrip("+"), *(text[0] + " " + text[1:] for text in others)])]


def _dock(preview: Preview, fields: Fields, table: Standing) -> Dock | None:
    turn = table.turn
    if turn is None:
        return None
    what = RAISE if BET in turn.off and CHECK in turn.off else BET
    chips = bets.offered(fields.betting, turn)
    sign = "+" if what == RAISE else ""
    level = bets.level_after(table, what, chips)
    to = f"{chips}, to {level}" if level is not None and what == RAISE else str(chips)
    adding = Action(what, LABELS[what], "" if what in turn.off else to, turn.off.get(what))
    fold = Action(FOLD, LABELS[FOLD])
    stay = CHECK if CHECK not in turn.off else CALL
    owed = f" {turn.to_call}" if stay == CALL else ""
    staying = Action(stay, LABELS[stay] + owed, off=turn.off.get(stay))
    return Dock(
        turn.player,
        turn.to_call,
        table.stakes(preview.state)[turn.player].left,
        turn.least,
        turn.most,
        what,
        turn.off.get(what),
        tuple(Choice("chips", str(n), sign + str(n), n == chips) for n in amounts(turn))
        if what not in turn.off
        else (),
        # The main button stays in, if that is possible.
        plain=(adding, staying) if staying.off else (fold, adding),
        main=fold if staying.off else staying,
    )


FORM = GameForm(
    parse=parse,
    of_entry=of_entry,
    entry=entry,
    missing=missing,
    show=show,
    press=press,
    extras=extras,
    carry_over=carry_over,
    go_on=go_on,
    begun=begun,
    places={"bets": "betting", "folded": "betting", "kind": ""},
)
