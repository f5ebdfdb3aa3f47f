"""Tables of figures, ready to draw: the season of a group."""

from dataclasses import dataclass

from companion.stats.figures import Season
from companion.stats.periods import Period
from scoring import signed

MOST_IN_SEASON = 8


@dataclass(frozen=True)
class SeasonLine:
    """One person in a season, share and chips in words. best: whether theirs is the best share."""

    person: str
    name: str
    games: int
    won: int
    share: str
    few: bool
    best: bool
    chips: str


@dataclass(frozen=True)
class SeasonTable:
    """The people of a season, of group and period by id. more: how many are left out. chips: whether any were
    played for.
    """

    group: str
    period: str
    lines: tuple[SeasonLine, ...]
    more: int
    chips: bool

    @property
    def few(self) -> bool:
        """Whether someone has too few games for a fair percentage."""
        return any(line.few for line in self.lines)


def season_table(found: Season, group: str, period: Period) -> SeasonTable:
    """The table of a season on the page of a group."""
    fair = [row for row in found.rows if not row.figures.share.few]
    lines = [
        SeasonLine(
            row.person,
            row.name,
            row.figures.games,
            row.figures.won,
            "few" if row.figures.share.few else f"{row.figures.share.percent}%",
            row.figures.share.few,
            row in fair[:1],
            "–" if row.chips is None else signed(row.chips),
        )
        for row in found.rows
    ]
    chips = any(row.chips is not None for row in found.rows)
    more = max(0, len(lines) - MOST_IN_SEASON)
    return SeasonTable(group, period.slug, tuple(lines[:MOST_IN_SEASON]), more, chips)
