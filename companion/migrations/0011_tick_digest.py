"""Ticks name the list that they belong to by its SHA-256; those of 0.1.0, by a checksum, are carried over."""

import json
from collections.abc import Iterable, Iterator
from typing import Any
from zlib import crc32

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def checksum(items: Iterable[tuple[object, ...]]) -> int:
    """What 0.1.0 stored for a list of payouts."""
    return crc32(json.dumps(list(items)).encode()) >> 1


def carry_over(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Give every tick the digest of the list that it ticked; a tick of a list that is no more goes."""
    game, tick = apps.get_model("companion", "Game"), apps.get_model("companion", "Tick")
    for one in game.objects.filter(ticks__isnull=False).distinct():
        for seq, revision, digest in lists(apps, one):
            tick.objects.filter(game=one, seq=seq, revision=revision).update(digest=digest)
    tick.objects.filter(digest="").delete()


def give_back(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Give every tick the checksum of its list again, for the way back to 0.1.0."""
    game, tick = apps.get_model("companion", "Game"), apps.get_model("companion", "Tick")
    for one in game.objects.filter(ticks__isnull=False).distinct():
        for seq, revision, digest in lists(apps, one):
            tick.objects.filter(game=one, seq=seq, digest=digest).update(revision=revision)


OF_0_1_0 = {"PE-09": "PC-14"}  # the rule of a pot won on a tie


def lists(apps: StateApps, game: Any) -> Iterator[tuple[int, int, str]]:
    """Entry, checksum and digest of every list of payouts of a game; entry 0 is settling up."""
    from companion.bank import closing, payouts
    from companion.log.bank_state import BankState
    from companion.log.table import Row, table

    rows = apps.get_model("companion", "Entry").objects.filter(game=game).order_by("seq")
    values = rows.values_list("seq", "target", "body", "at", "device", "role")
    replayed = table(game.public_id, game.header, [Row(*row) for row in values])
    for item in replayed.entries:
        listed = payouts.payable(item)
        items = [(p.source, p.target, p.chips, OF_0_1_0.get(p.reason.rule, p.reason.rule)) for p in listed]
        yield item.seq, checksum(items), payouts.digest(item)
    settled = closing.settling(replayed, BankState())
    payments = [one.payment for one in (*settled.at_the_drawer, *settled.among)]
    paid = [(one.payer, one.receiver, one.chips) for one in payments]
    yield closing.SEQ, checksum(paid), settled.digest


class Migration(migrations.Migration):
    dependencies = (("companion", "0010_webhooks"),)

    operations = (
        migrations.RemoveConstraint("tick", "one_tick_an_item"),
        migrations.AlterField("tick", "revision", models.PositiveIntegerField(default=0)),
        migrations.AddField("tick", "digest", models.CharField(default="", max_length=16)),
        migrations.RunPython(carry_over, give_back),
    )
