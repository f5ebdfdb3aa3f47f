"""How calls came out, in a few rare hands more: all games are counted again at the next start."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def remove_facts(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Remove what was counted of all games."""
    for model in ("HandFacts", "PlayerFacts", "GameFacts"):
        apps.get_model("companion", model).objects.all().delete()


class Migration(migrations.Migration):
    """Remove the facts; no column changes."""

    dependencies = (("companion", "0037_not_now"),)

    operations = (migrations.RunPython(remove_facts, migrations.RunPython.noop),)
