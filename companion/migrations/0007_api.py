"""Answers to programs, once for each key; addresses that are told of new entries."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("companion", "0006_draft"),
    ]

    operations = [
        migrations.CreateModel(
            name="Answered",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("device", models.CharField(max_length=64)),
                ("key", models.CharField(max_length=64)),
                ("digest", models.CharField(max_length=64)),
                ("result", models.TextField()),
                ("at", models.DateTimeField(auto_now_add=True, db_index=True)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("device", "key"), name="one_answer_a_key")],
            },
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("url", models.CharField(max_length=500)),
                ("nonce", models.UUIDField(unique=True)),
                ("told", models.PositiveIntegerField()),
                ("tries", models.PositiveIntegerField(default=0)),
                ("due_at", models.DateTimeField(db_index=True)),
                ("stopped", models.BooleanField(default=False)),
                ("last", models.CharField(blank=True, max_length=200)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhooks",
                        to="companion.game",
                    ),
                ),
            ],
        ),
    ]
