"""One evening of each game, from the first deal to the end, and tables that are hard on a page."""

from typing import Any

from scoring import VARIANTS
from tests import games
from tests.games.entries import Record, bought

EVENINGS: dict[str, Record] = {variant: games.evening(variant).EVENING for variant in VARIANTS}
TWELVE = ["Ann", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou"]
# Right to left, forty wide letters, markup, and a base with more marks on it than a line is high.
HARD_NAMES = ["שלום עולם 🂡🎉", "W" * 40, "<script>alert('Bo')</script>", "Z" + "\u0301\u0323" * 19]
# Entries before the hand that is told, with something to see already.
BEFORE = {variant: games.evening(variant).BEGUN for variant in VARIANTS}
# A hand that is half told, and what it takes then.
HALF = {variant: games.form(variant).HALF for variant in VARIANTS}
WHOLE = {variant: games.form(variant).WHOLE for variant in VARIANTS}


def sort(variant: str) -> tuple[bool, bool, bool]:
    """What makes the pages of a game look different: teams, chips, a score that falls."""
    game = VARIANTS[variant]
    return bool(game.teams), game.has_bank, bool(game.goal and game.goal.down)


# The first game of each sort, where a page looks alike in all others of it.
SORTS = list({sort(variant): variant for variant in reversed(VARIANTS)}.values())


def evening(variant: str, entries: int | None = None, **header: Any) -> Record:
    """The evening of a game after so many entries (None: to its end)."""
    record = EVENINGS[variant]
    return {**record, "entries": record["entries"][:entries], **header}


def twelve(variant: str, **header: Any) -> Record:
    """Twelve at the table, with chips where there are chips."""
    chips = [bought(name, 40) for name in TWELVE] if variant == "poker-chips" else []
    return {"variant": variant, "players": TWELVE, "entries": chips, **header}


def hard(variant: str) -> Record:
    """An evening of people with names that are hard on a page, after its first hand."""
    record = evening(variant, BEFORE[variant] + 1)
    pairs = dict(zip(record["players"], HARD_NAMES, strict=False))
    return {**renamed(record, pairs), "title": "W" * 60}


def renamed(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {team(key, names): renamed(part, names) for key, part in value.items()}
    if isinstance(value, list):
        return [renamed(part, names) for part in value]
    return team(value, names) if isinstance(value, str) else value


def team(text: str, names: dict[str, str]) -> str:
    return " & ".join(names.get(part, part) for part in text.split(" & "))
