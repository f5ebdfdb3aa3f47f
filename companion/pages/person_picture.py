"""A person of a group as a picture: games won, the last ones, and ratings."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.pages.picture import (
    GAP,
    ON_FELT,
    SOFT_ON_FELT,
    Box,
    Size,
    body,
    card,
    felt,
    last_games,
    parted,
    rows,
    text,
)
from companion.server.fonts import drawable
from companion.stats.rating import Rating
from companion.wording.names import in_figures
from scoring import VARIANTS

FEW = 10  # with fewer games no percentage is fair
LAST, MOST_RATINGS = 10, 4


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
    panel, beside = _boxes(size, len(listed))
    parts = [felt(panel), *_panel(portrait, panel)]
    if listed:
        parts.append(text("Ratings", beside.x, beside.y + 24, 26, most=beside.width, bold=True))
        parts.append(rows(listed, replace(beside, y=beside.y + 40, height=beside.height - 40)))
    title = drawable(portrait.name) or "Player"
    return card(size, title, portrait.group, parts)


def _boxes(size: Size, ratings: int) -> tuple[Box, Box]:
    """The panel, and the place of so many ratings beside or under it."""
    whole = body(size)
    if not ratings:
        return whole, Box(0, 0, 0, 0)
    below = 40.0 + min(130 * ratings, 420)
    panel, beside = parted(size, whole.width * 0.56, min(whole.height - GAP - below, 520))
    return panel, beside if size.is_wide else replace(beside, height=below)


def _panel(portrait: Portrait, panel: Box) -> list[str]:
    left, inside, bottom = panel.x + 32, panel.width - 64, panel.y + panel.height
    words = f"{portrait.won} of {portrait.games} won" if portrait.games else "No games yet"
    line = panel.y + 110
    share = f"{round(100 * portrait.won / portrait.games)}%" if portrait.games >= FEW else ""
    room = inside - 230 if share else inside
    parts = [
        text(words, left, line, 64, most=room, bold=True, fill=ON_FELT),
        text(share, left + inside, line, 96, most=220, bold=True, fill=ON_FELT, anchor="end"),
    ]
    if portrait.last:
        tall = min(inside / LAST * 88 / 64, panel.height - 240)
        between = (bottom - 80 - line - tall) / 2
        parts.append(last_games(portrait.last, Box(left, line + between, inside, tall)))
        what = f"The last {in_figures(len(portrait.last), 'game')}, newest on the right: face up won"
        parts.append(text(what, left, bottom - 34, 25, most=inside, fill=SOFT_ON_FELT))
    return parts
