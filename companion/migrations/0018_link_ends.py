"""A link may have an end."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("companion", "0017_tokens"),)

    operations = (migrations.AddField("link", "ends_at", models.DateTimeField(null=True)),)
