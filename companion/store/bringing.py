"""Games of past evenings written into a group: each once, and those that are there already noticed."""

import json
import math
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from uuid import UUID, uuid5

from companion.access import roles
from companion.log import table as log
from companion.log.decide import Draft
from companion.log.table import CORRECTION, ENTRY, RESTORE, kind_of
from companion.models import Entry, Game
from companion.store import entries, groups, inventory
from companion.store.groups import FoundGroup
from companion.store.writing import writing
from companion.wording.refusal import AppRefusal
from scoring import Record

NOT_COMPARED = "title"  # a table may have been renamed
AT_ONCE = 200  # games whose rows are read by one query


@dataclass(frozen=True)
class Done:
    """What was written: how many games are there by this key, and how many had been there before.

    new: how many of those were written this time. left: how many are still to be written.
    """

    written: int
    known: int
    new: int = 0
    left: int = 0


def digest(draft: Draft) -> str:
    """Hash of a game's header, without its title, and of its entries."""
    return _digest(_head(draft.header), map(json.loads, draft.bodies))


def known(group: int, drafts: Iterable[Draft], after: int = 0) -> dict[str, int]:
    """The numbers of those games that the group has, by digest; *after*: only games with a higher one."""
    wanted: dict[str, set[str]] = {}
    for draft in drafts:
        wanted.setdefault(_hash(_head(draft.header)), set()).add(digest(draft))
    heads = {number: _head(header) for number, header in _games(group, after)}
    alike = {number: head for number, head in heads.items() if _hash(head) in wanted}
    told = _told(list(alike))
    found = {_digest(head, told[number]): number for number, head in alike.items()}
    return {name: number for name, number in found.items() if name in set().union(*wanted.values())}


def bring(
    found: FoundGroup,
    device: str,
    key: str,
    drafts: Sequence[Draft],
    successor: str = "",
    seconds: float = math.inf,
) -> Done:
    """Write games that were scored, oldest first, each in a transaction of its own, for so many seconds.

    The same key again writes only what is missing. Raises Refusal, Http404, PermissionDenied.
    """
    until = time.monotonic() + seconds
    found.require(roles.PLAY)
    keys = {digest(draft): uuid5(_uuid(key), digest(draft)) for draft in drafts}
    mine = set(Game.objects.filter(key__in=keys.values()).values_list("key", flat=True))
    newest = _newest(found.pk)  # first: what comes after it is looked at again
    here = known(found.pk, drafts)
    written = before = new = left = 0
    for draft in sorted(drafts, key=_day):
        name = digest(draft)
        if keys[name] in mine:
            written += 1
        elif name in here:
            before += 1
        elif new and time.monotonic() > until:
            left += 1
        elif _written(found, device, str(keys[name]), draft, newest, successor):
            written, new = written + 1, new + 1
        else:
            before += 1
    return Done(written, before, new, left)


def latest(group: int) -> Record | None:
    """The record of the group's last game in which a hand was played; None without one."""
    found = Game.objects.filter(group=group, deleted_at=None, facts__hands__gt=0).order_by("-pk")
    row = found.values_list("pk", "public_id", "header", "title").first()
    if row is None:
        return None
    game = inventory.KeptGame(*row)
    return log.table(game.table_id, game.header, inventory.rows(game)).renamed(game.title).record


def _written(found: FoundGroup, device: str, key: str, draft: Draft, newest: int, successor: str) -> bool:
    """Write one game unless another phone has just written the same. Whether it was written."""
    with writing():
        groups.lock(found.pk)
        if known(found.pk, [draft], newest):
            return False
        entries.start(device, key, draft, successor=successor, group=found.pk)
        groups.touch(found.pk)
    return True


def _newest(group: int) -> int:
    return Game.objects.filter(group=group).order_by("-pk").values_list("pk", flat=True).first() or 0


def _games(group: int, after: int) -> list[tuple[int, str]]:
    found = Game.objects.filter(group=group, deleted_at=None, pk__gt=after).order_by("pk")
    return list(found.values_list("pk", "header"))


def _told(games: Sequence[int]) -> dict[int, list[object]]:
    """The entries of each game as corrected, without the removed ones."""
    found: dict[int, dict[int, str]] = {game: {} for game in games}
    removed: dict[int, set[int]] = {game: set() for game in games}
    for start in range(0, len(games), AT_ONCE):
        rows = Entry.objects.filter(game__in=games[start : start + AT_ONCE]).order_by("game", "seq")
        for game, seq, target, body, restores in rows.values_list(
            "game", "seq", "target", "body", "restores"
        ):
            kind, place = kind_of(target, body, restores), target or seq
            if kind in (ENTRY, CORRECTION):
                found[game][place] = body
            elif kind == RESTORE:
                removed[game].discard(place)
            else:
                removed[game].add(place)
    return {
        game: [json.loads(body) for place, body in bodies.items() if place not in removed[game]]
        for game, bodies in found.items()
    }


def _head(header: str) -> Mapping[str, object]:
    return {name: value for name, value in json.loads(header).items() if name != NOT_COMPARED}


def _digest(head: Mapping[str, object], told: Iterable[object]) -> str:
    return _hash([head, list(told)])


def _hash(value: object) -> str:
    return sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def _day(draft: Draft) -> str:
    return str(json.loads(draft.header).get("played_on", ""))


def _uuid(key: str) -> UUID:
    try:
        return UUID(key)
    except ValueError:
        raise AppRefusal("page-outdated", "key") from None
