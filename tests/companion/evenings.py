"""Evenings to tell of, without a database."""

import json
from datetime import UTC, datetime
from typing import Any

from companion.log.table import Row, Table, full_header, table
from companion.recap.evening import Evening, evening
from scoring import from_json
from tests.companion.factories import record

Entry = dict[str, Any]

AT = datetime(2026, 11, 14, 20, 0, tzinfo=UTC)
SIX = ["Ann", "Bo", "Cy", "Dee", "Eli", "Fay"]


def table_of(variant: str, *entries: Entry, later: list[Row] | None = None, **header: Any) -> Table:
    """A table with these entries, and the *later* rows after them."""
    head = full_header(from_json(record(variant=variant, **header), stored=True))
    rows = [Row(seq, None, json.dumps(entry), AT, "mine", "owner") for seq, entry in enumerate(entries, 1)]
    return table("t", json.dumps(head), [*rows, *(later or [])])


def evening_of(variant: str, *entries: Entry, later: list[Row] | None = None, **header: Any) -> Evening:
    """The evening of such a table."""
    return evening(table_of(variant, *entries, later=later, **header))


def row(seq: int, target: int | None, entry: Entry | None, at: datetime = AT, device: str = "mine") -> Row:
    """A row of the log: a correction of *target*, or its strike-out where there is no entry."""
    return Row(seq, target, "" if entry is None else json.dumps(entry), at, device, "owner")


def chips(**options: Any) -> list[Entry]:
    """Six players buy in for 42 each, on credit unless said otherwise."""
    return [{"kind": "buy-in", "player": name, "chips": 42, "on_credit": True, **options} for name in SIX]


def chip_hand(maker: str, bets: int, tricks: dict[str, int], *folded: str, **given: Any) -> Entry:
    """A hand of Poker-Euchre where all who stayed bet the same and those who folded nothing."""
    put = {name: bets for name in SIX if name not in folded}
    entry = {"kind": "hand", "maker": maker, "bets": put, "folded": list(folded), "tricks": tricks}
    return {**entry, **given}


def saturday() -> list[Entry]:
    """Eight hands of Poker-Euchre among six, with a pot left over, a grand march and two euchres running."""
    return [
        *chips(),
        chip_hand("Dee", 0, {"Dee": 5, "Ann": 1, "Bo": 1, "Cy": 1}, trump="hearts"),
        chip_hand("Fay", 2, {"Fay": 4, "Eli": 2, "Ann": 2}, trump="spades"),
        chip_hand("Dee", 4, {"Ann": 4, "Cy": 4}, trump="diamonds"),
        chip_hand("Bo", 0, {"Ann": 6, "Bo": 2}, trump="clubs"),
        {"kind": "buy-in", "player": "Bo", "chips": 42, "on_credit": True},
        chip_hand("Bo", 0, {"Eli": 5, "Bo": 1, "Fay": 2}, trump="hearts"),
        chip_hand("Dee", 4, {"Dee": 5, "Fay": 1, "Eli": 2}, trump="spades"),
        {"kind": "buy-in", "player": "Cy", "chips": 42, "on_credit": True},
        chip_hand("Eli", 10, {"Eli": 8}, "Bo", "Cy", "Dee", trump="diamonds", note="Fay slept"),
        chip_hand("Cy", 0, {"Cy": 5, "Bo": 3}, trump="clubs"),
        {"kind": "end"},
    ]


def a_saturday(later: list[Row] | None = None, **options: Any) -> Evening:
    """That Saturday, at ten cents a white chip."""
    header = {"players": SIX, "title": "Saturday", "played_on": "2026-11-14"}
    options = {"chip_value_cents": 10, **options}
    return evening_of("poker-chips", *saturday(), later=later, options=options, **header)
