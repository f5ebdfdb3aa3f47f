"""A hand in one row of the facts, with the parts of its players in it; see ``stats.hand_parts``.

All facts are removed: Bower counts the games again when it starts.
"""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models


def remove_facts(apps: Any, editor: Any) -> None:
    """Remove all facts, and check the references now: PostgreSQL alters no table before that."""
    editor.execute("DELETE FROM companion_playerfacts")
    editor.execute("DELETE FROM companion_gamefacts")
    if editor.connection.vendor == "postgresql":
        editor.execute("SET CONSTRAINTS ALL IMMEDIATE")


class Migration(migrations.Migration):
    dependencies = (("companion", "0022_people"),)

    operations = (
        migrations.DeleteModel("HandFacts"),
        migrations.RunPython(remove_facts, migrations.RunPython.noop),
        migrations.CreateModel(
            name="HandFacts",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game", "seq", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="told",
                        to="companion.gamefacts",
                    ),
                ),
                ("seq", models.PositiveIntegerField()),
                ("number", models.PositiveIntegerField()),
                ("result", models.CharField(blank=True, max_length=8)),
                ("parts", models.TextField()),
            ],
        ),
    )
