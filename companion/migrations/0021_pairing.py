"""Pairing codes: the hash of a phone's code, until when it works, and by which phone it was used."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("companion", "0020_recovery"),)

    operations = (
        migrations.CreateModel(
            name="Pairing",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("device", models.CharField(max_length=64, unique=True)),
                ("code_hash", models.CharField(max_length=64, unique=True)),
                ("ends_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                ("used_by", models.CharField(blank=True, default="", max_length=64)),
            ],
        ),
    )
