"""Disputes of a game: the hand, the author, and the end."""

from collections.abc import Sequence

from companion.log.disputes import ANSWERED, Dispute, DisputeView, dispute_views
from companion.log.table import Table
from companion.log.viewer import View
from companion.recap.corrections import clock
from companion.wording.names import one_line


def disputed(view: View, disputes: Sequence[Dispute]) -> list[str]:
    """One line for each: 'Hand 7, by Ann (player), 21:05: “Bo took two”; corrected by this phone, 21:07'."""
    return [_line(view.table, one) for one in dispute_views(view, disputes)]


def _line(table: Table, one: DisputeView) -> str:
    dispute = one.dispute
    raised = f"{one.hand}, by {one.by}, {clock(table, dispute.at)}: “{one_line(dispute.words)}”"
    if dispute.ended_at is None:
        return raised + "; still open"
    ended = f"{dispute.end} by {one.ended_by}, {clock(table, dispute.ended_at)}"
    return f"{raised}; {ended}" + (f": “{one_line(dispute.answer)}”" if dispute.end == ANSWERED else "")
