"""Disputes of a game: the hand, the author, and the end."""

from collections.abc import Sequence

from companion.log.disputes import ANSWERED, Dispute, DisputeView, dispute_views
from companion.log.viewer import View
from companion.recap.authors import author
from companion.recap.corrections import clock
from companion.wording.names import one_line


def disputed(view: View, disputes: Sequence[Dispute]) -> list[str]:
    """One line for each: 'Hand 7, by Ann (player), 21:05: “Bo took two”; hand corrected by the host'."""
    return [_line(view, one) for one in dispute_views(view, disputes)]


def _line(view: View, one: DisputeView) -> str:
    table, dispute = view.table, one.dispute
    by, when = author(view.viewer, dispute.by), clock(table, dispute.at)
    raised = f"{one.hand}, by {by}, {when}: “{one_line(dispute.words)}”"
    if dispute.ended_at is None or dispute.ended_by is None:
        return raised + "; still open"
    ended = f"{one.ended} by {author(view.viewer, dispute.ended_by)}, {clock(table, dispute.ended_at)}"
    return f"{raised}; {ended}" + (f": “{one_line(dispute.answer)}”" if dispute.end == ANSWERED else "")
