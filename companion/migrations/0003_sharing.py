"""Phones, links and disputes; what said who had started a game is set aside for the next step."""

import django.db.models.deletion
from django.db import migrations, models

KEY = models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


def of_game(name: str) -> "models.ForeignKey[models.Model, models.Model]":
    return models.ForeignKey(
        on_delete=django.db.models.deletion.CASCADE, related_name=name, to="companion.game"
    )


class Migration(migrations.Migration):
    dependencies = [
        ("companion", "0002_bank"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="stir",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.RenameModel(old_name="Access", new_name="Starter"),
        migrations.RemoveConstraint(model_name="starter", name="one_access_a_device"),
        migrations.AlterField(
            model_name="starter",
            name="game",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to="companion.game"
            ),
        ),
        migrations.CreateModel(
            name="Link",
            fields=[
                ("id", KEY),
                ("role", models.CharField(max_length=16)),
                ("nonce", models.UUIDField()),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                ("code_hash", models.CharField(max_length=64, unique=True)),
                ("game", of_game("links")),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("game", "role"), name="one_link_a_role")]
            },
        ),
        migrations.CreateModel(
            name="Phone",
            fields=[
                ("id", KEY),
                ("device", models.CharField(db_index=True, max_length=64)),
                ("seat", models.CharField(blank=True, max_length=40)),
                ("here_until", models.DateTimeField(null=True)),
                ("out", models.BooleanField(default=False)),
                ("game", of_game("phones")),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("game", "device"), name="one_phone_a_device")]
            },
        ),
        migrations.CreateModel(
            name="Access",
            fields=[
                ("id", KEY),
                ("role", models.CharField(max_length=16)),
                (
                    "link",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="accesses",
                        to="companion.link",
                    ),
                ),
                (
                    "phone",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="accesses",
                        to="companion.phone",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("phone", "role"), name="one_access_a_role")]
            },
        ),
        migrations.CreateModel(
            name="Dispute",
            fields=[
                ("id", KEY),
                ("key", models.UUIDField()),
                ("seq", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
                ("device", models.CharField(max_length=64)),
                ("role", models.CharField(max_length=16)),
                ("words", models.CharField(max_length=200)),
                ("end", models.CharField(blank=True, max_length=16)),
                ("ended_at", models.DateTimeField(null=True)),
                ("ended_by", models.CharField(blank=True, max_length=64)),
                ("ended_role", models.CharField(blank=True, max_length=16)),
                ("answer", models.CharField(blank=True, max_length=200)),
                ("game", of_game("disputes")),
            ],
            options={
                "ordering": ("pk",),
                "constraints": [models.UniqueConstraint(fields=("game", "key"), name="one_dispute_a_key")],
            },
        ),
    ]
