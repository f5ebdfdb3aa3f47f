"""Update a night after a change at one of its tables: notify its phones, and mark a round that is over.

A round is over once every table has played its hands, or was deleted. That is written once: a later
correction that removes a hand, or a table that is put back, changes nothing.
"""

from collections.abc import Collection

from django.db.models import F, QuerySet
from django.utils import timezone

from companion.log.at_night import TOPIC, AtNight
from companion.log.table import Table
from companion.models import Night, NightRound, NightTable
from companion.store import groups
from companion.store.changes import announce, writing


def touch(night_id: str) -> None:
    """Increment the night's revision and notify. Call inside a transaction."""
    Night.objects.filter(public_id=night_id).update(revision=F("revision") + 1)
    announce(TOPIC + night_id)


def names_changed(persons: Collection[int]) -> None:
    """Touch the nights of these people, who are shown under another name.

    Call after the transaction of that: it holds the group, for which whoever starts a round with the night
    locked would wait.
    """
    of_them = Night.objects.filter(players__person__in=persons)
    for night_id in list(of_them.order_by("pk").values_list("public_id", flat=True).distinct()):
        with writing():
            touch(night_id)


def mark(at: AtNight, table: Table) -> None:
    """Mark the round of this table as over, if it is. Call in the transaction of a row of its log."""
    if not at.left(table):
        _mark(NightRound.objects.filter(night__public_id=at.night, number=at.round), at.hands)


def table_came_or_went(game: int) -> None:
    """Notify the night of a game that was deleted or put back; its round may be over.

    Call in the transaction of that.
    """
    rounds = NightRound.objects.filter(tables__game=game)
    known = rounds.values_list("night__public_id", "night__group__public_id", "night__hands")
    for night_id, group_id, hands in known:
        touch(night_id)
        announce(groups.TOPIC + group_id)
        _mark(rounds, hands)


def _mark(rounds: QuerySet[NightRound], hands: int) -> None:
    """Write that the round is over unless a table still plays.

    The round is locked: of two tables that end at the same moment the second has to see the first.
    """
    over = rounds.filter(over_at=None).select_for_update(of=("self",)).first()
    if over is None:
        return
    tables = NightTable.objects.filter(round=over, game__isnull=False, game__deleted_at=None)
    if not tables.exclude(game__facts__hands__gte=hands).exists():
        NightRound.objects.filter(pk=over.pk).update(over_at=timezone.now())
