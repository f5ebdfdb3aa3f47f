"""What the page of a table says of its euchre night."""

from dataclasses import dataclass

from companion.log.viewer import View
from companion.wording.names import in_figures


@dataclass(frozen=True)
class TableAtNight:
    """A table of a night: "round 4, table 3", "hand 6 of 8"; at the end of its round the points, "9 to 5"."""

    night: str
    where: str
    state: str
    over: bool
    points: str


def at_table(view: View) -> TableAtNight | None:
    """The place of a table in its night; None for any other table."""
    at = view.night
    if at is None:
        return None
    left = at.left(view.table)
    state = "hand " + at.hand(view.table) if left else in_figures(at.hands, "hand") + " played"
    points = " to ".join(str(score).replace("-", "−") for score in view.table.state.scores.values())
    return TableAtNight(at.night, f"round {at.round}, table {at.table}", state, not left, points)
