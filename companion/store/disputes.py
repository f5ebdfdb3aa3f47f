"""Disputes in the database: raised by whoever sits at the table, ended by an answer or a correction."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.http import Http404
from django.utils import timezone

from companion import models
from companion.access import roles
from companion.log import disputes
from companion.log.disputes import Dispute
from companion.log.table import Author, Table
from companion.store import people
from scoring import Refusal

WORDS = 200


class Ended(Exception):
    """Somebody has ended this dispute already."""


def of_table(table: Table) -> tuple[Dispute, ...]:
    """Every dispute of a table, in the order in which they came."""
    return tuple(_dispute(row) for row in models.Dispute.objects.filter(game__public_id=table.id))


def dispute(table: Table, key: str, seq: int, words: str) -> None:
    """Say that a hand is not right, and why; the same key twice is the same dispute once."""
    table.require(roles.SIT)
    item = table.entry(seq)
    if item is None or item.hand is None:
        raise Http404("no such hand that counts")
    _refuse_words("words", words, "a word of why")
    with transaction.atomic():
        game = people.held(table, roles.SIT)
        _refuse_second(game, table.device, _key(key), seq)
        by = {"device": table.device, "role": roles.acting(table.roles, roles.SIT)}
        said = {"seq": seq, "words": words, "at": timezone.now(), **by}
        _row, new = models.Dispute.objects.get_or_create(game=game, key=_key(key), defaults=said)
        if new:
            people.stir(table.id)


def answer(table: Table, number: int, words: str) -> None:
    """End a dispute by an answer: the hand stays as it is. Raises Ended, or Refusal of the answer."""
    table.require(roles.HANDS)
    _refuse_words("answer", words, "an answer")
    _end_one(table, number, disputes.ANSWERED, words)


def take_back(table: Table, number: int) -> None:
    """End a dispute that this phone has raised. Raises Ended."""
    table.require(roles.SIT)
    raised = models.Dispute.objects.filter(pk=number, game__public_id=table.id).first()
    if raised is None or raised.device != table.device:
        raise Http404("no such dispute of this phone")
    _end_one(table, number, disputes.TAKEN_BACK, "")


def end_by_correction(game: int, seq: int, struck: bool, at: datetime, by: Author) -> None:
    """A corrected hand is disputed no longer; within the transaction that corrects it."""
    still_open = models.Dispute.objects.filter(game=game, seq=seq, end="")
    end = disputes.STRUCK if struck else disputes.CORRECTED
    still_open.update(end=end, ended_at=at, ended_by=by.device, ended_role=by.role)


def _end_one(table: Table, number: int, end: str, words: str) -> None:
    right = roles.SIT if end == disputes.TAKEN_BACK else roles.HANDS
    with transaction.atomic():
        people.held(table, right)
        still_open = models.Dispute.objects.filter(pk=number, game__public_id=table.id, end="")
        ended = still_open.update(
            end=end,
            answer=words,
            ended_at=timezone.now(),
            ended_by=table.device,
            ended_role=roles.acting(table.roles, right),
        )
        if ended:
            return people.stir(table.id)
    now = next((one for one in of_table(table) if one.number == number), None)
    mine = now and now.ended_by and now.ended_by.device == table.device
    if not mine or not now or (now.end, now.answer) != (end, words):
        raise Ended(number)


def _refuse_second(game: models.Game, device: str, key: UUID, seq: int) -> None:
    mine = models.Dispute.objects.filter(game=game, device=device, seq=seq, end="").exclude(key=key)
    if mine.exists():
        raise Refusal("words", "expected one dispute of a hand at a time: yours is still open")


def _dispute(row: models.Dispute) -> Dispute:
    return Dispute(
        number=row.pk,
        seq=row.seq,
        at=row.at,
        by=Author(row.device, row.role),
        words=row.words,
        end=row.end,
        ended_at=row.ended_at,
        ended_by=Author(row.ended_by, row.ended_role) if row.end else None,
        answer=row.answer,
    )


def _refuse_words(field: str, words: str, wanted: str) -> None:
    if "\0" in words:
        raise Refusal(field, "expected " + wanted + ", got a character that is none")
    if not words:
        raise Refusal(field, "expected " + wanted + ", got nothing")
    if len(words) > WORDS:
        raise Refusal(field, f"expected at most {WORDS} characters, got {len(words)}")


def _key(key: str) -> UUID:
    try:
        return UUID(key)
    except ValueError:
        raise Refusal("key", "expected the form's own key: reload the page and enter it again") from None
