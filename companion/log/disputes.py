"""Disputes: a hand that somebody does not agree with, what they say, and how it ended."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from companion.log.table import Author, LogEntry, Table

ANSWERED, CORRECTED, STRUCK, TAKEN_BACK = ENDS = ("answered", "corrected", "struck out", "taken back")


@dataclass(frozen=True)
class Dispute:
    """A dispute of entry *seq* as it is stored; ``end`` is one of ENDS, empty while it is open."""

    number: int
    seq: int
    at: datetime
    by: Author
    words: str
    end: str = ""
    ended_at: datetime | None = None
    ended_by: Author | None = None
    answer: str = ""


@dataclass(frozen=True)
class Told:
    """A dispute as somebody reads it: of which hand, by whom, who ended it; *mine*: by this phone."""

    dispute: Dispute
    item: LogEntry
    hand: str
    by: str
    ended_by: str
    mine: bool

    @property
    def open(self) -> bool:
        """Whether nobody has answered or corrected yet."""
        return not self.dispute.end


def told(table: Table, disputes: Sequence[Dispute]) -> list[Told]:
    """The disputes as the phone which looks reads them, in the order in which they came."""
    return [_told(table, dispute) for dispute in disputes]


def _told(table: Table, dispute: Dispute) -> Told:
    item = next(item for item in table.entries if item.seq == dispute.seq)
    return Told(
        dispute=dispute,
        item=item,
        hand=f"Hand {item.hand.number}" if item.hand else "A hand",
        by=table.by(dispute.by),
        ended_by=table.by(dispute.ended_by) if dispute.ended_by else "",
        mine=dispute.by.device == table.device,
    )
