"""The recap as a picture: who won and how, and the chart of the evening."""

from dataclasses import replace

from companion.pages import picture
from companion.pages.line_chart import told_apart
from companion.pages.picture import (
    MARGIN,
    ON_FELT,
    SOFT_ON_FELT,
    Box,
    Size,
    body,
    card,
    felt,
    paragraph,
    parted,
    text,
)
from companion.recap.evening import Evening
from companion.recap.page import chart_heading, evening_chart
from companion.recap.text import Headline, facts, headline
from companion.server.fonts import drawable
from companion.wording.names import shown

DIGIT = 0.72  # height of a digit, in sizes


def recap_svg(evening: Evening, size: Size) -> str:
    """The picture of a recap, in this size."""
    head = headline(evening)
    inside = size.width - 2 * MARGIN
    title = _said(evening, shown(evening.table.title)) or "Bower"
    panel, chart = body(size), Box(0, 0, 0, 0)
    if evening.rows:
        panel, chart = parted(size, panel.width * 0.44, 280)
    parts = [felt(panel), _winner(evening, head, panel)]
    if evening.rows:
        words = text(chart_heading(evening), chart.x, chart.y + 24, 26, most=chart.width, bold=True)
        below = replace(chart, y=chart.y + 44, height=chart.height - 44)
        drawn = told_apart([drawable(_said(evening, name)) or "Player" for name in evening.players])
        named = dict(zip(evening.players, drawn, strict=True))
        parts += [words, picture.chart(evening_chart(evening, named), below)]
    return card(size, title, picture.cut(drawable(facts(evening)), 20, inside), parts)


def _winner(evening: Evening, head: Headline, panel: Box) -> str:
    """Who won and how, with the figure below in a tall panel, else beside it."""
    is_tall = panel.height > panel.width / 2
    figure = head.figure if evening.rows else ""
    beside = 0 if is_tall or not figure else 300
    box = Box(panel.x + 32, panel.y + 28, panel.width - 64 - beside, panel.height - 56)
    title, end = paragraph(_said(evening, head.title), box, 66, lines=2, bold=True, fill=ON_FELT)
    drawn = [title]
    for words in filter(None, (head.how, head.second)):
        end += 44
        drawn.append(text(_said(evening, words), box.x, end, 29, most=box.width, fill=SOFT_ON_FELT))
    right, bottom = panel.x + panel.width - 32, panel.y + panel.height
    if is_tall:
        size = min(150, (bottom - 36 - end - 20) / DIGIT)
        low, lower = bottom - 36, 0.0
    else:
        size, low = 140, panel.y + panel.height / 2 + 140 * DIGIT / 2
        lower = (bottom - end - 28) / 2
    number = text(figure, right, low, size, most=280, bold=True, fill=ON_FELT, anchor="end")
    return f'<g transform="translate(0 {lower:.1f})">' + "".join(drawn) + "</g>" + number


def _said(evening: Evening, words: str) -> str:
    """The words with "Player 2" for a name that no font can draw."""
    for seat, name in enumerate(evening.people, 1):
        if not drawable(name):
            words = words.replace(shown(name), f"Player {seat}").replace(name, f"Player {seat}")
    return words
