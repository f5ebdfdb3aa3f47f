"""The moment after a hand: what everybody at the table feels for a second or two."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.log.in_words import gains
from companion.log.table import Table
from companion.wording.names import count, shown
from companion.wording.outcomes import FELT
from scoring.outcomes import FAILED, LONER

WON = "won"


@dataclass(frozen=True)
class Moment:
    """Who, what they did ("went alone"; WON: the game), the trump suit or "", and what it brought by name."""

    who: str
    did: str
    suit: str = ""
    brought: Sequence[tuple[str, int]] = ()


def moment(table: Table) -> Moment | None:
    """The moment of the hand saved last; None if it is a hand like others, or something came after it."""
    item = table.last
    if item is None or item.hand is None:
        return None
    if table.state.over:
        return Moment("", WON)
    found = {line.outcome: line.player for line in reversed(item.hand.lines)}
    outcome = next((name for name in FELT if name in found), "")
    if not outcome:
        return None
    maker = str(item.entry.get("maker", ""))
    who = maker if maker and (outcome in FAILED or outcome == LONER) else found[outcome]
    everything = count(sum(item.entry.get("tricks", {}).values()))  # type: ignore[attr-defined]
    suit = str(item.entry.get("trump", ""))
    return Moment(shown(who), FELT[outcome].replace("{all}", everything), suit, gains(item))
