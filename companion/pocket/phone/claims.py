"""Disputes on a phone."""

from django.http import Http404

from companion.log import disputes, rights
from companion.log.disputes import Dispute
from companion.log.rights import View, uuid_of
from companion.log.table import Table
from companion.pocket.phone.state import PHONE
from companion.pocket.phone.surroundings import HERE


def of_table(table: Table) -> tuple[Dispute, ...]:
    """All disputes of a table, in the order made."""
    kept = PHONE.kept(table.id)
    return kept.disputes if kept else ()


def dispute(view: View, key: str, seq: int, words: str) -> None:
    """Dispute a hand; the same key again adds nothing. Raises Refusal, Http404."""
    disputes.refuse_dispute(view, seq, words)
    # Its number on this phone until the server has numbered it.
    tables = [PHONE.kept(table_id) for table_id in PHONE.ids()]
    numbers = [one.number for kept in tables if kept for one in kept.disputes]
    body = {"seq": seq, "words": words, "number": max([0, *numbers]) + 1}
    PHONE.record("dispute", view.table.id, key=str(uuid_of(key)), body=body)


def answer(view: View, number: int, words: str) -> None:
    """End a dispute with an answer and keep the hand. Raises Ended, or Refusal of the answer."""
    disputes.refuse_answer(view, words)
    _end_one(view, number, disputes.ANSWERED, words)


def take_back(view: View, number: int) -> None:
    """End a dispute opened by the viewer's phone. Raises Ended, Http404."""
    view.viewer.require(rights.SIT)
    raised = next((one for one in of_table(view.table) if one.number == number), None)
    if raised is None or not view.viewer.wrote(raised.by):
        raise Http404("no such dispute of this phone")
    _end_one(view, number, disputes.TAKEN_BACK, "")


def _end_one(view: View, number: int, end: str, words: str) -> None:
    kept = PHONE.kept(view.table.id)
    keys = (kept.dispute_keys if kept else None) or {}
    body = {"number": number, "of": keys.get(number, ""), "end": end, "words": words}
    PHONE.record("answer", view.table.id, key=HERE.uuid(), body=body)
