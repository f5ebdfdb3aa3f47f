"""The sample club of a phone: a season, a game that is being played, a night. Made and removed as a whole."""

import json
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid5

from django.conf import settings
from django.utils import timezone

from companion import store
from companion.log import rights
from companion.log.rights import uuid_of
from companion.models import Game, Group, GroupPhone
from companion.store import (
    entries,
    games,
    group_starts,
    groups,
    night_players,
    night_rounds,
    nights,
    phones,
    removing,
)
from companion.store.changes import writing
from companion.store.night_players import NewNight
from scoring import from_json

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


@cache
def _sample() -> Any:
    return json.loads(Path(settings.BASE_DIR, "examples", "sample-club.json").read_text(encoding="utf-8"))


def of_device(device: str) -> str:
    """The id of the sample club of this device; "" without one."""
    mine = GroupPhone.objects.filter(games.of_device(device), out=False, role=rights.HOST)
    there = mine.filter(group__sample=True, group__deleted_at=None)
    return there.values_list("group__public_id", flat=True).first() or ""


def make(device: str, key: str, successor: str) -> str:
    """Make the sample club, with its games on days up to today, and return its id.

    Repeating the key returns the same one, and makes what is missing. The phone is *successor* from then on;
    see ``phones.gained``. Raises Refusal of "key".
    """
    said, of = _sample(), uuid_of(key)
    group_id = group_starts.create(device, key, said["title"], successor=successor)
    found = groups.find(successor if phones.is_known(successor) else device, group_id)
    with writing():
        Group.objects.filter(pk=found.pk).update(sample=True)
    today = found.clock.evening(timezone.now())
    for number, one in enumerate(said["games"]):
        record = from_json({**one["game"], "played_on": str(today - timedelta(days=one["days"]))})
        entries.import_game(found.device, str(uuid5(of, f"game {number}")), record, group=found.pk)
    said = said["night"]  # in its second round, at whose tables not all hands were played
    new = NewNight(said["title"], hands=said["hands"], rounds=said["rounds"], people=said["people"])
    night_id = night_players.start_night(found, str(uuid5(of, "night")), new)
    hands = iter(said["played"])
    for number, most in ((1, said["hands"]), (2, 1)):
        view = nights.load(found.device, night_id)
        if len(view.night.started) < number:
            night_rounds.start_round(view, str(uuid5(of, f"round {number}")), number)
        for table in nights.load(found.device, night_id).night.started[number - 1].tables:
            for hand in range(most):
                seat, tricks = next(hands)  # of the maker, and of the makers
                now = store.load(found.device, table.table_id).table
                if now.version > hand:
                    continue
                sides, maker = list(now.state.scores), now.state.players[seat]
                counts = {sides[seat % 2]: tricks, sides[1 - seat % 2]: 5 - tricks}
                entry = {"kind": "hand", "maker": maker, "trump": "spades", "tricks": counts}
                key_of_hand = str(uuid5(of, f"{table.table_id} {hand}"))
                store.append(found.device, table.table_id, key_of_hand, now.version, entry)
    return group_id


def remove(device: str) -> None:
    """Remove the sample club of this device for good, with all that was played in it.

    Raises Http404 without one, PermissionDenied if the phone isn't its host.
    """
    found = groups.find(device, of_device(device) or "none", rights.SHARE)
    for table in Game.objects.filter(group=found.pk):
        with writing():
            removing.set_deleted(table, LONG_AGO)
        removing.remove("table", table.public_id, timezone.now())
    with writing():
        removing.set_deleted(groups.held(found, rights.SHARE), LONG_AGO)
    removing.remove("group", found.group_id, timezone.now())
