"""Who started a game is its owner by now."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("companion", "0004_owners")]

    operations = [
        migrations.DeleteModel(name="Starter"),
    ]
