"""Which groups are the sample club of a phone."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Add the mark of sample clubs."""

    dependencies = (("companion", "0031_leagues"),)

    operations = (
        migrations.AddField("group", "sample", models.BooleanField(db_default=False, default=False)),
    )
