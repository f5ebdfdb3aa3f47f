"""Comebacks by their odds instead of points: all games are counted again at the next start."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def remove_facts(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Remove what was counted of all games."""
    for model in ("HandFacts", "PlayerFacts", "GameFacts"):
        apps.get_model("companion", model).objects.all().delete()


class Migration(migrations.Migration):
    """Remove the points, add the odds."""

    dependencies = (("companion", "0034_past_games"),)

    operations = (
        migrations.RunPython(remove_facts, migrations.RunPython.noop),
        migrations.RemoveField("playerfacts", "behind"),
        migrations.AddField("playerfacts", "comeback", models.BigIntegerField(default=0)),
    )
