"""Ticks no longer have the checksum of 0.1.0; apart from 0011, since PostgreSQL alters no table it has just filled."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("companion", "0011_tick_digest"),)

    operations = (
        migrations.RemoveField("tick", "revision"),
        migrations.AlterField("tick", "digest", models.CharField(max_length=16)),
        migrations.AddConstraint(
            "tick",
            models.UniqueConstraint(fields=["game", "seq", "digest", "item"], name="one_tick_an_item"),
        ),
    )
