"""Webhooks of a group, and the shape of their messages."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Add what a webhook of a group needs."""

    dependencies = (("companion", "0028_kings_showdowns"),)

    operations = (
        migrations.AddField(
            "webhook",
            "group",
            models.ForeignKey(
                "companion.Group",
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="webhooks",
            ),
        ),
        migrations.AddField(
            "webhook",
            "parent",
            models.ForeignKey(
                "companion.Webhook",
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="children",
            ),
        ),
        migrations.AddField(
            "webhook", "format", models.CharField(db_default="bower", default="bower", max_length=8)
        ),
        migrations.AddConstraint(
            "webhook", models.UniqueConstraint(fields=("parent", "game"), name="one_webhook_a_game")
        ),
        migrations.AddConstraint(
            "webhook", models.UniqueConstraint(fields=("parent", "night"), name="one_webhook_a_night")
        ),
    )
