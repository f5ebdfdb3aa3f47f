"""The score sheet as CSV, safe against formulas in typed text."""

import csv
from io import StringIO

from companion.recap.evening import Evening, EveningRow
from companion.wording.names import one_line

FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
CONTROLS = ("\t", "\r", "\n")
BYTE_ORDER_MARK = "\ufeff"


def sheet_csv(evening: Evening) -> str:
    """A row for each hand and each entry between hands that moved a total; numbers are unquoted.

    Starts with a byte order mark, so that spreadsheets read it as UTF-8.
    """
    out = StringIO()
    writer = csv.writer(out)
    names = evening.players
    changes, totals = [f"{name} change" for name in names], [f"{name} total" for name in names]
    writer.writerow(map(plain, ["hand", "dealer", "maker", "trump", *changes, *totals, "note"]))
    for row in evening.rows:
        writer.writerow(_cells(evening, row))
    return BYTE_ORDER_MARK + out.getvalue()


def _cells(evening: Evening, row: EveningRow) -> list[str | int]:
    dealer = row.item.hand.dealer if row.item.hand else ""
    made = [row.maker, row.trump] if row.number else [row.label, ""]
    changes = [row.change[name] for name in evening.players]
    totals = [row.after[name] for name in evening.players]
    note = [row.label if row.number and not row.maker else "", row.note]
    text = "; ".join(part for part in note if part)
    return [row.number or "", plain(dealer), *map(plain, made), *changes, *totals, plain(text)]


def plain(text: str) -> str:
    """Text for a cell, with an apostrophe before text that a spreadsheet would read as a formula."""
    line = one_line(text)
    return "'" + line if text.startswith(CONTROLS) or line.lstrip().startswith(FORMULA) else line
