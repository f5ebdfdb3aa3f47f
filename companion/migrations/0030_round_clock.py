"""The announcement of a night, and the clock of its rounds."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Add what a night says to all, and how long its rounds take."""

    dependencies = (("companion", "0029_webhooks_of_groups"),)

    operations = (
        migrations.AddField(
            "night", "announcement", models.CharField(blank=True, db_default="", default="", max_length=140)
        ),
        migrations.AddField("night", "minutes", models.PositiveSmallIntegerField(db_default=0, default=0)),
        migrations.AddField(
            "night", "at_bell", models.CharField(db_default="hand", default="hand", max_length=8)
        ),
        migrations.AddField("nightround", "bell_at", models.DateTimeField(null=True)),
        migrations.AddField("nightround", "clock_left", models.PositiveIntegerField(null=True)),
    )
