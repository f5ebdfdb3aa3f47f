"""Groups: one that a user starts, or the personal one of a phone on its first use; their house rules."""

import json
from functools import partial
from uuid import NAMESPACE_URL, uuid4, uuid5

from django.db import transaction
from django.db.models import Q

from companion.log import rights
from companion.log.rights import uuid_of
from companion.log.table import Table
from companion.models import GameFacts, Group, GroupPhone, GroupRules, tables
from companion.store import groups, links, phones
from companion.store.changes import writing
from companion.wording import reader


def create(
    device: str, key: str, title: str, *, zone: str = "", successor: str = "", program: bool = False
) -> str:
    """Start a group and return its id. Repeating the key returns the same group.

    zone: the IANA name of its time zone; "": the one of the phone. The phone that starts it is its host, and
    *successor* from then on; see ``phones.gained``. Raises Refusal of "title" or "key".
    """
    checked = groups.checked_title(title)
    with writing():
        defaults = {"public_id": tables.new_id(), "title": checked, "zone": zone or reader.zone()}
        group, new = Group.objects.get_or_create(key=uuid_of(key), defaults=defaults)
        if new:
            own = GroupPhone.objects.create(
                group=group, device=successor or device, role=rights.HOST, program=program
            )
            links.make_all(group)
            phones.gained(own, device, successor)
    return group.public_id


def personal(device: str, successor: str = "") -> int:
    """The number of a device's personal group, made on first use. Call inside a transaction.

    A phone that gets a new token with this very request is *successor* from then on; see ``phones.gained``.
    """
    mine = groups.personal_of(device, successor)
    if mine:
        return mine.pk
    key = uuid5(NAMESPACE_URL, device)  # of two requests at once the second finds what the first has made
    group, new = Group.objects.get_or_create(
        key=key, defaults={"public_id": tables.new_id(), "personal": True}
    )
    if not new:
        if GroupPhone.objects.filter(group=group, device=successor or device, out=False).exists():
            return group.pk
        group = Group.objects.create(
            key=uuid4(), public_id=tables.new_id(), personal=True
        )  # it was put out of that one
    GroupPhone.objects.create(group=group, device=successor or device, role=rights.HOST)
    return group.pk


def keep_rules(game: int, table: Table) -> None:
    """Store the house rules that were changed at a game as those of its group's next one of its kind.

    Unless another one was played there since. Call inside the transaction, with the game locked.
    """
    variant = table.variant.name
    facts = GameFacts.objects.filter(game=game, group__isnull=False).first()
    if facts is None or facts.group_id is None:
        return
    later = Q(played_on__gt=facts.played_on) | Q(played_on=facts.played_on, game__gt=game)
    if not GameFacts.objects.filter(later, group=facts.group_id, variant=variant).exists():
        options = {"options": json.dumps(dict(table.state.options), ensure_ascii=False)}
        GroupRules.objects.update_or_create(group_id=facts.group_id, variant=variant, defaults=options)
        # Not now: who changes a group locks it before its games.
        transaction.on_commit(partial(groups.touch, facts.group_id))
