"""The hand form of Poker-Euchre with chips: the betting, then one tap for each trick."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.forms.hand import betting as bets
from companion.forms.hand import poker_table, renege
from companion.forms.hand.base import GameForm, Missing, Preview, dealer, missing_call
from companion.forms.hand.betting import Betting, Standing
from companion.forms.hand.fields import BACK, Entry, call_entry, known, player_at
from companion.forms.hand.parts import Group, boxes
from companion.forms.hand.poker_fields import Fields, go_on, of_entry, parse
from companion.wording.refusal import AppRefusal
from scoring import Refusal, State, possible


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
    if what == "trick" and table:
        if value == BACK:
            return _take_back(state, fields)
        return _one_trick(fields, table, player_at(state, value))
    return fields


def _one_trick(fields: Fields, table: Standing, name: str) -> Fields:
    if name not in table.active or table.turn:
        raise AppRefusal("not-playing", "tricks", player=name)
    if possible.left_over(table.deal.each, fields.counts) <= 0:
        raise AppRefusal("tricks-entered", "tricks", "PE-04", total=table.deal.each)
    tricks = {**fields.tricks, name: (fields.counts[name] or 0) + 1}
    return replace(fields, tricks=tricks, order=(*fields.given, name))


def _take_back(state: State, fields: Fields) -> Fields:
    """Take back the last trick; without one, the last action."""
    if not fields.given:
        betting = replace(fields.betting, actions=fields.betting.actions[:-1])
        return replace(fields, order=(), betting=betting)
    *before, name = fields.given
    tricks = {**fields.tricks, name: before.count(name) or None}
    return replace(fields, tricks=tricks, order=tuple(before))


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
    begun = (poker_table.telling(preview, fields),) if fields.betting.actions else ()
    return preview.group("away", "Away, not dealt in", away), *begun


def show(preview: Preview, fields: Fields) -> dict[str, object]:
    """The pot, the players' rows, and the current dock."""
    table = standing(preview.state, fields)
    if table is None:
        return {"hidden": {}, "stuck": True}
    return poker_table.show(preview, fields, table)


FORM = GameForm(
    parse,
    of_entry,
    entry,
    missing,
    show,
    press,
    extras,
    carry_over,
    go_on,
    begun,
    places={"bets": "betting", "folded": "betting"},
)
