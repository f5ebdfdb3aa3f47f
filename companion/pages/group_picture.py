"""The leaderboard of a group as a picture: who won how many games, and the chart of the season."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.pages import picture
from companion.pages.group_figures import PlayerLine
from companion.pages.picture import Box, Size, body, card, felt, parted, rows, text
from companion.pages.season_chart import SeasonChart
from companion.server.fonts import drawable

MOST_LISTED = 7
WIDE_PART, HIGH_PART = 0.4, 0.5  # of the list, beside the chart and above it


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
    listed, beside = _boxes(size, board.chart is not None)
    if board.lines:
        parts = [rows([_row(line) for line in board.lines[:MOST_LISTED]], listed)]
    else:
        parts = [felt(listed), _nothing(listed)]
    if board.chart:
        heading = board.chart.words["heading"]
        parts.append(text(heading, beside.x, beside.y + 24, 26, most=beside.width, bold=True))
        room = replace(beside, y=beside.y + 44, height=beside.height - 44)
        parts.append(picture.chart(board.chart.chart, room, picture.COLORS))
    return card(size, drawable(board.group) or "Leaderboard", below, parts)


def _boxes(size: Size, has_chart: bool) -> tuple[Box, Box]:
    """The place of the list, and that of the chart beside or under it."""
    whole = body(size)
    if not has_chart:
        return whole, Box(0, 0, 0, 0)
    return parted(size, whole.width * WIDE_PART, whole.height * HIGH_PART)


def _row(line: PlayerLine) -> tuple[str, str, str]:
    """Name with its place, games won, and the share; without it for the few."""
    won = f"{line.won.text} of {line.games.text}"
    return f"{line.place} {line.name}".strip(), won if line.few else f"{won}, {line.share.text}", ""


def _nothing(box: Box) -> str:
    middle = box.y + box.height / 2
    return text("No games", box.x + 32, middle, 64, most=box.width - 64, bold=True, fill=picture.ON_FELT)
