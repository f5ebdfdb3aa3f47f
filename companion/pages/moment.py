"""The moment after a hand: what everybody at the table feels for a second or two."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.log.in_words import gains
from companion.log.table import Table
from companion.wording.names import count, in_figures, shown
from companion.wording.outcomes import FELT
from scoring.outcomes import FAILED, GRAND_MARCH, LONER

WON = "won"
OF_MAKER = FAILED | {LONER, GRAND_MARCH}


@dataclass(frozen=True)
class Moment:
    """Who, what they did ("went alone"; WON: the game), the trump suit or "", and what it brought by name.

    failed: of a maker who failed what was called, "called hearts: 2 tricks"; else "". scores: by side before
    and after the hand, in a game for points.
    """

    who: str
    did: str
    suit: str = ""
    brought: Sequence[tuple[str, int]] = ()
    failed: str = ""
    scores: Sequence[tuple[str, int, int]] = ()

    @property
    def red(self) -> bool:
        """Whether the trump card is red."""
        return self.suit in ("hearts", "diamonds")


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
    who = maker if maker and outcome in OF_MAKER else found[outcome]
    everything = count(sum(item.entry.get("tricks", {}).values()))  # type: ignore[attr-defined]
    suit = str(item.entry.get("trump", ""))
    did = FELT[outcome].replace("{all}", everything)
    failed, taken = "", item.entry.get("tricks")
    players = item.before.players if item.before else ()
    if outcome in FAILED and suit and isinstance(taken, dict) and maker in players:
        tricks = int(taken.get(table.variant.side_of(players, maker), 0))
        failed = f"called {suit.replace('-', ' ')}: {in_figures(tricks, 'trick')}"
    if table.variant.has_bank or item.before is None:
        return Moment(shown(who), did, suit, gains(item), failed)
    before = item.before.scores
    scores = tuple((name, before.get(name, score), score) for name, score in table.state.scores.items())
    return Moment(shown(who), did, suit, gains(item), failed, scores)
