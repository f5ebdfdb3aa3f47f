"""The hand form of Poker-Euchre with chips: the betting, then a tap for each trick."""

from collections.abc import Mapping

from companion.forms.hand import betting as bets
from companion.forms.hand import poker_table, renege
from companion.forms.hand import said as say
from companion.forms.hand.base import Family, View, dealer
from companion.forms.hand.betting import Betting
from companion.forms.hand.parts import Choice, Group, boxes
from companion.forms.hand.said import Entry, Said
from scoring import Refusal, State, possible


def entry(state: State, said: Said) -> Entry:
    """Who was away, the betting, and unless one is left maker, tricks and renege."""
    told = say.call(state, said)
    away = say.ticked(state, said, "away")
    if away:
        told["away"] = away
    table = table_of(state, said)
    told.update(bets.entry(state, said, table.deal.paid if table else state.players))
    if table is None or table.alone:
        return told
    tricks = {
        name: count
        for name, count in say.numbers(_texts(state, said)).items()
        if name in table.active or count
    }
    return {**told, "tricks": tricks, **renege.entry(state, said)}


def tell(state: State, entry: Mapping[str, object]) -> dict[str, str]:
    """The fields from an entry."""
    tricks = say.mapped(entry.get("tricks"))
    order = [
        name for name, count in tricks.items() if isinstance(count, int) for _trick in range(min(count, 25))
    ]
    return {
        "order": say.tapped(state, order),
        **say.to_seats(state, "tricks", tricks),
        **say.ticks(state, "away", entry.get("away")),
        **bets.tell(state, entry),
        **renege.tell(state, entry),
    }


def like(entry: Mapping[str, object]) -> dict[str, str]:
    """A table that told its last betting in totals goes on doing so."""
    return {} if "betting" in entry or entry.get("result", "played") != "played" else {"telling": bets.TOTALS}


def missing(state: State, said: Said) -> tuple[str, ...]:
    """The rest of the betting, who made it, the tricks."""
    table = table_of(state, said)
    if table is None or table.alone:
        return ()
    if table.turn:
        return ("the betting",)
    wanted = [] if said.get("maker") else ["who made it"]
    counts = tricks_of(state, said)
    if not _all_given(state, table, counts) and not renege.put_out(state, said):
        wanted.append("the tricks")
    return (*wanted, *renege.missing(state, said, counts))


def press(state: State, said: Said, what: str, value: str) -> Said:
    """One action or trick more, or the last one back; raises Refusal for what cannot be."""
    table = table_of(state, said)
    if what == "calling":
        return {**said, "calling": "" if said.get("calling") else say.YES}
    if what == "renege":
        return {**said, "renege": "" if said.get("renege") else say.YES}
    if what == "bet" and table:
        return bets.act(state, said, table, value)
    if what == "trick" and table:
        return _take_back(said) if value == "back" else _one_trick(state, said, table, value)
    return said


def _one_trick(state: State, said: Said, table: Betting, seat: str) -> Said:
    name = say.player(state, seat)
    counts = tricks_of(state, said)
    if name not in table.active or table.turn:
        raise Refusal("tricks", "expected a trick for somebody who is playing")
    if possible.left_over(table.deal.each, counts) <= 0:
        raise Refusal("tricks", f"expected {table.deal.each} tricks (PE-04): take one back first")
    count = (counts[name] or 0) + 1
    return {**say.one_more(said, "order", seat), f"tricks-{seat}": str(count)}


def _take_back(said: Said) -> Said:
    """The last trick back, or where none was given the last action."""
    seat = (said.get("order", "").split() or [""])[-1]
    count = say.number(said.get(f"tricks-{seat}", ""))
    if not isinstance(count, int) or count == 0:
        return say.one_more({**said, "order": ""}, "betting", "back")
    return {**say.one_more(said, "order", "back"), f"tricks-{seat}": str(count - 1) if count > 1 else ""}


def table_of(state: State, said: Said) -> Betting | None:
    """The betting so far; None where too few can play."""
    try:
        table = bets.so_far(state, said, dealer(state, said))
    except Refusal:
        return None
    return table if len(table.deal.paid) > 1 else None


def tricks_of(state: State, said: Said) -> dict[str, int | None]:
    """Tricks by name as tapped or typed; None where nothing was."""
    numbers = {name: say.number(text) if text else None for name, text in _texts(state, said).items()}
    return {name: count if isinstance(count, int) else None for name, count in numbers.items()}


def _texts(state: State, said: Said) -> dict[str, str]:
    return say.by_seat(state, said, "tricks")


def _all_given(state: State, table: Betting, counts: Mapping[str, int | None]) -> bool:
    """Whether there is nothing more to give; two Jokers in one trick may leave one over (PE-02)."""
    left = possible.left_over(table.deal.each, counts)
    spare = 1 if state.options["jokers"] and len(table.active) == 2 else 0
    return 0 <= left <= spare


def extras(view: View) -> tuple[Group, ...]:
    """Who is away, and how the betting is told."""
    state, said = view.state, view.said
    totals = bets.in_totals(said)
    away = boxes(state, "away", say.ticked(state, said, "away"), state.players)
    telling = (
        Choice("telling", "", "Action by action", not totals),
        Choice("telling", bets.TOTALS, "In totals", totals, small="the table bets by itself"),
    )
    return view.group("away", "Away, not dealt in", away), view.group("telling", "Betting is told", telling)


def show(view: View) -> dict[str, object]:
    """The pot, everybody's row, and the dock of the moment."""
    table = table_of(view.state, view.said)
    return poker_table.show(view, table, tricks_of(view.state, view.said))


FORM = Family(
    entry, tell, missing, show, press, extras, like=like, places={"bets": "betting", "folded": "betting"}
)
