"""When a phone joined, and which of them are programs: those whose device is a link's token."""

from typing import Any

from django.db import migrations, models
from django.db.models.functions import Now


def mark_programs(apps: Any, schema_editor: Any) -> None:
    """Mark the programs that joined by a link. The token of a link has the same hash as its device."""
    tokens = apps.get_model("companion", "Link").objects.values("token_hash")
    apps.get_model("companion", "Phone").objects.filter(device__in=tokens).update(program=True)


class Migration(migrations.Migration):
    dependencies = (("companion", "0015_colors"),)

    operations = (
        migrations.AddField("phone", "joined_at", models.DateTimeField(db_default=Now())),
        migrations.AddField("phone", "program", models.BooleanField(default=False, db_default=False)),
        migrations.RunPython(mark_programs, migrations.RunPython.noop),
    )
