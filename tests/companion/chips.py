"""Evenings with chips for the tests of the books: tables without a database, told or drawn row by row."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import strategies as st

from companion.log import table as log
from companion.log.table import Row, Table
from scoring import Refusal, State, opening
from scoring.variants.poker_chips import deal

Entry = dict[str, Any]

START = datetime(2026, 11, 19, 22, 50, tzinfo=UTC)
BETWEEN_ROWS = timedelta(minutes=7)
NEWCOMERS = ("Gus", "Hal", "Ida")


def empty(*players: str, title: str = "", **options: object) -> Table:
    """A table with chips before its first entry."""
    header = {
        "format": "bower.game/1",
        "variant": "poker-chips",
        "options": options,
        "players": list(players),
        "title": title,
    }
    return log.table("table", json.dumps(header), ())


def entered(table: Table, *entries: Entry, stored: bool = False) -> Table:
    """The table with more entries; *stored*: by version 0.1.0, whose names may be odd."""
    for entry in entries:
        table = table.with_row(_row(table, None, json.dumps(entry)), stored=stored)
    return table


def corrected(table: Table, target: int, entry: Entry | None) -> Table:
    """The table with entry *target* corrected, or removed."""
    return table.with_row(_row(table, target, json.dumps(entry) if entry else ""))


def restored(table: Table, target: int) -> Table:
    """The table with the removed entry *target* back."""
    return table.with_row(_row(table, target, "", restores=True))


def _row(table: Table, target: int | None, body: str, *, restores: bool = False) -> Row:
    at = START + table.version * BETWEEN_ROWS
    return Row(table.version + 1, target, body, at, "phone", "owner", restores)


def begun(table: Table) -> Table:
    """The table before the first of its rows."""
    return replace(table, rows=(), entries=(), state=opening(table.header))


def as_it_grew(table: Table) -> Iterator[Table]:
    """The table before its first row and after each of them."""
    grown = begun(table)
    yield grown
    for row in table.rows:
        grown = grown.with_row(row)
        yield grown


def bought(player: str, chips: int, **given: object) -> Entry:
    return {"kind": "buy-in", "player": player, "chips": chips, **given}


def cashed(player: str) -> Entry:
    return {"kind": "cash-out", "player": player}


def joined(player: str, left_of: str) -> Entry:
    return {"kind": "join", "player": player, "left_of": left_of}


def moved(source: str, target: str, chips: int, reason: str = "miscounted") -> Entry:
    return {"kind": "transfer", "from": source, "to": target, "chips": chips, "reason": reason}


def played(maker: str, bet: int, **tricks: int) -> Entry:
    """A hand in which everybody with tricks named, zero or not, stayed in with the same bet."""
    return {"kind": "hand", "maker": maker, "bets": dict.fromkeys(tricks, bet), "tricks": tricks}


Draw = Callable[[st.SearchStrategy[Any]], Any]


@st.composite
def evenings(draw: Draw, rows: int = 25) -> Table:
    """An evening as it may happen: hands, shortfalls, comings and goings, corrections, perhaps an end."""
    names = ("Ann", "Bo", "Cy", "Dee", "Eli")[: draw(st.integers(2, 5))]
    options = {
        "shortfall": draw(st.sampled_from(("buy", "forgive"))),
        "folded_maker_pays": draw(st.booleans()),
    }
    credit = draw(st.booleans())
    table = entered(empty(*names, **options), *(bought(name, 40, on_credit=credit) for name in names))
    for _row_to_come in range(draw(st.integers(rows // 2, rows))):
        try:
            table = _grown(draw, table)
        except Refusal:
            continue
    return table


def _grown(draw: Draw, table: Table) -> Table:
    correctable = [(item.seq, item.before) for item in table.entries if item.before is not None]
    removed = [item.seq for item in table.entries if item.struck]
    if removed and draw(st.integers(0, 3)) == 0:
        return restored(table, draw(st.sampled_from(removed)))
    if table.state.over or (correctable and draw(st.integers(0, 3)) == 0):
        seq, before = draw(st.sampled_from(correctable))
        return corrected(table, seq, draw_entry(draw, before) if draw(st.booleans()) else None)
    return entered(table, draw_entry(draw, table.state))


def draw_entry(draw: Draw, state: State) -> Entry:
    """Something that may happen at this table; some of it is refused."""
    kinds = [*[_hand] * 6, *[_buy_in] * 4, *[_cash_out] * 3, *[_transfer] * 2, *[_join] * 2]
    made: Entry = draw(st.sampled_from([*kinds, *kinds, _end]))(draw, state)
    return made


def _hand(draw: Draw, state: State) -> Entry:
    if draw(st.integers(0, 9)) == 0:
        return {"kind": "hand", "result": "misdeal"}
    dealt = deal(state, (), state.next_dealer or state.players[0])
    folded = draw(st.lists(st.sampled_from(dealt.paid), unique=True, max_size=1)) if dealt.paid else []
    active = [name for name in dealt.paid if name not in folded]
    left = min([state.scores[name] - dealt.each for name in active], default=0)
    level = draw(st.integers(left // 2, left))
    entry = {"kind": "hand", "folded": folded, "bets": dict.fromkeys(active, level)}
    if len(active) < 2:
        return entry
    march = draw(st.integers(0, 4)) == 0
    cuts = [dealt.each] * len(active[1:])
    if not march:
        cuts = sorted(draw(st.integers(0, dealt.each)) for _one in active[1:])
    taken = [high - low for low, high in zip([0, *cuts], [*cuts, dealt.each], strict=True)]
    return {
        **entry,
        "maker": draw(st.sampled_from(dealt.paid)),
        "tricks": dict(zip(active, taken, strict=True)),
    }


def _buy_in(draw: Draw, state: State) -> Entry:
    return bought(
        draw(st.sampled_from(state.players)), draw(st.integers(1, 60)), on_credit=draw(st.booleans())
    )


def _transfer(draw: Draw, state: State) -> Entry:
    accounts = st.sampled_from((*state.players, "pot"))
    return moved(draw(accounts), draw(accounts), draw(st.integers(1, 20)))


def _join(draw: Draw, state: State) -> Entry:
    gone = [name for name in state.invested if name not in state.players]
    return joined(draw(st.sampled_from([*NEWCOMERS, *gone])), draw(st.sampled_from(state.players)))


def _cash_out(draw: Draw, state: State) -> Entry:
    return cashed(draw(st.sampled_from(state.players)))


def _end(_draw: Draw, _state: State) -> Entry:
    return {"kind": "end"}
