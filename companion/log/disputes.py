"""Disputes of hands: conditions for opening and answering, and the end; without a database."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.http import Http404

from companion.log import rights
from companion.log.rights import View
from companion.log.table import STRIKE, Author, Row
from companion.wording.refusal import AppRefusal

ANSWERED, CORRECTED, STRUCK, TAKEN_BACK = ENDS = ("answered", "corrected", "struck out", "taken back")
END_WORDS = {CORRECTED: "hand corrected", STRUCK: "hand removed", TAKEN_BACK: "withdrawn"}
LONGEST = 200


class Ended(Exception):
    """Raised when the dispute has ended already."""


def refuse_dispute(view: View, seq: int, words: str) -> None:
    """Raise PermissionDenied, Http404 or Refusal unless the viewer may dispute entry *seq* in these words."""
    view.viewer.require(rights.SIT)
    item = view.table.entry(seq)
    if item is None or item.hand is None:
        raise Http404("no such hand that counts")
    _refuse_text("words", words, "no-reason")


def refuse_second(has_open_one: bool) -> None:
    """Raise Refusal if the device has another open dispute of the same hand."""
    if has_open_one:
        raise AppRefusal("dispute-open", "words")


def refuse_answer(view: View, words: str) -> None:
    """Raise PermissionDenied or Refusal unless the viewer may answer in these words."""
    view.viewer.require(rights.HANDS)
    _refuse_text("answer", words, "no-answer")


def right_to_end(end: str) -> str:
    """The right needed to end a dispute in this way."""
    return rights.SIT if end == TAKEN_BACK else rights.HANDS


def end_of(correction: Row) -> str:
    """The end of a hand's disputes by this correction: one of ENDS."""
    return STRUCK if correction.kind == STRIKE else CORRECTED


def _refuse_text(field: str, text: str, if_empty: str) -> None:
    if "\0" in text:
        raise AppRefusal("unreadable-character", field)
    if not text:
        raise AppRefusal(if_empty, field)
    if len(text) > LONGEST:
        raise AppRefusal("too-long", field, got=len(text), most=LONGEST)


@dataclass(frozen=True)
class Dispute:
    """A stored dispute of entry ``seq``; ``end`` is one of ENDS, empty while it is open."""

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
    hand: str
    by: str
    ended_by: str
    mine: bool

    @property
    def open(self) -> bool:
        """Whether the dispute hasn't ended."""
        return not self.dispute.end

    @property
    def ended(self) -> str:
        """How the dispute ended: "hand corrected"; "" while it is open."""
        return END_WORDS.get(self.dispute.end, self.dispute.end)


def dispute_views(view: View, disputes: Sequence[Dispute]) -> list[DisputeView]:
    """The disputes for one viewer, in the order given."""
    views = []
    for dispute in disputes:
        item = next(item for item in view.table.entries if item.seq == dispute.seq)
        views.append(
            DisputeView(
                dispute=dispute,
                hand=f"Hand {item.hand.number}" if item.hand else "A hand",
                by=view.viewer.name_of(dispute.by),
                ended_by=view.viewer.name_of(dispute.ended_by) if dispute.ended_by else "",
                mine=view.viewer.wrote(dispute.by),
            )
        )
    return views
