"""The hand in progress keeps the hand form as it was last sent."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("companion", "0013_restore"),)

    operations = (migrations.AddField("handinprogress", "form", models.TextField(blank=True, default="")),)
