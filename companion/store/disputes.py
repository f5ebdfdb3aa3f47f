"""Disputes in the database: opened by a player at the table, ended by an answer or a correction."""

from datetime import datetime
from typing import NamedTuple

from django.http import Http404
from django.utils import timezone

from companion import models
from companion.log import disputes, rights
from companion.log.disputes import Dispute
from companion.log.rights import View, time_of_row, uuid_of
from companion.log.table import Author, LogEntry, Row, Table
from companion.store import games
from companion.store.changes import writing

DISPUTES = """
SELECT d.id, d.seq, d.at, d.device, d.role, d.words, d."end", d.ended_at, d.ended_by, d.ended_role, d.answer
FROM companion_dispute d JOIN companion_game g ON g.id = d.game_id WHERE g.public_id = %s ORDER BY d.id"""


class Disputed(NamedTuple):
    """The columns of a dispute."""

    number: int
    seq: int
    at: datetime
    device: str
    role: str
    words: str
    end: str
    ended_at: datetime | None
    ended_by: str
    ended_role: str
    answer: str


def of_table(table: Table) -> tuple[Dispute, ...]:
    """All disputes of a table, in the order made."""
    with games.run(DISPUTES, table.id) as cursor:
        rows = [Disputed(*row) for row in cursor.fetchall()]
    return tuple(
        Dispute(
            number=row.number,
            seq=row.seq,
            at=games.moment(row.at),
            by=Author(row.device, row.role),
            words=row.words,
            end=row.end,
            ended_at=row.ended_at and games.moment(row.ended_at),
            ended_by=Author(row.ended_by, row.ended_role) if row.end else None,
            answer=row.answer,
        )
        for row in rows
    )


def dispute(view: View, key: str, seq: int, words: str, told_at: datetime | None = None) -> None:
    """Dispute a hand; the same key again adds nothing. Raises Refusal, Http404.

    told_at: when it was said on a phone without a network, which sends it later.
    """
    disputes.refuse_dispute(view, seq, words)
    with writing():
        game = games.held(view, rights.SIT)
        by = view.viewer.acting(rights.SIT)
        mine = models.Dispute.objects.filter(game=game, device=by.device, seq=seq, end="").exclude(
            key=uuid_of(key)
        )
        disputes.refuse_second(mine.exists())
        at = time_of_row(view.table.rows[:seq], told_at, timezone.now())
        values = {"seq": seq, "words": words, "at": at, "device": by.device, "role": by.role}
        _row, new = models.Dispute.objects.get_or_create(game=game, key=uuid_of(key), defaults=values)
        if new:
            games.touch(view.table.id)


def number_of(view: View, key: str) -> int:
    """The number of the dispute with this key; 0 without one."""
    found = models.Dispute.objects.filter(game__public_id=view.table.id, key=uuid_of(key))
    return found.values_list("pk", flat=True).first() or 0


def answer(view: View, number: int, words: str) -> None:
    """End a dispute with an answer and keep the hand. Raises Ended, or Refusal of the answer."""
    disputes.refuse_answer(view, words)
    _end_one(view, number, disputes.ANSWERED, words)


def take_back(view: View, number: int) -> None:
    """End a dispute opened by the viewer's phone. Raises Ended, Http404."""
    view.viewer.require(rights.SIT)
    raised = models.Dispute.objects.filter(pk=number, game__public_id=view.table.id).first()
    if raised is None or raised.device != view.viewer.author:
        raise Http404("no such dispute of this phone")
    _end_one(view, number, disputes.TAKEN_BACK, "")


def end_by_correction(game: int, target: int, row: Row) -> None:
    """End the disputes of entry *target*. Call inside the transaction that adds *row*, its correction."""
    still_open = models.Dispute.objects.filter(game=game, seq=target, end="")
    still_open.update(end=disputes.end_of(row), ended_at=row.at, ended_by=row.device, ended_role=row.role)


def reopen(game: int, removed: LogEntry | None) -> None:
    """Reopen the disputes that the removal of an entry ended, since the entry is being restored."""
    if removed is None or not removed.changes:
        return
    ended = models.Dispute.objects.filter(game=game, seq=removed.seq, end=disputes.STRUCK)
    still_open = {"end": "", "ended_at": None, "ended_by": "", "ended_role": ""}
    ended.filter(ended_at=removed.changes[-1].at).update(**still_open)


def _end_one(view: View, number: int, end: str, words: str) -> None:
    right = disputes.right_to_end(end)
    by = view.viewer.acting(right)
    with writing():
        games.held(view, right)
        still_open = models.Dispute.objects.filter(pk=number, game__public_id=view.table.id, end="")
        ended = still_open.update(
            end=end, answer=words, ended_at=timezone.now(), ended_by=by.device, ended_role=by.role
        )
        if ended:
            return games.touch(view.table.id)
    now = next((one for one in of_table(view.table) if one.number == number), None)
    mine = now and now.ended_by and now.ended_by.device == by.device
    if not mine or not now or (now.end, now.answer) != (end, words):
        raise disputes.Ended(number)
