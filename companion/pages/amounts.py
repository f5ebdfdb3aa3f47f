"""The amounts of a bet or raise to choose from, in white chips."""

from scoring import Turn

AMOUNTS = (1, 2, 5, 10, 20)
USUAL = 5


def usual(turn: Turn | None) -> int:
    """The amount chosen at first."""
    if turn is None:
        return USUAL
    return USUAL if turn.least <= USUAL <= turn.most else turn.least


def amounts(turn: Turn) -> tuple[int, ...]:
    """The amounts offered as buttons, from the smallest."""
    allowed = {chips for chips in AMOUNTS if turn.least <= chips <= turn.most}
    return tuple(sorted({turn.least, turn.most, *allowed}))


def chosen(turn: Turn, wanted: int | None) -> int:
    """The amount *wanted*, brought within the bounds; the usual one for None."""
    return usual(turn) if wanted is None else max(turn.least, min(wanted, turn.most))
