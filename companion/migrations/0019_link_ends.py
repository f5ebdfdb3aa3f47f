"""A link may have an end."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("companion", "0018_write_check"),)

    operations = (migrations.AddField("link", "ends_at", models.DateTimeField(null=True)),)
