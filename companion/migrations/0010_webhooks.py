"""Webhooks say what was delivered and what went wrong last; every row stays."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = (("companion", "0009_names"),)

    operations = (
        migrations.RenameField("webhook", "told", "delivered"),
        migrations.RenameField("webhook", "last", "error"),
    )
