"""A game and a group keep a time zone and a currency, and an evening ends some hours after midnight.

The day in the header of a stored game was that of the server's clock, unless somebody told another one. Such a
day becomes that of the evening. A group whose games change their order is counted again at the next start.
"""

import json
from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import django.utils.timezone
from django.apps.registry import Apps
from django.conf import settings
from django.core.management import CommandError
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import ProjectState

from companion.operating.databases import TOO_OLD

ENDS = 5
AT_ONCE = 500


def find_days(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Put the games whose day nobody told on their evenings."""
    games = apps.get_model("companion", "Game")
    follow: list[int] = []
    evenings: dict[int, str] = {}
    for game in games.objects.only("pk", "header", "created_at").iterator(AT_ONCE):
        said = json.loads(game.header)
        evening = _evening(game.created_at)
        told = "played_on" in said
        if told and said["played_on"] not in _days(game.created_at):
            continue
        if told:
            follow.append(game.pk)
        if told and said["played_on"] != evening:
            header = json.dumps({**said, "played_on": evening}, separators=(",", ":"))
            games.objects.filter(pk=game.pk).update(header=header)
        evenings[game.pk] = evening
    for first in range(0, len(follow), AT_ONCE):
        games.objects.filter(pk__in=follow[first : first + AT_ONCE]).update(day_follows=True)
    _move(apps, evenings)


def _move(apps: Apps, evenings: dict[int, str]) -> None:
    """Write the evenings to the facts. Where that changes the order of a group's games its facts go."""
    facts, players = apps.get_model("companion", "GameFacts"), apps.get_model("companion", "PlayerFacts")
    was = [(group, str(day), pk) for pk, group, day in facts.objects.values_list("pk", "group", "played_on")]
    moved = [(group, evenings.get(pk, day), pk) for group, day, pk in was]
    changed = [(day, pk) for before, (_group, day, pk) in zip(was, moved, strict=True) if before[1] != day]
    for day in sorted({day for day, _pk in changed}):
        of_day = [pk for on, pk in changed if on == day]
        for first in range(0, len(of_day), AT_ONCE):
            some = of_day[first : first + AT_ONCE]
            facts.objects.filter(pk__in=some).update(played_on=day)
            players.objects.filter(game__in=some).update(played_on=day)
    before, after = _orders(was), _orders(moved)
    for group, order in before.items():
        if group is not None and order != after[group]:
            facts.objects.filter(group=group).delete()


def _orders(found: Sequence[tuple[Any, str, Any]]) -> dict[Any, list[int]]:
    """The games of each group in the order of play."""
    orders: dict[Any, list[int]] = defaultdict(list)
    for group, _day, pk in sorted(found, key=lambda one: one[1:]):
        orders[group].append(pk)
    return orders


def _days(at: datetime) -> tuple[str, str]:
    """The days that the server's clock may have shown: the setting TIME_ZONE was UTC if nobody had set it."""
    return at.astimezone(UTC).date().isoformat(), _server(at).date().isoformat()


def _server(at: datetime) -> datetime:
    return at.astimezone(ZoneInfo(settings.TIME_ZONE))


def _evening(at: datetime) -> str:
    return (_server(at).replace(tzinfo=None) - timedelta(hours=ENDS)).date().isoformat()


class Migration(migrations.Migration):
    dependencies = (("companion", "0001_squashed_0025_group_recovery"),)

    operations = (
        migrations.AddField(
            model_name="group",
            name="zone",
            field=models.CharField(blank=True, db_default="", default="", max_length=64),
        ),
        migrations.AddField(
            model_name="group",
            name="evening_ends",
            field=models.PositiveSmallIntegerField(db_default=5, default=5),
        ),
        migrations.AddField(
            model_name="game",
            name="zone",
            field=models.CharField(blank=True, db_default="", default="", max_length=64),
        ),
        migrations.AddField(
            model_name="game",
            name="day_follows",
            field=models.BooleanField(db_default=False, default=False),
        ),
        *(
            migrations.AddField(
                model_name=name,
                name="currency",
                field=models.CharField(blank=True, db_default="", default="", max_length=6),
            )
            for name in ("group", "game")
        ),
        migrations.AlterField(
            model_name="game",
            name="created_at",
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
        migrations.RunPython(find_days, migrations.RunPython.noop),
    )

    def apply(self, project_state: ProjectState, *given: Any, **named: Any) -> Any:
        """Refuse a database that has had only some of the steps that 0001 replaces."""
        if ("companion", "group") not in project_state.models:
            raise CommandError(TOO_OLD)
        return super().apply(project_state, *given, **named)
