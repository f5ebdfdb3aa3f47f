"""Games that are started together, without a hand: as many statements for sixteen as for two."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple
from uuid import UUID, uuid5

from companion.access import group_roles
from companion.log import table as log
from companion.log.decide import Draft
from companion.log.table import Table
from companion.models import Game
from companion.stats.counted import GameCounted, counted
from companion.store import facts, groups, ids, links, phones


class Ready(NamedTuple):
    """A game as it is to be written: its table, and that as counted."""

    table: Table
    whole: GameCounted


def ready(drafts: Iterable[Draft]) -> tuple[Ready, ...]:
    """Games without entries, made ready to be started. Call before the transaction."""
    tables = [log.table(ids.new(), draft.header, ()) for draft in drafts]
    return tuple(Ready(table, counted(table)) for table in tables)


def start(device: str, group: int, key: UUID, made: Sequence[Ready]) -> list[Game]:
    """Start these games in a group, with keys made from *key*; the device is their host.

    Call inside a transaction. Raises AppRefusal of ``players`` if two people at a table are one, Http404 and
    PermissionDenied if the device may not start games in the group.
    """
    groups.held(groups.find_by_pk(device, group), group_roles.PLAY)
    started = Game.objects.bulk_create(
        Game(
            public_id=one.table.id,
            key=uuid5(key, str(number)),
            header=one.table.stored,
            group_id=group,
        )
        for number, one in enumerate(made, 1)
    )
    phones.own_all(started, device)
    links.make_all(*started)
    facts.start([(game, *one) for game, one in zip(started, made, strict=True)])
    return started
