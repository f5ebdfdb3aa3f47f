"""A table of a euchre night: it is over after so many hands, and a ghost says nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from companion.log.table import Table
from companion.wording.refusal import AppRefusal
from scoring.entries import RULES
from scoring.table import PLAYED

NO_GOAL = 999  # points that no table of a night reaches

# What happens when the clock of a round runs out, and how it is said.
AT_BELL = FINISH_HAND, PLAY_ON, STOP = "hand", "all", "stop"
BELL_WORDS = {FINISH_HAND: "Finish the hand", PLAY_ON: "Play all the hands", STOP: "Stop playing"}

TOPIC = "night-"  # before a night's id, where changes of tables and of nights are announced


@dataclass(frozen=True)
class AtNight:
    """Which table of which night this is: numbers of round and table, and after how many hands it is over.

    ``night`` is the night's public id, ``rounds`` how many it has; 0: not known. ``ghosts``: the seats of
    ghosts, from 0, as digits.
    ``announcement``: what the organizer says to everyone, "" for nothing. ``bell_at``, ``clock_left`` and
    ``at_bell``: the clock of the round, as in ``models.NightRound`` and ``models.Night``.
    """

    night: str
    round: int
    table: int
    hands: int
    ghosts: str = ""
    announcement: str = ""
    at_bell: str = FINISH_HAND
    bell_at: datetime | None = None
    clock_left: int | None = None
    rounds: int = 0

    @property
    def topic(self) -> str:
        """Under which the night's changes are announced."""
        return TOPIC + self.night

    def left(self, table: Table) -> int:
        """How many hands are still to be played."""
        return max(0, self.hands - played(table))

    def hand(self, table: Table) -> str:
        """ "5 of 8": the hand of the round that comes next, or the last one."""
        return f"{min(played(table) + 1, self.hands)} of {self.hands}"


@dataclass(frozen=True)
class TableOfNight:
    """Which table of a night this is, and whether the night was ended."""

    at: AtNight
    ended: bool


def played(table: Table) -> int:
    """How many hands were played; deals that came to nothing don't count."""
    return sum(item.hand is not None and item.entry.get("result", PLAYED) == PLAYED for item in table.entries)


def refuse(at: AtNight, before: Table, after: Table, entry: Mapping[str, object] | None) -> None:
    """Raise Refusal for what makes of table *before* one *after* with more hands than the round has.

    *entry*: the new or corrected entry. House rules are those of the night. A ghost names no trump and
    defends no hand alone; whoever plays with one plays alone anyway, so that nothing more is scored for
    saying so.
    """
    if entry is not None and entry.get("kind") == RULES.name:
        raise AppRefusal("night-rules", "kind")
    if played(after) > max(at.hands, played(before)):
        raise AppRefusal("round-over", "kind", hands=at.hands)
    ghosts = [before.header.players[int(seat)] for seat in at.ghosts]
    if entry is None or not ghosts:
        return
    maker, players = entry.get("maker"), before.header.players
    for field in ("maker", "defended_alone"):
        if entry.get(field) in ghosts:
            raise AppRefusal("ghost-silent", field, ghost=str(entry[field]))
    if entry.get("alone") is True and maker in players:
        [partner] = before.variant.partners(players, str(maker))
        if partner in ghosts:
            raise AppRefusal("ghost-alone", "alone", player=str(maker))
