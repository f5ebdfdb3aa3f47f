"""Context of the recap's page."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.log.rights import View, Viewer
from companion.pages.line_chart import Chart, Series, chart
from companion.recap.corrections import corrections, disputed
from companion.recap.evening import Evening, EveningRow
from companion.recap.moments import moments
from companion.recap.text import (
    Headline,
    facts,
    headline,
    open_pot,
    page_title,
    settling,
    text,
    total,
)
from companion.wording.names import in_figures, listed, one_line, shown
from scoring import signed


@dataclass(frozen=True)
class Cell:
    """A change in the hand table; ``best``: no player gained more."""

    text: str
    best: bool


@dataclass(frozen=True)
class Printed:
    """A row of the hand table; ``cells`` and ``totals`` in the order of ``Evening.players``."""

    row: EveningRow
    cells: tuple[Cell, ...]
    totals: tuple[str, ...]
    note: str


def page(evening: Evening, viewer: Viewer) -> dict[str, Any]:
    """The context of the page."""
    names = evening.players
    settled = settling(evening)
    head = headline(evening)
    corrected = corrections(evening.table, viewer)
    payments = []
    if settled:
        for one in settled.payments:
            ends = {"payer": shown(one.payer), "receiver": shown(one.receiver)}
            payments.append({**ends, "chips": settled.chips(one), "money": settled.money(one)})
    rows = []
    for row in evening.rows:
        best = max(evening.gain(row, name) for name in names)
        moved = any(row.change.values())
        cells = tuple(
            Cell(signed(row.change[name]), moved and evening.gain(row, name) == best) for name in names
        )
        totals = tuple(total(evening, row.after[name]) for name in names)
        rows.append(Printed(row, cells, totals, one_line(row.note)))
    return {
        "table": evening.table,
        "viewer": viewer,
        "evening": evening,
        "title": shown(evening.table.title),
        "page_title": page_title(evening),
        "facts": facts(evening),
        "headline": head,
        "names": [shown(name) for name in names],
        "start": [total(evening, evening.start[name]) for name in names] if evening.counts_down else [],
        "rows": rows,
        "totals": [total(evening, evening.totals[name]) for name in names],
        "chart": evening_chart(evening, {}) if evening.rows else None,
        "chart_words": _chart_words(evening, head),
        "moments": moments(evening),
        "corrections": corrected,
        "disputed": disputed(View(evening.table, viewer), evening.disputes),
        "has_notes": bool(corrected) or any(row.note for row in evening.rows),
        "settling": settled,
        "open_pot": open_pot(settled) if settled and settled.open_pot else "",
        "payments": payments,
        "payments_title": in_figures(len(settled.payments), "payment") if settled else "",
        "text": text(evening, viewer),
    }


def evening_chart(evening: Evening, names: Mapping[str, str]) -> Chart:
    """The chart of running totals; *names*: what to write for players instead, by name."""
    totals = [evening.start, *(row.after for row in evening.rows)]
    series = [
        Series(names.get(name, name), [after[name] for after in totals], name in evening.first)
        for name in evening.players
    ]
    figures = {names.get(name, name): total(evening, evening.totals[name]) for name in evening.players}
    return chart(series, [row.number for row in evening.rows], figures)


def chart_heading(evening: Evening) -> str:
    """ "Points, hand by hand"; in a game that counts down also that the lowest is ahead."""
    unit = "Chips, up or down" if evening.for_chips else "Points"
    return f"{unit}, hand by hand" + (": lowest is ahead" if evening.counts_down else "")


def _chart_words(evening: Evening, head: Headline) -> dict[str, str]:
    """Title and description of the chart, for screen readers."""
    ends = "ends" if evening.over else "is"
    lines = ", ".join(
        f"{shown(name)} {ends} at {total(evening, evening.totals[name])}" for name in evening.ranking
    )
    return {
        "id": "chart",
        "heading": chart_heading(evening),
        "title": f"Running totals of {listed(evening.players)}",
        "description": f"{lines}. Every figure is in the table of running totals.",
    }
