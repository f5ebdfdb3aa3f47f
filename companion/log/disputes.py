"""Disputes: a hand that somebody does not agree with, what they say, and how it ended."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from companion.log.table import Author, LogEntry
from companion.log.viewer import View

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
class DisputeView:
    """A dispute for one viewer: ``hand``, ``by`` and ``ended_by`` in words, ``mine`` for its own device."""

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


def dispute_views(view: View, disputes: Sequence[Dispute]) -> list[DisputeView]:
    """The disputes for one viewer, in the order given."""
    return [_dispute_view(view, dispute) for dispute in disputes]


def _dispute_view(view: View, dispute: Dispute) -> DisputeView:
    item = next(item for item in view.table.entries if item.seq == dispute.seq)
    return DisputeView(
        dispute=dispute,
        item=item,
        hand=f"Hand {item.hand.number}" if item.hand else "A hand",
        by=view.viewer.name_of(dispute.by),
        ended_by=view.viewer.name_of(dispute.ended_by) if dispute.ended_by else "",
        mine=dispute.by.device == view.viewer.device,
    )
