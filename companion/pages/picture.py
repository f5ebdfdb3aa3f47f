"""Pictures for chats as SVG: a page of the score card, wide or square. ``server.drawing`` makes PNGs of it.

Text is measured with the fonts that draw it, and made smaller or cut to fit. Positions are pixels.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from xml.sax.saxutils import escape

from companion.pages.group_figures import PlayerLine, SeasonChart
from companion.pages.line_chart import Chart
from companion.server.fonts import FAMILY, drawable, width
from companion.stats.figures import Rate
from companion.stats.rating import Rating
from companion.wording.names import in_figures
from scoring import VARIANTS

PAPER, INK, SOFT, HAIR, BRASS = "#f5eddb", "#1f1a12", "#665b46", "#d8caab", "#835800"
FELT, ON_FELT, SOFT_ON_FELT, FACE = "#1d4a37", "#f5ecd6", "#cfd8c6", "#fffbf2"
MARGIN, HEAD, GAP = 44, 142, 28
SMALLEST = 0.55  # of the wanted size, before a text is cut
LINE = 1.16  # height of a line, in sizes
DASHES = {"d1": "7 3", "d2": "2 3", "d3": "10 3 2 3", "d4": "5 5"}  # as in bower.css
GRAY: Mapping[str, str] = {}  # of lines in a chart but the best, by style
COLORS = {"d1": "#1b5fc4", "d2": "#a8124a", "d3": "#00685a", "d4": INK}  # by day, as in stats.css
SPADE = (
    "M12 1.5C7 7 2 10 2 14.5c0 2.8 2 4.7 4.6 4.7 1.7 0 3.2-.8 4.2-2.2-.2 2.3-1 4-2.8 5.5h8c-1.8-1.5-2.6"
    "-3.2-2.8-5.5 1 1.4 2.5 2.2 4.2 2.2 2.6 0 4.6-1.9 4.6-4.7C22 10 17 7 12 1.5z"
)
BACK = (
    f'<rect width="64" height="88" rx="6" fill="{FACE}"/>'
    f'<rect x="3.5" y="3.5" width="57" height="81" rx="3" fill="{FELT}"/>'
    '<path stroke="#d9a441" opacity=".75" d="M8 24 24 8M8 40 40 8M8 56 56 8M8 72 56 24M16 80 56 40M32 80 56'
    ' 56M48 80 56 72M40 8 56 24M24 8 56 40M8 8 56 56M8 24 56 72M8 40 48 80M8 56 32 80M8 72 16 80"/>'
)


@dataclass(frozen=True)
class Size:
    """A picture's size in pixels."""

    width: int
    height: int

    @property
    def is_wide(self) -> bool:
        """Whether what follows one another stands side by side."""
        return self.width > self.height


WIDE, SQUARE = Size(1200, 630), Size(1080, 1080)


@dataclass(frozen=True)
class Box:
    """A rectangle: its left upper corner, width and height."""

    x: float
    y: float
    width: float
    height: float


def card(size: Size, title: str, below: str, parts: Iterable[str]) -> str:
    """The whole picture: *title*, a line *below* it, a double rule, and *parts* under them."""
    inside = size.width - 2 * MARGIN
    at = f"translate({size.width - MARGIN - 40} 34) scale(1.7)"
    head = [
        f'<rect width="{size.width}" height="{size.height}" fill="{PAPER}"/>',
        text(title, MARGIN, 72, 50, most=inside - 200, bold=True),
        text("Bower", size.width - MARGIN - 52, 66, 34, most=150, bold=True, anchor="end"),
        f'<g transform="{at}"><path fill="{FELT}" d="{SPADE}"/></g>',
        text(below, MARGIN, 112, 27, most=inside, fill=SOFT),
        *(
            f'<rect x="{MARGIN}" y="{y}" width="{inside}" height="{tall}" fill="{INK}"/>'
            for y, tall in ((129, 3), (135, 2))
        ),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size.width}" height="{size.height}"'
        f' viewBox="0 0 {size.width} {size.height}" font-family="{FAMILY}">'
        + "".join([*head, *parts])
        + "</svg>"
    )


def body(size: Size) -> Box:
    """The place below the head of a card."""
    top = HEAD + GAP
    return Box(MARGIN, top, size.width - 2 * MARGIN, size.height - top - MARGIN)


def parted(size: Size, wide: float, high: float) -> tuple[Box, Box]:
    """Two places below the head: the first *wide* beside the second, or *high* above it in a square."""
    whole = body(size)
    if size.is_wide:
        first = replace(whole, width=wide)
        return first, replace(whole, x=whole.x + wide + GAP, width=whole.width - wide - GAP)
    first = replace(whole, height=high)
    return first, replace(whole, y=whole.y + high + GAP, height=whole.height - high - GAP)


def felt(box: Box) -> str:
    """The green panel of the winner."""
    return _rect(box, FELT, 10)


def text(
    words: str,
    x: float,
    y: float,
    size: float,
    *,
    most: float,
    bold: bool = False,
    fill: str = INK,
    anchor: str = "start",
) -> str:
    """One line of text on the base line *y*, at most *most* wide: made smaller, then cut."""
    shown, fitting = fitted(words, size, most, bold)
    weight = ' font-weight="700"' if bold else ""
    at = f'x="{x:.1f}" y="{y:.1f}" font-size="{fitting:.1f}" text-anchor="{anchor}"'
    return f'<text {at} fill="{fill}"{weight}>{escape(shown)}</text>'


def fitted(words: str, size: float, most: float, bold: bool = False) -> tuple[str, float]:
    """The words as they can be drawn, and the size at which they are at most *most* wide."""
    shown = drawable(words)
    wide = width(shown, size, bold)
    if wide <= most:
        return shown, size
    if most >= SMALLEST * wide:
        return shown, size * most / wide
    return cut(shown, SMALLEST * size, most, bold), SMALLEST * size


def cut(words: str, size: float, most: float, bold: bool = False) -> str:
    """The words, with "…" for what is too much at this size."""
    if width(words, size, bold) <= most:
        return words
    kept = words
    while kept and width(kept + "…", size, bold) > most:
        kept = kept[:-1]
    return kept.rstrip() + "…"


def paragraph(
    words: str, box: Box, size: float, *, lines: int, bold: bool = False, fill: str = INK
) -> tuple[str, float]:
    """Words in at most so many lines from the top of a box, and where they end; smaller if they must be."""
    shown = drawable(words)
    while len(wrapped(shown, size, box.width, bold)) > lines and size > 20:
        size *= 0.94
    rows = wrapped(shown, size, box.width, bold)
    if len(rows) > lines:
        rows = [*rows[: lines - 1], " ".join(rows[lines - 1 :])]
    drawn = [
        text(row, box.x, box.y + size * (0.95 + LINE * place), size, most=box.width, bold=bold, fill=fill)
        for place, row in enumerate(rows)
    ]
    return "".join(drawn), box.y + size * LINE * len(rows)


def wrapped(words: str, size: float, most: float, bold: bool = False) -> list[str]:
    """The words in lines that are at most *most* wide, if no word is wider."""
    rows: list[str] = []
    for word in words.split(" "):
        longer = f"{rows[-1]} {word}" if rows else word
        if rows and width(longer, size, bold) <= most:
            rows[-1] = longer
        else:
            rows.append(word)
    return rows


def chart(drawn: Chart, box: Box, colors: Mapping[str, str] = GRAY) -> str:
    """A chart of lines, as large as fits into a box, in its middle; *colors*: of lines by their style."""
    scale = min(box.width / drawn.width, box.height / drawn.height)
    left = box.x + (box.width - scale * drawn.width) / 2
    rules = [
        f'<line x1="{drawn.left}" x2="{drawn.right}" y1="{rule.y}" y2="{rule.y}"'
        f' stroke="{INK if rule.is_zero else HAIR}"/>'
        for rule in drawn.rules
    ]
    ends = [(rule.label, "end") for rule in drawn.rules]
    small = [*ends, *((label, "middle") for label in drawn.numbers), (drawn.hand, "end")]
    captions = [
        text(label.text, label.x, label.y, 12, most=60, fill=SOFT, anchor=anchor) for label, anchor in small
    ]
    paths, labels = [], []
    for line in drawn.lines:
        is_best, label = line.style == "win", line.label
        color = BRASS if is_best else colors.get(line.style, SOFT)
        dashes = f' stroke-dasharray="{DASHES[line.style]}"' if line.style in DASHES else ""
        paths.append(
            f'<path d="{line.path}{line.leader}" fill="none" stroke="{color}"'
            f' stroke-width="{3.2 if is_best else 1.3}" stroke-linejoin="round"{dashes}/>'
        )
        room, fill = drawn.width - label.x, INK if is_best else color
        labels.append(text(label.text, label.x, label.y, 12, most=room, bold=is_best, fill=fill))
    parts = "".join((*rules, *captions, *paths, *labels))
    return f'<g transform="translate({left:.1f} {box.y:.1f}) scale({scale:.4f})">{parts}</g>'


def rows(named: Sequence[tuple[str, str, str]], box: Box) -> str:
    """A list of names with figures and notes, one under the other over hairlines; as large as fits."""
    if not named:
        return ""
    tall = min(box.height / len(named), 140.0, box.width / 5.2)
    large, small = tall * (0.4 if any(note for _name, _figure, note in named) else 0.5), tall * 0.25
    drawn = []
    for place, (name, figure, note) in enumerate(named):
        y = box.y + tall * place
        base = y + tall * (0.5 if note else 0.66)
        right = width(drawable(figure), large, True)
        drawn += [
            text(name, box.x, base, large, most=box.width - right - 24, bold=True),
            text(figure, box.x + box.width, base, large, most=box.width / 2, bold=True, anchor="end"),
            text(note, box.x, y + tall * 0.85, small, most=box.width, fill=SOFT),
            f'<rect x="{box.x}" y="{y + tall - 1}" width="{box.width}" height="1.5" fill="{HAIR}"/>',
        ]
    return "".join(drawn)


def last_games(won: Sequence[bool], box: Box) -> str:
    """The last games, one at least, as cards, the newest on the right: face up won, face down lost."""
    wide = min(box.width / len(won), box.height * 64 / 88 + 8)
    one = Box(0, 0, wide - 8, (wide - 8) * 88 / 64)
    drawn = []
    for place, is_won in enumerate(won):
        at = Box(box.x + wide * place, box.y, one.width, one.height)
        if is_won:
            drawn.append(_rect(at, FACE, 6))
            size = one.height * 0.5
            middle = at.x + at.width / 2
            drawn.append(
                text("W", middle, at.y + one.height * 0.68, size, most=99, bold=True, anchor="middle")
            )
        else:
            where = f"translate({at.x:.1f} {at.y:.1f}) scale({at.width / 64:.4f})"
            drawn.append(f'<g transform="{where}">{BACK}</g>')
    return "".join(drawn)


def _rect(box: Box, fill: str, round_: float) -> str:
    return (
        f'<rect x="{box.x:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" height="{box.height:.1f}"'
        f' rx="{round_}" fill="{fill}"/>'
    )


# Pictures of a group: the leaderboard with the chart of the season, a person with games won and ratings.

MOST_LISTED = 7
WIDE_PART, HIGH_PART = 0.4, 0.5  # of the list, beside the chart and above it
FEW = 10  # with fewer games no percentage is fair
LAST, MOST_RATINGS = 10, 4


@dataclass(frozen=True)
class Leaderboard:
    """What the picture shows. period: with the game, in words. lines: best first. chart: None for too few."""

    group: str
    period: str
    lines: Sequence[PlayerLine]
    chart: SeasonChart | None


def group_svg(board: Leaderboard, size: Size) -> str:
    """The picture of a leaderboard, in this size. Names must be ones that the fonts can draw."""
    below = f"{board.period}: games won" if board.lines else board.period
    if len(board.lines) > MOST_LISTED:
        below += f", {MOST_LISTED} of {len(board.lines)} players"
    listed = beside = body(size)
    if board.chart:
        listed, beside = parted(size, listed.width * WIDE_PART, listed.height * HIGH_PART)
    if board.lines:
        named = []
        for line in board.lines[:MOST_LISTED]:  # without the share for the few
            won = f"{line.won.text} of {line.games.text}" + ("" if line.few else f", {line.share.text}")
            named.append((f"{line.place} {line.name}".strip(), won, ""))
        parts = [rows(named, listed)]
    else:
        middle = listed.y + listed.height / 2
        nothing = text("No games", listed.x + 32, middle, 64, most=listed.width - 64, bold=True, fill=ON_FELT)
        parts = [felt(listed), nothing]
    if board.chart:
        heading = board.chart.words["heading"]
        parts.append(text(heading, beside.x, beside.y + 24, 26, most=beside.width, bold=True))
        room = replace(beside, y=beside.y + 44, height=beside.height - 44)
        parts.append(chart(board.chart.chart, room, COLORS))
    return card(size, drawable(board.group) or "Leaderboard", below, parts)


def league_svg(title: str, below: str, named: Sequence[tuple[str, str]], size: Size) -> str:
    """The picture of a league: its name, what is below it, and names with totals, best first."""
    listed = [(drawable(name) or "Player", figure, "") for name, figure in named[:MOST_LISTED]]
    parts = [rows(listed, body(size))]
    return card(size, drawable(title) or "League", drawable(below), parts)


@dataclass(frozen=True)
class Portrait:
    """What a person's picture shows: games that are over, of all time.

    last: whether the last games were won, the newest at the end. ratings: by variant, most games first.
    """

    name: str
    group: str
    games: int
    won: int
    last: Sequence[bool]
    ratings: Sequence[tuple[str, Rating]]


def person_svg(portrait: Portrait, size: Size) -> str:
    """The picture of a person, in this size."""
    listed = [
        (VARIANTS[variant].short, str(rating.number), rating.words)
        for variant, rating in portrait.ratings[:MOST_RATINGS]
    ]
    panel, beside = body(size), Box(0, 0, 0, 0)
    if listed:
        below = 40.0 + min(130 * len(listed), 420)
        panel, beside = parted(size, panel.width * 0.56, min(panel.height - GAP - below, 520))
        beside = beside if size.is_wide else replace(beside, height=below)
    left, inside, bottom = panel.x + 32, panel.width - 64, panel.y + panel.height
    words = f"{portrait.won} of {portrait.games} won" if portrait.games else "No games yet"
    line = panel.y + 110
    share = f"{Rate(portrait.won, portrait.games).percent}%" if portrait.games >= FEW else ""
    room = inside - 230 if share else inside
    parts = [
        felt(panel),
        text(words, left, line, 64, most=room, bold=True, fill=ON_FELT),
        text(share, left + inside, line, 96, most=220, bold=True, fill=ON_FELT, anchor="end"),
    ]
    if portrait.last:
        tall = min(inside / LAST * 88 / 64, panel.height - 240)
        between = (bottom - 80 - line - tall) / 2
        parts.append(last_games(portrait.last, Box(left, line + between, inside, tall)))
        what = f"The last {in_figures(len(portrait.last), 'game')}, newest on the right: face up won"
        parts.append(text(what, left, bottom - 34, 25, most=inside, fill=SOFT_ON_FELT))
    if listed:
        parts.append(text("Ratings", beside.x, beside.y + 24, 26, most=beside.width, bold=True))
        parts.append(rows(listed, replace(beside, y=beside.y + 40, height=beside.height - 40)))
    title = drawable(portrait.name) or "Player"
    return card(size, title, portrait.group, parts)
