"""The only host of a group is asked once for a second one."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Add who said "Not now"."""

    dependencies = (("companion", "0036_passkeys"),)

    operations = (
        migrations.AddField("GroupPhone", "not_now", models.BooleanField(default=False, db_default=False)),
    )
