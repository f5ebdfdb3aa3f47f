"""A row of the log may bring back a removed entry."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("companion", "0012_no_tick_checksum"),)

    operations = (
        migrations.AddField("entry", "restores", models.BooleanField(default=False, db_default=False)),
    )
