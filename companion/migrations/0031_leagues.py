"""Leagues: seasons of a group that count nights and evenings."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Add leagues."""

    dependencies = (("companion", "0030_round_clock"),)

    operations = (
        migrations.CreateModel(
            "League",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="leagues",
                        to="companion.group",
                    ),
                ),
                ("public_id", models.CharField(max_length=16, unique=True)),
                ("key", models.UUIDField(unique=True)),
                ("title", models.CharField(blank=True, max_length=60)),
                ("first", models.DateField()),
                ("last", models.DateField()),
                ("way", models.CharField(max_length=8)),
                ("counted", models.CharField(max_length=8)),
                ("best", models.PositiveSmallIntegerField(default=0)),
                ("least", models.PositiveSmallIntegerField(default=0)),
                ("kept", models.TextField(blank=True)),
                ("closed_at", models.DateTimeField(null=True)),
            ],
        ),
    )
