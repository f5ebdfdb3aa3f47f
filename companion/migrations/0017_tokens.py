"""A phone's name in the log apart from its token, which is replaced when the phone gains a role."""

from typing import Any

from django.db import migrations, models
from django.db.models import F

import companion.models


def named_by_their_device(apps: Any, schema: Any) -> None:
    """The rows that a phone has written say its device."""
    apps.get_model("companion", "Phone").objects.update(author=F("device"))


class Migration(migrations.Migration):
    dependencies = (("companion", "0016_programs"),)

    operations = (
        migrations.AddField(
            "phone", "former", models.CharField(max_length=64, blank=True, default="", db_index=True)
        ),
        migrations.AddField("phone", "author", models.CharField(max_length=64, default="")),
        migrations.RunPython(named_by_their_device, migrations.RunPython.noop),
        migrations.AlterField(
            "phone", "author", models.CharField(max_length=64, default=companion.models.new_author)
        ),
    )
