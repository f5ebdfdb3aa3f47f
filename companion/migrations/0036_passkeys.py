"""Passkeys of phones."""

from django.db import migrations, models
from django.db.models.functions import Now


class Migration(migrations.Migration):
    """Add their table."""

    dependencies = (("companion", "0035_comebacks_by_odds"),)

    operations = (
        migrations.CreateModel(
            "Passkey",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("device", models.CharField(db_index=True, max_length=64)),
                ("credential", models.CharField(max_length=1400, unique=True)),
                ("public_key", models.BinaryField()),
                ("sign_count", models.BigIntegerField()),
                ("made_at", models.DateTimeField(db_default=Now())),
            ],
        ),
    )
