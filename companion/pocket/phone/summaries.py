"""What a phone without a server knows of each of its games before it reads their hands, newest first."""

from typing import Any

from companion.pages.listing import Listed, listed
from companion.pages.tally import EarlierGame
from companion.pocket.phone.kept import Kept
from companion.pocket.phone.surroundings import iso
from companion.wording import dates
from scoring import VARIANTS
from scoring.names import compared

Summary = dict[str, Any]


def summary_of(kept: Kept, key: str) -> Summary:
    """The summary of a game, as JSON; *key*: that it was started with."""
    table = kept.table
    line, variant = listed(table), table.variant
    players = tuple(table.state.invested or table.header.players)
    sides = {name: variant.members(players, name) for name in variant.sides(players)}
    return {
        "line": {name: value for name, value in vars(line).items() if name != "day"},
        "played_on": table.header.played_on,
        "key": key,
        "group": kept.group,
        "created_at": iso(kept.created_at),
        "last": iso(kept.last),
        "players": list(players),
        "options": dict(table.state.options),
        "sides": [list(members) for members in sides.values()],
        "best": [list(sides[name]) for name in table.state.winners],
        "scores": [table.state.scores.get(name, 0) for name in sides],  # 0: gone, with all chips
    }


def line_of(summary: Summary) -> Listed:
    """The line of a game in the list of games."""
    return Listed(**summary["line"], day=dates.weekday(summary["played_on"]))


def searched(summary: Summary) -> str:
    """What of a game can be looked for: names, game, title and day, as names are compared."""
    line, day = summary["line"], summary["played_on"]
    title = VARIANTS[line["variant"]].title
    return compared(" ".join((*summary["players"], title, line["title"], dates.day(day), dates.weekday(day))))


def earlier_game(summary: Summary) -> EarlierGame:
    """The game as one that was finished earlier in an evening."""
    sides, best = (tuple(map(tuple, summary[name])) for name in ("sides", "best"))
    return EarlierGame(summary["line"]["id"], sides, best, tuple(summary.get("scores", ())))
