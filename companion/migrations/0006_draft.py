"""The hand in progress."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("companion", "0005_no_starters"),
    ]

    operations = [
        migrations.CreateModel(
            name="Draft",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("rev", models.PositiveIntegerField()),
                ("begun", models.PositiveIntegerField()),
                ("players", models.TextField()),
                ("moves", models.TextField()),
                ("at", models.DateTimeField()),
                ("device", models.CharField(max_length=64)),
                ("role", models.CharField(max_length=16)),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="draft",
                        to="companion.game",
                    ),
                ),
            ],
        ),
    ]
