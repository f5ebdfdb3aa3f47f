"""The column of a chip set is spelled like the rest; its JSON text stays as it is."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = (("companion", "0014_hand_form"),)

    operations = (migrations.RenameField("chipset", "colours", "colors"),)
