"""Signing up for a night alone, checking in, and substitutes."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Add whether a night takes sign-ups, who of them came, and in whose place a player plays."""

    dependencies = (("companion", "0032_sample_club"),)

    operations = (
        migrations.AddField("night", "sign_up", models.BooleanField(db_default=False, default=False)),
        migrations.AddField("nightplayer", "came", models.BooleanField(db_default=True, default=True)),
        migrations.AddField("nightplayer", "instead_of", models.PositiveSmallIntegerField(null=True)),
    )
