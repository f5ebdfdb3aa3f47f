"""Tables of figures, ready to draw: the season of a group."""

from dataclasses import dataclass

from companion.stats.figures import Season, Total
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
    lines = [_line(one, number == 0) for number, one in enumerate(found.rows[:MOST_IN_SEASON])]
    chips = any(row.chips is not None for row in found.rows)
    return SeasonTable(group, period.slug, tuple(lines), len(found.rows) - len(lines), chips)


def _line(one: Total, is_first: bool) -> SeasonLine:
    rate = one.share
    return SeasonLine(
        one.person,
        one.name,
        one.games,
        rate.part,
        "few" if rate.few else f"{rate.percent}%",
        rate.few,
        is_first and not rate.few,
        "–" if one.chips is None else signed(one.chips),
    )
