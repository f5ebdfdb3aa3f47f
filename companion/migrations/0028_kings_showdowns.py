"""Showdowns that end on a King count for both who played them: such games are counted again at the next start."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def remove_facts(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Remove the facts of all games of the kind."""
    for model in ("HandFacts", "PlayerFacts", "GameFacts"):
        rows = apps.get_model("companion", model).objects
        games = {"variant": "king-cutthroat"} if model == "GameFacts" else {"game__variant": "king-cutthroat"}
        rows.filter(**games).delete()


class Migration(migrations.Migration):
    """Remove what was counted otherwise."""

    dependencies = (("companion", "0027_games_that_left"),)

    operations = (migrations.RunPython(remove_facts, migrations.RunPython.noop),)
